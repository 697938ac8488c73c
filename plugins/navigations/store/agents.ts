// Which navigation belongs to which agent of a workspace, by the agent's slug.
import { refuse, type Sql } from "../../../kernel/plugin.ts";
import { type NavigationRow, takeTurn } from "./navigations.ts";

/**
 * Gives a navigation to an agent, or with null back to the workspace. An agent has one navigation, and a navigation one agent.
 * Throws 409 where another navigation is that agent's, and 404 for one that the workspace does not have. In a transaction.
 *
 * @example
 * await giveToAgent(sql, { workspace_id, navigation_id, agent_slug: "support" });
 */
export async function giveToAgent(
  sql: Sql,
  { workspace_id, navigation_id, agent_slug }: AgentNavigation & { agent_slug: string | null },
): Promise<void> {
  await takeTurn(sql, workspace_id);
  const [held] = await sql`
    select 1 from navigations
    where workspace_id = ${workspace_id} and agent_slug = ${agent_slug} and navigation_id <> ${navigation_id}`;
  if (held) throw refuse.conflict(`the agent "${agent_slug}" has a navigation already; take it away first`);
  const given = await sql`
    update navigations set agent_slug = ${agent_slug}
    where workspace_id = ${workspace_id} and navigation_id = ${navigation_id}`;
  if (given.count === 0) throw refuse.notFound(`navigation "${navigation_id}" is not found`);
}

/** Gives an agent's navigation, if it has one, back to the workspace. */
export async function takeAgentNavigation(
  sql: Sql,
  { workspace_id, agent_slug }: { workspace_id: number; agent_slug: string },
): Promise<void> {
  await sql`
    update navigations set agent_slug = null where workspace_id = ${workspace_id} and agent_slug = ${agent_slug}`;
}

/** An agent's navigation follows it to another slug. */
export async function renameAgentNavigation(
  sql: Sql,
  { workspace_id, from, to }: { workspace_id: number; from: string; to: string },
): Promise<void> {
  await sql`update navigations set agent_slug = ${to} where workspace_id = ${workspace_id} and agent_slug = ${from}`;
}

type AgentNavigation = Pick<NavigationRow, "workspace_id" | "navigation_id">;

/** The navigation of an agent; null where it has none, or is not there. */
export async function findAgentNavigation(
  sql: Sql,
  by: { workspace_id: number; agent_slug: string },
): Promise<Pick<NavigationRow, "navigation_id" | "name"> | null> {
  const [row] = await sql<Pick<NavigationRow, "navigation_id" | "name">[]>`
    select navigation_id, name from navigations
    where workspace_id = ${by.workspace_id} and agent_slug = ${by.agent_slug}`;
  return row ?? null;
}

/** The navigations of agents by their slugs; those that have none are missing. */
export async function findAgentNavigations(
  sql: Sql,
  by: { workspace_id: number; agent_slugs: readonly string[] },
): Promise<ReadonlyMap<string, Pick<NavigationRow, "navigation_id" | "name">>> {
  const rows = await sql<(Pick<NavigationRow, "navigation_id" | "name"> & { agent_slug: string })[]>`
    select navigation_id, name, agent_slug from navigations
    where workspace_id = ${by.workspace_id} and agent_slug = any(${[...by.agent_slugs]}::text[])`;
  return new Map(rows.map((row) => [row.agent_slug, row]));
}

/** The navigations of a workspace that are agents'. */
export async function listAgentNavigations(sql: Sql, workspaceId: number): Promise<number[]> {
  const rows = await sql<{ navigation_id: number }[]>`
    select navigation_id from navigations where workspace_id = ${workspaceId} and agent_slug is not null`;
  return rows.map((row) => row.navigation_id);
}
