// Lets small contents lie in their row of `blobs`, in front of a store that holds the rest.
import { randomBytes } from "node:crypto";
import { sha256Hex } from "../base/digest.ts";
import type { Sql } from "../db/sql.ts";
import type { BlobStore, ByteRange } from "./blob_store.ts";

/**
 * A content up to this size lies in its row. A file costs two syncs of its own and an object a request, a row none beside
 * the commit's; but each byte in a row goes through the log of Postgres as well as its table, and is read through a query.
 */
export const SMALL_BYTES_MAX = 16 * 1024;

/** How the key of a content in a row begins, and no key of a store. */
export const ROW_KEY = "row_";

/** Whether the bytes behind a key lie in the row that names it, and not in a store. */
export function isRowKey(key: string): boolean {
  return key.startsWith(ROW_KEY);
}

/**
 * The store of a server. A body that is in memory and small is hashed and handed back with its bytes, which `keepBlobs`
 * writes: it is as durable as the transaction that names it, and there is nothing to remove when that fails. Reading
 * takes a connection of `sql`; whoever holds a transaction reads through `findContents` instead.
 */
export function withSmallInRows(store: BlobStore, sql: Sql): BlobStore {
  async function bytes(key: string): Promise<Uint8Array<ArrayBuffer>> {
    if (!isRowKey(key)) return store.bytes(key);
    const [row] = await sql<{ bytes: Uint8Array<ArrayBuffer> }[]>`select bytes from blobs where storage_key = ${key}`;
    if (!row) throw new Error(`no row holds the bytes of blob ${key}`);
    return row.bytes;
  }

  return {
    ...store,
    put: async (body, options) => {
      const isSmall = body instanceof Uint8Array && body.byteLength <= SMALL_BYTES_MAX;
      // What is too much is refused in one place.
      if (!isSmall || body.byteLength > (options?.size_max ?? SMALL_BYTES_MAX)) return store.put(body, options);
      options?.signal?.throwIfAborted();
      const key = ROW_KEY + randomBytes(16).toString("hex");
      return { key, sha256: sha256Hex(body), size_bytes: body.byteLength, bytes: body };
    },
    get: async (key, range) => (isRowKey(key) ? sliceOf(await bytes(key), range) : store.get(key, range)),
    bytes,
    remove: async (key) => {
      if (!isRowKey(key)) await store.remove(key);
    },
  };
}

/** Bytes in memory, or a slice of them, as `BlobStore.get` answers. */
export function sliceOf(bytes: Uint8Array<ArrayBuffer>, range?: ByteRange): Blob {
  return new Blob([range ? bytes.subarray(range.start, range.end) : bytes]);
}
