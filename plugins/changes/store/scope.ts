// What a feed is about, as SQL: over documents, now or as they were, and over what is left of removed ones.
import type { Actor, Sql } from "../../../kernel/plugin.ts";
import { inFolder, listedTo, listedToTeam, openTo, scopeOf } from "../../documents/port/sql.ts";
import { andInReach, atPath, type RootRow } from "../../places/port.ts";

/** What somebody follows. */
export interface Followed {
  actor: Actor;
  /** My documents alone, with what is listed to the team or shared, all that the caller sees, or one root. */
  scope: "mine" | "mine_and_team" | "all" | { root: RootRow };
  folder: string;
  recursive: boolean;
}

/** Over `documents d`, in a query with `reach`. */
export function isFollowed(sql: Sql, followed: Followed) {
  return sql`${inScope(sql, followed)} ${inFolder(sql, followed)}`;
}

function inScope(sql: Sql, { actor, scope }: Followed) {
  if (scope === "mine") return scopeOf(sql, { actor, view: "mine" });
  if (scope === "mine_and_team") {
    return sql`((${scopeOf(sql, { actor, view: "mine" })}) or ${listedToTeam(sql, actor)})`;
  }
  if (scope === "all") return listedTo(sql, actor);
  return sql`d.place_id in (select place_id from places p where p.root_id = ${scope.root.root_id}) and ${openTo(sql, actor)}`;
}

/** Over tombstones `p` with their `folder` as `path`, in a query with `reach`: the same rule, read from what a tombstone kept of it. */
export function isRemovedOfFollowed(sql: Sql, followed: Followed) {
  const { actor, folder, recursive } = followed;
  const isWhole = folder === "" && recursive;
  return sql`${removedInScope(sql, followed)}${andInReach(sql, actor)} ${isWhole ? sql`` : sql`and ${atPath(sql, folder, recursive)}`}`;
}

function removedInScope(sql: Sql, { actor, scope }: Followed) {
  const isMine = sql`(p.root_id is null and p.owner_id = ${actor.user_id})`;
  if (scope === "mine") return isMine;
  const isNamed = sql`(p.granted_to_workspace or ${actor.user_id} = any(p.user_ids)
    or p.group_ids && ${[...actor.group_ids]}::bigint[])`;
  // Where its folder is gone too, the top of its root speaks for it.
  const isAtOpenPlace = sql`(p.place_id in (select place_id from open_places)
    or (not exists (select from places here where here.place_id = p.place_id) and p.root_id in (
      select top.root_id from places top where top.path = '' and top.place_id in (select place_id from open_places))))`;
  if (typeof scope === "object") {
    return sql`(p.root_id = ${scope.root.root_id} and (${isAtOpenPlace} or ${isNamed} or p.open_to_members))`;
  }
  const isListed = sql`(p.listing = 'team' or p.root_id in (select root_id from open_places))`;
  const isOthers = sql`(${isAtOpenPlace} or ${isNamed} or (p.open_to_members and ${isListed}))`;
  if (scope === "all") return sql`(${isMine} or ${isOthers})`;
  const isTeams = sql`((p.listing = 'team' and (${isAtOpenPlace} or ${isNamed} or p.open_to_members)) or ${isNamed}
    or (p.root_id is null and ${isAtOpenPlace}))`;
  return sql`(${isMine} or ${isTeams})`;
}
