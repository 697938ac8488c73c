// The jobs of custom domains: certificates for what was proven, and a daily look at everything that is served.
import {
  DAY_MS,
  HOUR_MS,
  type Job,
  type JobDefinition,
  later,
  MINUTE_MS,
  type Runtime,
  type Sql,
} from "../../kernel/plugin.ts";
import { applyLook, enqueueProvisioning, holdWhole, look, PROVISION_JOB, tellOf, writeAsSystem } from "./applying.ts";
import { driverPort } from "./driver.ts";
import { stateOf, TRIED } from "./standing.ts";
import {
  type DomainRow,
  type DomainState,
  findDomain,
  hastenDomain,
  listDue,
  listUntried,
  updateDomain,
} from "./store/domains.ts";

const BATCH = 20;
/** With the last one more than a day has passed. */
const TRIES = 30;
const WAIT_MS_MAX = HOUR_MS;
/** A little less than the round of the job, which comes a moment early or late. */
const HOURLY_MS = 50 * MINUTE_MS;

export function domainJobs(runtime: Runtime): JobDefinition[] {
  const again = { attempts_max: 5, backoff_ms: () => MINUTE_MS };
  return [
    { ...again, kind: PROVISION_JOB, run: (job) => provision(runtime, job) },
    { ...again, kind: "domains.provision_due", every_ms: MINUTE_MS, run: () => provisionDue(runtime) },
    { ...again, kind: "domains.recheck", every_ms: HOUR_MS, run: (_job, { signal }) => recheck(runtime, signal) },
  ];
}

/** Each in a job of its own, of which a domain has one at a time. */
async function provisionDue(runtime: Runtime): Promise<void> {
  const { database, clock, jobs } = runtime;
  const due = await listUntried(database.sql, { now: clock.now(), limit: BATCH });
  if (due.length === 0) return;
  await database.withTransaction(async (sql) => {
    for (const row of due) await enqueueProvisioning(sql, { row, now: clock.now() });
  });
  jobs.wake();
}

/** Has the certificate of a name that waits for one looked at at once, since an order has ended. */
export async function tryNow(runtime: Runtime, hostname: string): Promise<void> {
  const { database, clock, jobs } = runtime;
  const now = clock.now();
  await database.withTransaction(async (sql) => {
    const row = await hastenDomain(sql, { hostname, now });
    if (row) await enqueueProvisioning(sql, { row, now });
  });
  jobs.wake();
}

/** One try: a certificate, then the probe. Nothing to do for a domain that is gone, served, or tried for later. */
async function provision(runtime: Runtime, { payload }: Job): Promise<void> {
  const key = { workspace_id: Number(payload["workspace_id"]), domain_id: Number(payload["domain_id"]) };
  const row = await findDomain(runtime.database.sql, key);
  if (!row?.next_try_at || row.next_try_at > runtime.clock.now()) return;
  const issued = await runtime.use(driverPort).issue(row);
  if (issued.state === "later")
    return change(runtime, row, { status: "dns_ok", error: issued.reason, next_try_at: issued.at });
  if (issued.state === "coming") {
    return change(runtime, row, { status: "issuing", next_try_at: later(runtime.clock.now(), MINUTE_MS) });
  }
  const trying = { ...row, status: "issuing" as const };
  if (row.status !== "issuing") await change(runtime, row, { status: "issuing" });
  const seen = await look(runtime, trying);
  const now = runtime.clock.now();
  await runtime.database.withTransaction(async (sql) => {
    const told = await applyLook(runtime, sql, { row: trying, seen, now, is_asked: false });
    await writeAsSystem(runtime, sql, { row, told, now });
    const left = await findDomain(sql, row);
    if (left?.status === "issuing") await countTry(runtime, sql, left);
  });
  runtime.relay.wake();
}

/** Changes a row that still stands as it was read. */
async function change(runtime: Runtime, row: DomainRow, state: Partial<DomainState>): Promise<void> {
  await runtime.database.withTransaction(async (sql) => {
    const held = await holdWhole(sql, row);
    if (held?.status === row.status) await updateDomain(sql, held, { ...stateOf(held), ...state });
  });
}

/** The next try comes later each time; after the last one somebody has to ask for another. */
async function countTry(runtime: Runtime, sql: Sql, row: DomainRow): Promise<void> {
  const now = runtime.clock.now();
  const tries = row.tries + 1;
  if (tries < TRIES) {
    const next_try_at = later(now, Math.min(WAIT_MS_MAX, MINUTE_MS * 2 ** Math.min(tries - 1, 20)));
    return updateDomain(sql, row, { ...stateOf(row), tries, next_try_at });
  }
  const error = row.error ?? "https does not answer";
  await updateDomain(sql, row, { ...stateOf(row), status: "error", error, ...TRIED });
  await writeAsSystem(runtime, sql, { row, told: [tellOf("fail", row, { error })], now });
}

async function recheck(runtime: Runtime, signal: AbortSignal): Promise<void> {
  // Measured once: whoever was looked at in this run is not due again.
  const due = { now: runtime.clock.now(), daily_ms: DAY_MS, hourly_ms: HOURLY_MS, limit: BATCH };
  while (!signal.aborted) {
    const rows = await listDue(runtime.database.sql, due);
    if (rows.length === 0) return;
    await Promise.all(rows.map((row) => examine(runtime, row)));
    runtime.relay.wake();
  }
}

async function examine(runtime: Runtime, row: DomainRow): Promise<void> {
  const seen = await look(runtime, row);
  const now = runtime.clock.now();
  await runtime.database.withTransaction(async (sql) => {
    const told = await applyLook(runtime, sql, { row, seen, now, is_asked: false });
    await writeAsSystem(runtime, sql, { row, told, now });
  });
}
