// Reads the storage meters every hour and reports what they show;
// each reading is reported once under its own id (rules: billing/metered).
import {
  DAY_MS,
  HOUR_MS,
  type JobDefinition,
  later,
  lockWorkspaces,
  MINUTE_MS,
  type Runtime,
  type Sql,
} from "../../kernel/plugin.ts";
import { takeStorageMeter } from "../documents/port/write.ts";
import { applyStorage } from "./applying.ts";
import { type Processor, processorPort } from "./processor.ts";
import { settleJob } from "./settling.ts";
import { dropOldEvents, listMetered, lockAccount } from "./store/accounts.ts";
import { dropOldUsage, keepUsage, listUnreported, markReported, type UsageRow } from "./store/usage.ts";
import { gibHours } from "./subscription.ts";

const BATCH = 200;
/** So many workspaces in a row that cannot be reported mean that the processor is away. */
const FAILED_MAX = 5;
/** The processor tries an event again for three days. */
const EVENTS_KEPT_DAYS = 30;
/** The processor takes no reading that is older than 35 days. */
const REPORTED_DAYS = 34;
/** Longer than the year that a bill may be asked about. */
const USAGE_KEPT_DAYS = 400;
const SWEEP_BATCH = 2000;

export function billingJobs(runtime: Runtime): JobDefinition[] {
  return [
    {
      kind: "billing.meter",
      attempts_max: 3,
      backoff_ms: () => MINUTE_MS,
      every_ms: HOUR_MS,
      run: async (_job, { signal }) => {
        await readMeters(runtime, signal);
        await reportUsage(runtime, signal);
      },
    },
    {
      kind: "billing.sweep",
      attempts_max: 3,
      backoff_ms: () => MINUTE_MS,
      every_ms: DAY_MS,
      run: async (_job, { signal }) => {
        const { sql } = runtime.database;
        const before = (days: number) => ({ before: later(runtime.clock.now(), -days * DAY_MS), limit: SWEEP_BATCH });
        while (!signal.aborted && (await dropOldEvents(sql, before(EVENTS_KEPT_DAYS))) === SWEEP_BATCH);
        while (!signal.aborted && (await dropOldUsage(sql, before(USAGE_KEPT_DAYS))) === SWEEP_BATCH);
      },
    },
    settleJob(runtime),
  ];
}

async function readMeters(runtime: Runtime, signal: AbortSignal): Promise<void> {
  for (let after = 0; !signal.aborted; ) {
    const metered = await listMetered(runtime.database.sql, { after, limit: BATCH });
    for (const workspaceId of metered) await readMeter(runtime, workspaceId);
    const last = metered.at(-1);
    if (last === undefined || metered.length < BATCH) return;
    after = last;
  }
}

/** One transaction: a meter that is set back has its row. What is included follows a plan that was changed by hand. */
async function readMeter(runtime: Runtime, workspace_id: number): Promise<void> {
  const now = runtime.clock.now();
  await runtime.database.withTransaction(async (sql) => {
    // Behind the lock, as events change it: a plan that was read before would be applied after theirs.
    const [workspace] = await lockWorkspaces(sql, [workspace_id]);
    if (!workspace) return;
    const account = await lockAccount(sql, workspace_id);
    await keepReading(sql, { workspace_id, now });
    await applyStorage(sql, { runtime, account, plan: workspace.plan, now });
  });
}

/** Sets the meter back and keeps what it showed. */
export async function keepReading(sql: Sql, { workspace_id, now }: { workspace_id: number; now: Date }): Promise<void> {
  const gib_hours = gibHours(await takeStorageMeter(sql, { workspace_id, now }));
  if (gib_hours > 0) await keepUsage(sql, { workspace_id, gib_hours, now });
}

/** A reading that the processor does not take holds up those of its own workspace alone. Throws what the last one threw, to be tried again. */
async function reportUsage(runtime: Runtime, signal: AbortSignal): Promise<void> {
  const processor = runtime.use(processorPort);
  if (!processor) return;
  const failed = new Set<number>();
  let fault: unknown = null;
  let inARow = 0;
  for await (const due of unreported(runtime)) {
    if (signal.aborted || inARow === FAILED_MAX) break;
    if (failed.has(due.workspace_id)) continue;
    try {
      await reportOne(runtime, processor, due);
      inARow = 0;
    } catch (error) {
      failed.add(due.workspace_id);
      fault = error;
      inARow += 1;
    }
  }
  if (fault !== null) throw fault;
}

async function* unreported({ database, clock }: Runtime): AsyncGenerator<UsageRow> {
  const since = later(clock.now(), -REPORTED_DAYS * DAY_MS);
  for (let after = 0; ; ) {
    const due = await listUnreported(database.sql, { after, since, limit: BATCH });
    yield* due;
    const last = due.at(-1);
    if (!last || due.length < BATCH) return;
    after = last.usage_id;
  }
}

/** A server that dies between the report and its mark reports again under the same id, which the processor counts once. */
async function reportOne(runtime: Runtime, processor: Processor, due: UsageRow): Promise<void> {
  const { usage_id, customer_id, gib_hours, read_at } = due;
  await processor.reportUsage({ customer_id, gib_hours, identifier: `usage-${usage_id}`, at: read_at });
  await markReported(runtime.database.sql, usage_id, runtime.clock.now());
}
