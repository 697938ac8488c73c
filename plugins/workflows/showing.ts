// Rows of workflows and runs as they are answered.
import type { Actor, Static } from "../../kernel/plugin.ts";
import type { Run, Workflow } from "./schemas.ts";
import type { RunRow } from "./store/runs.ts";
import type { WorkflowRow } from "./store/workflows.ts";

export function showWorkflow(row: WorkflowRow, last: RunRow | null, actor: Actor): Static<typeof Workflow> {
  const { workflow_id, owner_id, owner_email, agent, name, enabled, trigger, steps, dropped_runs } = row;
  return {
    ...{ id: workflow_id, agent, name, enabled, trigger, steps, runs_as: owner_email, dropped_runs },
    can_edit: owner_id === actor.user_id,
    next_run_at: enabled ? (row.next_run_at?.toISOString() ?? null) : null,
    last_run: last && showRun(last),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function showRun({
  run_id,
  workflow_id,
  cause,
  event_id,
  status,
  error,
  results,
  ...at
}: RunRow): Static<typeof Run> {
  return {
    ...{ id: run_id, workflow_id, cause, event_id, status, error, steps: results },
    created_at: at.created_at.toISOString(),
    started_at: at.started_at?.toISOString() ?? null,
    ended_at: at.ended_at?.toISOString() ?? null,
  };
}
