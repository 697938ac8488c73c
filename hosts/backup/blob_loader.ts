// Puts the blobs of a backup into a store, several at a time, and gives their rows the keys of that store.
import { ROW_KEY } from "../../kernel/host.ts";
import type { Sql } from "../../kernel/plugin.ts";
import type { BlobStore } from "../../kernel/ports/blobs.ts";
import { BackupError } from "./backup_error.ts";
import { blobName } from "./backup_manifest.ts";
import type { BackupPart } from "./backup_parts.ts";
import type { ReportProgress } from "./progress.ts";

type BlobPart = Extract<BackupPart, { kind: "blob" }>;

export interface BlobLoader {
  /** Takes a blob whose row is loaded. Its bytes may still be on their way when this resolves. */
  add(sql: Sql, blob: BlobPart): Promise<void>;
  /** Resolves when every blob is in the store and named by its row. Throws BackupError when a row has no bytes. */
  finish(sql: Sql): Promise<void>;
  /** Removes everything that was put. */
  undo(): Promise<void>;
}

const PUTS_AT_ONCE = 8;
const KEYS_AT_ONCE = 500;
/** Up to this size a blob is sent from memory, beside others. */
const SMALL_BYTES_MAX = 512 * 1024;

/** Keys differ from store to store, so each blob gets a new one and its row follows. */
export function openBlobLoader(
  store: BlobStore,
  { total, report }: { total: number; report?: ReportProgress },
): BlobLoader {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const keys: string[] = [];
  let moved: { blob: BlobPart; key: string }[] = [];
  let named = 0;

  async function put(blob: BlobPart): Promise<void> {
    const body = blob.size_bytes <= SMALL_BYTES_MAX ? await gather(blob.body) : streamOf(blob.body);
    const stored = await store.put(body);
    keys.push(stored.key);
    moved.push({ blob, key: stored.key });
    if (stored.sha256 === blob.sha256 && stored.size_bytes === blob.size_bytes) return;
    throw new BackupError(
      `${blobName(blob)} is damaged: the store got ${stored.sha256}; take another copy of the file`,
    );
  }

  async function settle(limit: number): Promise<void> {
    while (running.size > limit) await Promise.race(running);
    if (failures.length > 0) throw failures[0];
  }

  async function nameMoved(sql: Sql): Promise<void> {
    const batch = moved;
    moved = [];
    await nameInRows(sql, batch);
    named += batch.length;
    report?.({ step: "blobs", done: named, total });
  }

  return {
    add: async (sql, blob) => {
      await settle(PUTS_AT_ONCE - 1);
      const work = put(blob)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => running.delete(work));
      running.add(work);
      // Two large ones at once would gain nothing and take twice the memory.
      if (blob.size_bytes > SMALL_BYTES_MAX) await settle(0);
      if (moved.length >= KEYS_AT_ONCE) await nameMoved(sql);
    },
    finish: async (sql) => {
      await settle(0);
      await nameMoved(sql);
      // By their keys, since a backup of an older release has no rows with bytes and not even the column for them.
      const [rows] = await sql<{ count: number }[]>`
        select count(*) as count from blobs where not starts_with(storage_key, ${ROW_KEY})`;
      if (rows?.count !== named) {
        throw new BackupError(`${rows?.count} blobs have rows and the file holds ${named}: nothing was restored`);
      }
    },
    undo: async () => {
      await Promise.allSettled(running);
      for (let from = 0; from < keys.length; from += PUTS_AT_ONCE) {
        await Promise.all(keys.slice(from, from + PUTS_AT_ONCE).map((key) => store.remove(key)));
      }
    },
  };
}

async function nameInRows(sql: Sql, moved: readonly { blob: BlobPart; key: string }[]): Promise<void> {
  const rows = await sql`
    update blobs set storage_key = moved.new_key
    from unnest(
      ${moved.map(({ blob }) => blob.key)}::text[],
      ${moved.map(({ blob }) => blob.sha256)}::text[],
      ${moved.map(({ key }) => key)}::text[]
    ) as moved (old_key, sha256, new_key)
    where blobs.storage_key = moved.old_key and blobs.sha256 = decode(moved.sha256, 'hex')`;
  if (rows.count !== moved.length) {
    throw new BackupError(`${moved.length - rows.count} blobs of the file are named by no row: nothing was restored`);
  }
}

async function gather(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function streamOf(body: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const next = await chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: async () => {
      await chunks.return?.();
    },
  });
}
