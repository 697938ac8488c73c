// What folders ask of the documents in them: how many there are, which of them are open to somebody, and that they are moving.

import type { Actor, Sql } from "../../../kernel/mod.ts";
import { reach } from "../../places/port.ts";
import type { WriteCall } from "../model/calls.ts";
import { listedToTeam, openTo } from "../model/levels.ts";
import { live } from "../model/live.ts";
import type { DocumentRow } from "../model/rows.ts";
import { closeAnew } from "../write/showing.ts";
import { countChange } from "./counters.ts";
import { numberChanges } from "./moves.ts";

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

/** Live documents by place, and how many of them the caller may open; places without any are absent. */
export async function countDocumentsFor(
  sql: Sql,
  options: { actor: Actor; place_ids: readonly number[]; now: Date },
): Promise<ReadonlyMap<number, { live: number; open: number }>> {
  const { actor, place_ids, now } = options;
  const rows = await sql<{ place_id: number; live: number; open: number }[]>`
    with ${reach(sql, actor)}
    select d.place_id, count(*)::int as live, (count(*) filter (where ${openTo(sql, actor)}))::int as open
    from documents d
    where d.place_id = any(${[...place_ids]}::bigint[]) and d.workspace_id = ${actor.workspace.id}
      and ${live(sql, now)}
    group by d.place_id`;
  return new Map(rows.map(({ place_id, ...count }) => [place_id, count]));
}

/** Others' live documents that are listed to the team or shared with the caller, by the path of their folder. */
export async function countTeamDocuments(
  sql: Sql,
  { actor, now }: { actor: Actor; now: Date },
): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ path: string; docs: number }[]>`
    with ${reach(sql, actor)}
    select p.path, count(*)::int as docs from documents d join places p using (place_id)
    where d.workspace_id = ${actor.workspace.id} and ${live(sql, now)}
      and p.owner_id is distinct from ${actor.user_id} and ${listedToTeam(sql, actor)}
    group by p.path`;
  return new Map(rows.map((row) => [row.path, row.docs]));
}

/** A live document in a folder, with the columns that a tree shows and whether the caller may open it. */
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
> & { is_open: boolean; is_own: boolean; owner_email: string };

/** Live documents at the given places in the order of their titles, those closed to the caller marked. */
export function listDocumentsAt(
  sql: Sql,
  options: { actor: Actor; place_ids: readonly number[]; now: Date },
): Promise<FolderDocument[]> {
  const { actor, place_ids, now } = options;
  return sql<FolderDocument[]>`
    with ${reach(sql, actor)}
    select ${treeColumns(sql, actor)}, ${openTo(sql, actor)} as is_open
    from documents d join places p using (place_id) join users u on u.user_id = d.owner_id
    where d.place_id = any(${[...place_ids]}::bigint[]) and d.workspace_id = ${actor.workspace.id}
      and ${live(sql, now)}
    order by lower(d.title), d.document_id`;
}

/** Others' live documents that are listed to the team or shared with the caller, at or below a folder of that path. */
export function listTeamDocumentsAt(
  sql: Sql,
  options: { actor: Actor; path: string; now: Date },
): Promise<FolderDocument[]> {
  const { actor, path, now } = options;
  const below = path === "" ? sql`true` : sql`(p.path = ${path} or starts_with(p.path, ${`${path}/`}))`;
  return sql<FolderDocument[]>`
    with ${reach(sql, actor)}
    select ${treeColumns(sql, actor)}, true as is_open
    from documents d join places p using (place_id) join users u on u.user_id = d.owner_id
    where d.workspace_id = ${actor.workspace.id} and ${live(sql, now)}
      and p.owner_id is distinct from ${actor.user_id} and ${below} and ${listedToTeam(sql, actor)}
    order by lower(d.title), d.document_id`;
}

function treeColumns(sql: Sql, actor: Actor) {
  return sql`d.doc_id, d.slug, d.title, d.kind, d.size_bytes, d.updated_at, d.tags, d.visibility, d.place_id, p.path as folder,
    d.alias, d.icon, d.owner_id = ${actor.user_id} as is_own, u.email as owner_email`;
}

/** What orders a live document among what its folder shows, and whether the caller may open it. */
export type TitledDocument = Pick<DocumentRow, "doc_id" | "title"> & { is_open: boolean };

/** The live documents at a place by their titles, those closed to the caller marked. */
export function listTitlesAt(
  sql: Sql,
  { actor, place_id, now }: { actor: Actor; place_id: number; now: Date },
): Promise<TitledDocument[]> {
  return sql<TitledDocument[]>`
    with ${reach(sql, actor)}
    select d.doc_id, d.title, coalesce(${openTo(sql, actor)}, false) as is_open from documents d
    where d.place_id = ${place_id} and d.workspace_id = ${actor.workspace.id} and ${live(sql, now)}
    order by lower(d.title), d.document_id`;
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
