// Keeps blobs as files, because one machine's disk is the store that needs nobody to set it up.
import { randomBytes } from "node:crypto";
import { mkdir, readdir, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { cutShort } from "../base/dependency.ts";
import type { Log } from "../base/log.ts";
import { refuse } from "../base/refusal.ts";
import { openIntake } from "./blob_intake.ts";
import type { BlobStore, ByteRange, PutOptions, StoredBytes, StoredObject } from "./blob_store.ts";
import { openFolders } from "./fs_folders.ts";
import { writeStream, writeWhole } from "./fs_writer.ts";

/** A body up to this size is gathered in memory and written at once. */
const SMALL_BYTES_MAX = 64 * 1024;
const KEY = /^[0-9a-f]{36}(\.part)?$/;
const FOLDER = /^[0-9a-f]{2}$/;
const FULL = new Set(["ENOSPC", "EDQUOT"]);
/** A disk that is read-only, gone, broken or not ours, and a machine that has no file left to open. ENOENT mends itself. */
const AWAY = new Set([
  "EROFS",
  "EACCES",
  "EPERM",
  "EIO",
  "ENODEV",
  "ENXIO",
  "ESTALE",
  "ENOTCONN",
  "EMFILE",
  "ENFILE",
  "ENOENT",
]);

/**
 * Opens the store in `<data_dir>/blobs`, making the folder when it is absent. A key's first four hex digits name the
 * two folders above the file; a put under way is a file ending in `.part` beside its final name.
 */
export async function openFsBlobs(options: { data_dir: string; log?: Log }): Promise<BlobStore> {
  const root = join(options.data_dir, "blobs");
  await mkdir(root, { recursive: true, mode: 0o700 });
  const folders = openFolders(root);

  function pathOf(key: string): string {
    if (!KEY.test(key)) throw new Error(`"${key}" is not a key of the blob store`);
    return join(root, key.slice(0, 2), key.slice(2, 4), key);
  }

  async function put(body: ReadableStream<Uint8Array> | Uint8Array, given: PutOptions = {}): Promise<StoredBytes> {
    const intake = openIntake(body, given);
    try {
      const gathered = body instanceof Uint8Array ? Number.POSITIVE_INFINITY : SMALL_BYTES_MAX;
      const head = await readHead(intake.chunks, { size_max: gathered });
      const key = await folders.write(async (folder) => {
        const name = folder.name + randomBytes(16).toString("hex");
        if (head.ended) await writeWhole(join(folder.path, name), head.chunks);
        else {
          const streamed = { head: head.chunks, rest: intake.chunks, owned: given.owned ?? false };
          await writeStream(join(folder.path, name), streamed);
        }
        return name;
      });
      return { key, ...intake.sum() };
    } catch (error) {
      throw explainDisk(error, options.log);
    } finally {
      await intake.chunks.return();
    }
  }

  async function bytes(key: string): Promise<Uint8Array<ArrayBuffer>> {
    return Bun.file(pathOf(key)).bytes();
  }

  async function remove(key: string): Promise<void> {
    await unlink(pathOf(key)).catch(ignoreAbsent);
  }

  return {
    put,
    get: async (key: string, range?: ByteRange) => {
      const file = Bun.file(pathOf(key));
      return range ? file.slice(range.start, range.end) : file;
    },
    bytes,
    remove,
    list: () => listFiles(root),
    check: async () => {
      const probe = randomBytes(32);
      const { key } = await put(probe);
      const back = await bytes(key).finally(() => remove(key));
      if (!probe.equals(back)) throw new Error(`a probe written under ${root} came back changed`);
    },
    path: pathOf,
  };
}

/** Reads until the body ends or proves too big to be gathered; what is in memory already is never too big. */
async function readHead(
  chunks: AsyncIterator<Uint8Array, void>,
  options: { size_max: number },
): Promise<{ chunks: Uint8Array[]; ended: boolean }> {
  const head: Uint8Array[] = [];
  let size = 0;
  while (size <= options.size_max) {
    const next = await chunks.next();
    if (next.done) return { chunks: head, ended: true };
    head.push(next.value);
    size += next.value.byteLength;
  }
  return { chunks: head, ended: false };
}

async function* listFiles(root: string): AsyncGenerator<StoredObject> {
  for (const outer of await readdir(root)) {
    if (!FOLDER.test(outer)) continue;
    for (const inner of await readdir(join(root, outer))) {
      if (!FOLDER.test(inner)) continue;
      for (const key of await readdir(join(root, outer, inner))) {
        if (!KEY.test(key)) continue;
        const found = await stat(join(root, outer, inner, key)).catch(ignoreAbsent);
        // The change time and not the modification time: a restored backup brings old modification times along,
        // and a slow upload gets its name long after its last byte.
        if (found) yield { key, size_bytes: found.size, modified: found.ctime };
      }
    }
  }
}

function ignoreAbsent(error: unknown): undefined {
  if (codeOf(error) !== "ENOENT") throw error;
}

/** What the disk cannot do now becomes `refuse.unavailable`, its reason logged; everything else stays what it is. */
function explainDisk(error: unknown, log: Log | undefined): unknown {
  const code = codeOf(error);
  if (typeof code !== "string" || (!FULL.has(code) && !AWAY.has(code))) return error;
  log?.warn({ err: error }, "the disk does not take files");
  if (FULL.has(code)) {
    return cutShort(
      refuse.unavailable("the disk that holds the files is full: free space under DATA_DIR, then try again"),
    );
  }
  return cutShort(
    refuse.unavailable(`the disk that holds the files does not take any (${code}): mend it, then try again`),
  );
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
