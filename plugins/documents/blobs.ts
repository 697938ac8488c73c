// Finds the bytes behind a file's row in the store.
import type { House, Sql } from "../../kernel/mod.ts";
import type { FileRow } from "./rows.ts";
import { findStorageKeys } from "./store/documents.ts";

type Context = { sql: Sql; house: House };

/** The bytes of a small file. */
export async function readFile(
  { sql, house }: Context,
  file: Pick<FileRow, "blob_id">,
): Promise<Uint8Array<ArrayBuffer>> {
  return house.blobs.bytes(await storageKey(sql, file.blob_id));
}

/** Where a blob lies in the store. */
export async function storageKey(sql: Sql, blobId: number): Promise<string> {
  const key = (await findStorageKeys(sql, [blobId])).get(blobId);
  if (key === undefined) throw new Error(`blob ${blobId} has no row`);
  return key;
}
