// The index as rows: what is behind, what of a document is to be indexed, and replacing what was.

import type { Sql } from "../../../kernel/plugin.ts";
import { copyRows, packInteger, packLong, packNull, packRow, packText } from "../../../kernel/ports/db.ts";
import { TEXT_BYTES_MAX } from "../../texts/port.ts";
import type { BuiltFile, BuiltText } from "../index/build.ts";

/** A workspace with changes that are not indexed: those after `from` and up to `to`. */
export interface Behind {
  workspace_id: number;
  from: number;
  to: number;
}

export async function findBehind(sql: Sql): Promise<Behind[]> {
  return sql<Behind[]>`
    select c.workspace_id, coalesce(s.change_seq, 0) as "from", c.change_seq as "to"
    from document_counters c left join search_cursors s using (workspace_id)
    where c.change_seq > coalesce(s.change_seq, 0)
    order by c.workspace_id`;
}

export interface ChangedFile {
  path: string;
  blob_id: number;
  size_bytes: number;
  content_type: string;
}

/** A changed document as it is now. */
export interface ChangedDocument {
  document_id: number;
  change_seq: number;
  is_deleted: boolean;
  version: number;
  title: string;
  tags: string[];
  description: string;
  source_path: string;
  label: string;
  /** The version and the label that the index has; null when it has none. */
  indexed: { version: number; label: string } | null;
  /** What people sent. */
  files: ChangedFile[];
}

/** By the key of `search_files` alone, hence the sum: before the first statistics the planner would read the whole workspace beside it. */
export function findChanged(sql: Sql, { workspace_id, from, to }: Behind, limit: number): Promise<ChangedDocument[]> {
  return sql<ChangedDocument[]>`
    select d.document_id, c.change_seq, d.deleted_at is not null as is_deleted, d.version, d.title, d.tags, d.description, d.source_path,
      ${labelOf(sql)} as label,
      (select json_build_object('version', s.version, 'label', s.label) from search_files s
        where s.document_id = d.document_id and s.workspace_id + 0 = ${workspace_id} limit 1) as indexed,
      (select coalesce(json_agg(json_build_object('path', f.path, 'blob_id', f.blob_id, 'size_bytes', f.size_bytes,
          'content_type', f.content_type) order by f.path collate "C"), '[]')
        from document_files f where f.document_id = d.document_id and f.version = d.version and f.renderer is null) as files
    from document_changes c join documents d using (document_id)
    where c.workspace_id = ${workspace_id} and c.change_seq > ${from} and c.change_seq <= ${to}
    order by c.change_seq limit ${limit}`;
}

/** Over `documents d`: what the words of its files hold beside them, as a hash. */
export function labelOf(sql: Sql) {
  return sql`md5(json_build_array(d.title, d.tags, d.description)::text)`;
}

/** Whether a file is small enough to be read as text. */
export function mayBeText(file: Pick<ChangedFile, "size_bytes">): boolean {
  return file.size_bytes <= TEXT_BYTES_MAX;
}

/** Merges what waits beside the indexes into them; until then every search reads all that waits. */
export async function mergeIndexes(sql: Sql): Promise<void> {
  await sql`select gin_clean_pending_list('search_texts_grams'), gin_clean_pending_list('search_files_words')`;
}

/** A document's rows to be. */
export interface Replacement {
  document: ChangedDocument;
  files: (BuiltFile & Pick<ChangedFile, "blob_id" | "size_bytes">)[];
}

/**
 * Moves the workspace's cursor from one place to the next, or answers false where somebody else has moved it: then nothing
 * of the batch may be written.
 */
export async function moveCursor(
  sql: Sql,
  { workspace_id, from, to }: { workspace_id: number; from: number; to: number },
): Promise<boolean> {
  await sql`insert into search_cursors (workspace_id, change_seq) values (${workspace_id}, 0) on conflict do nothing`;
  const moved = await sql`
    update search_cursors set change_seq = ${to} where workspace_id = ${workspace_id} and change_seq = ${from}`;
  return moved.count === 1;
}

/** Takes documents out of the index, and texts that no document holds any longer. */
export async function dropRows(
  sql: Sql,
  { document_ids, keep = [] }: { document_ids: readonly number[]; keep?: readonly number[] },
): Promise<void> {
  if (document_ids.length === 0) return;
  const gone = await sql<{ blob_id: number | null }[]>`
    delete from search_files where document_id = any(${[...document_ids]}::bigint[]) returning blob_id`;
  const kept = new Set(keep);
  const blobIds = [...new Set(gone.flatMap(({ blob_id }) => (blob_id === null || kept.has(blob_id) ? [] : [blob_id])))];
  if (blobIds.length === 0) return;
  await sql`
    delete from search_texts t where blob_id = any(${blobIds}::bigint[])
      and not exists (select from search_files f where f.blob_id = t.blob_id and f.workspace_id = t.workspace_id)`;
}

/** Puts documents into the index in place of what it had of them. Those that are gone by now are left out. */
export async function putRows(
  sql: Sql,
  { workspace_id, replacements }: { workspace_id: number; replacements: readonly Replacement[] },
): Promise<void> {
  const ids = replacements.map(({ document }) => document.document_id);
  const live = await sql<{ document_id: number }[]>`
    select document_id from documents where document_id = any(${ids}::bigint[]) and workspace_id = ${workspace_id}
    order by document_id for key share`;
  const liveIds = new Set(live.map((row) => row.document_id));
  const files = replacements
    .filter(({ document }) => liveIds.has(document.document_id))
    .flatMap(({ document, files: ones }) => ones.map((file) => ({ ...file, document })));
  const blobs = await holdBlobs(sql, { workspace_id, blob_ids: files.map((file) => file.blob_id) });
  const texts = new Map(files.flatMap(({ blob_id, text }) => (text && blobs.has(blob_id) ? [[blob_id, text]] : [])));
  await dropRows(sql, { document_ids: ids, keep: [...texts.keys()] });
  const missing = [...texts].filter(([blobId]) => blobs.get(blobId)?.is_kept === false);
  if (missing.length > 0) await copyRows(sql, TEXTS, missing.map(packTextRow(workspace_id)));
  if (files.length > 0) {
    const rows = files.map((file) => packFileRow(file, { workspace_id, has_text: texts.has(file.blob_id) }));
    await copyRows(sql, FILES, rows);
  }
}

/**
 * Those that are still there, and whether their text is kept already, which stays as long as the transaction has the cursor. By their keys alone:
 * what a person brought along from another workspace keeps that one's blobs.
 */
async function holdBlobs(
  sql: Sql,
  { workspace_id, blob_ids }: { workspace_id: number; blob_ids: readonly number[] },
): Promise<Map<number, { is_kept: boolean }>> {
  const rows = await sql<{ blob_id: number; is_kept: boolean }[]>`
    select b.blob_id, exists (select from search_texts t where t.blob_id = b.blob_id and t.workspace_id = ${workspace_id}) as is_kept
    from blobs b where b.blob_id = any(${[...new Set(blob_ids)]}::bigint[])
    order by b.blob_id for key share`;
  return new Map(rows.map(({ blob_id, is_kept }) => [blob_id, { is_kept }]));
}

const TEXTS = "search_texts (blob_id, workspace_id, body, visible, grams)";

function packTextRow(workspaceId: number) {
  return ([blobId, { body, visible, grams }]: readonly [number, BuiltText]) =>
    packRow(5, [packLong(blobId), packLong(workspaceId), body, visible, grams]);
}

const FILES = "search_files (document_id, path, workspace_id, version, blob_id, size_bytes, label, words)";

function packFileRow(
  file: Replacement["files"][number] & { document: ChangedDocument },
  { workspace_id, has_text }: { workspace_id: number; has_text: boolean },
): Uint8Array {
  const { document, path, blob_id, size_bytes, words } = file;
  return packRow(8, [
    ...[packLong(document.document_id), packText(path), packLong(workspace_id), packInteger(document.version)],
    ...[has_text ? packLong(blob_id) : packNull(), packLong(size_bytes), packText(document.label), words],
  ]);
}
