// How many documents somebody may open, by root and by tag:
// sums of counts that triggers keep, and what those cannot know.

import type { Actor, Sql } from "../../../../kernel/plugin.ts";
import { releaseEarly } from "../../../../kernel/ports/db.ts";
import { andInReach, guardOf, isGuardOpen, isLimitedToRoots, reachesOwn, reachGuards } from "../../../places/port.ts";
import { isOpenToMembers } from "../../model/levels.ts";
import { live, releasedEarly } from "../../model/live.ts";

interface Asked {
  actor: Actor;
  now: Date;
}

type Fragment = ReturnType<typeof live>;

/** Live documents that the caller may open, by root, and under null those of their own My documents; absent where there are none. */
export async function countDocumentsByRoot(
  sql: Sql,
  { actor, now, root_id }: Asked & { root_id?: number },
): Promise<ReadonlyMap<number | null, number>> {
  const workspace = actor.workspace.id;
  const within = sql`p.workspace_id = ${workspace} and (p.root_id is not null or p.owner_id = ${actor.user_id})${andInReach(sql, actor)}
    ${root_id === undefined ? sql`` : sql`and p.root_id = ${root_id}`}`;
  const isOpen = isPlaceOpen(sql);
  const docs = sql`case when ${isGuardOpen(sql, sql`c.guard_id`, sql`c.root_id`)} then c.docs else c.open_docs end`;
  const rows = await sql<{ root_id: number | null; docs: number }[]>`
    with ${reachGuards(sql, actor)}, counted as (
      select c.root_id, ${docs} as docs from document_counts c
      where c.tag = '' and c.root_id = any(array(${rootsInReach(sql, actor)}
        ${root_id === undefined ? sql`` : sql`and r.root_id = ${root_id}`}))
      union all
      select null, c.docs from document_counts c
      where c.workspace_id = ${workspace} and c.tag = ''
        and c.guard_id = any(array(select guard_id from open_guards where owner_id = ${actor.user_id}))
      union all
      select p.root_id, case when ${isOpen} then c.docs else c.open_docs end
      from ${changesAt(sql)} where c.workspace_id = ${workspace} and ${within}
      union all
      select p.root_id, -1 from ${overdueAt(sql, { actor, now })}
      where (${isOpen} or ${isOpenToMembers(sql)}) and ${within}
      union all
      select p.root_id, 1 from ${heldDocuments(sql)}
      where ${live(sql, now)} and (${isOpen} or ${isOpenToMembers(sql)}) is not true and ${within}
    )
    select root_id, sum(docs)::int as docs from counted group by root_id having sum(docs) <> 0`;
  return new Map(rows.map((row) => [row.root_id, row.docs]));
}

/** The live documents of a root by the place whose list decides on them, `guard_id`, as `docs`; what was left of roots that are gone is none. */
export function countByGuard(sql: Sql, { actor, now, root }: Asked & { root: { root_id: number } }) {
  const { root_id } = root;
  const inRoot = sql`p.root_id = ${root_id} and d.workspace_id = ${actor.workspace.id}`;
  return sql`
    select guard_id, sum(docs)::int as docs from (
      select guard_id, docs from document_counts where root_id = ${root_id} and tag = ''
      union all
      select p.guard_ids[1], c.docs from ${changesAt(sql)} where c.workspace_id = ${actor.workspace.id} and p.root_id = ${root_id}
      union all
      select p.guard_ids[1], -1 from ${overdueAt(sql, { actor, now })} where ${inRoot}
      union all
      select p.guard_ids[1], 1 from ${earlyAt(sql, now)} where ${inRoot}
      union all
      select p.guard_ids[1], -1 from ${documentsWhere(sql, sql`d.workspace_id = ${actor.workspace.id} and d.lost_root is not null`)}
        join places p using (place_id) where ${inRoot} and ${live(sql, now)}
    ) as counted group by guard_id`;
}

/**
 * Over a query's `with`: `tagged`, how many live documents that are listed to the caller carry each tag, and how many of these they
 * own (rules: permission/lists).
 */
export function countTagged(sql: Sql, { actor, now }: Asked) {
  const workspace = actor.workspace.id;
  const isOpen = isPlaceOpen(sql);
  const seen = sql`(select root_id from seen_roots)`;
  const listed = (open: typeof isOpen, rootId: typeof isOpen) =>
    sql`case when ${open} then c.docs when ${rootId} in ${seen} then c.open_docs else c.listed_docs end`;
  const isListed = sql`(${isOpen} or (${isOpenToMembers(sql)} and (d.listing = 'team' or p.root_id in ${seen})))`;
  const isOpenGuard = isGuardOpen(sql, sql`c.guard_id`, sql`c.root_id`);
  const isOwn = (owner: typeof isOpen) => sql`${owner} = ${actor.user_id}`;
  // Their own My documents are counted as one, those of other people place by place.
  const own = { root: sql`c.root_id`, owner: sql`case when c.guard_id = 0 then c.owner_id end` };
  // What is listed to everybody is counted for the workspace as a whole; a limit to some roots leaves nothing but their counts.
  const isLimited = isLimitedToRoots(actor);
  const toAll = isLimited ? sql`0` : sql`c.listed_docs`;
  return sql`${reachGuards(sql, actor)}, seen_roots as materialized (
      select root_id from managed_roots union select root_id from open_guards where root_id is not null
    ), counted as (
      select c.tag, c.listed_docs as docs, 0 as own from document_counts c
      where ${!isLimited} and c.workspace_id = ${workspace} and c.guard_id = 0 and c.tag <> ''
      union all
      select c.tag, ${listed(isOpenGuard, sql`c.root_id`)} - ${toAll}, 0 from document_counts c
      where c.tag <> '' and c.root_id = any(array(${isLimited ? rootsInReach(sql, actor) : sql`select root_id from seen_roots`}))
      union all
      select c.tag, c.docs - ${toAll}, 0 from document_counts c
      where c.workspace_id = ${workspace} and c.tag <> '' and c.guard_id = any(array(select guard_id from open_guards where root_id is null))
      union all
      select c.tag, 0, ${listed(sql`c.guard_id = 0 or ${isOpenGuard}`, sql`c.root_id`)} from document_owner_counts c
      where c.workspace_id = ${workspace} and ${isOwn(sql`c.owner_id`)}${andInReach(sql, actor, own)}
      union all
      select tag, one.docs, case when ${isOwn(sql`c.owner_id`)} then one.docs else 0 end
      from ${changesAt(sql)}, lateral (select ${listed(isOpen, sql`p.root_id`)} as docs) as one, unnest(c.tags) as tag
      where c.workspace_id = ${workspace}${andInReach(sql, actor)}
      union all
      select tag, -1, -(${isOwn(sql`d.owner_id`)})::int from ${overdueAt(sql, { actor, now })}, unnest(d.tags) as tag
      where ${isListed}${andInReach(sql, actor)}
      union all
      select tag, 1, (${isOwn(sql`d.owner_id`)})::int from ${heldDocuments(sql)}, unnest(d.tags) as tag
      where d.workspace_id = ${workspace} and ${live(sql, now)} and ${isListed} is not true${andInReach(sql, actor)}
    ), tagged as (
      select tag, sum(docs)::int as docs, sum(own)::int as own from counted group by tag having sum(docs) > 0
    )`;
}

/** The same over the caller's own My documents: `tagged` there, all of them theirs. */
export function countOwnTagged(sql: Sql, { actor, now }: Asked) {
  const workspace = actor.workspace.id;
  const isOwn = sql`(${reachesOwn(actor)} and p.owner_id = ${actor.user_id})`;
  const isOwnDocument = sql`d.workspace_id = ${workspace} and d.owner_id = ${actor.user_id} and ${isOwn}`;
  return sql`counted as (
      select tag, docs from document_owner_counts
      where ${reachesOwn(actor)} and workspace_id = ${workspace} and owner_id = ${actor.user_id} and guard_id = 0
      union all
      select tag, c.docs from ${changesAt(sql)}, unnest(c.tags) as tag
      where c.workspace_id = ${workspace} and c.owner_id = ${actor.user_id} and ${isOwn}
      union all
      select tag, -1 from ${overdueAt(sql, { actor, now })}, unnest(d.tags) as tag
      where ${isOwnDocument}
      union all
      select tag, 1 from ${earlyAt(sql, now)}, unnest(d.tags) as tag
      where ${isOwnDocument}
    ), tagged as (
      select tag, sum(docs)::int as docs, sum(docs)::int as own from counted group by tag having sum(docs) > 0
    )`;
}

/** Adds up what has happened to a workspace's documents, so much at most; answers how much it was. In its turn until the commit. */
export async function foldCounts(
  sql: Sql,
  { workspace_id, limit }: { workspace_id: number; limit: number },
): Promise<number> {
  const [row] = await sql<{ folded: number }[]>`
    select ${releaseEarly(sql)}, fold_document_counts(${workspace_id}, ${limit}) as folded`;
  return row?.folded ?? 0;
}

/** The workspaces in which something waits to be added up. */
export async function listUnfolded(sql: Sql): Promise<number[]> {
  const rows = await sql<{ workspace_id: number }[]>`select distinct workspace_id from document_count_changes`;
  return rows.map((row) => row.workspace_id);
}

function rootsInReach(sql: Sql, actor: Actor) {
  return sql`select r.root_id from roots r
    where r.workspace_id = ${actor.workspace.id}${andInReach(sql, actor, { root: sql`r.root_id`, owner: sql`null::bigint` })}`;
}

/** What is not added up yet, as `c` at `places p`. */
function changesAt(sql: Sql) {
  return sql`document_count_changes c join places p using (place_id)`;
}

/** Over `places p`. */
function isPlaceOpen(sql: Sql) {
  return isGuardOpen(sql, guardOf(sql), sql`p.root_id`);
}

/** Over `documents d`, beside those whom nothing but a grant of its own may let in. */
function heldDocuments(sql: Sql) {
  return sql`${heldEach(sql)} join places p on p.place_id = d.place_id`;
}

/** What the caller holds, as `held`, with the documents `d` of that, each by its key. */
export function heldEach(sql: Sql) {
  return sql`held cross join lateral (select * from documents where document_id = held.document_id limit 1) as d`;
}

/**
 * Documents of a condition that few meet, as `d`. They are found by that alone, whatever is joined: in tables that hold none, a planner
 * that keeps its plan reads all documents of the places instead.
 */
function documentsWhere(sql: Sql, condition: Fragment) {
  return sql`(select * from documents d where ${condition} offset 0) as d`;
}

export function overdueDocuments(sql: Sql, asked: Asked) {
  return documentsWhere(sql, isOverdue(sql, asked));
}

export function earlyDocuments(sql: Sql, now: Date) {
  return documentsWhere(sql, releasedEarly(sql, now));
}

function overdueAt(sql: Sql, asked: Asked) {
  return sql`${overdueDocuments(sql, asked)} join places p using (place_id)`;
}

function earlyAt(sql: Sql, now: Date) {
  return sql`${earlyDocuments(sql, now)} join places p using (place_id)`;
}

/** Over `documents d`: its end has come and is not written down yet, so that it is counted still. */
function isOverdue(sql: Sql, { actor, now }: Asked) {
  return sql`(d.workspace_id = ${actor.workspace.id} and d.deleted_at is null and d.released_at is null and d.expires_at <= ${now})`;
}
