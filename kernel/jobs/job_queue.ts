// The way into the queue, and how it stands.
import type { JsonObject } from "../base/json.ts";
import type { Sql } from "../db/sql.ts";

/** A job to be put in the queue. */
export interface NewJob {
  kind: string;
  payload: JsonObject;
  due_at: Date;
  workspace_id?: number | null;
  /**
   * Names the work: while a job with this key waits, asking again adds nothing; while it runs, it is run once more
   * afterwards, since it may have read the state of before.
   */
  dedupe_key?: string;
}

/** How the queue stands, for `doctor`, `/readyz` and metrics. */
export interface QueueHealth {
  kind: string;
  /** Due by now and not held by a server. */
  waiting: number;
  /** Attempts used up; kept for 30 days. */
  failed: number;
  /** Age of the oldest waiting job, in seconds. */
  lag_seconds: number;
}

/** Puts one job in the queue. Inside a transaction it exists when that commits; wake the runner after the commit. */
export function enqueue(sql: Sql, job: NewJob): Promise<void> {
  return enqueueAll(sql, [job]);
}

/** Puts many jobs in the queue with one statement. */
export async function enqueueAll(sql: Sql, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  const rows = withoutRepeats(jobs).map((job) => ({
    kind: job.kind,
    payload: job.payload,
    due_at: job.due_at.toISOString(),
    workspace_id: job.workspace_id ?? null,
    dedupe_key: job.dedupe_key ?? null,
  }));
  await sql`
    insert into jobs (kind, payload, wanted_at, due_at, workspace_id, dedupe_key)
    select kind, payload, due_at, due_at, workspace_id, dedupe_key
    from jsonb_to_recordset(${sql.json(rows)})
      as row (kind text, payload jsonb, due_at timestamptz, workspace_id bigint, dedupe_key text)
    on conflict (dedupe_key) where dedupe_key is not null and failed_at is null
      do update set again = true where jobs.lease_until is not null`;
}

/** Reads how each kind of job stands at `now`; kinds without rows are absent. */
export async function readQueueHealth(sql: Sql, now: Date): Promise<QueueHealth[]> {
  return await sql<QueueHealth[]>`
    select kind,
      count(*) filter (where failed_at is null)::int as waiting,
      count(*) filter (where failed_at is not null)::int as failed,
      coalesce(extract(epoch from ${now}::timestamptz - min(due_at) filter (where failed_at is null)), 0)::float8 as lag_seconds
    from jobs
    where failed_at is not null or (due_at <= ${now} and (lease_until is null or lease_until <= ${now}))
    group by kind order by kind`;
}

function withoutRepeats(jobs: readonly NewJob[]): NewJob[] {
  // One statement may not meet the same row twice.
  const seen = new Set<string>();
  return jobs.filter((job) => {
    if (job.dedupe_key === undefined) return true;
    if (seen.has(job.dedupe_key)) return false;
    seen.add(job.dedupe_key);
    return true;
  });
}
