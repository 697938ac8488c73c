// What the server asks of a place that holds bytes, so that no feature knows whether it is a disk or a bucket.

/** A slice of a blob in bytes, counted as `Blob.slice` does: `start` is the first byte, `end` the one after the last. */
export interface ByteRange {
  start: number;
  end: number;
}

/** What a finished `put` left in the store. */
export interface StoredBytes {
  /** Names the bytes: lower-case hex, at least 128 random bits, never derived from the content; `row_` before it, see `bytes`. */
  key: string;
  /** SHA-256 of the content, 64 lower-case hex digits. */
  sha256: string;
  size_bytes: number;
  /** The content itself, when it is small and lies in its row (blobs_small.ts); `keepBlobs` writes it there. */
  bytes?: Uint8Array;
}

/** One thing the store holds. A put that never finished is listed too: its key contains `.part` and is good for `remove` alone. */
export interface StoredObject {
  key: string;
  size_bytes: number;
  /** When the store last saw it change. */
  modified: Date;
}

export interface PutOptions {
  /** Refuse (413) as soon as more bytes than this have come. */
  size_max?: number;
  /** Gives the put up; it rejects with the signal's reason. */
  signal?: AbortSignal;
  /** The stream's chunks are nobody else's: their memory is given back as they are written, before a collector comes round. */
  owned?: boolean;
}

/**
 * Holds bytes under random keys. Bytes go in first; a row in `blobs` (blob_rows.ts) names them afterwards.
 * When the store behind it is away or full, every method throws `refuse.unavailable` (503).
 */
export interface BlobStore {
  /**
   * Stores `body` and resolves once it would survive a power cut. A stream that fails, an abort and a body past
   * `size_max` (`refuse.tooLarge`) leave nothing behind.
   */
  put(body: ReadableStream<Uint8Array> | Uint8Array, options?: PutOptions): Promise<StoredBytes>;
  /** The bytes, fit to be the body of a `Response`; `range` must lie inside the blob. */
  get(key: string, range?: ByteRange): Promise<Blob | ReadableStream<Uint8Array<ArrayBuffer>>>;
  /** The whole blob in memory: for small ones. Throws when the store does not hold `key`. */
  bytes(key: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Removes what `key` names; a key that the store does not hold is no error. */
  remove(key: string): Promise<void>;
  /** Everything in the store, in no promised order, for the sweep. */
  list(): AsyncIterable<StoredObject>;
  /** Writes a probe, reads it back and removes it; throws what stands in the way. For `doctor` and `/readyz`. */
  check(): Promise<void>;
  /** Where the bytes lie, when they are files. */
  path?(key: string): string;
}
