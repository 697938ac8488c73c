// Looks for secrets in what is about to be published:
// a policy has them refused, or the writer and the managers told (rules: policy/secrets).
import { refuse, sharedWorkers } from "../../../kernel/plugin.ts";
import type { Publishing } from "../../documents/port/hooks.ts";
import { readAnyText } from "../../texts/port/encoding.ts";
import { TEXT_BYTES_MAX } from "../../texts/port.ts";
import type { Policy } from "../policy.ts";
import { type Packed, packed } from "./packing.ts";
import { type Finding, SECRET_RULES, scanText } from "./scanning.ts";
import type { tasks } from "./scanning_worker.ts";

/** Read within a few milliseconds; more text goes to a worker. */
const CHARS_ON_LOOP = 48 * 1024;
/** Of one document; a worker is sent so much at a time. */
const CHARS_AT_ONCE = 4 * 1024 * 1024;
const NAMED_MAX = 10;
/** More of one document are not looked for. */
const FOUND_MAX = 1000;

export const SECRET_FOUND = "policy.secret_found";

interface FoundSecret extends Finding {
  path: string;
}

/** Throws 400 where the policy blocks what was found. */
export async function refuseSecrets(policy: Policy, publishing: Publishing): Promise<void> {
  if (policy.secret_scan === "off") return;
  const beside = publishing.texts.flatMap(({ name, text }) => scanText(text).map((one) => ({ path: name, ...one })));
  const found = [...beside, ...(await findSecrets(publishing))];
  if (found.length === 0) return;
  if (policy.secret_scan === "block") throw refuseFound(found);
  for (const one of found.slice(0, NAMED_MAX)) publishing.warn(`${placeOf(one)} looks like ${whatOf(one)}`);
  const meta = { findings: found.length, rules: [...new Set(found.map((one) => one.rule))] };
  publishing.note(SECRET_FOUND, { target_type: "doc", target_id: publishing.doc_id, meta });
}

/** Whether only its readers change, so that all of it is looked through. */
function isOpened({ before, visibility }: Publishing): boolean {
  return before !== null && before.visibility !== visibility;
}

async function* textsToScan(publishing: Publishing): AsyncGenerator<Packed> {
  const { files, shown, entries, held } = publishing;
  for (const file of files.length === 0 && isOpened(publishing) ? await shown() : files) {
    const text = file.size_bytes > TEXT_BYTES_MAX ? null : readText(await file.read());
    if (text !== null) yield { text, placeOf: (line) => ({ path: file.path, line }) };
  }
  yield* packed(entries());
  if (isOpened(publishing)) yield* packed(held());
}

async function findSecrets(publishing: Publishing): Promise<FoundSecret[]> {
  const found: FoundSecret[] = [];
  let batch: Packed[] = [];
  let chars = 0;
  const flush = async () => {
    const texts = batch.map(({ text }) => text);
    const owner = `user:${publishing.actor.user_id}`;
    const all =
      chars <= CHARS_ON_LOOP
        ? texts.map(scanText)
        : await scanner()("scan", { texts }, { owner, lane: "publish", bytes: chars });
    for (const [index, findings] of all.entries())
      for (const { line, rule } of findings) {
        const place = batch[index]?.placeOf(line);
        if (place) found.push({ ...place, rule });
      }
    batch = [];
    chars = 0;
  };
  for await (const one of textsToScan(publishing)) {
    batch.push(one);
    chars += one.text.length;
    if (chars > CHARS_AT_ONCE) await flush();
    if (found.length >= FOUND_MAX) return found;
  }
  await flush();
  return found;
}

/** Text of whatever encoding, which whoever takes the file away reads all the same; null when it is none. */
function readText(bytes: Uint8Array): string | null {
  const text = readAnyText(bytes);
  if (text !== null || bytes.includes(0)) return text;
  return new TextDecoder("windows-1252").decode(bytes);
}

function scanner() {
  return sharedWorkers().module<typeof tasks>(new URL("./scanning_worker.ts", import.meta.url));
}

function refuseFound(found: readonly FoundSecret[]): Error {
  const named = found.slice(0, NAMED_MAX);
  const places = named.map((one) => `${placeOf(one)} (${whatOf(one)})`).join("; ");
  const more = found.length > named.length ? `; and ${found.length - named.length} more` : "";
  return refuse.invalid(
    `content looks like credentials, which the workspace's policy blocks: ${places}${more}; take them out and send it again`,
    { code: "secret_found", findings: named },
  );
}

function placeOf({ path, line }: FoundSecret): string {
  return `${path} line ${line}`;
}

function whatOf({ rule }: Finding): string {
  const what = SECRET_RULES.find(({ id }) => id === rule)?.what ?? "a secret";
  return `${what} [${rule}]`;
}
