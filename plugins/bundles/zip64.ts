// Writes the zip of an account while it is read:
// nothing is held beyond the piece under way, and it grows past 4 GiB (zip64).
import { promisify } from "node:util";
import { crc32, createDeflateRaw, createGzip, deflateRaw } from "node:zlib";
import { configure, Uint8ArrayReader, ZipWriter, type ZipWriterAddDataOptions } from "@zip.js/zip.js";
import { settled } from "./pieces.ts";
import { LEVEL, type ZipEntry } from "./zip_entry.ts";

/** From here on a size does not fit into the 32 bits of a plain entry, with room for what deflate may add. */
const ZIP64_BYTES = 0xff00_0000;

const DEFLATED = 8;
const STORED = 0;

const deflateAtOnce = promisify(deflateRaw);

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
    const about = {
      lastModDate: entry.modified,
      zip64: entry.size_bytes >= ZIP64_BYTES,
      extendedTimestamp: false,
    };
    if (opened instanceof Uint8Array) await addWhole(zip, entry, { opened, about });
    else
      await zip.add(entry.name, opened instanceof Blob ? opened.stream() : opened, {
        // With any other level than its default the library deflates by itself, on the event loop.
        ...(entry.deflate ? {} : { level: 0 }),
        ...about,
      });
  }
  await zip.close();
}

/** What is in memory is deflated at once: a stream for each of thousands of small entries costs several times as much. */
async function addWhole(
  zip: ZipWriter<unknown>,
  { name, deflate }: ZipEntry,
  { opened, about }: { opened: Uint8Array<ArrayBuffer>; about: ZipWriterAddDataOptions },
): Promise<void> {
  const isDeflated = deflate && opened.length > 0;
  await zip.add(name, new Uint8ArrayReader(isDeflated ? await deflateAtOnce(opened, { level: LEVEL }) : opened), {
    ...about,
    ...{ passThrough: true, uncompressedSize: opened.length, crc32: crc32(opened) },
    ...(isDeflated ? { compressionMethod: DEFLATED } : { compressionMethod: STORED, level: 0 }),
  });
}
