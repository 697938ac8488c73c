// Writes one file so that it is durable when the call returns, at the disk's speed and in little memory.

import { type FileHandle, open, rename, unlink } from "node:fs/promises";
import { giveBack } from "../base/bytes.ts";

const BATCH_BYTES = 512 * 1024;
/** How much is written before the kernel is asked to start bringing it to the disk. */
const WRITEBACK_BYTES = 32 * 1024 * 1024;
const SPARE_BUFFERS_MAX = 8;
const spareBuffers: Uint8Array[] = [];

/**
 * Writes bytes that are all in memory, at once and under their final name: nobody asks for a random name before the
 * bytes are durable, and a rename would cost a second journal commit. A failure leaves no file.
 */
export async function writeWhole(path: string, chunks: Uint8Array[]): Promise<void> {
  const [only] = chunks;
  const file = await open(path, "wx", 0o600);
  try {
    await writeAll(file, chunks.length === 1 && only ? only : Buffer.concat(chunks));
    await file.sync();
  } catch (error) {
    await unlink(path).catch(() => {});
    throw error;
  } finally {
    await file.close();
  }
}

/** A body too big to be gathered. The chunks of an owned one are nobody else's. */
export interface StreamedBody {
  head: Uint8Array[];
  rest: AsyncIterable<Uint8Array>;
  owned: boolean;
}

/**
 * Writes `head` and then `rest` to `<path>.part` and renames it when all is on the disk, so that a sweep which took a
 * stalled upload for a dead one fails the upload and never loses a finished one. A failure leaves no file.
 */
export function writeStream(path: string, body: StreamedBody): Promise<void> {
  return writeThenRename(path, (file) => writeBatches(file, body));
}

/** Writes bytes that others look for by their name while it happens: they find the whole or nothing. A failure leaves no file. */
export function writeAtomically(path: string, bytes: Uint8Array): Promise<void> {
  return writeThenRename(path, (file) => writeAll(file, bytes));
}

async function writeThenRename(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const part = `${path}.part`;
  const file = await open(part, "wx", 0o600);
  try {
    await write(file);
    await file.sync();
    await rename(part, path);
  } catch (error) {
    await unlink(part).catch(() => {});
    throw error;
  } finally {
    await file.close();
  }
}

/** Fills one buffer while the other is being written, so that reading and writing overlap and neither runs ahead. */
async function writeBatches(file: FileHandle, body: StreamedBody): Promise<void> {
  let handler = takeBuffer();
  let idle = takeBuffer();
  let used = 0;
  let unflushed = 0;
  let writing: Promise<void> = Promise.resolve();
  let flushing: Promise<void> = Promise.resolve();
  let flushed = true;

  async function turn(): Promise<void> {
    await writing;
    writing = watch(writeAll(file, handler.subarray(0, used)));
    [handler, idle] = [idle, handler];
    unflushed += used;
    used = 0;
    // Without this, gigabytes of dirty pages would wait for the last fsync, and the sender with them.
    if (unflushed >= WRITEBACK_BYTES && flushed) {
      unflushed = 0;
      flushed = false;
      // Linux reports a failed write-back once per descriptor, so this outcome must be seen too.
      await flushing;
      flushing = watch(
        file.datasync().then(() => {
          flushed = true;
        }),
      );
    }
  }

  async function add(chunk: Uint8Array): Promise<void> {
    for (let from = 0; from < chunk.byteLength; ) {
      const piece = chunk.subarray(from, from + BATCH_BYTES - used);
      handler.set(piece, used);
      used += piece.byteLength;
      from += piece.byteLength;
      if (used === BATCH_BYTES) await turn();
    }
  }

  try {
    for (const chunk of body.head) await add(chunk);
    for await (const chunk of body.rest) {
      await add(chunk);
      if (body.owned) giveBack(chunk);
    }
    await turn();
    await writing;
    await flushing;
  } finally {
    // A buffer or a descriptor still in use must not be handed on.
    await Promise.allSettled([writing, flushing]);
    spareBuffers.push(...[handler, idle].slice(0, SPARE_BUFFERS_MAX - spareBuffers.length));
  }
}

/** Keeps a failure that nobody awaits yet from counting as unhandled; who awaits the promise still gets it. */
function watch(work: Promise<void>): Promise<void> {
  work.catch(() => {});
  return work;
}

/** One write may take fewer bytes than it is given: Linux stops at 2 GiB, a full disk earlier. */
async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let from = 0; from < bytes.byteLength; ) {
    const { bytesWritten } = await file.write(bytes, from, bytes.byteLength - from);
    from += bytesWritten;
  }
}

function takeBuffer(): Uint8Array {
  return spareBuffers.pop() ?? Buffer.allocUnsafeSlow(BATCH_BYTES);
}
