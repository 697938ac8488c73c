// Folders that are published as a site: one tree with what each folder says of itself, whoever asks.
import type { Sql } from "../../../kernel/plugin.ts";
import type { SettingsRow } from "./settings.ts";

/** The tree of a site: a root, or somebody's My documents. */
export interface SiteTree {
  root_id: number | null;
  /** Of My documents. */
  owner_id: number | null;
  /** As addresses name it: the root's slug, or `~` and the owner's id. */
  ref: string;
  /** Null for My documents, whose owner's name is nobody's to read. */
  name: string | null;
  description: string | null;
}

/** A folder of the tree, published or not. */
export interface SiteFolder extends SettingsRow {
  place_id: number;
  path: string;
  /** The folder whose access list counts here; null in My documents. */
  guard_id: number | null;
}

/** Over `places p`: a folder of the tree. */
function inSiteTree(sql: Sql, { root_id, owner_id }: Pick<SiteTree, "root_id" | "owner_id">) {
  return root_id === null ? sql`(p.owner_id = ${owner_id} and p.root_id is null)` : sql`p.root_id = ${root_id}`;
}

/** The tree that `ref` names, where a folder of it is published; null where none is. */
export async function findSiteTree(sql: Sql, by: { workspace_id: number; ref: string }): Promise<SiteTree | null> {
  const owner = /^~([1-9]\d{0,15})$/.exec(by.ref)?.[1];
  const [row] =
    owner === undefined
      ? await sql<SiteTree[]>`
          select r.root_id, null::bigint as owner_id, r.slug as ref, r.name, r.description from roots r
          where r.workspace_id = ${by.workspace_id} and r.slug = ${by.ref} and exists (
            select from places p join folder_settings s using (place_id) where p.root_id = r.root_id and s.published)`
      : await sql<SiteTree[]>`
          select null::bigint as root_id, u.user_id as owner_id, ${by.ref} as ref, null as name, null as description
          from users u where u.user_id = ${owner} and u.workspace_id = ${by.workspace_id} and u.disabled_at is null and exists (
            select from places p join folder_settings s using (place_id)
            where p.owner_id = u.user_id and p.root_id is null and s.published and s.workspace_id = ${by.workspace_id})`;
  return row ?? null;
}

/** The folders of a tree with their settings, in the order of their paths, so many at most. */
export async function listSiteFolders(
  sql: Sql,
  of: SiteTree & { workspace_id: number; limit: number },
): Promise<SiteFolder[]> {
  return sql<SiteFolder[]>`
    select p.place_id, p.path, case when p.root_id is not null then p.guard_ids[1] end as guard_id, s.icon, s.description, s.index_doc_id, s.view_mode, coalesce(s.child_order, '{}') as child_order,
      coalesce(s.published, false) as published, coalesce(s.publish_visibility, 'public') as publish_visibility,
      s.publish_group_id
    from places p left join folder_settings s on s.place_id = p.place_id and s.workspace_id = p.workspace_id
    where p.workspace_id = ${of.workspace_id} and ${inSiteTree(sql, of)}
    order by lower(p.path), p.path collate "C" limit ${of.limit}`;
}

/** The trees of a workspace in which a folder is published to everybody. */
export async function listSiteTrees(sql: Sql, workspaceId: number): Promise<SiteTree[]> {
  return sql<SiteTree[]>`
    select distinct p.root_id, case when p.root_id is null then p.owner_id end as owner_id,
      coalesce(r.slug, concat('~', p.owner_id)) as ref, r.name, r.description
    from folder_settings s join places p using (place_id) left join roots r on r.root_id = p.root_id
    where s.workspace_id = ${workspaceId} and s.published and s.publish_visibility = 'public'
      and (p.root_id is not null or exists (select from users u where u.user_id = p.owner_id and u.disabled_at is null))
    order by ref`;
}
