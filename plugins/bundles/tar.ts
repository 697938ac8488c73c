// Writes a tar while it is read, for programs that unpack it as it comes: names and sizes stand before the bytes, so that no end has to be awaited.
import { finished } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import { createTarPacker } from "modern-tar";
import { giveBack } from "../../kernel/mod.ts";
import { gather, settled, streamOf } from "./pieces.ts";
import type { ZipEntry } from "./zip_entry.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** What is compressed and handed on at once. */
const PIECE_BYTES = 256 * 1024;

/** Where pages repeat what stands around them, higher levels find little more and take several times as long. */
const ZSTD = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 };

/**
 * The tar of `entries` (POSIX pax), in their order; with `zstd` as one frame of that (RFC 8878). An entry that cannot be read, or has
 * another length than it says, makes the stream fail, so that nobody takes it for whole.
 */
export function tarStream(entries: AsyncIterable<ZipEntry>, { zstd }: { zstd: boolean }): ReadableStream<Bytes> {
  const owned = new WeakSet<ArrayBufferLike>();
  const pieces = gather(writeTar(entries, owned), PIECE_BYTES, (piece) => {
    if (owned.has(piece.buffer)) giveBack(piece);
  });
  return streamOf(zstd ? compressed(pieces) : pieces);
}

async function* writeTar(entries: AsyncIterable<ZipEntry>, owned: WeakSet<ArrayBufferLike>): AsyncGenerator<Bytes> {
  const { readable, controller } = createTarPacker();
  // What fails here is heard of by whoever reads.
  const fed = feed(entries, { controller, owned }).catch((error: unknown) => controller.error(error));
  try {
    yield* readable;
  } finally {
    await fed;
  }
}

async function feed(
  entries: AsyncIterable<ZipEntry>,
  to: { controller: ReturnType<typeof createTarPacker>["controller"]; owned: WeakSet<ArrayBufferLike> },
): Promise<void> {
  const { controller } = to;
  for await (const { name, size_bytes, modified, owned = false, open } of entries) {
    const opened = await open();
    if (owned && opened instanceof Uint8Array) to.owned.add(opened.buffer);
    const size = opened instanceof Uint8Array ? opened.length : size_bytes;
    const file = controller.add({ name, size, mtime: modified, type: "file" }).getWriter();
    if (opened instanceof Uint8Array) await file.write(opened);
    else for await (const piece of opened instanceof Blob ? opened.stream() : opened) await file.write(piece);
    await file.close();
  }
  controller.finalize();
}

/** On the thread pool: one piece is compressed while the next is made. */
async function* compressed(pieces: AsyncIterable<Bytes>): AsyncGenerator<Bytes> {
  const zstd = createZstdCompress({ params: ZSTD, chunkSize: PIECE_BYTES });
  const made: Bytes[] = [];
  zstd.on("data", (piece) => made.push(piece));
  // Who waits for a write hears of it there.
  zstd.on("error", () => {});
  try {
    let writing = Promise.resolve();
    for await (const piece of pieces) {
      await writing;
      yield* made.splice(0);
      writing = settled((done) => zstd.write(piece, done)).then(() => giveBack(piece));
      // It is waited for before the next.
      writing.catch(() => {});
    }
    await writing;
    zstd.end();
    await finished(zstd);
    yield* made;
  } finally {
    zstd.destroy();
  }
}
