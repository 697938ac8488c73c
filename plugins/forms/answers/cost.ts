// What an answer costs whose form it is, counted before anything is kept of it:
// answers by form and address, and what they hold.
import { Refusal, type RequestFacts, type Runtime, refuse } from "../../../kernel/plugin.ts";
import type { FormRow } from "../store/rows.ts";

type Asking = { runtime: Runtime; now: Date };

/** Counts one that is begun as it is written, or by a file. Throws 429. */
export async function countBegun(call: Asking & { request: RequestFacts }, form: FormRow): Promise<void> {
  // By address as a whole answer is, whose route counts it.
  await call.runtime.quotas.takeFor("form_send", { request: call.request, now: call.now });
  await countAnswer(call, form);
}

/** Counts one among the answers of its form. Throws 429. */
export async function countAnswer({ runtime, now }: Asking, { doc_id }: Pick<FormRow, "doc_id">): Promise<void> {
  await asThrottle(() => runtime.quotas.take("form_answer", doc_id, now));
}

/** Counts bytes that are added to what answers hold. Throws 429. */
export async function countBytes(
  { runtime, now }: Asking,
  { doc_id }: Pick<FormRow, "doc_id">,
  bytes: number,
): Promise<void> {
  const kib = Math.floor(bytes / 1024);
  if (kib <= 0) return;
  await asThrottle(async () => {
    const grants = await runtime.quotas.takeSome("form_kib", new Map([[doc_id, kib]]), now);
    const refusal = grants.get(doc_id)?.refusal ?? null;
    if (refusal !== null) throw refusal;
  });
}

/** Who answers has no account: they are told as every throttle of a route tells. */
async function asThrottle(count: () => Promise<void>): Promise<void> {
  try {
    await count();
  } catch (error) {
    throw error instanceof Refusal && error.kind === "limited" ? refuse.throttled(error.message, error.detail) : error;
  }
}

/** What values take as UTF-8 JSON. */
export function bytesOf(data: Readonly<Record<string, unknown>>): number {
  return Buffer.byteLength(JSON.stringify(data));
}
