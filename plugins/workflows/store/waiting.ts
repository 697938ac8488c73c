// Which workflows an event or a time is for.
import { type AuditEvent, CLOCK_SKEW_MS, later, type Plan, type Sql } from "../../../kernel/plugin.ts";
import type { SentTrigger } from "../schemas.ts";

/** A workflow that waits for an event of this action. */
export interface Waiting {
  workflow_id: number;
  event_id: number;
  name: string;
  trigger: SentTrigger;
}

/**
 * The workflows that wait for these events: those of people for what they did themselves, and those of owners and admins for all that
 * happens in their workspace, where its plan is one of those that have the audit log, in which they may read it.
 */
export async function findWaiting(
  sql: Sql,
  { events, logged_plans }: { events: readonly AuditEvent[]; logged_plans: readonly Plan[] },
): Promise<Waiting[]> {
  const rows = events.map(({ event_id, workspace_id, action, actor_user_id, created_at }) => ({
    ...{ event_id, workspace_id, action, actor_user_id },
    created_at: created_at.toISOString(),
  }));
  return await sql<Waiting[]>`
    select w.workflow_id, e.event_id, w.name, w.trigger
    from jsonb_to_recordset(${sql.json(rows)})
      as e (event_id bigint, workspace_id bigint, action text, actor_user_id bigint, created_at timestamptz)
    join workflows w on w.workspace_id = e.workspace_id and w.enabled
      and w.event in (e.action, split_part(e.action, '.', 1) || '.*') and w.updated_at <= e.created_at
    join users u on u.user_id = w.owner_id and u.workspace_id = w.workspace_id and u.disabled_at is null
    join workspaces s on s.workspace_id = w.workspace_id
    where e.actor_user_id = w.owner_id or (u.role in ('owner', 'admin') and s.plan = any(${[...logged_plans]}::text[]))
    order by e.event_id, w.workflow_id`;
}

/** A workflow whose time has come. */
export interface Due {
  workflow_id: number;
  workspace_id: number;
  name: string;
  trigger: SentTrigger;
  next_run_at: Date;
}

/** Those whose time has come, held until the transaction ends; of whoever is disabled none, until they are back. */
export async function claimDue(sql: Sql, { now, limit }: { now: Date; limit: number }): Promise<Due[]> {
  return await sql<Due[]>`
    select w.workflow_id, w.workspace_id, w.name, w.trigger, w.next_run_at from workflows w
    where w.enabled and w.next_run_at <= ${now}
      and exists (select from users u where u.user_id = w.owner_id and u.disabled_at is null)
    order by w.next_run_at, w.workflow_id limit ${limit} for update skip locked`;
}

/**
 * Those whose next time was counted from a moment that is still to come, by a clock that was ahead: they were saved then, or run. Held
 * until the transaction ends.
 */
export async function holdCountedAhead(
  sql: Sql,
  { now, limit }: { now: Date; limit: number },
): Promise<(Pick<Due, "workflow_id" | "trigger"> & { next_run_at: Date })[]> {
  const ahead = later(now, CLOCK_SKEW_MS);
  return await sql<(Pick<Due, "workflow_id" | "trigger"> & { next_run_at: Date })[]>`
    select w.workflow_id, w.trigger, w.next_run_at from workflows w
    where w.enabled and w.next_run_at > ${ahead} and (w.updated_at > ${ahead} or ${ahead} < (
      select r.created_at from workflow_runs r where r.workflow_id = w.workflow_id order by r.run_id desc limit 1))
    order by w.workflow_id limit ${limit} for update skip locked`;
}

export async function setNextRuns(
  sql: Sql,
  next: readonly { workflow_id: number; next_run_at: Date | null }[],
): Promise<void> {
  const rows = next.map(({ workflow_id, next_run_at }) => ({
    workflow_id,
    next_run_at: next_run_at?.toISOString() ?? null,
  }));
  await sql`
    update workflows w set next_run_at = next.next_run_at
    from jsonb_to_recordset(${sql.json(rows)}) as next (workflow_id bigint, next_run_at timestamptz)
    where w.workflow_id = next.workflow_id`;
}
