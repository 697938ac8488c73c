// The jobs of custom domains: certificates for what was proven, and a daily look at everything that is served.
import {
  DAY_MS,
  HOUR_MS,
  type House,
  type Job,
  type JobDefinition,
  later,
  MINUTE_MS,
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

export function domainJobs(house: House): JobDefinition[] {
  const again = { attempts_max: 5, backoff_ms: () => MINUTE_MS };
  return [
    { ...again, kind: PROVISION_JOB, run: (job) => provision(house, job) },
    { ...again, kind: "domains.provision_due", every_ms: MINUTE_MS, run: () => provisionDue(house) },
    { ...again, kind: "domains.recheck", every_ms: HOUR_MS, run: (_job, { signal }) => recheck(house, signal) },
  ];
}

/** Each in a job of its own, of which a domain has one at a time. */
async function provisionDue(house: House): Promise<void> {
  const { database, clock, jobs } = house;
  const due = await listUntried(database.sql, { now: clock.now(), limit: BATCH });
  if (due.length === 0) return;
  await database.withTransaction(async (sql) => {
    for (const row of due) await enqueueProvisioning(sql, { row, now: clock.now() });
  });
  jobs.poke();
}

/** Has the certificate of a name that waits for one looked at at once, since an order has ended. */
export async function tryNow(house: House, hostname: string): Promise<void> {
  const { database, clock, jobs } = house;
  const now = clock.now();
  await database.withTransaction(async (sql) => {
    const row = await hastenDomain(sql, { hostname, now });
    if (row) await enqueueProvisioning(sql, { row, now });
  });
  jobs.poke();
}

/** One try: a certificate, then the probe. Nothing to do for a domain that is gone, served, or tried for later. */
async function provision(house: House, { payload }: Job): Promise<void> {
  const key = { workspace_id: Number(payload["workspace_id"]), domain_id: Number(payload["domain_id"]) };
  const row = await findDomain(house.database.sql, key);
  if (!row?.next_try_at || row.next_try_at > house.clock.now()) return;
  const issued = await house.use(driverPort).issue(row);
  if (issued.state === "later")
    return change(house, row, { status: "dns_ok", error: issued.reason, next_try_at: issued.at });
  if (issued.state === "coming") {
    return change(house, row, { status: "issuing", next_try_at: later(house.clock.now(), MINUTE_MS) });
  }
  const trying = { ...row, status: "issuing" as const };
  if (row.status !== "issuing") await change(house, row, { status: "issuing" });
  const seen = await look(house, trying);
  const now = house.clock.now();
  await house.database.withTransaction(async (sql) => {
    const told = await applyLook(house, sql, { row: trying, seen, now, is_asked: false });
    await writeAsSystem(house, sql, { row, told, now });
    const left = await findDomain(sql, row);
    if (left?.status === "issuing") await countTry(house, sql, left);
  });
  house.relay.poke();
}

/** Changes a row that still stands as it was read. */
async function change(house: House, row: DomainRow, state: Partial<DomainState>): Promise<void> {
  await house.database.withTransaction(async (sql) => {
    const held = await holdWhole(sql, row);
    if (held?.status === row.status) await updateDomain(sql, held, { ...stateOf(held), ...state });
  });
}

/** The next try comes later each time; after the last one somebody has to ask for another. */
async function countTry(house: House, sql: Sql, row: DomainRow): Promise<void> {
  const now = house.clock.now();
  const tries = row.tries + 1;
  if (tries < TRIES) {
    const next_try_at = later(now, Math.min(WAIT_MS_MAX, MINUTE_MS * 2 ** Math.min(tries - 1, 20)));
    return updateDomain(sql, row, { ...stateOf(row), tries, next_try_at });
  }
  const error = row.error ?? "https does not answer";
  await updateDomain(sql, row, { ...stateOf(row), status: "error", error, ...TRIED });
  await writeAsSystem(house, sql, { row, told: [tellOf("fail", row, { error })], now });
}

async function recheck(house: House, signal: AbortSignal): Promise<void> {
  // Measured once: whoever was looked at in this run is not due again.
  const due = { now: house.clock.now(), daily_ms: DAY_MS, hourly_ms: HOURLY_MS, limit: BATCH };
  while (!signal.aborted) {
    const rows = await listDue(house.database.sql, due);
    if (rows.length === 0) return;
    await Promise.all(rows.map((row) => examine(house, row)));
    house.relay.poke();
  }
}

async function examine(house: House, row: DomainRow): Promise<void> {
  const seen = await look(house, row);
  const now = house.clock.now();
  await house.database.withTransaction(async (sql) => {
    const told = await applyLook(house, sql, { row, seen, now, is_asked: false });
    await writeAsSystem(house, sql, { row, told, now });
  });
}
