// Writes a backup's container so that under its name there is a whole one or none, whatever happens meanwhile.
import { existsSync } from "node:fs";
import { type FileHandle, open, rename, unlink } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { BackupError } from "./backup_error.ts";
import { TAR_END, tarHeader, tarPadding } from "./tar.ts";

/** The container under construction. */
export interface BackupWriter {
  /** Adds one file; `body` must give exactly `size_bytes` bytes. */
  add(
    member: { name: string; size_bytes: number },
    body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<void>;
}

const BUFFER_BYTES = 1024 * 1024;

/**
 * Lets `fill` write to `<path>.part`, readable by its owner alone, and gives it its name once it is on the disk. When
 * anything fails nothing is left. Throws BackupError when `path` exists already or the disk does not take it.
 */
export async function writeBackupFile<T>(
  path: string,
  options: { modified: Date; fill: (writer: BackupWriter) => Promise<T> },
): Promise<T> {
  const target = resolve(path);
  if (existsSync(target)) throw new BackupError(`${target} exists already: give the backup another name`);
  const part = `${target}.part`;
  // A killed backup may have left one. The database lets one backup run at a time, so it is nobody's.
  await unlink(part).catch(() => {});
  const file = await open(part, "wx", 0o600).catch((error: unknown) => {
    throw explain(error, target);
  });
  try {
    const sink = openSink(file);
    const result = await options.fill({ add: (member, body) => addMember(sink, { ...member, ...options, body }) });
    await sink.write(TAR_END);
    await sink.flush();
    await file.sync();
    await rename(part, target);
    await syncFolder(dirname(target));
    return result;
  } catch (error) {
    await unlink(part).catch(() => {});
    throw explain(error, target);
  } finally {
    await file.close();
  }
}

interface Sink {
  write(bytes: Uint8Array): Promise<void>;
  flush(): Promise<void>;
}

/** Small members would cost three writes each without a buffer. */
function openSink(file: FileHandle): Sink {
  const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  let used = 0;

  async function flush(): Promise<void> {
    await writeAll(file, buffer.subarray(0, used));
    used = 0;
  }

  return {
    flush,
    write: async (bytes) => {
      for (let from = 0; from < bytes.byteLength; ) {
        const piece = bytes.subarray(from, from + BUFFER_BYTES - used);
        buffer.set(piece, used);
        used += piece.byteLength;
        from += piece.byteLength;
        if (used === BUFFER_BYTES) await flush();
      }
    },
  };
}

async function addMember(
  sink: Sink,
  member: {
    name: string;
    size_bytes: number;
    modified: Date;
    body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  },
): Promise<void> {
  await sink.write(tarHeader(member));
  for await (const chunk of member.body) await sink.write(chunk);
  await sink.write(tarPadding(member.size_bytes));
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let from = 0; from < bytes.byteLength; ) {
    const { bytesWritten } = await file.write(bytes, from, bytes.byteLength - from);
    from += bytesWritten;
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  await folder.sync().finally(() => folder.close());
}

function explain(error: unknown, target: string): unknown {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new BackupError(`the disk is full at ${target}: free space or name a file on another disk`);
  }
  if (code === "ENOENT") return new BackupError(`${dirname(target)} is not there: make the folder first`);
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return new BackupError(`${target} may not be written: name a file in a folder of yours`);
  }
  return error;
}
