// Looks through texts of any length for secrets, long ones in a worker.
import { type Actor, sharedWorkers } from "../../../kernel/plugin.ts";
import type { Language } from "../../../kernel/ports/pages.ts";
import { readAnyText } from "../../texts/port/encoding.ts";
import type { Packed } from "./packing.ts";
import { type Finding, SECRET_RULES, scanText } from "./scanning.ts";
import type { tasks } from "./scanning_worker.ts";

/** Read within a few milliseconds; more text goes to a worker. */
const CHARS_ON_LOOP = 48 * 1024;
/** Of one document; a worker is sent so much at a time. */
const CHARS_AT_ONCE = 4 * 1024 * 1024;
/** More of one document are not looked for. */
const FOUND_MAX = 1000;

export interface FoundSecret extends Finding {
  path: string;
}

/** What texts hold, in their order. */
export async function findSecrets(
  texts: AsyncIterable<Packed>,
  { user_id }: Pick<Actor, "user_id">,
): Promise<FoundSecret[]> {
  const found: FoundSecret[] = [];
  let batch: Packed[] = [];
  let chars = 0;
  const flush = async () => {
    const sent = batch.map(({ text }) => text);
    const all =
      chars <= CHARS_ON_LOOP
        ? sent.map(scanText)
        : await scanner()("scan", { texts: sent }, { owner: `user:${user_id}`, lane: "publish", bytes: chars });
    for (const [index, findings] of all.entries())
      for (const { line, rule } of findings) {
        const place = batch[index]?.placeOf(line);
        if (place) found.push({ ...place, rule });
      }
    batch = [];
    chars = 0;
  };
  for await (const one of texts) {
    batch.push(one);
    chars += one.text.length;
    if (chars > CHARS_AT_ONCE) await flush();
    if (found.length >= FOUND_MAX) return found;
  }
  await flush();
  return found;
}

/** Text of whatever encoding, which whoever takes the file away reads all the same; null when it is none. */
export function readText(bytes: Uint8Array): string | null {
  const text = readAnyText(bytes);
  if (text !== null || bytes.includes(0)) return text;
  return new TextDecoder("windows-1252").decode(bytes);
}

/** What a rule knows, as one says it: "a private key". */
export function whatIs(rule: string, language: Language = "en"): string {
  const { what } = SECRET_RULES.find(({ id }) => id === rule) ?? { what: { en: "a secret", de: "einem Geheimnis" } };
  return what[language];
}

function scanner() {
  return sharedWorkers().module<typeof tasks>(new URL("./scanning_worker.ts", import.meta.url));
}
