// The SQL of the queue's workers: claiming, keeping and settling jobs, always by the name of one holder.

import { CLOCK_SKEW_MS, DAY_MS, later, MINUTE_MS } from "../base/time.ts";
import type { Database, Sql } from "../db/sql.ts";
import type { Job, JobDefinition } from "./job.ts";

/** A job that this server holds until `lease_until`. */
export interface ClaimedJob extends Job {
  workspace_id: number | null;
  wanted_at: Date;
  due_at: Date;
  dedupe_key: string | null;
  /** Whoever held it last let its lease run out. */
  is_orphan: boolean;
  /** How often that has happened since somebody said how an attempt ended. */
  deaths: number;
}

const FAILED_KEPT_MS = 30 * DAY_MS;
/** No wait after an attempt that does not count is longer. */
export const UNCOUNTED_WAIT_MS = 10 * MINUTE_MS;
const ERROR_LENGTH_MAX = 1000;

/**
 * Takes up to `limit` jobs that are due, each kind up to its allowance, and leases them. Kinds are served in the order given,
 * so a caller that rotates them keeps a flood of one kind from starving the others. What this server is at work on is `held`, whatever a
 * clock that has jumped says of its lease.
 */
export async function claimJobs(
  sql: Sql,
  {
    kinds,
    held,
    limit,
    now,
    lease_until,
  }: {
    kinds: readonly KindAllowance[];
    held: readonly Pick<ClaimedJob, "job_id">[];
    limit: number;
    now: Date;
    lease_until: Date;
  },
): Promise<ClaimedJob[]> {
  const held_ids = held.map((job) => job.job_id);
  const names = kinds.map((entry) => entry.kind);
  const allowances = kinds.map((entry) => entry.allowance);
  return await sql<ClaimedJob[]>`
    with picked as (
      select due.job_id, due.is_orphan
      from unnest(${names}::text[], ${allowances}::int[]) with ordinality as allowed (kind, allowance, place)
      cross join lateral (
        select jobs.job_id, jobs.lease_until is not null as is_orphan from jobs
        where jobs.kind = allowed.kind and jobs.failed_at is null and jobs.due_at <= ${now}
          and (jobs.lease_until is null or jobs.lease_until <= ${now}) and jobs.job_id <> all(${held_ids}::bigint[])
        order by jobs.due_at, jobs.job_id
        limit allowed.allowance
        for update skip locked
      ) due
      limit ${limit}
    )
    update jobs set lease_until = ${lease_until}, attempts = jobs.attempts + 1, deaths = jobs.deaths + picked.is_orphan::int
    from picked where jobs.job_id = picked.job_id
    returning jobs.job_id, jobs.kind, jobs.payload, jobs.attempts, jobs.failures, jobs.deaths, picked.is_orphan,
      jobs.workspace_id, jobs.wanted_at, jobs.due_at, jobs.dedupe_key`;
}

/** How many jobs of a kind may still be claimed. */
export interface KindAllowance {
  kind: string;
  allowance: number;
}

/** Extends the leases of what a server runs; answers those that it still holds. */
export async function renewLeases(
  sql: Sql,
  { claimed, lease_until }: { claimed: readonly ClaimedJob[]; lease_until: Date },
): Promise<{ job_id: number; attempts: number }[]> {
  const ids = claimed.map((job) => job.job_id);
  const attempts = claimed.map((job) => job.attempts);
  return await sql<{ job_id: number; attempts: number }[]>`
    update jobs set lease_until = ${lease_until}
    from unnest(${ids}::bigint[], ${attempts}::int[]) as leased (job_id, attempts)
    where jobs.job_id = leased.job_id and jobs.attempts = leased.attempts and jobs.failed_at is null
    returning jobs.job_id, jobs.attempts`;
}

/** Removes a job that is done; a recurring one, or one asked for while it ran, is queued afresh in the same transaction. */
export async function completeJob(
  database: Database,
  job: ClaimedJob,
  { now, next_due_at }: { now: Date; next_due_at: Date | null },
): Promise<void> {
  if (!next_due_at) {
    const gone = await database.asyncCommitSql`
      delete from jobs where job_id = ${job.job_id} and attempts = ${job.attempts} and not again returning 1`;
    if (gone.length > 0) return;
  }
  await database.withTransaction(async (sql) => {
    const deleted = await sql`delete from jobs where job_id = ${job.job_id} and attempts = ${job.attempts} returning 1`;
    if (deleted.length > 0) await queueAfresh(sql, job, next_due_at ?? now);
  });
}

/** Puts a job back after an attempt, which counts as one that it has failed or not. */
export async function retryJob(
  sql: Sql,
  job: ClaimedJob,
  { due_at, error, failures, deaths }: { due_at: Date; error: string; failures: number; deaths: number },
): Promise<void> {
  await sql`
    update jobs set due_at = ${due_at}, lease_until = null, failures = ${failures}, deaths = ${deaths},
      last_error = ${error.slice(0, ERROR_LENGTH_MAX)}
    where job_id = ${job.job_id} and attempts = ${job.attempts}`;
}

/** Keeps a job as failed, and queues what must come after it all the same. */
export async function failJob(
  database: Database,
  job: ClaimedJob,
  { now, error, next_due_at }: { now: Date; error: string; next_due_at: Date | null },
): Promise<void> {
  await database.withTransaction(async (sql) => {
    const [row] = await sql<{ again: boolean }[]>`
      update jobs set failed_at = ${now}, lease_until = null, failures = failures + 1, last_error = ${error.slice(0, ERROR_LENGTH_MAX)}
      where job_id = ${job.job_id} and attempts = ${job.attempts} returning again`;
    if (!row) return;
    if (next_due_at) await queueAfresh(sql, job, next_due_at);
    else if (row.again) await queueAfresh(sql, job, now);
  });
}

/** Makes sure that a recurring kind has its one row, and that a period made shorter takes effect. */
export async function ensureRecurring(
  sql: Sql,
  { kind, every_ms, now }: { kind: string; every_ms: number; now: Date },
): Promise<void> {
  await sql`
    insert into jobs (kind, payload, wanted_at, due_at, dedupe_key)
    values (${kind}, '{}', ${now}, ${now}, ${`every:${kind}`})
    on conflict (dedupe_key) where dedupe_key is not null and failed_at is null
      do update set due_at = ${later(now, every_ms)}, wanted_at = ${later(now, every_ms)}
      where jobs.lease_until is null and jobs.due_at > ${later(now, every_ms)}`;
}

/**
 * Sets right what a clock that was ahead wrote: no job waits longer than its kind ever waits from now, and none is held longer than a lease.
 * Answers how many there were.
 */
export async function rightJobs(
  sql: Sql,
  { definitions, lease_ms, now }: { definitions: readonly JobDefinition[]; lease_ms: number; now: Date },
): Promise<number> {
  const kinds = definitions.map(({ kind }) => kind);
  const next = definitions.map(({ every_ms, ahead_ms }) => later(now, every_ms ?? ahead_ms ?? 0).toISOString());
  const latest = definitions.map((definition) => later(now, longestWait(definition) + CLOCK_SKEW_MS).toISOString());
  const waiting = await sql`
    update jobs set due_at = rule.next::timestamptz, wanted_at = least(jobs.wanted_at, rule.next::timestamptz)
    from unnest(${kinds}::text[], ${next}::text[], ${latest}::text[]) as rule (kind, next, latest)
    where jobs.kind = rule.kind and jobs.failed_at is null and jobs.due_at > rule.latest::timestamptz`;
  // Whoever holds it goes on: a living server renews its lease before this one is over.
  const held = await sql`
    update jobs set lease_until = ${later(now, lease_ms)}
    where lease_until > ${later(now, lease_ms + CLOCK_SKEW_MS)} and failed_at is null`;
  await sql`update jobs set failed_at = ${now} where failed_at > ${later(now, CLOCK_SKEW_MS)}`;
  return waiting.count + held.count;
}

/** From now, whether it is asked for or tried again. */
function longestWait({ every_ms = 0, ahead_ms = 0, attempts_max, backoff_ms }: JobDefinition): number {
  const waits = Array.from({ length: attempts_max }, (_, index) => backoff_ms(index + 1));
  return Math.max(every_ms, ahead_ms, UNCOUNTED_WAIT_MS, ...waits);
}

/** Forgets failed jobs after 30 days, once a day. */
export const FAILED_JOBS_PURGE: JobDefinition = {
  kind: "jobs.purge",
  attempts_max: 3,
  backoff_ms: () => 5 * MINUTE_MS,
  every_ms: DAY_MS,
  async run(_job, { database, clock }) {
    await database.sql`delete from jobs where failed_at <= ${later(clock.now(), -FAILED_KEPT_MS)}`;
  },
};

async function queueAfresh(sql: Sql, job: ClaimedJob, due_at: Date): Promise<void> {
  await sql`
    insert into jobs (kind, payload, wanted_at, due_at, workspace_id, dedupe_key)
    values (${job.kind}, ${sql.json(job.payload)}, ${due_at}, ${due_at}, ${job.workspace_id}, ${job.dedupe_key})
    on conflict (dedupe_key) where dedupe_key is not null and failed_at is null do nothing`;
}
