// Writes a bundle's zip while it is read:
// fflate makes the container, the platform's thread pool deflates, nothing passes 4 GiB.
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { crc32, createDeflateRaw, deflateRaw } from "node:zlib";
import { Zip, type ZipInputFile } from "fflate";
import { gather, streamOf } from "./pieces.ts";
import { LEVEL, type ZipEntry } from "./zip_entry.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** What is handed on at once. */
const PIECE_BYTES = 64 * 1024;
/** The plain format counts bytes in 32 bits and entries in 16. */
const BYTES_MAX = 0xffff_ffff;
const ENTRIES_MAX = 0xffff;
const DEFLATED = 8;
const STORED = 0;

const deflateAtOnce = promisify(deflateRaw);

/**
 * The zip of `entries`, in their order: at most 65,535 of them, and less than 4 GiB. One too many, or one that cannot be read,
 * makes the stream fail, so that nobody takes it for whole.
 */
export function plainZipStream(entries: AsyncIterable<ZipEntry>): ReadableStream<Bytes> {
  return streamOf(gather(bounded(writeZip(entries)), PIECE_BYTES));
}

async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Bytes> {
  const written: Bytes[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    written.push(piece);
  });
  let count = 0;
  for await (const entry of entries) {
    count += 1;
    if (count > ENTRIES_MAX) throw new Error(`a plain zip holds at most ${ENTRIES_MAX} entries`);
    const compression = entry.deflate ? DEFLATED : STORED;
    const file: ZipInputFile = { filename: entry.name, mtime: entry.modified, compression, size: 0, crc: 0 };
    zip.add(file);
    for await (const piece of packed(entry, file)) {
      file.ondata?.(null, piece, false);
      yield* written.splice(0);
    }
    file.ondata?.(null, new Uint8Array(), true);
    yield* written.splice(0);
  }
  zip.end();
  yield* written;
}

/** The bytes of an entry as they stand in the zip; `file` gets the size and the checksum of what they were. */
async function* packed(entry: ZipEntry, file: ZipInputFile): AsyncGenerator<Bytes> {
  const opened = await entry.open();
  if (opened instanceof Uint8Array) {
    weigh(file, opened);
    yield entry.deflate ? await deflateAtOnce(opened, { level: LEVEL }) : opened;
    return;
  }
  const body = weighed(opened instanceof Blob ? opened.stream() : opened, file);
  yield* entry.deflate ? deflated(body) : body;
}

async function* weighed(body: ReadableStream<Bytes>, file: ZipInputFile): AsyncGenerator<Bytes> {
  for await (const piece of body) {
    weigh(file, piece);
    yield piece;
  }
}

function weigh(file: ZipInputFile, piece: Bytes): void {
  file.size += piece.length;
  file.crc = crc32(piece, file.crc);
}

async function* deflated(body: AsyncIterable<Bytes>): AsyncGenerator<Bytes> {
  const deflate = createDeflateRaw({ level: LEVEL, chunkSize: PIECE_BYTES });
  // Where the body fails so does the deflate, and whoever reads that hears of it.
  const fed = pipeline(body, deflate).catch(() => {});
  try {
    yield* deflate;
  } finally {
    deflate.destroy();
    await fed;
  }
}

async function* bounded(pieces: AsyncIterable<Bytes>): AsyncGenerator<Bytes> {
  let total = 0;
  for await (const piece of pieces) {
    total += piece.length;
    if (total > BYTES_MAX) throw new Error(`a plain zip has at most ${BYTES_MAX} bytes`);
    yield piece;
  }
}
