// The settings of folders as rows; a folder without one is as every folder is at first.
import type { PersonMove, Sql } from "../../../kernel/plugin.ts";
import { inTree, pathsDownTo, type Spot, type Tree } from "../../places/port.ts";
import type { VIEW_MODES } from "../schemas.ts";

export const PUBLISH_VISIBILITIES = ["public", "signed_in", "group"] as const;

export interface SettingsRow {
  icon: string | null;
  description: string | null;
  index_doc_id: string | null;
  view_mode: (typeof VIEW_MODES)[number] | null;
  child_order: string[];
  published: boolean;
  publish_visibility: (typeof PUBLISH_VISIBILITIES)[number];
  publish_group_id: number | null;
}

export const NO_SETTINGS: SettingsRow = {
  icon: null,
  description: null,
  index_doc_id: null,
  view_mode: null,
  child_order: [],
  published: false,
  publish_visibility: "public",
  publish_group_id: null,
};

/** The settings of the given folders, by their key; those without any are absent. */
export async function findSettings(
  sql: Sql,
  of: { workspace_id: number; place_ids: readonly number[] },
): Promise<ReadonlyMap<number, SettingsRow>> {
  const rows = await sql<(SettingsRow & { place_id: number })[]>`
    select place_id, icon, description, index_doc_id, view_mode, child_order, published, publish_visibility, publish_group_id
    from folder_settings
    where place_id = any(${[...of.place_ids]}::bigint[]) and workspace_id = ${of.workspace_id}`;
  return new Map(rows.map(({ place_id, ...settings }) => [place_id, settings]));
}

/** Who reads the sites that a folder is part of: its own and those of the folders above it. */
export async function findSites(sql: Sql, spot: Spot): Promise<SettingsRow["publish_visibility"][]> {
  const rows = await sql<Pick<SettingsRow, "publish_visibility">[]>`
    select s.publish_visibility from folder_settings s join places p using (place_id)
    where ${inTree(sql, spot)} and p.workspace_id = ${spot.workspace_id} and p.path = any(${pathsDownTo(spot.path)}) and s.published`;
  return rows.map((row) => row.publish_visibility);
}

/** Sets the given members. The caller holds the tree. */
export async function saveSettings(
  sql: Sql,
  of: { workspace_id: number; place_id: number },
  changes: Partial<SettingsRow>,
): Promise<void> {
  await sql`
    insert into folder_settings (place_id, workspace_id) values (${of.place_id}, ${of.workspace_id}) on conflict do nothing`;
  await sql`
    update folder_settings set ${sql(changes)} where place_id = ${of.place_id} and workspace_id = ${of.workspace_id}`;
}

/** Hands the settings of folders over to those that take their place and have none of their own. */
export async function handOverSettings(
  sql: Sql,
  merged: { workspace_id: number; pairs: ReadonlyMap<number, number> },
): Promise<void> {
  await sql`
    update folder_settings s set place_id = merged.into_id
    from unnest(${[...merged.pairs.keys()]}::bigint[], ${[...merged.pairs.values()]}::bigint[]) as merged(from_id, into_id)
    where s.place_id = merged.from_id and s.workspace_id = ${merged.workspace_id}
      and not exists (select from folder_settings held where held.place_id = merged.into_id)`;
}

/** Renames a folder in the order that the folder above keeps of what lies in it. */
export async function renameInOrder(
  sql: Sql,
  options: { tree: Tree; path: string; from: string; to: string },
): Promise<void> {
  await sql`
    update folder_settings set child_order = array_replace(child_order, ${`f:${options.from}`}, ${`f:${options.to}`})
    where place_id in (select place_id from places p where ${inTree(sql, options.tree)} and p.path = ${options.path})
      and workspace_id = ${options.tree.workspace_id}`;
}

/** Takes an icon away wherever folders and shortcuts of a workspace show it. */
export async function clearFolderIcon(sql: Sql, of: { workspace_id: number; icon: string }): Promise<void> {
  await sql`update folder_settings set icon = null where workspace_id = ${of.workspace_id} and icon = ${of.icon}`;
  await sql`update shortcuts set icon = null where workspace_id = ${of.workspace_id} and icon = ${of.icon}`;
}

/** Settings and shortcuts of a person's own folders go with them, without pictures of the library that they leave. */
export async function moveOwnSettings({ sql, user_id, from_workspace_id, to_workspace_id }: PersonMove): Promise<void> {
  const icon = sql`case when starts_with(icon, 'svg:') then null else icon end`;
  const own = sql`place_id in (select place_id from places where owner_id = ${user_id}) and workspace_id = ${from_workspace_id}`;
  await sql`
    update folder_settings set workspace_id = ${to_workspace_id}, icon = ${icon}, published = false, publish_group_id = null
    where ${own}`;
  await sql`update shortcuts set workspace_id = ${to_workspace_id}, icon = ${icon} where ${own}`;
  await sql`
    delete from shortcuts s using places p
    where p.place_id = s.target_place_id and p.workspace_id <> s.workspace_id
      and s.workspace_id in (${from_workspace_id}, ${to_workspace_id})`;
}

/** The roots among the given ones whose top is published as a site. */
export async function findPublishedRoots(
  sql: Sql,
  of: { workspace_id: number; root_ids: readonly number[] },
): Promise<number[]> {
  const rows = await sql<{ root_id: number }[]>`
    select p.root_id from folder_settings s join places p using (place_id)
    where p.root_id = any(${[...of.root_ids]}::bigint[]) and p.path = '' and s.published and s.workspace_id = ${of.workspace_id}`;
  return rows.map((row) => row.root_id);
}
