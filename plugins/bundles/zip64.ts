// Writes the zip of an account while it is read: nothing is held beyond the piece under way, and it grows past 4 GiB (zip64).
import { createDeflateRaw, createGzip } from "node:zlib";
import { configure, ZipWriter } from "@zip.js/zip.js";
import { LEVEL, type ZipEntry } from "./zip_entry.ts";

/** From here on a size does not fit into the 32 bits of a plain entry, with room for what deflate may add. */
const ZIP64_BYTES = 0xff00_0000;

/**
 * Deflate on the thread pool at our level, one piece at a time. The platform's own `CompressionStream` knows no level, and
 * `Duplex.toWeb` takes in more than it has worked off.
 */
class FastCompressionStream {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;

  constructor(format: string, { chunkSize }: { chunkSize?: number } = {}) {
    const create = format === "gzip" ? createGzip : createDeflateRaw;
    const deflate = create({ level: LEVEL, chunkSize });
    this.readable = new ReadableStream({
      start: (controller) => {
        deflate.on("data", (piece) => {
          controller.enqueue(piece);
          if ((controller.desiredSize ?? 0) <= 0) deflate.pause();
        });
        deflate.on("end", () => controller.close());
        deflate.on("error", (error) => controller.error(error));
      },
      pull: () => void deflate.resume(),
      cancel: () => void deflate.destroy(),
    });
    this.writable = new WritableStream({
      write: (piece) => settled((done) => deflate.write(piece, done)),
      close: () => settled((done) => deflate.end(done)),
      abort: () => void deflate.destroy(),
    });
  }
}

function settled(start: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => start((error) => (error ? reject(error) : resolve())));
}

configure({ CompressionStream: FastCompressionStream });

/**
 * The zip of `entries`, in their order, of any size and number. An entry that cannot be read makes the stream fail, so that nobody
 * takes it for whole.
 */
export function zip64Stream(entries: AsyncIterable<ZipEntry>): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  void writeAll(entries, writable).catch((error: unknown) => writable.abort(error).catch(() => {}));
  return readable;
}

async function writeAll(entries: AsyncIterable<ZipEntry>, writable: WritableStream<Uint8Array>): Promise<void> {
  const zip = new ZipWriter(writable, { useWebWorkers: false, useCompressionStream: true, keepOrder: true });
  for await (const entry of entries) {
    const opened = await entry.open();
    const body = opened instanceof ReadableStream ? opened : new Blob([opened]).stream();
    await zip.add(entry.name, body, {
      // With any other level than its default the library deflates by itself, on the event loop.
      ...(entry.deflate ? {} : { level: 0 }),
      lastModDate: entry.modified,
      zip64: entry.size_bytes >= ZIP64_BYTES,
      extendedTimestamp: false,
    });
  }
  await zip.close();
}
