// Writes and reads the container of a backup: POSIX ustar, whose headers are 512 bytes, so that `tar` opens it anywhere.
import type { FileHandle } from "node:fs/promises";
import { BackupError } from "./backup_error.ts";

/** One file inside the container. `body` can be read once, in order; what is left unread is skipped. */
export interface TarMember {
  name: string;
  size_bytes: number;
  body: AsyncIterable<Uint8Array>;
}

const BLOCK = 512;
const READ_BYTES = 256 * 1024;
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;
/** Eleven octal digits. */
const SIZE_BYTES_MAX = 8 ** 11 - 1;
const CHECKSUM_AT = 148;
const START = "the beginning";

/** Two blocks of zeros end the container. */
export const TAR_END: Uint8Array = new Uint8Array(2 * BLOCK);

/** The header of one file; `size_bytes` bytes and then `tarPadding(size_bytes)` follow it. */
export function tarHeader(member: { name: string; size_bytes: number; modified: Date }): Uint8Array {
  const { name, size_bytes, modified } = member;
  if (size_bytes > SIZE_BYTES_MAX) throw new BackupError(`${name} has ${size_bytes} bytes, more than tar can hold`);
  const header = Buffer.alloc(BLOCK);
  const path = splitName(name);
  header.write(path.name, 0, "latin1");
  header.write("0000600\0", 100, "latin1");
  header.write("0000000\0", 108, "latin1");
  header.write("0000000\0", 116, "latin1");
  header.write(`${octal(size_bytes, 11)}\0`, 124, "latin1");
  header.write(`${octal(Math.floor(modified.getTime() / 1000), 11)}\0`, 136, "latin1");
  header.write("0", 156, "latin1");
  header.write("ustar\x0000", 257, "latin1");
  header.write(path.prefix, 345, "latin1");
  header.write(`${octal(sumHeader(header), 6)}\0 `, CHECKSUM_AT, "latin1");
  return header;
}

/** Zeros up to the next block. */
export function tarPadding(size_bytes: number): Uint8Array {
  return new Uint8Array((BLOCK - (size_bytes % BLOCK)) % BLOCK);
}

/** The files in their order. Throws BackupError for a damaged header and for a file that was cut off. */
export async function* readTar(file: FileHandle): AsyncGenerator<TarMember, void, void> {
  let before = START;
  for (let position = 0; ; ) {
    const header = await readExactly(file, { position, length: BLOCK, part: `the header after ${before}` });
    if (header.every((byte) => byte === 0)) return;
    const { name, size_bytes } = readHeader(header, before);
    yield { name, size_bytes, body: readBody(file, { name, position: position + BLOCK, size_bytes }) };
    position += BLOCK + size_bytes + tarPadding(size_bytes).byteLength;
    before = name;
  }
}

async function* readBody(
  file: FileHandle,
  where: { name: string; position: number; size_bytes: number },
): AsyncGenerator<Uint8Array, void, void> {
  const end = where.position + where.size_bytes;
  for (let position = where.position; position < end; ) {
    const length = Math.min(READ_BYTES, end - position);
    yield await readExactly(file, { position, length, part: where.name });
    position += length;
  }
}

async function readExactly(
  file: FileHandle,
  where: { position: number; length: number; part: string },
): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(where.length);
  for (let filled = 0; filled < where.length; ) {
    const { bytesRead } = await file.read(bytes, filled, where.length - filled, where.position + filled);
    if (bytesRead === 0) {
      throw new BackupError(`the file ends in the middle of ${where.part}: it was cut off; take another copy of it`);
    }
    filled += bytesRead;
  }
  return bytes;
}

function readHeader(header: Buffer, before: string): { name: string; size_bytes: number } {
  const stored = readOctal(header, CHECKSUM_AT, 8);
  const size = readOctal(header, 124, 12);
  if (stored !== sumHeader(header) || size === null || header.toString("latin1", 257, 262) !== "ustar") {
    if (before === START) throw new BackupError('the file is not a backup: give one that "docsvc backup" made');
    throw new BackupError(`the header after ${before} is damaged: take another copy of the file`);
  }
  const prefix = readText(header, 345, PREFIX_BYTES);
  const name = readText(header, 0, NAME_BYTES);
  return { name: prefix === "" ? name : `${prefix}/${name}`, size_bytes: size };
}

/** The sum of all bytes, with the place of the sum itself taken as blanks. */
function sumHeader(header: Uint8Array): number {
  let sum = 0;
  for (const [index, byte] of header.entries()) {
    sum += index >= CHECKSUM_AT && index < CHECKSUM_AT + 8 ? 0x20 : byte;
  }
  return sum;
}

function splitName(name: string): { prefix: string; name: string } {
  if (name.length <= NAME_BYTES) return { prefix: "", name };
  const cut = name.lastIndexOf("/", PREFIX_BYTES);
  if (cut > 0 && name.length - cut - 1 <= NAME_BYTES) return { prefix: name.slice(0, cut), name: name.slice(cut + 1) };
  throw new BackupError(`"${name}" is too long a name for tar`);
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, "0");
}

function readText(header: Buffer, from: number, length: number): string {
  return header.toString("latin1", from, from + length).replace(/\0.*$/s, "");
}

function readOctal(header: Buffer, from: number, length: number): number | null {
  const digits = /^ *([0-7]+)[ \0]*$/.exec(header.toString("latin1", from, from + length))?.[1];
  return digits === undefined ? null : Number.parseInt(digits, 8);
}
