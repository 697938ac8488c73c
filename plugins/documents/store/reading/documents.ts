// Reads of documents: one by its id,
// with the caller's workspace in the query and the files of its current version where wanted.

import type { Actor, Sql } from "../../../../kernel/plugin.ts";
import { reach } from "../../../places/port.ts";
import { givenTo, levelColumns, openTo, reachedBy, reachedLevels } from "../../model/levels.ts";
import { live } from "../../model/live.ts";
import type { DocumentRow, FileRow, ListedDocument, LoadedDocument } from "../../model/rows.ts";

/** A document's own columns and those of its place, for queries over `placed`. */
export function documentColumns(sql: Sql) {
  return sql`d.document_id, d.workspace_id, d.doc_id, d.slug, d.owner_id, d.created_by,
    (select c.email from users c where c.user_id = d.created_by) as creator_email, d.place_id, d.title,
    d.title_set, d.kind,
    d.doc_type, p.path as folder, p.root_id, r.slug as root_slug, r.name as root_name, d.source_path, d.tags, d.alias, d.icon,
    d.visibility, d.listing, d.password_hash, d.retention_days, d.expires_at, d.legal_hold, d.held_with, d.description, d.attrs, d.filename, d.version,
    d.size_bytes, d.created_at, d.updated_at, d.deleted_at, d.purge_at, d.released_at,
    d.lost_root, d.leased_until`;
}

/** Documents `d` with their place `p` and its root `r`, which is missing in My documents. */
export function placed(sql: Sql) {
  return sql`documents d join places p on p.place_id = d.place_id left join roots r on r.root_id = p.root_id`;
}

/** The same with what grants give the caller, as `levelColumns` wants it. */
export function placedFor(sql: Sql, actor: Actor) {
  return sql`${placed(sql)} ${givenTo(sql, actor)}`;
}

/** The files of the version that `d` names, a document's current one or any, as one JSON column `files`. */
export function filesColumn(sql: Sql) {
  return sql`(select coalesce(json_agg(json_build_object('path', f.path, 'blob_id', f.blob_id, 'sha256', encode(f.sha256, 'hex'),
      'size_bytes', f.size_bytes, 'content_type', f.content_type, 'renderer', f.renderer) order by f.path collate "C"), '[]')
    from document_files f where f.document_id = d.document_id and f.version = d.version) as files`;
}

/** A document as somebody holds it, and what stands for that. */
export type StampedDocument = LoadedDocument & { stamp: string };

/**
 * A document by its id on the wire with what the caller holds on it, deleted ones included, and the stamp of this reading; null
 * when the workspace has none.
 */
export async function findDocument(sql: Sql, by: { actor: Actor; doc_id: string }): Promise<StampedDocument | null> {
  const [row] = await sql<StampedDocument[]>`${loading(sql, by.actor, sql`${by.doc_id}`)}`;
  return row ?? null;
}

/** The same for many documents and one caller, by their ids; without those that there are not. */
export async function findDocuments(
  sql: Sql,
  by: { actor: Actor; doc_ids: readonly string[] },
): Promise<Map<string, StampedDocument>> {
  // Each by its key: the limit keeps them from being joined to all documents while a young table has no statistics.
  const rows = await sql<StampedDocument[]>`
    select d.* from unnest(${[...by.doc_ids]}::text[]) as asked (doc_id)
      cross join lateral (${loading(sql, by.actor, sql`asked.doc_id`)} limit 1) as d`;
  return new Map(rows.map((row) => [row.doc_id, row]));
}

function loading(sql: Sql, actor: Actor, docId: ReturnType<Sql>) {
  // While a young table has no statistics, "=" would let the planner walk all of the workspace instead of the unique doc_id.
  return sql`
    select ${documentColumns(sql)}, ${levelColumns(sql, actor)}, ${filesColumn(sql)},
      ${stampOf(sql, actor, sql`(select s.stamp from place_stamps s where s.workspace_id = d.workspace_id)`)}
    from ${placedFor(sql, actor)}
    where d.doc_id = ${docId} and d.workspace_id is not distinct from ${actor.workspace.id}`;
}

/**
 * What stands for all that `findDocument` reads, for documents by their ids on the wire: while it is the same, so is that. Callers of
 * one server share a clock. Without those that there are not.
 */
export async function findStamps(
  sql: Sql,
  by: { actor: Pick<Actor, "clock">; doc_ids: readonly string[] },
): Promise<Map<string, string>> {
  const rows = await sql<{ doc_id: string; stamp: string }[]>`
    select d.doc_id, ${stampOf(sql, by.actor, sql`s.stamp`)}
    from documents d left join place_stamps s on s.workspace_id = d.workspace_id where d.doc_id = any(${[...by.doc_ids]}::text[])`;
  return new Map(rows.map(({ doc_id, stamp }) => [doc_id, stamp]));
}

/**
 * Over `documents d`: its row's version, which no other version of the row has, the stamp of the workspace's places, and the end of
 * the grant that was the last to end by itself. The procedure `write_versions` makes the same.
 */
function stampOf(sql: Sql, { clock }: Pick<Actor, "clock">, places: ReturnType<Sql>) {
  const ended = sql`(select max(g.expires_at) from grants g
    where g.workspace_id = d.workspace_id and g.expires_at <= ${clock.now()}::timestamptz)`;
  return sql`concat(d.xmin, ' ', ${places}, ' ', ${ended}) as stamp`;
}

/** The columns of a `ListedDocument`, over `ownedFrom` in a query with `reach`. */
export function ownedColumns(sql: Sql, actor: Actor) {
  return sql`${documentColumns(sql)}, ${reachedLevels(sql, actor)}, u.email as owner_email`;
}

/** The documents of `keys`, a set of `document_id`. */
export function ownedFrom(sql: Sql, keys: ReturnType<Sql>) {
  return sql`${keys} join (${placed(sql)}) using (document_id) ${reachedBy(sql)} join users u on u.user_id = d.owner_id`;
}

/** The live documents among the given ids that the caller may view. */
export async function findOpen(
  sql: Sql,
  by: { actor: Actor; doc_ids: readonly string[]; now: Date },
): Promise<ListedDocument[]> {
  return sql<ListedDocument[]>`
    with ${reach(sql, by.actor)}
    select ${ownedColumns(sql, by.actor)} from ${placed(sql)} ${reachedBy(sql)} join users u on u.user_id = d.owner_id
    where d.doc_id = any(${[...by.doc_ids]}) and ${live(sql, by.now)} and ${openTo(sql, by.actor)}`;
}

/** The same row, locked until the transaction ends, so that writers of one document take turns. */
export async function lockDocument(sql: Sql, documentId: number): Promise<(DocumentRow & { files: FileRow[] }) | null> {
  const [locked] = await sql`select 1 from documents where document_id = ${documentId} for no key update`;
  if (!locked) return null;
  // Read only after the lock is held: what waited must see what the one before it wrote.
  const [row] = await sql<(DocumentRow & { files: FileRow[] })[]>`
    select ${documentColumns(sql)}, ${filesColumn(sql)} from ${placed(sql)} where d.document_id = ${documentId}`;
  return row ?? null;
}

/** The same with what the caller holds on it now: a right may have ended since it was asked for. */
export async function lockLoaded(sql: Sql, documentId: number, actor: Actor): Promise<LoadedDocument | null> {
  // Sent before the lock is answered: it begins when the lock is held, and so sees what the one before us wrote.
  const lock = sql`select 1 from documents where document_id = ${documentId} for no key update`.execute();
  const [, loaded] = await Promise.all([lock, readLoaded(sql, documentId, actor)]);
  return loaded;
}

/** A document by its key, as the caller holds it. */
export async function readLoaded(sql: Sql, documentId: number, actor: Actor): Promise<LoadedDocument | null> {
  const [row] = await sql<LoadedDocument[]>`
    select ${documentColumns(sql)}, ${levelColumns(sql, actor)}, ${filesColumn(sql)} from ${placedFor(sql, actor)}
    where d.document_id = ${documentId}`;
  return row ?? null;
}

/** The files of the version that is shown. */
export async function findShownFiles(sql: Sql, documentId: number): Promise<FileRow[]> {
  const [row] = await sql<{ files: FileRow[] }[]>`
    select ${filesColumn(sql)} from documents d where d.document_id = ${documentId}`;
  return row?.files ?? [];
}

/** The files of one version; null when the document has no such version. */
export async function findVersionFiles(
  sql: Sql,
  by: { document_id: number; version: number },
): Promise<FileRow[] | null> {
  const [row] = await sql<{ files: FileRow[] }[]>`
    select ${filesColumn(sql)} from document_versions d
    where d.document_id = ${by.document_id} and d.version = ${by.version}`;
  return row?.files ?? null;
}
