// SQL of what an address of a site names first, and of what says that nothing has changed since.
import type { Plan, Sql } from "../../../kernel/plugin.ts";

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
 * What stands for all that a page of a workspace is made from, for strangers and for members as they are: the number of its latest
 * change of a document, the stamp of who may read what at its places, of its folders' settings and of its navigations, and the last
 * grant whose time was over. Equal ones, read later, say that the page still holds; `ends_at` is when the next grant ends.
 */
export async function readStamp(
  sql: Sql,
  { workspace_id, now }: { workspace_id: number; now: Date },
): Promise<{ stamp: string; ends_at: Date | null }> {
  const [row] = await sql<{ stamp: string; ends_at: Date | null }[]>`
    select concat(c.change_seq, ' ', s.stamp, ' ', (
        select max(g.expires_at) from grants g where g.workspace_id = asked.workspace_id and g.expires_at <= ${now})) as stamp,
      (select min(g.expires_at) from grants g where g.workspace_id = asked.workspace_id and g.expires_at > ${now}) as ends_at
    from (select ${workspace_id}::bigint as workspace_id) as asked
      left join document_counters c using (workspace_id) left join place_stamps s using (workspace_id)`;
  return row ?? { stamp: "", ends_at: null };
}
