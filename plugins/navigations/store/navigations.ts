// Navigations as rows: found by id or slug, made, changed, held and removed.
import { type PageOptions, pagesOf, type Sql } from "../../../kernel/plugin.ts";

export interface NavigationRow {
  navigation_id: number;
  workspace_id: number;
  slug: string;
  name: string;
  icon: string | null;
  /** Goes up with every change. */
  version: number;
  created_at: Date;
  updated_at: Date;
}

function navigationColumns(sql: Sql) {
  return sql`n.navigation_id, n.workspace_id, n.slug, n.name, n.icon, n.version, n.created_at, n.updated_at`;
}

/** The navigation that a slug or a numeric id names; null when the workspace has none. No slug reads as an id. */
export async function findNavigation(
  sql: Sql,
  by: { workspace_id: number; ref: string },
): Promise<NavigationRow | null> {
  const id = /^[1-9]\d{0,14}$/.test(by.ref) ? Number(by.ref) : 0;
  const [row] = await sql<NavigationRow[]>`
    select ${navigationColumns(sql)} from navigations n
    where n.workspace_id = ${by.workspace_id} and (n.slug = ${by.ref} or n.navigation_id = ${id})`;
  return row ?? null;
}

/** The same, which nobody else changes until the transaction ends; null once it is gone. */
export async function holdNavigation(
  sql: Sql,
  by: { workspace_id: number; navigation_id: number },
): Promise<NavigationRow | null> {
  const [row] = await sql<NavigationRow[]>`
    select ${navigationColumns(sql)} from navigations n
    where n.workspace_id = ${by.workspace_id} and n.navigation_id = ${by.navigation_id} for no key update`;
  return row ?? null;
}

/** A navigation in a list. */
export type ListedNavigation = NavigationRow & {
  sort_name: string;
  /** All of them. */
  entry_count: number;
};

export const NAVIGATIONS = pagesOf("navigations", (at) => ({
  sort_name: at.text("sort_name"),
  navigation_id: at.id("navigation_id"),
}));

/** The navigations of a workspace by name. */
export function listNavigations(
  sql: Sql,
  options: { workspace_id: number } & PageOptions<Pick<ListedNavigation, "sort_name" | "navigation_id">>,
): Promise<ListedNavigation[]> {
  const { workspace_id, after, limit } = options;
  return sql<ListedNavigation[]>`
    select ${navigationColumns(sql)}, lower(n.name) as sort_name, (
      select count(*)::int from navigation_entries e
      where e.navigation_id = n.navigation_id and e.workspace_id = n.workspace_id) as entry_count
    from navigations n where n.workspace_id = ${workspace_id}
      ${after === null ? sql`` : sql`and (lower(n.name), n.navigation_id) > (${after.sort_name}, ${after.navigation_id})`}
    order by lower(n.name), n.navigation_id limit ${limit}`;
}

/** Whoever makes a navigation or gives one away takes turns with the others of the workspace until the transaction ends. */
export async function takeTurn(sql: Sql, workspaceId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`navigations:${workspaceId}`}, 0))`;
}

/** How many a workspace has, once it is the caller's turn. */
export async function countInTurn(sql: Sql, workspaceId: number): Promise<number> {
  await takeTurn(sql, workspaceId);
  return countNavigations(sql, workspaceId);
}

export async function countNavigations(sql: Sql, workspaceId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from navigations where workspace_id = ${workspaceId}`;
  return row?.count ?? 0;
}

/** Null for a slug that is taken. */
export async function insertNavigation(
  sql: Sql,
  made: Pick<NavigationRow, "workspace_id" | "slug" | "name" | "icon"> & { now: Date },
): Promise<NavigationRow | null> {
  const { workspace_id, slug, name, icon, now } = made;
  const [row] = await sql<NavigationRow[]>`
    insert into navigations as n (workspace_id, slug, name, icon, created_at, updated_at)
    values (${workspace_id}, ${slug}, ${name}, ${icon}, ${now}, ${now})
    on conflict (workspace_id, slug) do nothing returning ${navigationColumns(sql)}`;
  return row ?? null;
}

/** Changes a held navigation and counts the change; with nothing but the time, its tree has changed. */
export async function changeNavigation(
  sql: Sql,
  row: Pick<NavigationRow, "workspace_id" | "navigation_id">,
  changes: Partial<Pick<NavigationRow, "slug" | "name" | "icon">> & { updated_at: Date },
): Promise<NavigationRow> {
  const [changed] = await sql<NavigationRow[]>`
    update navigations n set ${sql(changes)}, version = n.version + 1
    where n.navigation_id = ${row.navigation_id} and n.workspace_id = ${row.workspace_id}
    returning ${navigationColumns(sql)}`;
  if (!changed) throw new Error(`navigation ${row.navigation_id} is gone although it is held`);
  return changed;
}

export async function isSlugTaken(
  sql: Sql,
  by: Pick<NavigationRow, "workspace_id" | "slug" | "navigation_id">,
): Promise<boolean> {
  const [row] = await sql`
    select 1 from navigations
    where workspace_id = ${by.workspace_id} and slug = ${by.slug} and navigation_id <> ${by.navigation_id}`;
  return row !== undefined;
}

/** Its entries go along. */
export async function deleteNavigation(
  sql: Sql,
  row: Pick<NavigationRow, "workspace_id" | "navigation_id">,
): Promise<void> {
  await sql`
    delete from navigations where navigation_id = ${row.navigation_id} and workspace_id = ${row.workspace_id}`;
}
