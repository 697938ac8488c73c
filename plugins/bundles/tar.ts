// Writes a tar while it is read, for programs that unpack it as it comes:
// names and sizes stand before the bytes, so that no end has to be awaited.
import { finished } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import { Header } from "tar/header";
import { Pax } from "tar/pax";
import { bytesMax, putParts, settled, streamOf } from "./pieces.ts";
import type { ZipEntry } from "./zip_entry.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** What is compressed and handed on at once. */
const PIECE_BYTES = 256 * 1024;
/** With room for what comes when a piece is nearly full. */
const BUFFER_BYTES = 2 * PIECE_BYTES;
/** Of a tar (POSIX pax). */
const BLOCK_BYTES = 512;
const FILE_MODE = 0o644;

/** Where pages repeat what stands around them, higher levels find little more and take several times as long. */
const ZSTD = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 };

/**
 * The tar of `entries` (POSIX pax), in their order; with `zstd` as one frame of that (RFC 8878). An entry that cannot be read, or has
 * another length than it says, makes the stream fail, so that nobody takes it for whole.
 */
export function tarStream(entries: AsyncIterable<ZipEntry>, { zstd }: { zstd: boolean }): ReadableStream<Bytes> {
  const spare: Bytes[] = [];
  const room = openRoom(() => spare.pop() ?? new Uint8Array(BUFFER_BYTES));
  const pieces = writeTar(entries, room);
  // One that was made for a longer entry is let go.
  const keep = ({ buffer }: Piece) => {
    if (buffer.length === BUFFER_BYTES) spare.push(buffer);
  };
  return streamOf(zstd ? compressed(pieces, keep) : plain(pieces));
}

/** A part of the tar: what a buffer begins with. */
interface Piece {
  buffer: Bytes;
  size: number;
}

/** Buffers one after the other, in which entries are put next to each other: small ones are copied once. */
interface Room {
  /** Makes room for so many bytes in one place; answers what is to be sent before. */
  reserve(bytes: number): Piece | null;
  rest(): Bytes;
  /** So much of the rest is used. */
  use(bytes: number): void;
  end(): Piece;
}

function openRoom(take: () => Bytes): Room {
  let buffer = take();
  let size = 0;
  return {
    reserve: (bytes) => {
      const isFull = size >= PIECE_BYTES || (size > 0 && size + bytes > buffer.length);
      const full = isFull ? { buffer, size } : null;
      if (full) [buffer, size] = [take(), 0];
      if (bytes > buffer.length) buffer = new Uint8Array(bytes);
      return full;
    },
    rest: () => buffer.subarray(size),
    use: (bytes) => {
      size += bytes;
    },
    end: () => ({ buffer, size }),
  };
}

async function* writeTar(entries: AsyncIterable<ZipEntry>, room: Room): AsyncGenerator<Piece, void> {
  for await (const entry of entries) {
    const opened = entry.parts ?? (await entry.open());
    const pax = paxOf(entry.name);
    const header = pax.length + BLOCK_BYTES;
    let length = entry.size_bytes;
    if (opened instanceof Blob || opened instanceof ReadableStream) {
      const full = room.reserve(header);
      if (full) yield full;
      putHeader(room.rest(), { ...entry, pax, length });
      room.use(header);
      yield* copied(opened instanceof Blob ? opened.stream() : opened, entry, room);
    } else {
      const parts = opened instanceof Uint8Array ? [opened] : opened;
      const full = room.reserve(header + bytesMax(parts));
      if (full) yield full;
      // How long it is is known once it stands behind the place of its header.
      length = putParts(parts, room.rest().subarray(header));
      putHeader(room.rest(), { ...entry, pax, length });
      room.use(header + length);
    }
    const full = room.reserve(BLOCK_BYTES);
    if (full) yield full;
    room.use(putNothing(room.rest(), -length & (BLOCK_BYTES - 1)));
  }
  const full = room.reserve(2 * BLOCK_BYTES);
  if (full) yield full;
  room.use(putNothing(room.rest(), 2 * BLOCK_BYTES));
  yield room.end();
}

/** Throws for more or fewer bytes than it says. */
async function* copied(
  stream: ReadableStream<Bytes>,
  { name, size_bytes }: Pick<ZipEntry, "name" | "size_bytes">,
  room: Room,
): AsyncGenerator<Piece, void> {
  let left = size_bytes;
  for await (const chunk of stream) {
    left -= chunk.length;
    if (left < 0) break;
    for (let from = 0; from < chunk.length; from += PIECE_BYTES) {
      const some = chunk.subarray(from, from + PIECE_BYTES);
      const full = room.reserve(some.length);
      if (full) yield full;
      room.rest().set(some);
      room.use(some.length);
    }
  }
  if (left !== 0) throw new Error(`"${name}" does not have the ${size_bytes} bytes that it says`);
}

/** Fits into a header as it is. */
const PLAIN_NAME = /^[\x20-\x7e]{1,99}$/;
const NO_PAX = new Uint8Array();

/** What tells a name that a header has no place for. */
function paxOf(name: string): Uint8Array {
  return PLAIN_NAME.test(name) ? NO_PAX : new Pax({ path: name }).encode();
}

function putHeader(
  into: Bytes,
  { name, modified, pax, length }: Pick<ZipEntry, "name" | "modified"> & { pax: Uint8Array; length: number },
): void {
  const block = Buffer.from(into.buffer, into.byteOffset + pax.length, BLOCK_BYTES);
  if (pax === NO_PAX && length < PLAIN_BYTES_MAX) {
    putPlainHeader(block, { name, modified, length });
    return;
  }
  into.set(pax);
  encodeHeader(block.fill(0), { name, modified, length });
}

interface HeaderFields {
  name: string;
  modified: Date;
  length: number;
}

function encodeHeader(block: Buffer, { name, modified, length }: HeaderFields): void {
  const of = { path: name, mode: FILE_MODE, uid: 0, gid: 0, size: length, mtime: modified, type: "File" } as const;
  new Header(of).encode(block);
}

/** Of the octal digits that the encoder pads a size to. */
const SIZE_DIGITS = 10;
const PLAIN_BYTES_MAX = 8 ** SIZE_DIGITS;
/** Where a header has its size, and its sum: that of all its bytes, with blanks in place of the sum. */
const SIZE_AT = 124;
const SUM_AT = 148;
const CODE_OF_0 = 48;

/** The last header without its name and size, and what its bytes come to. */
let lastHeader = { time: Number.NaN, block: Buffer.alloc(0), sum: 0 };

/** As `encodeHeader`, by writing name, size and sum into the header before: thousands of files differ in nothing else. */
function putPlainHeader(block: Buffer, { name, modified, length }: HeaderFields): void {
  const time = modified.getTime();
  if (lastHeader.time !== time) {
    const empty = Buffer.alloc(BLOCK_BYTES);
    encodeHeader(empty, { name: "", modified, length: 0 });
    lastHeader = { time, block: empty, sum: Number.parseInt(empty.toString("latin1", SUM_AT, SUM_AT + 6), 8) };
  }
  block.set(lastHeader.block);
  let { sum } = lastHeader;
  for (let at = 0; at < name.length; at++) sum += block[at] = name.charCodeAt(at);
  for (let at = SIZE_AT + SIZE_DIGITS - 1, rest = length; rest > 0; at--, rest = Math.floor(rest / 8)) {
    block[at] = CODE_OF_0 + (rest % 8);
    sum += rest % 8;
  }
  block.write(sum.toString(8).padStart(6, "0"), SUM_AT, "latin1");
}

function putNothing(into: Bytes, bytes: number): number {
  into.fill(0, 0, bytes);
  return bytes;
}

async function* plain(pieces: AsyncIterable<Piece>): AsyncGenerator<Bytes> {
  for await (const { buffer, size } of pieces) yield buffer.subarray(0, size);
}

/** On the thread pool: one piece is compressed while the next is made. `spend` is told of each that is needed no more. */
async function* compressed(pieces: AsyncIterable<Piece>, spend: (piece: Piece) => void): AsyncGenerator<Bytes> {
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
      const { buffer, size } = piece;
      writing = settled((done) => zstd.write(buffer.subarray(0, size), done)).then(() => spend(piece));
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
