// Tells the processor what follows from a reading:
// a second plan is ended there, and what is metered is billed with the one that stays.
import { HOUR_MS, type JobDefinition, MINUTE_MS, type Note, type Runtime, writeAudit } from "../../kernel/plugin.ts";
import { processorPort } from "./processor.ts";
import { applyReading, isUnsettled, lacksMeter, readBought, SETTLE_JOB } from "./reading.ts";
import { findAccount } from "./store/accounts.ts";

export function settleJob(runtime: Runtime): JobDefinition {
  return {
    kind: SETTLE_JOB,
    attempts_max: 12,
    backoff_ms: (attempt) => Math.min(6 * HOUR_MS, MINUTE_MS * 2 ** attempt),
    run: ({ payload }) => settle(runtime, Number(payload["workspace_id"])),
  };
}

/** Whatever was done of it before is seen in the reading with which it begins, so it may be cut off anywhere. Throws to be tried again. */
async function settle(runtime: Runtime, workspace_id: number): Promise<void> {
  const processor = runtime.use(processorPort);
  const { sql } = runtime.database;
  const customer = (await findAccount(sql, workspace_id))?.customer_id;
  if (!processor || !customer) return;
  const before = await readBought(sql, processor, customer);
  if (!before) return;
  const { seconds, kept } = before.bought;
  // Known here before it is ended there, so that its audit row and its mail are never lost.
  await apply(runtime, before);
  for (const { id } of seconds) await processor.endPlan(id);
  if (kept && lacksMeter(runtime, kept)) await processor.addMeter(kept.id);
  if (!isUnsettled(runtime, before.bought)) return;
  const after = await readBought(sql, processor, customer);
  if (!after) return;
  await apply(runtime, after);
  if (isUnsettled(runtime, after.bought))
    throw new Error(`subscriptions of workspace ${workspace_id} are not settled yet`);
}

function apply(runtime: Runtime, reading: Parameters<typeof applyReading>[1]): Promise<void> {
  const now = runtime.clock.now();
  return runtime.database.withTransaction(async (sql) => {
    const notes: (Note & { action: string })[] = [];
    await applyReading({ sql, runtime, now, note: (action, note) => void notes.push({ action, ...note }) }, reading);
    await writeAudit(sql, notes, { actor: null, via: "system", request: null, now, isHeard: runtime.isHeard });
  });
}
