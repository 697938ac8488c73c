// Agents as rows, beside the documents that they are.
import { type Actor, pagesOf, type Sql } from "../../../kernel/plugin.ts";
import type { ListedDocument, LoadedDocument } from "../../documents/port/read.ts";
import { listedTo, live, ownedColumns, placed, reachedBy } from "../../documents/port/sql.ts";
import { reach } from "../../places/port.ts";

export interface AgentRow {
  slug: string;
  instruction_files: string[];
  protected: string[];
  includes: string[];
  is_default: boolean;
}

/** An agent with its document and what the caller holds on it. */
export type LoadedAgent = LoadedDocument & { agent: AgentRow };
export type ListedAgent = ListedDocument & { agent: AgentRow };

/** In the order of their making. */
export const AGENTS = pagesOf("agents", (at) => ({ document_id: at.id("document_id") }));

function agentColumn(sql: Sql) {
  return sql`json_build_object('slug', a.slug, 'instruction_files', a.instruction_files, 'protected', a.protected,
    'includes', a.includes, 'is_default', a.is_default) as agent`;
}

/** The agents that are listed to the caller. */
export function listAgents(
  sql: Sql,
  options: { actor: Actor; now: Date; after: { document_id: number } | null; limit: number | null },
): Promise<ListedAgent[]> {
  const { actor, now, after, limit } = options;
  return sql<ListedAgent[]>`
    with ${reach(sql, actor)}
    select ${ownedColumns(sql, actor)}, ${agentColumn(sql)}
    from ${placed(sql)} join agents a on a.document_id = d.document_id ${reachedBy(sql)} join users u on u.user_id = d.owner_id
    where a.workspace_id = ${actor.workspace.id} and ${live(sql, now)} and ${listedTo(sql, actor)}
      and d.document_id > ${after?.document_id ?? 0}
    order by d.document_id limit ${limit}`;
}

export async function findAgent(sql: Sql, documentId: number): Promise<AgentRow | null> {
  const [row] = await sql<{ agent: AgentRow }[]>`
    select ${agentColumn(sql)} from agents a where a.document_id = ${documentId}`;
  return row?.agent ?? null;
}

/** A query for the key of the document that is an agent, by its slug or by its id on the wire. */
export function agentNamedIn(sql: Sql, { ref, workspace_id }: { ref: string; workspace_id: number }) {
  return sql`
    select a.document_id from agents a join documents named using (document_id)
    where a.workspace_id = ${workspace_id} and (a.slug = ${ref} or named.doc_id = ${ref})`;
}

/** False where the workspace has an agent of that slug, or had one with protected files and no person who is signed in gives it. */
export async function insertAgent(
  sql: Sql,
  made: { document_id: number; workspace_id: number; now: Date; by_session: boolean } & AgentRow,
): Promise<boolean> {
  const { document_id, workspace_id, now, slug, is_default, by_session } = made;
  const inserted = await sql`
    insert into agents (document_id, workspace_id, slug, instruction_files, protected, includes, is_default, created_at)
    select ${document_id}, ${workspace_id}, ${slug}, ${made.instruction_files}::text[], ${made.protected}::text[],
      ${made.includes}::text[], ${is_default}, ${now}
    where ${by_session} or not exists (${formerlyHeld(sql, made)})
    on conflict (workspace_id, slug) do nothing`;
  return inserted.count > 0;
}

/** Whether another agent of the workspace, with protected files, was read under the slug last (rules: agents/former_slugs). */
export async function wasProtectedSlug(sql: Sql, by: SlugOf): Promise<boolean> {
  return (await formerlyHeld(sql, by)).count > 0;
}

interface SlugOf {
  workspace_id: number;
  slug: string;
  document_id: number;
}

function formerlyHeld(sql: Sql, { workspace_id, slug, document_id }: SlugOf) {
  return sql`
    select from agent_former_slugs
    where workspace_id = ${workspace_id} and slug = ${slug} and agent_document_id <> ${document_id}`;
}

/** Whether another agent of the workspace has the slug. */
export async function isSlugTaken(sql: Sql, by: SlugOf): Promise<boolean> {
  const taken = await sql`
    select from agents where workspace_id = ${by.workspace_id} and slug = ${by.slug} and document_id <> ${by.document_id}`;
  return taken.count > 0;
}

export async function changeAgent(sql: Sql, documentId: number, agent: AgentRow): Promise<void> {
  await sql`
    update agents set slug = ${agent.slug}, instruction_files = ${agent.instruction_files}::text[],
      protected = ${agent.protected}::text[], includes = ${agent.includes}::text[], is_default = ${agent.is_default}
    where document_id = ${documentId}`;
}

/** Takes it from the workspace's default agent, whichever that is. */
export async function clearDefault(sql: Sql, workspaceId: number): Promise<void> {
  await sql`update agents set is_default = false where workspace_id = ${workspaceId} and is_default`;
}

/** The default agents among documents. */
export async function findDefaults(sql: Sql, documentIds: readonly number[]): Promise<number[]> {
  const rows = await sql<{ document_id: number }[]>`
    select document_id from agents where document_id = any(${[...documentIds]}::bigint[]) and is_default`;
  return rows.map((row) => row.document_id);
}

/** Null where the workspace has no default agent. */
export async function findDefaultSlug(sql: Sql, workspaceId: number): Promise<string | null> {
  const [row] = await sql<{ slug: string }[]>`
    select slug from agents where workspace_id = ${workspaceId} and is_default`;
  return row?.slug ?? null;
}

/** The slugs of agents among documents. */
export async function findSlugs(
  sql: Sql,
  documentIds: readonly number[],
): Promise<{ slug: string; workspace_id: number }[]> {
  return await sql<{ slug: string; workspace_id: number }[]>`
    select slug, workspace_id from agents where document_id = any(${[...documentIds]}::bigint[])`;
}

/** How many agents lie in the workspace's roots: the personal ones are not among them. */
export async function countAgents(sql: Sql, by: { workspace_id: number; now: Date }): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from ${inRoots(sql, by)}`;
  return row?.count ?? 0;
}

/** Whether an agent is one of them. */
export async function isInRoot(
  sql: Sql,
  by: { workspace_id: number; now: Date; document_id: number },
): Promise<boolean> {
  const found = await sql`select from ${inRoots(sql, by)} and d.document_id = ${by.document_id}`;
  return found.count > 0;
}

function inRoots(sql: Sql, { workspace_id, now }: { workspace_id: number; now: Date }) {
  return sql`${placed(sql)} join agents a on a.document_id = d.document_id
    where a.workspace_id = ${workspace_id} and p.root_id is not null and ${live(sql, now)}`;
}

/** Whoever counts the workspace's agents, or takes a slug or the default, waits for their turn, which ends with the transaction. */
export async function takeTurn(sql: Sql, workspaceId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`agents:${workspaceId}`}, 0))`;
}
