// Who may do what at a place (rules: places/nearest_list, places/managers), as SQL that other queries build in:
// one source for one place and for sets of them.
import { type Actor, isManager, type Sql } from "../../kernel/plugin.ts";
import { andInReach, isLimitedToRoots, orOutOfReach } from "./limit.ts";

/** Equal for two callers whom the rule treats alike at every place: all that it reads of a caller. */
export function ruleKey(actor: Actor): string {
  const limits = actor.token?.limits ?? null;
  return `${actor.workspace.id} ${actor.user_id} ${isManager(actor)} ${actor.group_ids} ${limits && JSON.stringify(limits)}`;
}

/**
 * Over grants: one is in force, since its end has not come (rules: sharing/ends). Written so that a planner expects the same of it
 * whether it knows the moment or not: of `expires_at > now is not false` it expects nothing at all where no grant ends, and then plans
 * each query for its caller alone, and badly.
 */
export function isInForce(sql: Sql, { clock }: Pick<Actor, "clock">, grant = sql`g`) {
  return sql`(${grant}.expires_at > ${clock.now()}::timestamptz or ${grant}.expires_at is null)`;
}

/** Over `grants g`: the grant is in force and names the caller, a group of theirs or their workspace. */
export function namesCaller(sql: Sql, actor: Actor) {
  return sql`(g.workspace_id = ${actor.workspace.id} and ${isInForce(sql, actor)} and (g.subject_type = 'workspace'
    or (g.subject_type = 'user' and g.subject_id = ${actor.user_id})
    or (g.subject_type = 'group' and g.subject_id = any(${[...actor.group_ids]}::bigint[]))))`;
}

/** Over `roots r`: the caller manages the root. */
export function managesRoot(sql: Sql, actor: Actor) {
  // Outside of a root `r` is the missing side of a join, and all of it null.
  const reached = rootInReach(sql, actor);
  return isManager(actor)
    ? sql`(r.root_id is not null${reached})`
    : sql`(r.created_by is not distinct from ${actor.user_id}${reached})`;
}

/**
 * Over `places p left join roots r`: the caller's level there, as a number. `granted` is the highest of the grants that count
 * there and name the caller, where a query has found it already.
 */
export function placeLevel(sql: Sql, actor: Actor, granted = highestGrant(sql, actor)) {
  return sql`case when p.workspace_id <> ${actor.workspace.id}${orOutOfReach(sql, actor)} then 0
    when p.owner_id = ${actor.user_id} or ${managesRoot(sql, actor)} then 4 else coalesce(${granted}, 0) end`;
}

function highestGrant(sql: Sql, actor: Actor) {
  return sql`(select max(g.level) from grants g where g.place_id = any(p.guard_ids) and ${namesCaller(sql, actor)})`;
}

/**
 * The subjects that stand for the caller, to look grants up by: a set with its group ids hidden behind a select, so that a planner
 * cannot tell whoever has few grants from whoever has many, and keeps one plan for all callers in place of planning each query anew.
 */
function subjectsOf(sql: Sql, actor: Actor) {
  return sql`subjects as materialized (
      select 'workspace' as type, ${actor.workspace.id}::bigint as id union all select 'user', ${actor.user_id}
      union all select 'group', unnest((select ${[...actor.group_ids]}::bigint[]))
    )`;
}

/**
 * Two sets for a `with`, read once a query: `held`, what grants name the caller, by `place_id` or `document_id`, and
 * `open_places`, every place of the workspace where the caller holds a level, both with that level. Each branch of them has an
 * index of its own.
 */
export function reach(sql: Sql, actor: Actor) {
  const reached = andInReach(sql, actor);
  return sql`${heldBy(sql, actor)}, open_places as materialized (
      select place_id, root_id, owner_id, max(level) as level from (
        select p.place_id, p.root_id, p.owner_id, 4 as level from places p
        where p.owner_id = ${actor.user_id} and p.workspace_id = ${actor.workspace.id}${reached}
        union all select p.place_id, p.root_id, p.owner_id, held.level from held
          join places p on p.guard_ids @> array[held.place_id] and p.workspace_id = ${actor.workspace.id}
        where held.place_id is not null${reached}
        union all select p.place_id, p.root_id, p.owner_id, 4 from roots r join places p using (root_id)
        where r.workspace_id = ${actor.workspace.id} and ${managesRoot(sql, actor)}
      ) as open group by place_id, root_id, owner_id
    )`;
}

function heldBy(sql: Sql, actor: Actor) {
  return sql`${subjectsOf(sql, actor)}, held as materialized (
      select g.place_id, g.document_id, max(g.level) as level from subjects
      join grants g on g.workspace_id = ${actor.workspace.id} and g.subject_type = subjects.type and g.subject_id = subjects.id
        and ${isInForce(sql, actor)}
      group by g.place_id, g.document_id
    )`;
}

/**
 * Sets for a `with` that say the same of guards, of which there are far fewer than places: `held` as in `reach`, `managed_roots`,
 * and `open_guards`, where the caller holds a level beside those. In a root the place whose list counts guards many, in My
 * documents each place itself.
 */
export function reachGuards(sql: Sql, actor: Actor) {
  const reached = andInReach(sql, actor);
  return sql`${heldBy(sql, actor)}, managed_roots as materialized (
      select r.root_id from roots r where r.workspace_id = ${actor.workspace.id} and ${managesRoot(sql, actor)}
    ), open_guards as materialized (
      select p.place_id as guard_id, p.root_id, p.owner_id from places p
      where p.owner_id = ${actor.user_id} and p.workspace_id = ${actor.workspace.id}${reached}
      union select p.place_id, p.root_id, p.owner_id from held join places p using (place_id)
      where p.root_id is not null and p.guard_ids @> array[p.place_id] and p.workspace_id = ${actor.workspace.id}${reached}
      union select p.place_id, p.root_id, p.owner_id from held join places listed using (place_id)
        join places p on p.guard_ids @> array[held.place_id] and p.workspace_id = ${actor.workspace.id}
      where listed.root_id is null${reached}
    )`;
}

/** Over `places p`: the place that guards it, as `reachGuards` has them. */
export function guardOf(sql: Sql) {
  return sql`case when p.root_id is null then p.place_id else p.guard_ids[1] end`;
}

/** In a query with `reachGuards`: the caller holds a level at what a guard guards. */
export function isGuardOpen(sql: Sql, guard: ReturnType<typeof guardOf>, rootId: ReturnType<typeof guardOf>) {
  return sql`(${guard} in (select guard_id from open_guards) or ${rootId} in (select root_id from managed_roots))`;
}

/** Over `roots r`: the caller sees the root, because they manage it or hold a level at its top or on a folder of it. */
export function seesRoot(sql: Sql, actor: Actor) {
  const seen = sql`(r.is_general or ${managesRoot(sql, actor)} or exists (
    select from places listed join grants g on g.place_id = listed.place_id
    where listed.root_id = r.root_id and ${namesCaller(sql, actor)}))`;
  return isLimitedToRoots(actor) ? sql`(${seen}${rootInReach(sql, actor)})` : seen;
}

/** After a condition over `roots r`. */
function rootInReach(sql: Sql, actor: Actor) {
  return andInReach(sql, actor, { root: sql`r.root_id`, owner: sql`null::bigint` });
}
