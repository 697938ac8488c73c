// The page that somebody wrote for a form, as its document holds it.
import { LRUCache } from "lru-cache";
import type { Runtime, Sql } from "../../../kernel/plugin.ts";
import { type FormRow, isMade } from "../store/rows.ts";
import { findFault, PAGE_BYTES_MAX, refuseLarge } from "./placeholders.ts";

export interface StoredPage {
  /** Names its bytes. */
  key: string;
  page(): Promise<string>;
  /** Files lie beside it, for which it may ask. */
  has_parts: boolean;
}

interface StoredRow {
  document_id: number;
  sha256: string;
  size_bytes: number;
  storage_key: string;
  has_parts: boolean;
}

/** The page of an html document that is to become a form. Throws 413 for a large one. */
export async function readStoredPage(
  runtime: Runtime,
  document: { document_id: number; version: number },
): Promise<Uint8Array> {
  const row = await findIndex(runtime, document);
  if (!row) return new Uint8Array();
  if (row.size_bytes > PAGE_BYTES_MAX) throw refuseLarge(row.size_bytes);
  return runtime.blobs.bytes(row.storage_key);
}

async function findIndex(
  runtime: Runtime,
  document: { document_id: number; version: number },
): Promise<StoredRow | null> {
  return (await findIndexes(runtime.database.sql, [document]))[0] ?? null;
}

/** The pages of versions of documents, of those that have one. */
function findIndexes(sql: Sql, documents: readonly { document_id: number; version: number }[]): Promise<StoredRow[]> {
  return sql<StoredRow[]>`
    select f.document_id, encode(f.sha256, 'hex') as sha256, f.size_bytes, b.storage_key, exists(
      select from document_files o where o.document_id = f.document_id and o.version = f.version and o.path <> f.path) as has_parts
    from unnest(${documents.map((one) => one.document_id)}::bigint[], ${documents.map((one) => one.version)}::integer[])
        as named(document_id, version)
      join document_files f on f.document_id = named.document_id and f.version = named.version and f.path = 'index.html'
      join blobs b using (blob_id)`;
}

/** Pages by their bytes: whether their places can be filled in. */
const fillable = new LRUCache<string, boolean>({ max: 1000 });

/** Keeps that a page which is being stored was found to have its places: until then nobody else can read it. */
export function rememberFillable({ sha256 }: { sha256: string }): void {
  fillable.set(sha256, true);
}

/** Null for a page whose places cannot be filled in: an old version of it, say, that has come back. */
export async function findStoredPage(runtime: Runtime, form: FormRow): Promise<StoredPage | null> {
  const row = await findIndex(runtime, { document_id: form.document_id, version: form.document_version });
  if (!row || !(await isFillable(runtime, row))) return null;
  const { sha256: key, has_parts } = row;
  return { key, page: () => readPage(runtime, row), has_parts };
}

/** The documents among forms whose pages are somebody's own and cannot be filled in, as of a transaction. */
export async function findUnfillable(
  { runtime, sql }: { runtime: Runtime; sql: Sql },
  forms: readonly FormRow[],
): Promise<ReadonlySet<number>> {
  const own = forms.filter((form) => !isMade(form));
  if (own.length === 0) return new Set();
  const named = own.map(({ document_id, document_version }) => ({ document_id, version: document_version }));
  const rows = new Map((await findIndexes(sql, named)).map((row) => [row.document_id, row]));
  const lost = new Set<number>();
  // One after the other: a page that was not looked at yet is read whole.
  for (const { document_id } of own) {
    const row = rows.get(document_id);
    if (!row || !(await isFillable(runtime, row))) lost.add(document_id);
  }
  return lost;
}

async function isFillable(runtime: Runtime, row: StoredRow): Promise<boolean> {
  if (row.size_bytes > PAGE_BYTES_MAX) return false;
  const known = fillable.get(row.sha256) ?? findFault(await readPage(runtime, row)) === null;
  fillable.set(row.sha256, known);
  return known;
}

async function readPage(runtime: Runtime, { storage_key }: StoredRow): Promise<string> {
  return new TextDecoder().decode(await runtime.blobs.bytes(storage_key));
}
