// The page that somebody wrote for a form, as its document holds it.
import { LRUCache } from "lru-cache";
import type { House } from "../../../kernel/mod.ts";
import type { FormRow } from "../store/rows.ts";
import { findFault, PAGE_BYTES_MAX, refuseLarge } from "./placeholders.ts";

export interface StoredPage {
  /** Names its bytes. */
  key: string;
  page(): Promise<string>;
  /** Files lie beside it, for which it may ask. */
  has_parts: boolean;
}

interface StoredRow {
  sha256: string;
  size_bytes: number;
  storage_key: string;
  has_parts: boolean;
}

/** The page of an html document that is to become a form. Throws 413 for a large one. */
export async function readStoredPage(
  house: House,
  document: { document_id: number; version: number },
): Promise<Uint8Array> {
  const row = await findIndex(house, document);
  if (!row) return new Uint8Array();
  if (row.size_bytes > PAGE_BYTES_MAX) throw refuseLarge(row.size_bytes);
  return house.blobs.bytes(row.storage_key);
}

async function findIndex(
  house: House,
  { document_id, version }: { document_id: number; version: number },
): Promise<StoredRow | null> {
  const [row] = await house.database.sql<StoredRow[]>`
    select encode(f.sha256, 'hex') as sha256, f.size_bytes, b.storage_key, exists(
      select from document_files o where o.document_id = f.document_id and o.version = f.version and o.path <> f.path) as has_parts
    from document_files f join blobs b using (blob_id)
    where f.document_id = ${document_id} and f.version = ${version} and f.path = 'index.html'`;
  return row ?? null;
}

/** Pages by their bytes: whether their places can be filled in. */
const fillable = new LRUCache<string, boolean>({ max: 1000 });

/** Null for a page whose places cannot be filled in: an old version of it, say, that has come back. */
export async function findStoredPage(house: House, form: FormRow): Promise<StoredPage | null> {
  const row = await findIndex(house, { document_id: form.document_id, version: form.document_version });
  if (!row || row.size_bytes > PAGE_BYTES_MAX) return null;
  const { sha256: key, storage_key, has_parts } = row;
  const page = async () => new TextDecoder().decode(await house.blobs.bytes(storage_key));
  const known = fillable.get(key);
  const isFillable = known ?? findFault(await page()) === null;
  fillable.set(key, isFillable);
  return isFillable ? { key, page, has_parts } : null;
}
