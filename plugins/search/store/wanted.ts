// Which documents a search is about, as a condition that its queries build in:
// live ones, listed to the caller, in scope.

import type { Actor, Sql } from "../../../kernel/plugin.ts";
import { inFolder, listedTo, live, scopeOf } from "../../documents/port/sql.ts";
import { type RootRow, reach } from "../../places/port.ts";

export interface Wanted {
  actor: Actor;
  now: Date;
  /** The caller's My documents, one root, or everything that is listed to them. */
  view: "mine" | "all" | { root: RootRow };
  /** False leaves out what lies neither in the caller's My documents nor in a root that they see. */
  include_team: boolean;
  folder: string | null;
  recursive: boolean;
  tag: string | null;
  /** Null for all. */
  kinds: readonly string[] | null;
}

/** Documents that were found open to whoever searches them, such as the pages of a site. */
export interface Among {
  workspace_id: number;
  documents: DocumentList;
  now: Date;
}

/** Documents as a query takes them, to be written once for many searches. */
export interface DocumentList {
  count: number;
  /** An array of their ids in the database's own writing. */
  ids: string;
}

export function listDocuments(ids: readonly number[]): DocumentList {
  return { count: ids.length, ids: `{${ids.join(",")}}` };
}

/** What a ranked search is about. */
export type Sought = Wanted | Among;

export function workspaceOf(sought: Sought): number {
  return "actor" in sought ? sought.actor.workspace.id : sought.workspace_id;
}

/** The sets that `isSought` asks of, for the beginning of a `with`. */
export function soughtSets(sql: Sql, sought: Sought) {
  return "actor" in sought ? sql`${reach(sql, sought.actor)},` : sql``;
}

/** Over `documents d`, in a query with `soughtSets`. */
export function isSought(sql: Sql, sought: Sought) {
  if ("actor" in sought) return isWanted(sql, sought);
  return sql`${isLiveIn(sql, sought)} and d.document_id = any(${sought.documents.ids}::text::bigint[])`;
}

/** The same of documents that are among those already. */
export function isLiveIn(sql: Sql, { workspace_id, now }: Among) {
  return sql`d.workspace_id = ${workspace_id} and ${live(sql, now)}`;
}

/** Over `documents d`, in a query with `reach`. */
export function isWanted(sql: Sql, wanted: Wanted) {
  const { actor, now, view, include_team, tag, kinds } = wanted;
  // Whoever holds a level on some place of a root sees the root; what is listed to the team in another one is the team's.
  const ownOrShared = sql`and d.place_id in (select p.place_id from places p where p.workspace_id = ${actor.workspace.id}
    and (p.owner_id = ${actor.user_id} or p.root_id in (select root_id from open_places)))`;
  return sql`d.workspace_id = ${actor.workspace.id} and ${live(sql, now)} and ${listedTo(sql, actor)}
    ${view === "all" ? sql`` : sql`and ${scopeOf(sql, { actor, view })}`}
    ${include_team ? sql`` : ownOrShared} ${inFolder(sql, wanted)}
    ${tag === null ? sql`` : sql`and d.tags @> array[${tag}]`}
    ${kinds === null ? sql`` : sql`and d.kind = any(${[...kinds]}::text[])`}`;
}
