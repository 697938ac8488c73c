// The rows of runs: asked for, worked on step by step, and kept for a while.
import { CLOCK_SKEW_MS, enqueueAll, type JsonObject, later, pagesOf, type Sql } from "../../../kernel/plugin.ts";
import type { SentStep } from "../schemas.ts";
import { storable } from "../storable.ts";

export type Cause = "manual" | "event" | "schedule";

export interface StepResult {
  tool: string;
  name: string | null;
  status: "done" | "left_out" | "failed";
  error: string | null;
  duration_ms: number;
}

export interface RunRow {
  run_id: number;
  workspace_id: number;
  workflow_id: number;
  cause: Cause;
  event_id: number | null;
  status: "queued" | "running" | "done" | "failed";
  error: string | null;
  results: StepResult[];
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
}

/** A run that has not ended, with all that taking its steps needs. */
export interface OpenRun extends RunRow {
  steps: SentStep[];
  context: JsonObject;
  workflow_name: string;
}

/** What a run stands on: whose workflow it is of, saved by what, and whether it is on. */
export interface Standing extends Pick<RunRow, "workspace_id" | "cause"> {
  owner_id: number;
  token_id: number | null;
  enabled: boolean;
}

/** A run to be made. */
export interface NewRun {
  workflow_id: number;
  cause: Cause;
  event_id: number | null;
  context: JsonObject;
}

export const RUNS = pagesOf("workflow_runs", (at) => ({ run_id: at.id("run_id") }));

export const RUN_JOB = "workflows.run";

/**
 * Puts runs in the queue, up to `hourly_max` of a workflow within an hour and one for an event however often it is told; answers
 * those that were made.
 */
export async function insertRuns(
  sql: Sql,
  runs: readonly NewRun[],
  { hourly_max, now }: { hourly_max: number; now: Date },
): Promise<RunRow[]> {
  if (runs.length === 0) return [];
  // Two at once would both count the hour without the other. By number, so that no two wait for each other.
  await sql`
    select from workflows where workflow_id = any(${runs.map((run) => run.workflow_id)}::bigint[])
    order by workflow_id for no key update`;
  const rows = sql.json(runs.map((run, place) => ({ ...run, place })));
  const made = await sql<RunRow[]>`
    insert into workflow_runs (workspace_id, workflow_id, cause, event_id, steps, context, status, created_at)
    select w.workspace_id, w.workflow_id, asked.cause, asked.event_id, w.steps, asked.context, 'queued', ${now}
    from (
      select *, row_number() over (partition by workflow_id order by place) as turn
      from jsonb_to_recordset(${rows}) as one (workflow_id bigint, cause text, event_id bigint, context jsonb, place int)
    ) asked
    join workflows w using (workflow_id)
    cross join lateral (
      select count(*) as held from (
        select from workflow_runs r where r.workflow_id = w.workflow_id
          and r.created_at > ${now}::timestamptz - interval '1 hour' and r.created_at <= ${later(now, CLOCK_SKEW_MS)} limit ${hourly_max}
      ) recent
    ) hour
    where hour.held + asked.turn <= ${hourly_max}
    order by asked.place
    on conflict (event_id, workflow_id) where event_id is not null do nothing
    returning run_id, workspace_id, workflow_id, cause, event_id, status, error, results, created_at, started_at, ended_at`;
  await enqueueAll(
    sql,
    made.map(({ run_id, workspace_id }) => ({
      ...{ kind: RUN_JOB, payload: { run_id }, due_at: now, workspace_id },
      dedupe_key: `${RUN_JOB}:${run_id}`,
    })),
  );
  return made;
}

/** Newest first. */
export async function listRuns(
  sql: Sql,
  { workflow_id, after, limit }: { workflow_id: number; after: { run_id: number } | null; limit: number | null },
): Promise<RunRow[]> {
  return await sql<RunRow[]>`
    select run_id, workspace_id, workflow_id, cause, event_id, status, error, results, created_at, started_at, ended_at
    from workflow_runs where workflow_id = ${workflow_id} and (${after?.run_id ?? null}::bigint is null or run_id < ${after?.run_id ?? null})
    order by run_id desc limit ${limit}`;
}

/** The last run of each of these workflows that has had one. */
export async function findLastRuns(sql: Sql, workflowIds: readonly number[]): Promise<Map<number, RunRow>> {
  const rows = await sql<RunRow[]>`
    select last.* from unnest(${[...workflowIds]}::bigint[]) as asked (workflow_id)
    cross join lateral (
      select run_id, workspace_id, workflow_id, cause, event_id, status, error, results, created_at, started_at, ended_at
      from workflow_runs r where r.workflow_id = asked.workflow_id order by run_id desc limit 1
    ) last`;
  return new Map(rows.map((row) => [row.workflow_id, row]));
}

/** Marks a run as under way; null for one that has ended or is gone. */
export async function beginRun(sql: Sql, { run_id, now }: { run_id: number; now: Date }): Promise<OpenRun | null> {
  const [row] = await sql<OpenRun[]>`
    update workflow_runs r set status = 'running', started_at = coalesce(r.started_at, ${now})
    from workflows w where r.run_id = ${run_id} and r.status in ('queued', 'running') and w.workflow_id = r.workflow_id
    returning r.*, w.name as workflow_name`;
  return row ?? null;
}

/** As it is now; null for a run that is not under way any more, since it has ended or its workflow was removed. */
export async function readStanding(sql: Sql, run_id: number): Promise<Standing | null> {
  const [row] = await sql<Standing[]>`
    select r.workspace_id, r.cause, w.owner_id, w.token_id, w.enabled
    from workflow_runs r join workflows w using (workflow_id)
    where r.run_id = ${run_id} and r.status = 'running'`;
  return row ?? null;
}

/** What came of a step, before the next is taken: a run that is taken up again goes on behind it. */
export async function keepStep(
  sql: Sql,
  { run_id, results, context }: { run_id: number; results: readonly StepResult[]; context: JsonObject },
): Promise<void> {
  await sql`
    update workflow_runs set results = ${sql.json(storable(results.map((one) => ({ ...one }))))}, context = ${sql.json(storable(context))}
    where run_id = ${run_id} and status = 'running'`;
}

/** How a run ends; `error` is why it failed. */
export interface Ending {
  run_id: number;
  error: string | null;
  results: readonly StepResult[];
  now: Date;
}

/** A run that has just ended. */
export type EndedRun = Pick<RunRow, "run_id" | "workspace_id" | "workflow_id" | "cause" | "event_id"> & {
  workflow_name: string;
};

/** What references led to goes: it may hold what documents said, and nobody needs it any more. Null where it had ended before. */
export async function endRun(sql: Sql, { run_id, error, results, now }: Ending): Promise<EndedRun | null> {
  const [ended] = await sql<EndedRun[]>`
    update workflow_runs r set status = ${error === null ? "done" : "failed"}, error = ${storable(error)}, ended_at = ${now},
      results = ${sql.json(storable(results.map((one) => ({ ...one }))))}, context = null
    from workflows w where r.run_id = ${run_id} and r.status in ('queued', 'running') and w.workflow_id = r.workflow_id
    returning r.run_id, r.workspace_id, r.workflow_id, r.cause, r.event_id, w.name as workflow_name`;
  return ended ?? null;
}

/** Ends runs of before that no server could bring to their end, however often it was tried; answers them. */
export async function giveUpRuns(sql: Sql, { before, now }: { before: Date; now: Date }): Promise<EndedRun[]> {
  return await sql<EndedRun[]>`
    update workflow_runs r set status = 'failed', error = 'given up: servers died in the middle of it again and again',
      ended_at = ${now}, context = null
    from workflows w where r.created_at < ${before} and r.ended_at is null and w.workflow_id = r.workflow_id
    returning r.run_id, r.workspace_id, r.workflow_id, r.cause, r.event_id, w.name as workflow_name`;
}

/** Forgets runs of before; answers how many. */
export async function dropOldRuns(sql: Sql, { before, limit }: { before: Date; limit: number }): Promise<number> {
  const gone = await sql`
    delete from workflow_runs where run_id in (
      select run_id from workflow_runs where created_at < ${before} and ended_at is not null order by created_at limit ${limit})`;
  return gone.count;
}
