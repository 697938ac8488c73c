// Who may do what at a place (part 5, 5.1), as SQL that other queries build in: one source for one place and for sets of them.
import { type Actor, isManager, type Sql } from "../../kernel/mod.ts";

/** Every subject that stands for the caller: themselves, the groups they are in, their workspace. */
function subjectsOf(sql: Sql, actor: Actor) {
  return sql`select 'workspace' as type, ${actor.workspace.id}::bigint as id
    union all select 'user', ${actor.user_id}
    union all select 'group', group_id from group_members where user_id = ${actor.user_id}`;
}

/** Over `grants g`: the grant names the caller, a group of theirs or their workspace. */
export function namesCaller(sql: Sql, actor: Actor) {
  // Without "is true" the planner would join the subjects anew for every row; as it is, it hashes them once a query.
  return sql`g.workspace_id = ${actor.workspace.id}
    and ((g.subject_type, g.subject_id) in (${subjectsOf(sql, actor)})) is true`;
}

/** Over `roots r`: the caller manages the root. */
export function managesRoot(sql: Sql, actor: Actor) {
  // Outside of a root `r` is the missing side of a join, and all of it null.
  return isManager(actor) ? sql`(r.root_id is not null)` : sql`(r.created_by is not distinct from ${actor.user_id})`;
}

/** Over `places p left join roots r`: the caller's level there, as a number. */
export function placeLevel(sql: Sql, actor: Actor) {
  return sql`case when p.workspace_id <> ${actor.workspace.id} then 0
    when p.owner_id = ${actor.user_id} or ${managesRoot(sql, actor)} then 4
    else coalesce((select max(g.level) from grants g where g.place_id = any(p.guard_ids) and ${namesCaller(sql, actor)}), 0) end`;
}

/**
 * Two sets for a `with`, read once a query: `held`, what grants name the caller, by `place_id` or `document_id`, and
 * `open_places`, every place of the workspace where the caller holds a level.
 */
export function reach(sql: Sql, actor: Actor) {
  return sql`held as materialized (
      select g.place_id, g.document_id from (${subjectsOf(sql, actor)}) as subject
      join grants g on g.workspace_id = ${actor.workspace.id} and g.subject_type = subject.type and g.subject_id = subject.id
    ), open_places as materialized (
      select p.place_id, p.root_id, p.owner_id from places p left join roots r using (root_id)
      where p.workspace_id = ${actor.workspace.id} and (p.owner_id = ${actor.user_id} or ${managesRoot(sql, actor)}
        or p.guard_ids && array(select place_id from held where place_id is not null))
    )`;
}

/** Over `roots r`: the caller sees the root, because they manage it or hold a level at its top or on a folder of it. */
export function seesRoot(sql: Sql, actor: Actor) {
  return sql`(r.is_general or ${managesRoot(sql, actor)} or exists (
    select from places listed join grants g on g.place_id = listed.place_id
    where listed.root_id = r.root_id and ${namesCaller(sql, actor)}))`;
}
