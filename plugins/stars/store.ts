// Stars as rows, each a person's own.
import {
  type Actor,
  type HandOver,
  type PageOptions,
  type PersonEnd,
  type PersonMove,
  pagesOf,
  type Sql,
} from "../../kernel/plugin.ts";
import { andDocumentInReach, live, openTo } from "../documents/port/sql.ts";
import { andInReach, isLimitedToRoots, placeLevel, type RootRow, reach } from "../places/port.ts";

export interface StarRow {
  star_id: number;
  doc_id: string | null;
  folder: string | null;
  /** The shared root of a folder; null in My documents and for a document. */
  root: Pick<RootRow, "root_id" | "slug" | "name"> | null;
  created_at: Date;
}

/** What a star stands on: a document, or a folder of My documents or of a root. */
export type StarTarget = Pick<StarRow, "doc_id" | "folder"> & { root: RootRow | null };

/** Over `stars s left join roots r`. */
function starColumns(sql: Sql) {
  return sql`s.star_id, s.doc_id, s.folder, s.created_at, case when r.root_id is not null then
    json_build_object('root_id', r.root_id, 'slug', r.slug, 'name', r.name) end as root`;
}

/** After a condition over `stars s`; one on a document lies where that does. */
function starInReach(sql: Sql, actor: Actor) {
  if (!isLimitedToRoots(actor)) return sql``;
  const folder = andInReach(sql, actor, { root: sql`s.root_id`, owner: sql`s.user_id` });
  return sql` and case when s.doc_id is null then true${folder} else true${andDocumentInReach(sql, actor, sql`s.doc_id`)} end`;
}

export const STARS = pagesOf("stars", (at) => ({ star_id: at.id("star_id") }));

/** A person's stars, the oldest first, without those on places that they may not open; with `doc_id` the one on that document. */
export function findStars(
  sql: Sql,
  options: { actor: Actor; doc_id: string | null } & PageOptions<Pick<StarRow, "star_id">>,
): Promise<StarRow[]> {
  const { actor, doc_id, after, limit } = options;
  return sql<StarRow[]>`
    select ${starColumns(sql)} from stars s left join roots r on r.root_id = s.root_id
      left join lateral (${nearestPlace(sql)}) p on true
    where s.workspace_id = ${actor.workspace.id} and s.user_id = ${actor.user_id}
      and (s.root_id is null or ${placeLevel(sql, actor)} > 0)${starInReach(sql, actor)}
      ${doc_id === null ? sql`` : sql`and s.doc_id = ${doc_id}`}
      ${after === null ? sql`` : sql`and s.star_id > ${after.star_id}`}
    order by s.star_id limit ${limit}`;
}

/** What a line that leads to a starred thing says of it. */
export interface StarredRow extends Pick<StarRow, "star_id" | "folder" | "root"> {
  doc_id: string | null;
  slug: string;
  title: string;
  kind: string;
  doc_type: string;
  visibility: string;
}

/** The same as lines to lead there, by one query: of documents those alone that the person may open. */
export function findStarred(sql: Sql, options: { actor: Actor; now: Date; limit: number }): Promise<StarredRow[]> {
  const { actor, now, limit } = options;
  return sql<StarredRow[]>`
    with ${reach(sql, actor)}
    select ${starColumns(sql)}, d.slug, d.title, d.kind, d.doc_type, d.visibility
    from stars s left join roots r on r.root_id = s.root_id
      left join lateral (${nearestPlace(sql)}) p on true
      left join documents d on d.doc_id = s.doc_id and d.workspace_id = s.workspace_id
        and ${live(sql, now)} and ${openTo(sql, actor)}
    where s.workspace_id = ${actor.workspace.id} and s.user_id = ${actor.user_id}
      and (s.doc_id is null or d.document_id is not null)
      and (s.root_id is null or ${placeLevel(sql, actor)} > 0)${starInReach(sql, actor)}
    order by s.star_id limit ${limit}`;
}

/** Over `stars s` on a folder of a root. One that does not exist yet is as open as the nearest one above it. */
function nearestPlace(sql: Sql) {
  return sql`
    select above.* from places above
    where above.root_id = s.root_id and above.owner_id is null and above.path in (
      select array_to_string((string_to_array(s.folder, '/'))[1:depth], '/') from generate_series(0, 8) as depth)
    order by length(above.path) desc limit 1`;
}

/** Makes a star, or answers the one that is there; null when its root has just been deleted. */
export async function insertStar(
  sql: Sql,
  options: { actor: Actor; now: Date; target: StarTarget },
): Promise<(StarRow & { is_new: boolean }) | null> {
  const { actor, now, target } = options;
  const root_id = target.root?.root_id ?? null;
  if (root_id !== null) {
    const [locked] = await sql`
      select 1 from roots where root_id = ${root_id} and workspace_id = ${actor.workspace.id} for key share`;
    if (!locked) return null;
  }
  // An update of nothing also answers the row that stands in the way, and only a row that was updated has an xmax.
  const [row] = await sql<(StarRow & { is_new: boolean })[]>`
    with s as (
      insert into stars (workspace_id, user_id, doc_id, root_id, folder, created_at)
      values (${actor.workspace.id}, ${actor.user_id}, ${target.doc_id}, ${root_id}, ${target.folder}, ${now})
      on conflict (workspace_id, user_id, doc_id, root_id, folder) do update set user_id = excluded.user_id
      returning star_id, doc_id, root_id, folder, created_at, xmax = 0 as is_new
    )
    select ${starColumns(sql)}, s.is_new from s left join roots r on r.root_id = s.root_id`;
  if (!row) throw new Error("an upsert of a star answered no row");
  return row;
}

/** Removes a star of the person; null when they have none of that id. */
export async function deleteStar(
  sql: Sql,
  options: { actor: Actor; star_id: number },
): Promise<{ doc_id: string | null; folder: string | null; root_id: number | null } | null> {
  const [row] = await sql<{ doc_id: string | null; folder: string | null; root_id: number | null }[]>`
    delete from stars s
    where star_id = ${options.star_id} and workspace_id = ${options.actor.workspace.id} and user_id = ${options.actor.user_id}${starInReach(sql, options.actor)}
    returning doc_id, folder, root_id`;
  return row ?? null;
}

/** Removes everybody's stars on a document that is gone for good. */
export async function dropStars(sql: Sql, gone: { workspace_id: number; doc_id: string }): Promise<void> {
  await sql`delete from stars where workspace_id = ${gone.workspace_id} and doc_id = ${gone.doc_id}`;
}

/** A person's stars go with them, except those in the roots that they leave; what they may not open any more is not shown. */
export async function moveStars({ sql, user_id, from_workspace_id, to_workspace_id }: PersonMove): Promise<void> {
  await sql`
    delete from stars where user_id = ${user_id} and workspace_id = ${from_workspace_id} and root_id is not null`;
  await sql`
    update stars set workspace_id = ${to_workspace_id}
    where user_id = ${user_id} and workspace_id = ${from_workspace_id}`;
}

export async function dropOwnStars({ sql, user_id }: PersonEnd): Promise<void> {
  await sql`delete from stars where user_id = ${user_id}`;
}

/** Whose folders have gone to a colleague has no stars on them any more. */
export async function dropOwnFolders({ call, workspace_id, from }: HandOver): Promise<{ docs: 0; folder: null }> {
  await call.sql`
    delete from stars where user_id = ${from.user_id} and workspace_id = ${workspace_id} and root_id is null and folder is not null`;
  return { docs: 0, folder: null };
}
