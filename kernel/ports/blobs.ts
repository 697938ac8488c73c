// The kernel's door for plugins to stored bytes: kept, found, held and given back.

export { sumBody } from "../blobs/blob_intake.ts";
export {
  type BlobContent,
  countContents,
  findContents,
  holdBlobs,
  keepBlob,
  keepBlobs,
  noteTaken,
  ROUNDS_MAX,
  type TakenRow,
  takingBlobs,
} from "../blobs/blob_rows.ts";
export type { BlobStore, ByteRange, StoredBytes } from "../blobs/blob_store.ts";
export { discardBytes } from "../blobs/blobs.ts";
export { isRowKey, sliceOf } from "../blobs/blobs_small.ts";
