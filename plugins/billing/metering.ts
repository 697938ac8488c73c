// Reads the storage meters every hour and reports what they show; each reading is reported once under its own id (rules: billing 4).
import { DAY_MS, HOUR_MS, type House, type JobDefinition, later, MINUTE_MS, type Plan } from "../../kernel/mod.ts";
import { takeStorageMeter } from "../documents/port/write.ts";
import { applyStorage } from "./applying.ts";
import { processorPort } from "./processor.ts";
import { listMetered, lockAccount, sweepEvents } from "./store/accounts.ts";
import { keepUsage, listUnreported, markReported } from "./store/usage.ts";
import { gibHours } from "./subscription.ts";

const BATCH = 200;
/** The processor tries an event again for three days. */
const EVENTS_KEPT_DAYS = 30;

export function billingJobs(house: House): JobDefinition[] {
  return [
    {
      kind: "billing.meter",
      attempts_max: 3,
      backoff_ms: () => MINUTE_MS,
      every_ms: HOUR_MS,
      run: async (_job, { signal }) => {
        await readMeters(house, signal);
        await reportUsage(house, signal);
      },
    },
    {
      kind: "billing.sweep",
      attempts_max: 3,
      backoff_ms: () => MINUTE_MS,
      every_ms: DAY_MS,
      run: () => sweepEvents(house.database.sql, later(house.clock.now(), -EVENTS_KEPT_DAYS * DAY_MS)),
    },
  ];
}

async function readMeters(house: House, signal: AbortSignal): Promise<void> {
  for (let after = 0; !signal.aborted; ) {
    const metered = await listMetered(house.database.sql, { after, limit: BATCH });
    for (const one of metered) await readMeter(house, one);
    const last = metered.at(-1);
    if (!last || metered.length < BATCH) return;
    after = last.workspace_id;
  }
}

/** One transaction: a meter that is set back has its row. What is included follows a plan that was changed by hand. */
async function readMeter(house: House, { workspace_id, plan }: { workspace_id: number; plan: Plan }): Promise<void> {
  const now = house.clock.now();
  await house.database.withTransaction(async (sql) => {
    const account = await lockAccount(sql, workspace_id);
    const gib_hours = gibHours(await takeStorageMeter(sql, { workspace_id, now }));
    if (gib_hours > 0) await keepUsage(sql, { workspace_id, gib_hours, now });
    await applyStorage(sql, { house, account, plan, now });
  });
}

/** A server that dies between the report and its mark reports again under the same id, which the processor counts once. */
async function reportUsage(house: House, signal: AbortSignal): Promise<void> {
  const processor = house.use(processorPort);
  if (!processor) return;
  for (const due of await listUnreported(house.database.sql, BATCH)) {
    if (signal.aborted) return;
    const { usage_id, customer_id, gib_hours, read_at } = due;
    await processor.reportUsage({ customer_id, gib_hours, identifier: `usage-${usage_id}`, at: read_at });
    await markReported(house.database.sql, usage_id, house.clock.now());
  }
}
