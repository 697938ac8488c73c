// The wiki of each workspace, as a row.
import type { Sql } from "../../../kernel/plugin.ts";
import { listAgentNavigations } from "../../navigations/port.ts";

export interface SiteRow {
  enabled: boolean;
  title: string | null;
  tagline: string | null;
  footer_md: string | null;
  navigation_id: number | null;
  home_doc_id: string | null;
  logo_doc_id: string | null;
  custom_domain_id: number | null;
  indexable: boolean;
  accent: string | null;
  /** Goes up with each change of the redirects. */
  redirects_version: number;
  /** Null for a wiki of which nothing was ever said. */
  updated_at: Date | null;
}

/** What a wiki is at first. */
const NO_SITE: SiteRow = {
  ...{ enabled: false, title: null, tagline: null, footer_md: null, navigation_id: null },
  ...{ home_doc_id: null, logo_doc_id: null, custom_domain_id: null, indexable: false, accent: null, updated_at: null },
  redirects_version: 1,
};

function siteColumns(sql: Sql) {
  return sql`enabled, title, tagline, footer_md, navigation_id, home_doc_id, logo_doc_id, custom_domain_id, indexable, accent, redirects_version, updated_at`;
}

export async function findSite(sql: Sql, workspaceId: number): Promise<SiteRow> {
  const [row] = await sql<SiteRow[]>`select ${siteColumns(sql)} from wiki_sites where workspace_id = ${workspaceId}`;
  return row ?? NO_SITE;
}

/** The same, made if there is none, which nobody else changes until the transaction ends. */
export async function holdSite(sql: Sql, { workspace_id, now }: { workspace_id: number; now: Date }): Promise<SiteRow> {
  await sql`
    insert into wiki_sites (workspace_id, enabled, indexable, updated_at) values (${workspace_id}, false, false, ${now})
    on conflict do nothing`;
  const [row] = await sql<SiteRow[]>`
    select ${siteColumns(sql)} from wiki_sites where workspace_id = ${workspace_id} for update`;
  return row ?? NO_SITE;
}

export async function updateSite(
  sql: Sql,
  workspaceId: number,
  changes: Partial<SiteRow> & { updated_at: Date },
): Promise<void> {
  await sql`update wiki_sites set ${sql(changes)} where workspace_id = ${workspaceId}`;
}

/** The navigations that a workspace's wiki shows to the world: its own, and those of agents beside it. */
export async function listPublished(sql: Sql, workspaceId: number): Promise<number[]> {
  const [row] = await sql<{ navigation_id: number | null }[]>`
    select navigation_id from wiki_sites where workspace_id = ${workspaceId} and enabled`;
  if (!row) return [];
  const agents = await listAgentNavigations(sql, workspaceId);
  return row.navigation_id === null ? agents : [row.navigation_id, ...agents];
}

/** The navigation goes: the wiki that shows it has none. Whether there was one. */
export async function dropNavigation(
  sql: Sql,
  by: { workspace_id: number; navigation_id: number; now: Date },
): Promise<boolean> {
  const dropped = await sql`
    update wiki_sites set navigation_id = null, updated_at = ${by.now}
    where workspace_id = ${by.workspace_id} and navigation_id = ${by.navigation_id}`;
  return dropped.count === 1;
}
