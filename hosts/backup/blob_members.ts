// Carries the bytes of every blob that a snapshot names into a backup, small ones several at a time.

import type { Sql } from "../../kernel/plugin.ts";
import type { BlobStore } from "../../kernel/ports/blobs.ts";
import { BackupError } from "./backup_error.ts";
import type { BackupWriter } from "./backup_file.ts";
import { type BackupManifest, blobLine, blobName } from "./backup_manifest.ts";
import type { ReportProgress } from "./progress.ts";

interface NamedBlob {
  blob_id: number;
  sha256: string;
  size_bytes: number;
  key: string;
}

const ROWS_AT_ONCE = 500;
const READS_AT_ONCE = 8;
/** Up to this size a blob is read ahead into memory. */
const SMALL_BYTES_MAX = 512 * 1024;

/** Adds those that the store holds in the order of their ids; small ones are in the table already. Throws BackupError for a blob whose bytes are missing or not its own. */
export async function addBlobs(
  writer: BackupWriter,
  sql: Sql,
  options: { store: BlobStore; report?: ReportProgress; signal?: AbortSignal },
): Promise<BackupManifest["blobs"]> {
  await refuseDamagedRows(sql);
  const [sum] = await sql<{ total: number }[]>`select count(*) as total from blobs where bytes is null`;
  const total = sum?.total ?? 0;
  const lines = new Bun.CryptoHasher("sha256");
  let count = 0;
  let size = 0;
  for await (const { blob, bytes } of readAhead(sql, options.store)) {
    options.signal?.throwIfAborted();
    options.report?.({ step: "blobs", done: count, total });
    const body =
      bytes === null
        ? openStream(options.store, blob)
        : (async function* () {
            yield await bytes;
          })();
    await writer.add({ name: blobName(blob), size_bytes: blob.size_bytes }, checked(body, blob));
    lines.update(blobLine(blob));
    count += 1;
    size += blob.size_bytes;
  }
  options.report?.({ step: "blobs", done: count, total });
  return { count, size_bytes: size, sha256: lines.digest("hex") };
}

/** What a row holds is held against its hash too, before the table that carries it is worth anything. */
async function refuseDamagedRows(sql: Sql): Promise<void> {
  const [blob] = await sql<{ key: string }[]>`
    select storage_key as key from blobs
    where bytes is not null and (length(bytes) <> size_bytes or sha256(bytes) <> sha256) limit 1`;
  if (blob) throw new BackupError(`blob ${blob.key} is damaged in its row; nothing was written`);
}

/** A store over a network answers many small questions at once in the time of one. */
async function* readAhead(
  sql: Sql,
  store: BlobStore,
): AsyncGenerator<{ blob: NamedBlob; bytes: Promise<Uint8Array> | null }, void, void> {
  const waiting: { blob: NamedBlob; bytes: Promise<Uint8Array> | null }[] = [];
  for await (const blob of listBlobs(sql)) {
    const bytes = blob.size_bytes <= SMALL_BYTES_MAX ? store.bytes(blob.key) : null;
    // It is awaited in its turn; a failure before that must not count as nobody's.
    bytes?.catch(() => {});
    waiting.push({ blob, bytes });
    if (waiting.length > READS_AT_ONCE) yield waiting.shift()!;
  }
  yield* waiting;
}

async function* listBlobs(sql: Sql): AsyncGenerator<NamedBlob, void, void> {
  let after = 0;
  while (true) {
    const rows = await sql<NamedBlob[]>`
      select blob_id, encode(sha256, 'hex') as sha256, size_bytes, storage_key as key
      from blobs where blob_id > ${after} and bytes is null order by blob_id limit ${ROWS_AT_ONCE}`;
    yield* rows;
    after = rows.at(-1)?.blob_id ?? after;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

async function* openStream(store: BlobStore, { key }: NamedBlob): AsyncGenerator<Uint8Array, void, void> {
  const found = await store.get(key);
  const reader = (found instanceof Blob ? found.stream() : found).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Passes the bytes on and holds them against what the row says; a shorter body must not shift what follows it. */
async function* checked(body: AsyncIterable<Uint8Array>, blob: NamedBlob): AsyncGenerator<Uint8Array, void, void> {
  const hasher = new Bun.CryptoHasher("sha256");
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.byteLength;
      hasher.update(chunk);
      yield chunk;
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(
      `the store does not give blob ${blob.key} (sha256 ${blob.sha256}, ${blob.size_bytes} bytes): ${reason}; nothing was written`,
    );
  }
  const sha256 = hasher.digest("hex");
  if (size === blob.size_bytes && sha256 === blob.sha256) return;
  throw new BackupError(
    `blob ${blob.key} is damaged in the store: it has ${size} bytes with sha256 ${sha256}, and its row says ${blob.size_bytes} with ${blob.sha256}; nothing was written`,
  );
}
