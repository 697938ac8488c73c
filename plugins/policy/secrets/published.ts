// Looks for secrets in what is about to be published:
// a policy has them refused, or the writer and the managers told (rules: policy/secrets).
import { refuse } from "../../../kernel/plugin.ts";
import type { Publishing } from "../../documents/port/hooks.ts";
import { TEXT_BYTES_MAX } from "../../texts/port.ts";
import type { Policy } from "../policy.ts";
import { type FoundSecret, findSecrets, readText, whatIs } from "./looking.ts";
import { type Packed, packed } from "./packing.ts";
import { type Finding, scanText } from "./scanning.ts";

const NAMED_MAX = 10;

export const SECRET_FOUND = "policy.secret_found";

/** Throws 400 where the policy blocks what was found. */
export async function refuseSecrets(policy: Policy, publishing: Publishing): Promise<void> {
  if (policy.secret_scan === "off") return;
  const beside = publishing.texts.flatMap(({ name, text }) => scanText(text).map((one) => ({ path: name, ...one })));
  const found = [...beside, ...(await findSecrets(textsToScan(publishing), publishing.actor))];
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
  return `${whatIs(rule)} [${rule}]`;
}
