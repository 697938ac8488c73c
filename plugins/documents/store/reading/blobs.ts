// Finds the bytes behind a file's row, in the blob's own row or in the store.

import type { Runtime, Sql } from "../../../../kernel/plugin.ts";
import { type BlobContent, findContents, sliceOf } from "../../../../kernel/ports/blobs.ts";
import { gathering, isTransaction } from "../../../../kernel/ports/db.ts";
import type { FileRow } from "../../model/rows.ts";

type Context = { sql: Sql; runtime: Runtime };

/** The bytes of a small file. */
export async function readFile(context: Context, file: Pick<FileRow, "blob_id">): Promise<Uint8Array<ArrayBuffer>> {
  const { storage_key, bytes } = await findContent(context, file.blob_id);
  return bytes ?? context.runtime.blobs.bytes(storage_key);
}

/** Finds a file's bytes; what comes back reads them, or a slice of them, for an answer. */
export async function openFile(context: Context, file: Pick<FileRow, "blob_id">) {
  const { storage_key, bytes } = await findContent(context, file.blob_id);
  return async (range?: { start: number; end: number }): Promise<Blob | ReadableStream<Uint8Array>> =>
    bytes ? sliceOf(bytes, range) : context.runtime.blobs.get(storage_key, range);
}

/** So many are asked for at once, with up to 16 KiB of bytes each. */
const CONTENTS_MAX = 50;

/** Those who ask at the same moment are answered by one statement. What is of a blob never changes. */
const gatherContents = gathering<number, BlobContent | undefined>({
  most: CONTENTS_MAX,
  size_max: CONTENTS_MAX,
  sizeOf: () => 1,
  has_batching_window: true,
  is_read: true,
  send: async ({ pipelinedSql }, asked) => {
    const found = await findContents(pipelinedSql, [...new Set(asked)]);
    return asked.map((blobId) => found.get(blobId));
  },
});

async function findContent({ sql, runtime }: Context, blobId: number): Promise<BlobContent> {
  const alone = async () => (await findContents(sql, [blobId])).get(blobId);
  // A transaction sees what it wrote itself, and waits for no connection but its own.
  const content = isTransaction(sql)
    ? await alone()
    : await gatherContents(runtime.database, { key: "", part: blobId, alone, finish: (found) => found });
  if (content === undefined) throw new Error(`blob ${blobId} has no row`);
  return content;
}
