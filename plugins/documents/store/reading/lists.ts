// Lists of documents: one query each, the permission inside, newest first,
// with a cursor that survives writes in between.

import { pagesOf, type Sql } from "../../../../kernel/plugin.ts";
import { andInReach, atPath, reach } from "../../../places/port.ts";
import { listedTo, listedToTeam, openTo } from "../../model/levels.ts";
import type { ListedDocument } from "../../model/rows.ts";
import { ownedColumns, ownedFrom } from "./documents.ts";
import { type ListOptions, type ListPosition, ofPages, pageFor } from "./list_pages.ts";

export type { ListOptions, ListPosition } from "./list_pages.ts";

export const DOCUMENTS = pagesOf(
  "docs",
  (at): ListPosition => ({
    updated_at: at.time("updated_at"),
    document_id: at.id("document_id"),
  }),
);

/** Live documents that are listed to the caller (rules: permission/lists). */
export async function listDocuments(sql: Sql, options: ListOptions): Promise<ListedDocument[]> {
  const { actor, limit } = options;
  const rows = await sql<ListedDocument[]>`
    with ${reach(sql, actor)}, ${pageFor(sql, { ...options, scope: sql`${scopeOf(sql, options)} ${ofPages(sql, options)}` })}
    select ${ownedColumns(sql, actor)} from ${ownedFrom(sql, sql`page`)}
    order by page.updated_at desc, page.document_id desc`;
  return rows.slice(0, limit);
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
