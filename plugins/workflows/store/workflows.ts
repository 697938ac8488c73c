// The rows of workflows.
import { type Expression, type JsonObject, pagesOf, type Sql } from "../../../kernel/plugin.ts";
import type { SentStep, SentTrigger } from "../schemas.ts";

export interface WorkflowRow {
  workflow_id: number;
  workspace_id: number;
  owner_id: number;
  token_id: number | null;
  owner_email: string;
  /** The agent that it belongs to, and its slug. */
  agent_id: number | null;
  agent: string | null;
  name: string;
  enabled: boolean;
  trigger: SentTrigger;
  steps: SentStep[];
  event: string | null;
  next_run_at: Date | null;
  dropped_runs: number;
  created_at: Date;
  updated_at: Date;
}

export const WORKFLOWS = pagesOf("workflows", (at) => ({ workflow_id: at.id("workflow_id") }));

function columns(sql: Sql): Expression {
  return sql`w.workflow_id, w.workspace_id, w.owner_id, w.token_id, u.email as owner_email, w.agent_id,
    (select a.slug from agents a where a.document_id = w.agent_id and a.workspace_id = w.workspace_id) as agent, w.name, w.enabled, w.trigger,
    w.steps, w.event, w.next_run_at, w.dropped_runs, w.created_at, w.updated_at`;
}

/** Whose a workspace's workflows are: of one person, or everybody's. */
export interface Among {
  workspace_id: number;
  owner_id: number | null;
}

function isAmong(sql: Sql, { workspace_id, owner_id }: Among): Expression {
  return sql`w.workspace_id = ${workspace_id} and (${owner_id}::bigint is null or w.owner_id = ${owner_id})`;
}

/** Oldest first. */
export async function listWorkflows(
  sql: Sql,
  options: Among & { agent_id?: number; after: { workflow_id: number } | null; limit: number | null },
): Promise<WorkflowRow[]> {
  const { after, limit, agent_id } = options;
  return await sql<WorkflowRow[]>`
    select ${columns(sql)} from workflows w join users u on u.user_id = w.owner_id
    where ${isAmong(sql, options)} and w.workflow_id > ${after?.workflow_id ?? 0}
      ${agent_id === undefined ? sql`` : sql`and w.agent_id = ${agent_id}`}
    order by w.workflow_id limit ${limit}`;
}

export async function findWorkflow(sql: Sql, by: Among & { workflow_id: number }): Promise<WorkflowRow | null> {
  const [row] = await sql<WorkflowRow[]>`
    select ${columns(sql)} from workflows w join users u on u.user_id = w.owner_id
    where ${isAmong(sql, by)} and w.workflow_id = ${by.workflow_id}`;
  return row ?? null;
}

/** Who saved it; null for one that is gone. */
export async function findOwner(sql: Sql, workflowId: number): Promise<number | null> {
  const [row] = await sql<{ owner_id: number }[]>`select owner_id from workflows where workflow_id = ${workflowId}`;
  return row?.owner_id ?? null;
}

/** How many a workspace has, once it is the caller's turn to make one. */
export async function countInTurn(sql: Sql, workspaceId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`workflows:${workspaceId}`}, 0))`;
  return countWorkflows(sql, workspaceId);
}

export async function countWorkflows(sql: Sql, workspaceId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from workflows where workspace_id = ${workspaceId}`;
  return row?.count ?? 0;
}

/** What its owner says of a workflow, and by what. */
export type Saved = Pick<
  WorkflowRow,
  "token_id" | "agent_id" | "name" | "enabled" | "trigger" | "steps" | "next_run_at"
> & {
  now: Date;
};

/** Answers its number. */
export async function insertWorkflow(
  sql: Sql,
  { workspace_id, owner_id, ...saved }: Pick<WorkflowRow, "workspace_id" | "owner_id"> & Saved,
): Promise<number> {
  const row = { workspace_id, owner_id, ...columnsOf(sql, saved), created_at: saved.now };
  const [made] = await sql<[{ workflow_id: number }]>`insert into workflows ${sql(row)} returning workflow_id`;
  return made.workflow_id;
}

export async function changeWorkflow(sql: Sql, workflowId: number, saved: Saved): Promise<void> {
  await sql`update workflows set ${sql(columnsOf(sql, saved))} where workflow_id = ${workflowId}`;
}

function columnsOf(sql: Sql, { token_id, agent_id, name, enabled, trigger, steps, next_run_at, now }: Saved) {
  return {
    ...{ token_id, agent_id, name, enabled, next_run_at, updated_at: now },
    trigger: sql.json(trigger as JsonObject),
    steps: sql.json(steps as JsonObject[]),
    event: trigger.type === "event" ? (trigger.event ?? null) : null,
  };
}

/** False for one that is gone. */
export async function deleteWorkflow(sql: Sql, workflowId: number): Promise<boolean> {
  const gone = await sql`delete from workflows where workflow_id = ${workflowId}`;
  return gone.count > 0;
}

/** What somebody leaves behind who goes elsewhere or ends their account: nothing may act in their name any more. */
export async function dropOwnWorkflows(sql: Sql, userId: number): Promise<void> {
  await sql`delete from workflows where owner_id = ${userId}`;
}

/** Counts the runs that were asked for and not made, whether now or when the same event was told before. */
export async function countDropped(
  sql: Sql,
  asked: readonly { workflow_id: number; event_id: number | null }[],
): Promise<void> {
  await sql`
    update workflows w set dropped_runs = w.dropped_runs + missing.count
    from (
      select one.workflow_id, count(*) as count
      from unnest(${asked.map((run) => run.workflow_id)}::bigint[], ${asked.map((run) => run.event_id)}::bigint[])
        as one (workflow_id, event_id)
      where one.event_id is null
        or not exists (select from workflow_runs r where r.event_id = one.event_id and r.workflow_id = one.workflow_id)
      group by one.workflow_id
    ) missing
    where w.workflow_id = missing.workflow_id`;
}
