// Writes a tar while it is read, for programs that unpack it as it comes: names and sizes stand before the bytes, so that no end has to be awaited.
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import { createTarPacker } from "modern-tar";
import { gather, streamOf } from "./pieces.ts";
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
  const pieces = gather(writeTar(entries), PIECE_BYTES);
  return streamOf(zstd ? compressed(pieces) : pieces);
}

async function* writeTar(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Bytes> {
  const { readable, controller } = createTarPacker();
  // What fails here is heard of by whoever reads.
  const fed = feed(entries, controller).catch((error: unknown) => controller.error(error));
  try {
    yield* readable;
  } finally {
    await fed;
  }
}

async function feed(
  entries: AsyncIterable<ZipEntry>,
  controller: ReturnType<typeof createTarPacker>["controller"],
): Promise<void> {
  for await (const { name, size_bytes, modified, open } of entries) {
    const opened = await open();
    const size = opened instanceof Uint8Array ? opened.length : size_bytes;
    const file = controller.add({ name, size, mtime: modified, type: "file" }).getWriter();
    if (opened instanceof Uint8Array) await file.write(opened);
    else for await (const piece of opened instanceof Blob ? opened.stream() : opened) await file.write(piece);
    await file.close();
  }
  controller.finalize();
}

/** On the thread pool. */
async function* compressed(pieces: AsyncIterable<Bytes>): AsyncGenerator<Bytes> {
  const zstd = createZstdCompress({ params: ZSTD, chunkSize: PIECE_BYTES });
  // Where a piece fails so does this, and whoever reads it hears of that.
  const fed = pipeline(pieces, zstd).catch(() => {});
  try {
    yield* zstd;
  } finally {
    zstd.destroy();
    await fed;
  }
}
