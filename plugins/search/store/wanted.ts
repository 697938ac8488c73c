// Which documents a search is about, as a condition that its queries build in: live ones, listed to the caller, in scope.

import type { Actor, Sql } from "../../../kernel/mod.ts";
import { inFolder, listedTo, live, scopeOf } from "../../documents/port/sql.ts";
import type { RootRow } from "../../places/port.ts";

export interface Wanted {
  actor: Actor;
  now: Date;
  /** The caller's My documents, one root, or everything that is listed to them. */
  view: "mine" | "all" | { root: RootRow };
  /** False leaves out what colleagues keep in their My documents. */
  include_team: boolean;
  folder: string | null;
  recursive: boolean;
  tag: string | null;
  /** Null for all. */
  kinds: readonly string[] | null;
}

/** Over `documents d`, in a query with `reach`. */
export function isWanted(sql: Sql, wanted: Wanted) {
  const { actor, now, view, include_team, tag, kinds } = wanted;
  const ownOrShared = sql`and d.place_id in (select p.place_id from places p
    where p.workspace_id = ${actor.workspace.id} and (p.root_id is not null or p.owner_id = ${actor.user_id}))`;
  return sql`d.workspace_id = ${actor.workspace.id} and ${live(sql, now)} and ${listedTo(sql, actor)}
    ${view === "all" ? sql`` : sql`and ${scopeOf(sql, { actor, view })}`}
    ${include_team ? sql`` : ownOrShared} ${inFolder(sql, wanted)}
    ${tag === null ? sql`` : sql`and d.tags @> array[${tag}]`}
    ${kinds === null ? sql`` : sql`and d.kind = any(${[...kinds]}::text[])`}`;
}
