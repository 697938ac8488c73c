// Lists of documents: one query each, the permission inside, newest first, with a cursor that survives writes in between.

import { type Actor, pagesOf, type Sql } from "../../../kernel/mod.ts";
import { andInReach, atPath, type RootRow, reach } from "../../places/port.ts";
import { listedTo, listedToTeam, openTo, reachedBy, reachedLevels } from "../model/levels.ts";
import { live } from "../model/live.ts";
import type { ListedDocument } from "../model/rows.ts";
import { documentColumns, placed } from "./documents.ts";

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
  const { actor, now, tag, after, limit } = options;
  const rows = await sql<ListedDocument[]>`
    with ${reach(sql, actor)}, page as materialized (
      select d.document_id, d.updated_at from documents d
      where ${live(sql, now)} and ${scopeOf(sql, options)}
        ${inFolder(sql, options)}
        ${tag === null ? sql`` : sql`and d.tags @> array[${tag}]`}
        ${after === null ? sql`` : sql`and (d.updated_at, d.document_id) < (${after.updated_at}, ${after.document_id})`}
      order by d.updated_at desc, d.document_id desc ${atLeast(sql, limit)}
    )
    select ${documentColumns(sql)}, ${reachedLevels(sql, actor)}, u.email as owner_email
    from page join (${placed(sql)}) using (document_id) ${reachedBy(sql)} join users u on u.user_id = d.owner_id
    order by page.updated_at desc, page.document_id desc`;
  return rows.slice(0, limit);
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
