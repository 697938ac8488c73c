// The icon library and the settings of tags, as rows.
import {
  type Actor,
  type PageOptions,
  type PersonEnd,
  type PersonMove,
  pagesOf,
  type Sql,
} from "../../kernel/plugin.ts";
import { andInReach, seesRoot } from "../places/port.ts";

export interface IconRow {
  icon_id: number;
  name: string;
  bytes: number;
  sha256: string;
  uploaded_by: number | null;
  /** The uploader's address; null once they are gone. */
  uploader: string | null;
  created_at: Date;
}

function iconColumns(sql: Sql) {
  return sql`i.icon_id, i.name, octet_length(i.svg) as bytes, encode(i.sha256, 'hex') as sha256, i.uploaded_by, u.email as uploader,
    i.created_at`;
}

export const ICONS = pagesOf("icons", (at) => ({ icon_id: at.id("icon_id") }));

/** A workspace's pictures, the latest first; or one of them. */
export function listIcons(
  sql: Sql,
  of: { workspace_id: number; icon_id?: number; sha256?: string } & Partial<PageOptions<Pick<IconRow, "icon_id">>>,
): Promise<IconRow[]> {
  const { workspace_id, icon_id, sha256, after = null, limit = null } = of;
  return sql<IconRow[]>`
    select ${iconColumns(sql)} from icons i left join users u on u.user_id = i.uploaded_by
    where i.workspace_id = ${workspace_id} ${icon_id === undefined ? sql`` : sql`and i.icon_id = ${icon_id}`}
      ${sha256 === undefined ? sql`` : sql`and i.sha256 = decode(${sha256}, 'hex')`}
      ${after === null ? sql`` : sql`and i.icon_id < ${after.icon_id}`}
    order by i.icon_id desc limit ${limit}`;
}

/** Adds a picture; null when the workspace has the same bytes already, or as many as it may. */
export async function insertIcon(
  sql: Sql,
  options: { actor: Actor; now: Date; name: string; svg: string; sha256: string },
): Promise<number | null> {
  const { actor, now, name, svg, sha256 } = options;
  const [row] = await sql<{ icon_id: number }[]>`
    insert into icons (workspace_id, name, svg, sha256, uploaded_by, created_at)
    values (${actor.workspace.id}, ${name}, ${svg}, decode(${sha256}, 'hex'), ${actor.user_id}, ${now})
    on conflict (workspace_id, sha256) do nothing returning icon_id`;
  return row?.icon_id ?? null;
}

export async function countIcons(sql: Sql, workspaceId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from icons where workspace_id = ${workspaceId}`;
  return row?.count ?? 0;
}

/** Whether the picture is there; it stays until the transaction ends. */
export async function holdIcon(sql: Sql, by: { workspace_id: number; icon_id: number }): Promise<boolean> {
  const [row] = await sql`
    select 1 from icons where icon_id = ${by.icon_id} and workspace_id = ${by.workspace_id} for key share`;
  return row !== undefined;
}

/** False when it is gone already. */
export async function deleteIcon(sql: Sql, by: { workspace_id: number; icon_id: number }): Promise<boolean> {
  const gone = await sql`delete from icons where icon_id = ${by.icon_id} and workspace_id = ${by.workspace_id}`;
  return gone.count === 1;
}

/** The drawing of a picture, by the slug of its workspace; null where there is none. `within` looks in one workspace alone. */
export async function findDrawing(
  sql: Sql,
  by: { workspace: string; within: number | null; icon_id: number },
): Promise<string | null> {
  const own = by.within === null ? sql`` : sql`and w.workspace_id = ${by.within}`;
  const [row] = await sql<{ svg: string }[]>`
    select i.svg from icons i join workspaces w using (workspace_id)
    where i.icon_id = ${by.icon_id} and w.slug = ${by.workspace} ${own}`;
  return row?.svg ?? null;
}

/** A tag in a root, or in somebody's My documents. */
export interface TagAt {
  workspace_id: number;
  root_id: number | null;
  owner_id: number | null;
  tag: string;
}

/** Sets a tag's icon or description; false when it was like that already. */
export async function describeTag(
  sql: Sql,
  at: TagAt,
  changes: { icon?: string | null; description?: string | null },
): Promise<boolean> {
  const { workspace_id, root_id, owner_id, tag } = at;
  await sql`
    insert into tag_settings (workspace_id, root_id, owner_id, tag) values (${workspace_id}, ${root_id}, ${owner_id}, ${tag})
    on conflict do nothing`;
  const set = await sql`
    update tag_settings set ${sql(changes)}
    where workspace_id = ${workspace_id} and root_id is not distinct from ${root_id}
      and owner_id is not distinct from ${owner_id} and tag = ${tag}
      and (${changes.icon === undefined ? sql`false` : sql`icon is distinct from ${changes.icon}`}
        or ${changes.description === undefined ? sql`false` : sql`description is distinct from ${changes.description}`})`;
  return set.count === 1;
}

/** Takes an icon away from every tag of a workspace. */
export async function clearTagIcon(sql: Sql, of: { workspace_id: number; icon: string }): Promise<void> {
  await sql`update tag_settings set icon = null where workspace_id = ${of.workspace_id} and icon = ${of.icon}`;
}

export interface TagSettings {
  tag: string;
  /** The root's slug; null in the caller's My documents. */
  root: string | null;
  icon: string | null;
  description: string | null;
}

/** Tags with an icon or a description, in the caller's My documents and in the roots that they see. */
export function listTagSettings(sql: Sql, actor: Actor): Promise<TagSettings[]> {
  return sql<TagSettings[]>`
    select t.tag, r.slug as root, t.icon, t.description from tag_settings t left join roots r on r.root_id = t.root_id
    where t.workspace_id = ${actor.workspace.id} and (t.icon is not null or t.description is not null)
      and (t.owner_id = ${actor.user_id} or (r.root_id is not null and ${seesRoot(sql, actor)}))${andInReach(sql, actor, { root: sql`t.root_id`, owner: sql`t.owner_id` })}
    order by r.slug nulls first, t.tag`;
}

/** A person's tags go with them, without pictures of the library that they leave. */
export async function moveOwnTags({ sql, user_id, from_workspace_id, to_workspace_id }: PersonMove): Promise<void> {
  await sql`
    update tag_settings set workspace_id = ${to_workspace_id}, icon = case when starts_with(icon, 'svg:') then null else icon end
    where owner_id = ${user_id} and workspace_id = ${from_workspace_id}`;
}

/** Pictures stay in the workspace's library, as nobody's; what a person said of their own tags goes. */
export async function forgetUploader({ sql, user_id }: PersonEnd): Promise<void> {
  await sql`update icons set uploaded_by = null where uploaded_by = ${user_id}`;
  await sql`delete from tag_settings where owner_id = ${user_id}`;
}
