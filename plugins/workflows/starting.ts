// How runs begin: by hand, at an event, at a time. The audit row of a run is in the transaction that makes it.
import {
  type AuditEvent,
  handle,
  type JobDefinition,
  type JsonObject,
  type Listener,
  listenInBatches,
  MINUTE_MS,
  type Plan,
  type Port,
  personEndHook,
  personMoveHook,
  port,
  type Runtime,
  type Sql,
  writeAudit,
} from "../../kernel/plugin.ts";
import { manifest } from "../manifest.ts";
import { allHold } from "./conditions.ts";
import { nextTimeOfSaved } from "./schedule.ts";
import { insertRuns, type NewRun, type RunRow } from "./store/runs.ts";
import { claimDue, findWaiting, holdCountedAhead, setNextRuns } from "./store/waiting.ts";
import { countDropped, dropOwnWorkflows } from "./store/workflows.ts";

export const USED = "workflow.used";

/** What a workflow's own steps did is told to no workflow: none can start itself, or another that starts it. */
export const VIA = "workflow";

/** Has runs that were just made begin at once. */
export const wakePort: Port<() => void> = port("workflows.wake");

/** The plans that have an audit log. */
export const loggedPlansPort: Port<readonly Plan[]> = port("workflows.logged_plans");

const TOGETHER_MAX = 100;

export const runAtEvents: Listener = listenInBatches("*", "run", async (events, { database, clock, use }) => {
  const heard = events.filter((event) => event.meta["via"] !== VIA);
  const waiting = await findWaiting(database.asyncCommitSql, { events: heard, logged_plans: use(loggedPlansPort) });
  const byId = new Map(heard.map((event) => [event.event_id, event]));
  const runs = waiting.flatMap(({ workflow_id, event_id, name, trigger }): (NewRun & { name: string })[] => {
    const event = byId.get(event_id);
    const context = event && { event: showEvent(event) };
    if (!context || !allHold(trigger.filter ?? [], context)) return [];
    return [{ workflow_id, name, cause: "event", event_id, context }];
  });
  if (runs.length === 0) return;
  await database.withTransaction((sql) => begin(sql, runs, clock.now()));
  use(wakePort)();
});

/** An event as references lead to it. */
function showEvent({ event_id, action, actor, target_type, target_id, meta, created_at }: AuditEvent): JsonObject {
  return { id: event_id, action, actor, target_type, target_id, meta, created_at: created_at.toISOString() };
}

/** Looks for workflows whose time has come. One that was missed while no server ran is run once. */
export function scheduleJob(runtime: Runtime): JobDefinition {
  return {
    kind: "workflows.schedule",
    attempts_max: 3,
    backoff_ms: () => MINUTE_MS,
    every_ms: MINUTE_MS / 2,
    run: async (_job, { signal }) => {
      await countAnew(runtime);
      while (!signal.aborted && (await runDue(runtime)) === TOGETHER_MAX);
    },
  };
}

/** What a clock that was ahead has put off for days is due at its next time from now. */
async function countAnew(runtime: Runtime): Promise<void> {
  const now = runtime.clock.now();
  await runtime.database.withTransaction(async (sql) => {
    const ahead = await holdCountedAhead(sql, { now, limit: TOGETHER_MAX });
    const next = ahead.map((one) => ({ ...one, next: nextTimeOfSaved(one.trigger, now) }));
    const sooner = next.filter(({ next, next_run_at }) => next !== null && next < next_run_at);
    if (sooner.length === 0) return;
    await setNextRuns(
      sql,
      sooner.map(({ workflow_id, next: next_run_at }) => ({ workflow_id, next_run_at })),
    );
  });
}

async function runDue(runtime: Runtime): Promise<number> {
  const now = runtime.clock.now();
  const count = await runtime.database.withTransaction(async (sql) => {
    const due = await claimDue(sql, { now, limit: TOGETHER_MAX });
    if (due.length === 0) return 0;
    await begin(
      sql,
      due.map(({ workflow_id, name, next_run_at }) => ({
        ...{ workflow_id, name, cause: "schedule" as const, event_id: null },
        context: { due_at: next_run_at.toISOString() },
      })),
      now,
    );
    const next = due.map(({ workflow_id, trigger }) => ({ workflow_id, next_run_at: nextTimeOfSaved(trigger, now) }));
    await setNextRuns(sql, next);
    return due.length;
  });
  if (count > 0) runtime.use(wakePort)();
  return count;
}

async function begin(sql: Sql, runs: readonly (NewRun & { name: string })[], now: Date): Promise<void> {
  const made = await insertRuns(sql, runs, { hourly_max: manifest.caps.workflow_runs_per_hour, now });
  if (made.length < runs.length) await countDropped(sql, runs);
  const names = new Map(runs.map(({ workflow_id, name }) => [workflow_id, name]));
  const notes = made.map((run) => ({
    ...usedNote(run, names.get(run.workflow_id) ?? ""),
    by: { user_id: null, email: "system", workspace_id: run.workspace_id },
  }));
  if (notes.length > 0)
    await writeAudit(sql, notes, { actor: null, via: VIA, request: null, now, isHeard: () => true });
}

/** The audit row of a run. */
export function usedNote({ workflow_id, run_id, cause, event_id }: RunRow, name: string) {
  const meta = { name, run_id, cause, event_id };
  return { action: USED, target_type: "workflow", target_id: workflow_id, meta };
}

/** Nothing acts in the name of somebody who is elsewhere or gone. */
export const departures = [
  handle(personMoveHook, ({ sql, user_id }) => dropOwnWorkflows(sql, user_id)),
  handle(personEndHook, ({ sql, user_id }) => dropOwnWorkflows(sql, user_id)),
];
