// Lists of documents: one query each, the permission inside, newest first, with a cursor that survives writes in between.

import { type Actor, pagesOf, type Sql } from "../../../kernel/mod.ts";
import { andInReach, atPath, type RootRow, reach } from "../../places/port.ts";
import { isOpenTeam, listedTo, listedToTeam, openTo } from "../model/levels.ts";
import { live } from "../model/live.ts";
import type { ListedDocument } from "../model/rows.ts";
import { ownedColumns, ownedFrom } from "./documents.ts";

export interface ListOptions {
  actor: Actor;
  now: Date;
  /** One root, the caller's My documents, what is listed to the team or shared with them, or all of it. */
  view: "mine" | "team" | "all" | { root: RootRow };
  folder: string | null;
  recursive: boolean;
  tag: string | null;
  after: ListPosition | null;
  limit: number;
}

/** Where a page ended: the order is by time of update, then by key. */
export interface ListPosition {
  updated_at: Date;
  document_id: number;
}

export const DOCUMENTS = pagesOf(
  "docs",
  (at): ListPosition => ({
    updated_at: at.time("updated_at"),
    document_id: at.id("document_id"),
  }),
);

/** Live documents that are listed to the caller (rules: permission 6). */
export async function listDocuments(sql: Sql, options: ListOptions): Promise<ListedDocument[]> {
  const { actor, limit } = options;
  const rows = await sql<ListedDocument[]>`
    with ${reach(sql, actor)}, ${pageFor(sql, options)}
    select ${ownedColumns(sql, actor)} from ${ownedFrom(sql, sql`page`)}
    order by page.updated_at desc, page.document_id desc`;
  return rows.slice(0, limit);
}

/** Over a query's `with`: `page`, the keys of the page. */
function pageFor(sql: Sql, options: ListOptions) {
  const { view, folder, tag } = options;
  if (tag === null && folder === null) {
    if (view === "team") return teamPage(sql, options);
    if (typeof view === "object") return rootPage(sql, options, view.root);
  }
  const places = tag === null ? placesOf(sql, options) : null;
  return sql`page as materialized (${places ? pageAt(sql, options, places) : pageOf(sql, options)})`;
}

/** Over `places p`: where everything lies that a view holds, where those are few beside what the workspace holds; null otherwise. */
function placesOf(sql: Sql, { actor, view, folder, recursive }: ListOptions) {
  const isFolder = folder !== null && !(folder === "" && recursive);
  if (!isFolder && view !== "mine") return null;
  const tree =
    view === "mine"
      ? sql`and p.owner_id = ${actor.user_id}`
      : typeof view === "object"
        ? sql`and p.root_id = ${view.root.root_id}`
        : sql``;
  return sql`p.workspace_id = ${actor.workspace.id} ${tree} ${isFolder ? sql`and ${atPath(sql, folder, recursive)}` : sql``}${andInReach(sql, actor)}`;
}

/** The keys of a page of what lies at places: each gives its newest, so that nothing is read of what lies elsewhere or is older. */
function pageAt(sql: Sql, options: ListOptions, places: NonNullable<ReturnType<typeof placesOf>>) {
  const { actor, now, view, limit } = options;
  const inScope = view === "mine" ? sql`d.owner_id = ${actor.user_id}` : scopeOf(sql, options);
  const inOrder = sql`order by d.updated_at desc, d.document_id desc ${atLeast(sql, limit)}`;
  return sql`
    select d.document_id, d.updated_at from places p cross join lateral (
      select d.document_id, d.updated_at from documents d
      where d.place_id = p.place_id and ${live(sql, now)} and ${inScope} ${startingAt(sql, options)} ${inOrder}
    ) as d
    where ${places} ${inOrder}`;
}

/** The keys of a page, whatever it holds. */
function pageOf(sql: Sql, options: ListOptions) {
  const { now, tag, limit } = options;
  return sql`
    select d.document_id, d.updated_at from documents d
    where ${live(sql, now)} and ${scopeOf(sql, options)}
      ${inFolder(sql, options)}
      ${tag === null ? sql`` : sql`and d.tags @> array[${tag}]`}
      ${startingAt(sql, options)}
    order by d.updated_at desc, d.document_id desc ${atLeast(sql, limit)}`;
}

/**
 * The page of what is listed to the team or shared with the caller: each way by which it may be so has an index in the order of the
 * list, and gives a page of its own, so that nothing is read of what is neither. What is open to all members comes first, since
 * where it fills a page the others need to give nothing that is older.
 */
function teamPage(sql: Sql, options: ListOptions) {
  const { actor, now, limit } = options;
  const listed = sql`${live(sql, now)} and ${listedToTeam(sql, actor)} ${startingAt(sql, options)}`;
  const keys = sql`select d.document_id, d.updated_at from documents d`;
  const inOrder = sql`order by d.updated_at desc, d.document_id desc ${atLeast(sql, limit)}`;
  const newer = sql`d.updated_at >= (select updated_at from oldest) and ${listed} ${inOrder}`;
  return sql`open_team as materialized (
      ${keys} where d.workspace_id = ${actor.workspace.id} and ${isOpenTeam(sql)} and ${listed} ${inOrder}
    ), oldest as materialized (
      select case when count(*) >= ${limit}::int then min(updated_at) else '-infinity' end as updated_at from open_team
    ), page as materialized (
      select document_id, updated_at from (
        select document_id, updated_at from open_team
        union
        select d.document_id, d.updated_at from open_places here
          cross join lateral (${keys} where d.place_id = here.place_id and d.deleted_at is null and d.listing = 'team' and ${newer}) as d
        union
        select d.document_id, d.updated_at from open_places here
          cross join lateral (${keys} where d.place_id = here.place_id and ${newer}) as d
        where here.root_id is null and here.owner_id <> ${actor.user_id}
        union
        select d.document_id, d.updated_at from held
          cross join lateral (${keys} where d.document_id = held.document_id and ${listed} limit 1) as d
      ) as d ${inOrder}
    )`;
}

function startingAt(sql: Sql, { after }: ListOptions) {
  if (after === null) return sql``;
  return sql`and (d.updated_at, d.document_id) < (${after.updated_at}, ${after.document_id})`;
}

/** How far the newest documents of a workspace are looked through for those of a root. */
const LOOKED_THROUGH = 1000;

/**
 * The page of a whole root. It is full with the newest documents of the workspace wherever the root has its share of them; how
 * large a share of the documents lies in this root is nothing that a planner knows, which would read and sort all of a root.
 * Only where the newest hold too few, the root itself is asked.
 */
function rootPage(sql: Sql, options: ListOptions, { root_id }: RootRow) {
  const { actor, now, limit } = options;
  const ofWorkspace = sql`d.workspace_id = ${actor.workspace.id} and ${live(sql, now)} ${startingAt(sql, options)}
    order by d.updated_at desc, d.document_id desc`;
  return sql`newest as materialized (
      select d.document_id, d.updated_at
      from (select * from documents d where ${ofWorkspace} limit ${sql.unsafe(String(LOOKED_THROUGH))}) as d
      where (select p.root_id from places p where p.place_id = d.place_id) = ${root_id} and ${openTo(sql, actor)}
      order by d.updated_at desc, d.document_id desc ${atLeast(sql, limit)}
    ), rest as materialized (
      select (select count(*) from newest) < ${limit}::int
        and exists (select from documents d where ${ofWorkspace} limit 1 offset ${sql.unsafe(String(LOOKED_THROUGH))}) as is_asked
    ), page as materialized (
      select document_id, updated_at from newest where not (select is_asked from rest)
      union all
      select document_id, updated_at from (${pageOf(sql, options)}) as root where (select is_asked from rest)
    )`;
}

/** Pages have one of these lengths, and one row more tells whether there is another. */
const LENGTHS = [26, 51, 101, 251, 501];

/**
 * A LIMIT of at least so many rows, written out: the plan for a limit that is not known is one for a tenth of the table, and
 * planning anew each time costs as much as the list. The lengths are few, so that few plans are kept.
 */
function atLeast(sql: Sql, limit: number) {
  return sql.unsafe(`limit ${LENGTHS.find((length) => length >= limit) ?? limit}`);
}

/** Over `documents d`, in a query with `reach`: the documents of a view. */
export function scopeOf(sql: Sql, { actor, view }: Pick<ListOptions, "actor" | "view">) {
  if (view === "mine") {
    return sql`d.owner_id = ${actor.user_id} and d.place_id in (
      select place_id from places p where p.owner_id = ${actor.user_id} and p.workspace_id = ${actor.workspace.id}${andInReach(sql, actor)})`;
  }
  if (view === "team") return listedToTeam(sql, actor);
  if (view === "all") return listedTo(sql, actor);
  return sql`d.place_id in (select place_id from places p where p.root_id = ${view.root.root_id}) and ${openTo(sql, actor)}`;
}

/** Over `documents d`, after a condition. A folder's name counts in every root and in everybody's My documents that the list holds. */
export function inFolder(sql: Sql, { actor, folder, recursive }: Pick<ListOptions, "actor" | "folder" | "recursive">) {
  if (folder === null || (folder === "" && recursive)) return sql``;
  return sql`and d.place_id in (
    select place_id from places p where p.workspace_id = ${actor.workspace.id} and ${atPath(sql, folder, recursive)})`;
}
