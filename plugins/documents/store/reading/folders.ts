// What folders ask of the documents in them:
// how many there are, which of them are open to somebody, and that they are moving.

import type { Actor, Sql } from "../../../../kernel/plugin.ts";
import { andInReach, atPath, reach } from "../../../places/port.ts";
import type { WriteCall } from "../../model/calls.ts";
import { isOpenHere, listedToTeam, openTo } from "../../model/levels.ts";
import { live } from "../../model/live.ts";
import type { DocumentRow } from "../../model/rows.ts";
import { closeAnew } from "../../write/showing.ts";
import { countChange } from "../counting/counters.ts";
import { numberChanges } from "../writing/moves.ts";

/** Locks the documents at the given places; whoever holds folders takes these before. */
export async function holdDocumentsAt(
  sql: Sql,
  at: { workspace_id: number; place_ids: readonly number[] },
): Promise<void> {
  await sql`
    select 1 from documents where place_id = any(${[...at.place_ids]}::bigint[]) and workspace_id = ${at.workspace_id}
    order by document_id for no key update`;
}

/** How many documents lie at a place. */
export interface PlaceCount {
  /** Neither deleted nor expired. */
  live: number;
  /** Those in the trash too. */
  kept: number;
}

/** Documents by place, whoever may open them; places without any are absent. */
export async function countDocumentsAt(
  sql: Sql,
  at: { workspace_id: number; place_ids: readonly number[]; now: Date },
): Promise<ReadonlyMap<number, PlaceCount>> {
  const rows = await sql<({ place_id: number } & PlaceCount)[]>`
    select place_id, count(*)::int as kept,
      (count(*) filter (where ${live(sql, at.now)}))::int as live
    from documents d where place_id = any(${[...at.place_ids]}::bigint[]) and workspace_id = ${at.workspace_id}
    group by place_id`;
  return new Map(rows.map(({ place_id, ...count }) => [place_id, count]));
}

/** A live document in a folder, with the columns that a tree shows. */
export type FolderDocument = Pick<
  DocumentRow,
  | "doc_id"
  | "slug"
  | "title"
  | "kind"
  | "size_bytes"
  | "updated_at"
  | "tags"
  | "visibility"
  | "place_id"
  | "folder"
  | "alias"
  | "icon"
> & { is_own: boolean; owner_email: string };

/** Live documents at the given places that the caller may open, in the order of their titles. Where a place is closed, no others are read. */
export function listDocumentsAt(
  sql: Sql,
  options: { actor: Actor; place_ids: readonly number[]; now: Date },
): Promise<FolderDocument[]> {
  const { actor, place_ids, now } = options;
  const ids = [...place_ids];
  return sql<FolderDocument[]>`
    with ${reach(sql, actor)}, shown as materialized (
      select d.document_id from open_places here join documents d using (place_id)
      where here.place_id = any(${ids}::bigint[]) and d.deleted_at is null
      union
      select d.document_id from unnest(${ids}::bigint[]) as at(place_id) join documents d using (place_id)
      where ${isOpenHere(sql)} and at.place_id not in (select place_id from open_places)
      union
      select d.document_id from held join documents d using (document_id) where d.place_id = any(${ids}::bigint[])
    )
    select ${treeColumns(sql, actor)}
    from shown join documents d using (document_id) join places p using (place_id) join users u on u.user_id = d.owner_id
    where d.workspace_id = ${actor.workspace.id} and ${live(sql, now)} and ${openTo(sql, actor)}
    order by lower(d.title), d.document_id`;
}

/** Others' live documents that are listed to the team or shared with the caller, in a folder of that path and so many levels below; 0 is all. */
export function listTeamDocumentsAt(
  sql: Sql,
  options: { actor: Actor; path: string; depth: number; now: Date },
): Promise<FolderDocument[]> {
  const { actor, path, depth, now } = options;
  return sql<FolderDocument[]>`
    with ${reach(sql, actor)}, at as materialized (
      select p.place_id, p.root_id, here.place_id is not null as is_open from places p left join open_places here using (place_id)
      where p.workspace_id = ${actor.workspace.id} and p.owner_id is distinct from ${actor.user_id} and ${atPath(sql, path, true)}
        and (${depth}::int = 0 or ${levelsBelow(sql, path)} < ${depth}::int)${andInReach(sql, actor)}
    ), shown as materialized (
      select d.document_id from at join documents d using (place_id) where at.is_open and d.deleted_at is null and d.listing = 'team'
      union
      select d.document_id from at join documents d using (place_id) where at.is_open and at.root_id is null and d.deleted_at is null
      union
      select d.document_id from at join documents d using (place_id)
      where not at.is_open and ${isOpenHere(sql)} and d.listing = 'team'
      union
      select d.document_id from held join documents d using (document_id) join at on at.place_id = d.place_id
    )
    select ${treeColumns(sql, actor)}
    from shown join documents d using (document_id) join places p using (place_id) join users u on u.user_id = d.owner_id
    where d.workspace_id = ${actor.workspace.id} and ${live(sql, now)} and ${listedToTeam(sql, actor)}
    order by lower(d.title), d.document_id`;
}

/** Over `places p` at or below a path: how many levels below it. */
function levelsBelow(sql: Sql, path: string) {
  const slashes = sql`(length(p.path) - length(replace(p.path, '/', '')))`;
  if (path === "") return sql`(case when p.path = '' then 0 else 1 + ${slashes} end)`;
  return sql`(${slashes} - ${path.split("/").length - 1}::int)`;
}

function treeColumns(sql: Sql, actor: Actor) {
  return sql`d.doc_id, d.slug, d.title, d.kind, d.size_bytes, d.updated_at, d.tags, d.visibility, d.place_id, p.path as folder,
    d.alias, d.icon, d.owner_id = ${actor.user_id} as is_own, u.email as owner_email`;
}

/**
 * Tells that folders move: documents of a place that another one takes over are put there, and all that lie in what moves
 * get their numbers of change and are closed to whom they may not be open any more. In the transaction that moves them.
 */
export async function relocateDocuments(
  call: WriteCall,
  options: { place_ids: readonly number[]; merged: ReadonlyMap<number, number> },
): Promise<number> {
  const { sql, actor } = call;
  const workspace_id = actor.workspace.id;
  const from = [...options.merged.keys()];
  const moved = await sql<{ document_id: number; slug: string; live: boolean }[]>`
    with put as (
      update documents d set place_id = merged.into_id
      from unnest(${from}::bigint[], ${[...options.merged.values()]}::bigint[]) as merged(from_id, into_id)
      where d.place_id = merged.from_id and d.workspace_id = ${workspace_id}
      returning d.document_id, d.slug, d.deleted_at is null as live
    )
    select * from put
    union all
    select document_id, slug, deleted_at is null from documents
    where place_id = any(${[...options.place_ids]}::bigint[]) and workspace_id = ${workspace_id}`;
  if (moved.length === 0) return 0;
  call.lastly(async (last) => {
    const counted = { workspace_id, owner_id: actor.user_id, document_id: null, bytes: 0, live: 0, now: call.now };
    const document_ids = moved.map((row) => row.document_id);
    // Both are sent before either is waited for; the first takes the workspace's turn.
    await Promise.all([countChange(last, counted), numberChanges(last, { workspace_id, document_ids })]);
  });
  const slugs = moved.map((row) => row.slug);
  await closeAnew(call, ...slugs);
  return moved.filter((row) => row.live).length;
}
