// Writes and reads the container of a backup:
// POSIX ustar, whose headers are 512 bytes, so that `tar` opens it anywhere.
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

/**
 * The files in their order. Throws BackupError for a damaged header, for bytes between and after the files that do not belong
 * there, and for a file that was cut off.
 */
export async function* readTar(file: FileHandle): AsyncGenerator<TarMember, void, void> {
  let before = START;
  let modified: Date | null = null;
  let padding = 0;
  for (let position = 0; ; ) {
    // What fills the last block of a file is read with the header that follows.
    const length = padding + BLOCK;
    const bytes = await readExactly(file, { position, length, part: `the header after ${before}` });
    const header = bytes.subarray(padding);
    if (bytes.subarray(0, padding).some((byte) => byte !== 0)) throw refuseDamage(`the padding after ${before}`);
    position += length;
    if (header.every((byte) => byte === 0)) return demandEnd(file, position);
    const member = readHeader(header, before);
    if (modified && modified.getTime() !== member.modified.getTime()) throw refuseDamage(`the header after ${before}`);
    const { name, size_bytes } = member;
    yield { name, size_bytes, body: readBody(file, { name, position, size_bytes }) };
    position += size_bytes;
    padding = tarPadding(size_bytes).byteLength;
    before = name;
    modified = member.modified;
  }
}

/** Holds what follows the first block of zeros to what is written there, to the last byte. */
async function demandEnd(file: FileHandle, position: number): Promise<void> {
  const length = TAR_END.byteLength - BLOCK;
  const last = await readExactly(file, { position, length, part: "its last block" });
  if (last.some((byte) => byte !== 0)) throw refuseDamage("the end of the file");
  const beyond = (await file.stat()).size - position - length;
  if (beyond > 0) throw new BackupError(`the file goes on for ${beyond} bytes after its end: take another copy of it`);
}

function refuseDamage(part: string): BackupError {
  return new BackupError(`${part} is damaged: take another copy of the file`);
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

function readHeader(header: Buffer, before: string): { name: string; size_bytes: number; modified: Date } {
  const stored = readOctal(header, CHECKSUM_AT, 8);
  const size_bytes = readOctal(header, 124, 12);
  const seconds = readOctal(header, 136, 12);
  if (stored !== sumHeader(header) || size_bytes === null || header.toString("latin1", 257, 262) !== "ustar") {
    if (before === START) throw new BackupError('the file is not a backup: give one that "docsvc backup" made');
    throw refuseDamage(`the header after ${before}`);
  }
  const prefix = readText(header, 345, PREFIX_BYTES);
  const plain = readText(header, 0, NAME_BYTES);
  const name = prefix === "" ? plain : `${prefix}/${plain}`;
  const modified = new Date((seconds ?? 0) * 1000);
  // A sum does not tell bytes that changed places.
  if (!header.equals(tarHeader({ name, size_bytes, modified }))) throw refuseDamage(`the header after ${before}`);
  return { name, size_bytes, modified };
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
