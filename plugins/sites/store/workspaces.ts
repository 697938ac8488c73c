// SQL of what an address of a site names first, and of what says that nothing has changed since.
import type { Plan, Sql } from "../../../kernel/mod.ts";

export interface SiteWorkspaceRow {
  workspace_id: number;
  workspace_slug: string;
  workspace_name: string;
  plan: Plan;
}

export async function findSiteWorkspace(
  sql: Sql,
  by: { id: number } | { slug: string },
): Promise<SiteWorkspaceRow | null> {
  const [row] = await sql<SiteWorkspaceRow[]>`
    select workspace_id, slug as workspace_slug, name as workspace_name, plan from workspaces
    where ${"id" in by ? sql`workspace_id = ${by.id}` : sql`slug = ${by.slug}`}`;
  return row ?? null;
}

/**
 * What stands for all that a stranger's page of a workspace is made from: the number of its latest change of a document, the
 * stamp of who may read what at its places, of its folders' settings and of its navigations. Equal ones, read later, say that the page still holds.
 */
export async function readStamp(sql: Sql, workspaceId: number): Promise<{ stamp: string }> {
  const [row] = await sql<{ stamp: string }[]>`
    select concat(c.change_seq, ' ', s.stamp) as stamp
    from (select ${workspaceId}::bigint as workspace_id) as asked
      left join document_counters c using (workspace_id) left join place_stamps s using (workspace_id)`;
  return row ?? { stamp: "" };
}
