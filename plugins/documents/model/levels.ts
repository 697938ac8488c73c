// Who may do what with a document (rules: permission/levels), as SQL:
// the level on one, and the sets of those that are open or listed to somebody.
import type { Actor, Sql } from "../../../kernel/plugin.ts";
import {
  type Audience,
  andPlaceInReach,
  audienceOf,
  isLimitedToRoots,
  type Level,
  managesRoot,
  namesCaller,
  orOutOfReach,
  placeLevel,
  reaches,
} from "../../places/port.ts";

/**
 * What a request may want of a document. `settings` is every field beyond the content: the owner's in My documents, and in a
 * root everybody's who holds edit there. `own` is sharing it, which in a root is for those who manage that.
 */
export const RIGHTS = ["view", "comment", "edit", "settings", "own"] as const;
export type Right = (typeof RIGHTS)[number];

/** What the caller holds on a document and, by the same rule, at its place. */
export interface CallerAccess {
  level: Level;
  place_level: Level;
  /** Null in somebody's My documents. */
  root_id: number | null;
  audience: Audience | null;
}

export function holds(access: CallerAccess, right: Right): boolean {
  if (right !== "settings") return reaches(access.level, right);
  return access.level === "own" || (access.root_id !== null && reaches(access.place_level, "edit"));
}

/** The same with what else decides who may take the document away from everybody else. */
export interface Authored extends CallerAccess {
  /** Null once that account is gone. */
  created_by: number | null;
}

/** Whether the caller may take a document away from everybody else: out of its root into My documents, or away for good. */
export function mayTakeAway(actor: Actor, { level, place_level, root_id, created_by }: Authored): boolean {
  if (level === "own") return true;
  return root_id !== null && created_by === actor.user_id && reaches(place_level, "edit");
}

/** The same over rows with the columns of `levelColumns`, of the document's `root_id` and of its author. */
export function takesAway(sql: Sql, actor: Actor) {
  return sql`(level = 'own' or (root_id is not null and created_by = ${actor.user_id} and place_level in ('edit', 'own')))`;
}

/** Over `documents d`: the document is open to every member of its workspace, unless grants of its own narrow it. */
export function isOpenToMembers(sql: Sql, narrowed = isNarrowed(sql)) {
  return sql`((d.visibility = 'unlisted' and d.listing = 'team') or (d.visibility = 'workspace' and not (${narrowed})))`;
}

/** Over `documents d`: the same of what is listed to the team and lives, in the words of the index that has these alone. */
export function isOpenTeam(sql: Sql) {
  return sql`(d.deleted_at is null and d.listing = 'team' and (d.visibility = 'unlisted' or (d.visibility = 'workspace' and d.grant_count = 0)))`;
}

/** Over `documents d` of one place: the same of all that lives, in the words of the index that has these alone. */
export function isOpenHere(sql: Sql) {
  return sql`(d.deleted_at is null and ((d.visibility = 'unlisted' and d.listing = 'team') or (d.visibility = 'workspace' and d.grant_count = 0)))`;
}

/** Over `documents d` of one place: something beside the lists of its place lets somebody in, in the words of the index of these. */
export function withWays(sql: Sql) {
  return sql`(d.deleted_at is null and d.lost_root is null and (d.visibility <> 'restricted' or d.grant_count > 0))`;
}

/**
 * Over `documents d`: whoever is led to it by name, by a navigation or a folder's site, may open it: by its link, by what is given
 * to them (with `reach` in the query), or as one of those to whom what all members may open is shown.
 */
export function isOpenByName(sql: Sql, { actor, is_signed_in }: { actor: Actor | null; is_signed_in: boolean }) {
  if (actor) return sql`(d.visibility = 'unlisted' or ${openTo(sql, actor)})`;
  return is_signed_in ? sql`(d.visibility = 'unlisted' or ${isOpenToMembers(sql)})` : sql`(d.visibility = 'unlisted')`;
}

/** Over `documents d`: it has grants of its own. */
export function isNarrowed(sql: Sql) {
  // A limit keeps the planner from reading all grants of the server at once for a few documents.
  return sql`(select true from grants g where g.document_id = d.document_id limit 1) is not null`;
}

/**
 * What the grants on a document and at its place give the caller, read at once: joins `given` to `documents d`, `places p` and
 * `left join roots r`. An owner needs no grant, and none is read.
 */
export function givenTo(sql: Sql, actor: Actor) {
  const named = namesCaller(sql, actor);
  return sql`cross join lateral (
    select max(g.level) filter (where g.document_id is not null and ${named}) as on_document,
      max(g.level) filter (where g.place_id is not null and ${named}) as at_place,
      coalesce(bool_or(g.document_id is not null), false) as is_narrowed
    from grants g
    where p.owner_id is distinct from ${actor.user_id} and (g.document_id = d.document_id or g.place_id = any(p.guard_ids))
  ) as given`;
}

/** Over `givenTo`: the columns `level` and `place_level` of the caller, and `audience`. */
export function levelColumns(sql: Sql, actor: Actor) {
  // What was in the trash of a root that is gone was never for all of General: its managers alone know of it.
  const atPlace = sql`case when d.lost_root is not null and not ${managesRoot(sql, actor)} then 0
    else ${placeLevel(sql, actor, sql`given.at_place`)} end`;
  const level = sql`case when d.workspace_id <> ${actor.workspace.id}${orOutOfReach(sql, actor)} then 0 else greatest(${atPlace}, given.on_document,
    case when ${isOpenToMembers(sql, sql`given.is_narrowed`)} then 1 else 0 end) end`;
  return sql`${nameLevel(sql, level)} as level, ${nameLevel(sql, atPlace)} as place_level,
    ${audienceOf(sql, actor, sql`d.document_id`)} as audience`;
}

/** A level's name by its number, as `LEVELS` has them. */
function nameLevel(sql: Sql, number: ReturnType<typeof isNarrowed>) {
  return sql`(array['none', 'view', 'comment', 'edit', 'own'])[1 + (${number})]`;
}

/** In a query with `reach`: joins what the caller holds at a document's place and on itself to `documents d`. */
export function reachedBy(sql: Sql) {
  return sql`left join open_places here on here.place_id = d.place_id left join held own on own.document_id = d.document_id`;
}

/** Over `placed` with `reachedBy`: the columns of `levelColumns`, for many documents at once. */
export function reachedLevels(sql: Sql, actor: Actor) {
  const level = sql`case when d.workspace_id <> ${actor.workspace.id}${orOutOfReach(sql, actor)} then 0 else
    greatest(here.level, own.level, case when ${isOpenToMembers(sql)} then 1 else 0 end) end`;
  return sql`${nameLevel(sql, level)} as level, ${nameLevel(sql, sql`coalesce(here.level, 0)`)} as place_level`;
}

/** Over `documents d`, in a query with `reach`: the caller holds a level. */
export function openTo(sql: Sql, actor: Actor) {
  return sql`(d.workspace_id = ${actor.workspace.id} and ${isNotLost(sql)} and (${isGranted(sql)} or ${isOpenToMembers(sql)})${andPlaceInReach(sql, actor)})`;
}

/**
 * Over `documents d`, in a query with `reach`: the caller holds a level and the document is listed to them, because it is
 * theirs, shared with them, listed to the team, or in a root that they see (rules: permission/lists).
 */
export function listedTo(sql: Sql, actor: Actor) {
  // Whoever holds a level on some place of a root sees the root.
  const inSeenRoot = sql`d.place_id in (select p.place_id from places p
    where p.root_id in (select root_id from open_places))`;
  return sql`(d.workspace_id = ${actor.workspace.id} and ${isNotLost(sql)} and (${isGranted(sql)}
    or (${isOpenToMembers(sql)} and (d.listing = 'team' or ${inSeenRoot})))${andPlaceInReach(sql, actor)})`;
}

/**
 * In a query with `reach`: the `document_id` of so many documents at most, with every one that `listedTo` lets through among
 * them when they are fewer. Each part stops at an index, so that it costs the same in a workspace of any size: an
 * equality of places would be looked for in all documents where most of them lie in one place.
 */
export function nearTo(sql: Sql, actor: Actor, limit: number) {
  return sql`(
    (select d.document_id from open_places here cross join lateral (
      select document_id from documents where place_id between here.place_id and here.place_id and deleted_at is null limit ${limit}
    ) as d limit ${limit})
    union (select document_id from held where document_id is not null limit ${limit})
    union (select d.document_id from documents d where d.workspace_id = ${actor.workspace.id} and d.deleted_at is null
      and (d.visibility = 'workspace' or (d.visibility = 'unlisted' and d.listing = 'team')) limit ${limit})
    limit ${limit})`;
}

/**
 * Over `documents d`, in a query with `reach`: open to the caller and listed to the team or shared with them (`view=team`).
 * What lies in their own My documents is not shared with them, whomever its grants name.
 */
export function listedToTeam(sql: Sql, actor: Actor) {
  const shared = sql`(d.place_id not in (select place_id from open_places where owner_id = ${actor.user_id})
    and (d.document_id in (select document_id from held where document_id is not null)
      or d.place_id in (select place_id from open_places where root_id is null)))`;
  return sql`(${openTo(sql, actor)} and (d.listing = 'team' or ${shared}))`;
}

/** Over `documents d`, in a query with `reach`: it did not leave a root that is gone, or the caller manages where it is now. */
function isNotLost(sql: Sql) {
  return sql`(d.lost_root is null or d.place_id in (select place_id from open_places where level = 4))`;
}

/** Over `documents d`, in a query with `reach`: the place or a grant opens it. */
function isGranted(sql: Sql) {
  return sql`(d.place_id in (select place_id from open_places)
    or d.document_id in (select document_id from held where document_id is not null))`;
}

/**
 * After a condition over rows that name a document by `docId`: the caller's token reaches where it lies. One that names none lies nowhere,
 * and is not reached; where something else says where that lies, ask this only of those that name one.
 */
export function andDocumentInReach(sql: Sql, actor: Actor, docId: ReturnType<typeof isNarrowed>) {
  if (!isLimitedToRoots(actor)) return sql``;
  return sql` and exists (select from documents d
    where d.doc_id = ${docId} and d.workspace_id = ${actor.workspace.id}${andPlaceInReach(sql, actor)})`;
}
