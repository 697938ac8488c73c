// What a token that is limited to roots reaches, as SQL: nothing at all is added for a caller without such a limit.
import type { Actor, Sql } from "../../kernel/plugin.ts";
import { MY_DOCUMENTS } from "../../kernel/ports/auth.ts";

/** The roots of the limit by their ids, and whether My documents are among them. */
interface RootLimit {
  root_ids: number[];
  own: boolean;
}

/** Null for a caller who goes wherever their person may. */
function rootLimitOf(actor: Actor): RootLimit | null {
  const roots = actor.token?.limits?.roots;
  if (!roots) return null;
  return {
    root_ids: roots.filter((name) => name !== MY_DOCUMENTS).map(Number),
    own: roots.includes(MY_DOCUMENTS),
  };
}

/** Whether the caller's token is limited to roots. */
export function isLimitedToRoots(actor: Actor): boolean {
  return rootLimitOf(actor) !== null;
}

/** Whether the caller's token reaches their own My documents. */
export function reachesOwn(actor: Actor): boolean {
  return rootLimitOf(actor)?.own ?? true;
}

/** Whether the caller's token reaches a shared root. */
export function reachesRoot(actor: Actor, rootId: number): boolean {
  return rootLimitOf(actor)?.root_ids.includes(rootId) ?? true;
}

type Fragment = ReturnType<typeof placeOf>["root"];

/** Where something lies: its root, null in My documents, and whose those are. */
interface Where {
  root: Fragment;
  owner: Fragment;
}

/** After a condition over `places p`, or over what else says where it lies: the caller's token reaches it. */
export function andInReach(sql: Sql, actor: Actor, where: Where = placeOf(sql)): Fragment {
  const limit = rootLimitOf(actor);
  return limit ? sql` and ${isInReach(sql, actor, { limit, where })}` : sql``;
}

/** The same as the other half of a condition that gives no level. */
export function orOutOfReach(sql: Sql, actor: Actor): Fragment {
  const limit = rootLimitOf(actor);
  return limit ? sql` or ${isInReach(sql, actor, { limit, where: placeOf(sql) })} is not true` : sql``;
}

/** The same after a condition over what has a place, as `documents d` have. */
export function andPlaceInReach(sql: Sql, actor: Actor, placeId: Fragment = sql`d.place_id`): Fragment {
  if (!rootLimitOf(actor)) return sql``;
  return sql` and ${placeId} in (select p.place_id from places p
    where p.workspace_id = ${actor.workspace.id}${andInReach(sql, actor)})`;
}

function placeOf(sql: Sql) {
  return { root: sql`p.root_id`, owner: sql`p.owner_id` };
}

function isInReach(sql: Sql, actor: Actor, { limit, where }: { limit: RootLimit; where: Where }): Fragment {
  const { root, owner } = where;
  const inRoot = sql`${root} = any(${limit.root_ids}::bigint[])`;
  return limit.own ? sql`(${inRoot} or (${root} is null and ${owner} = ${actor.user_id}))` : sql`(${inRoot})`;
}
