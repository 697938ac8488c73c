// Finds the bytes behind a file's row, in the blob's own row or in the store.
import { type BlobContent, findContents, type House, type Sql, sliceOf } from "../../../kernel/mod.ts";
import type { FileRow } from "../model/rows.ts";

type Context = { sql: Sql; house: House };

/** The bytes of a small file. */
export async function readFile(context: Context, file: Pick<FileRow, "blob_id">): Promise<Uint8Array<ArrayBuffer>> {
  const { storage_key, bytes } = await findContent(context.sql, file.blob_id);
  return bytes ?? context.house.blobs.bytes(storage_key);
}

/** Finds a file's bytes; what comes back reads them, or a slice of them, for an answer. */
export async function openFile({ sql, house }: Context, file: Pick<FileRow, "blob_id">) {
  const { storage_key, bytes } = await findContent(sql, file.blob_id);
  return async (range?: { start: number; end: number }): Promise<Blob | ReadableStream<Uint8Array>> =>
    bytes ? sliceOf(bytes, range) : house.blobs.get(storage_key, range);
}

async function findContent(sql: Sql, blobId: number): Promise<BlobContent> {
  const content = (await findContents(sql, [blobId])).get(blobId);
  if (content === undefined) throw new Error(`blob ${blobId} has no row`);
  return content;
}
