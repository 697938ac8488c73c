// Reads of documents: one by its id, with the caller's workspace in the query and the files of its current version where wanted.
import type { Actor, Sql } from "../../../kernel/mod.ts";
import { levelOf, openTo } from "../levels.ts";
import type { DocumentRow, FileRow } from "../rows.ts";
import type { ListedDocument } from "./lists.ts";

/** A document's own columns, for queries over `documents d`. */
export function documentColumns(sql: Sql) {
  return sql`d.document_id, d.workspace_id, d.doc_id, d.slug, d.owner_id, d.title, d.kind, d.doc_type, d.folder, d.source_path, d.tags,
    d.visibility, d.listing, d.password_hash, d.retention_days, d.expires_at, d.description, d.attrs, d.version,
    d.size_bytes, d.created_at, d.updated_at, d.deleted_at, d.purge_at`;
}

/** The files of the version that `d` names, a document's current one or any, as one JSON column `files`. */
export function filesColumn(sql: Sql) {
  return sql`(select coalesce(json_agg(json_build_object('path', f.path, 'blob_id', f.blob_id, 'sha256', encode(f.sha256, 'hex'),
      'size_bytes', f.size_bytes, 'content_type', f.content_type, 'renderer', f.renderer) order by f.path collate "C"), '[]')
    from document_files f where f.document_id = d.document_id and f.version = d.version) as files`;
}

/** A document by its id on the wire, deleted ones included; null when the workspace has none. */
export async function findDocument(
  sql: Sql,
  by: { workspace_id: number; doc_id: string },
): Promise<(DocumentRow & { files: FileRow[] }) | null> {
  // While a young table has no statistics, "=" would let the planner walk all of the workspace instead of the unique doc_id.
  const [row] = await sql<(DocumentRow & { files: FileRow[] })[]>`
    select ${documentColumns(sql)}, ${filesColumn(sql)} from documents d
    where d.doc_id = ${by.doc_id} and d.workspace_id is not distinct from ${by.workspace_id}`;
  return row ?? null;
}

/** The live documents among the given ids that the caller may view. */
export async function findOpen(
  sql: Sql,
  by: { actor: Actor; doc_ids: readonly string[]; now: Date },
): Promise<ListedDocument[]> {
  const rows = await sql<(DocumentRow & { owner_email: string })[]>`
    select ${documentColumns(sql)}, u.email as owner_email from documents d join users u on u.user_id = d.owner_id
    where d.doc_id = any(${[...by.doc_ids]}) and d.deleted_at is null
      and (d.expires_at is null or d.expires_at > ${by.now}) and ${openTo(sql, by.actor)}`;
  return rows.map((row) => ({ ...row, level: levelOf(row, by.actor) }));
}

/** The same row, locked until the transaction ends, so that writers of one document take turns. */
export async function lockDocument(sql: Sql, documentId: number): Promise<(DocumentRow & { files: FileRow[] }) | null> {
  const [locked] = await sql`select 1 from documents where document_id = ${documentId} for no key update`;
  if (!locked) return null;
  // Read only after the lock is held: what waited must see what the one before it wrote.
  const [row] = await sql<(DocumentRow & { files: FileRow[] })[]>`
    select ${documentColumns(sql)}, ${filesColumn(sql)} from documents d where d.document_id = ${documentId}`;
  return row ?? null;
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

/** Where blobs lie in the store, by their ids; one that has no row is left out. */
export async function findStorageKeys(sql: Sql, blobIds: readonly number[]): Promise<Map<number, string>> {
  if (blobIds.length === 0) return new Map();
  const rows = await sql<{ blob_id: number; storage_key: string }[]>`
    select blob_id, storage_key from blobs where blob_id = any(${[...blobIds]}::bigint[])`;
  return new Map(rows.map((row) => [row.blob_id, row.storage_key]));
}
