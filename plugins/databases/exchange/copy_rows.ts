// New records as COPY takes them in its binary format:
// a worker writes the rows, and whoever copies them fills in what all have in common.
import { writeSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";

/** In the order of a row's columns. What stands before `data` is filled in later. */
export const COPIED_COLUMNS = `workspace_id, table_id, version, schema_version, writer_id, created_at, updated_at, record_id,
  data, keys, search_text, size_bytes`;
const COLUMNS = 12;
/** The number of columns, and those of known size with their lengths. Until they are filled in, the row's length stands here. */
const HEAD_BYTES = 90;
const RECORD_ID_AT = HEAD_BYTES - 8;
const JSON_AT = HEAD_BYTES + 4 + 1;
/** Before the text of `jsonb`. */
const JSONB_VERSION = 1;
const BYTEA_OID = 17;
const [OPEN_BRACE, CLOSE_BRACE] = [0x7b, 0x7d];
/** No character takes more in UTF-8 than for each unit of its own in UTF-16. */
const BYTES_PER_CHAR = 3;
const PIECE_BYTES = 256 * 1024;
const LOOK_AGAIN_MS = 10;

/** What is made of one record. `members` are those of its JSON, each behind a comma. `keys` are the array's elements, one character a byte, made by `keyElement`. */
export interface CopiedRecord {
  members: string;
  keys: string;
  text: string;
}

/** What stands for no key. */
export const NO_KEY = "\xff\xff\xff\xff";

/** A key of less than 256 bytes, one character each, as an element of the array. */
export function keyElement(key: string): string {
  return key === "" ? NO_KEY : `\0\0\0${String.fromCharCode(key.length)}${key}`;
}

/** Gathers rows into larger writes. */
export interface RowWriter {
  /** Answers how many bytes the JSON text has; a record of more than `bytes_max` is not written. */
  add(record: CopiedRecord, bytes_max: number): number;
  /** How many bytes were added. */
  written(): number;
  end(): void;
}

export function rowWriter(file: number, keys: number): RowWriter {
  const arrayHead = headOfArray(keys);
  let buffer = Buffer.allocUnsafe(2 * PIECE_BYTES);
  let used = 0;
  let ended = 0;
  const end = () => {
    for (let at = 0; at < used; ) at += writeSync(file, buffer, at, used - at);
    ended += used;
    used = 0;
  };
  return {
    end,
    written: () => ended + used,
    add: ({ members, keys: elements, text }, bytesMax) => {
      const chars = members.length + text.length;
      const room = HEAD_BYTES + arrayHead.length + elements.length + BYTES_PER_CHAR * chars + 32;
      if (room > buffer.length - used) {
        end();
        if (room > buffer.length) buffer = Buffer.allocUnsafe(2 * room);
      }
      // Braces stand for the first comma and behind the last member, without another copy of the text.
      const size = buffer.write(members, used + JSON_AT, "utf8") + 1;
      if (size > bytesMax) return size;
      buffer[used + JSON_AT] = OPEN_BRACE;
      buffer[used + JSON_AT + size - 1] = CLOSE_BRACE;
      let at = used + HEAD_BYTES;
      buffer.writeInt32BE(size + 1, at);
      buffer[at + 4] = JSONB_VERSION;
      at += 5 + size;
      buffer.writeInt32BE(arrayHead.length + elements.length, at);
      at += 4 + buffer.write(arrayHead, at + 4, "latin1");
      at += buffer.write(elements, at, "latin1");
      const textBytes = buffer.write(text, at + 4, "utf8");
      buffer.writeInt32BE(textBytes, at);
      at += 4 + textBytes;
      buffer.writeInt32BE(4, at);
      buffer.writeInt32BE(size, at + 4);
      at += 8;
      buffer.writeUInt32BE(at - used, used);
      used = at;
      if (used >= PIECE_BYTES) end();
      return size;
    },
  };
}

/** Of one dimension from 1 on, whose elements are bytea and may be null. */
function headOfArray(keys: number): string {
  const head = Buffer.alloc(20);
  for (const [index, part] of [1, 1, BYTEA_OID, keys, 1].entries()) head.writeInt32BE(part, 4 * index);
  return head.toString("latin1");
}

/** What all rows of an import have in common, and the id of its first record. */
export interface CopiedAlike {
  workspace_id: number;
  table_id: number;
  schema_version: number;
  writer_id: number;
  now: Date;
  from: number;
}

/** The rows as `copyRows` takes them, some at a time; the file grows until `whole`. Throws what `whole` throws. */
export async function* copyOf(file: FileHandle, whole: Promise<unknown>, alike: CopiedAlike): AsyncGenerator<Buffer> {
  const head = headOf(alike);
  let id = alike.from;
  for await (const { bytes, starts } of readRows(file, whole)) {
    for (const start of starts) {
      bytes.set(head, start);
      bytes.writeBigInt64BE(BigInt(id++), start + RECORD_ID_AT);
    }
    yield bytes;
  }
}

/** The JSON texts of all records of a whole file, in their order. */
export async function* jsonOf(file: FileHandle): AsyncGenerator<string> {
  for await (const { bytes, starts } of readRows(file, Promise.resolve())) {
    for (const start of starts) {
      const size = bytes.readInt32BE(start + HEAD_BYTES) - 1;
      yield bytes.toString("utf8", start + JSON_AT, start + JSON_AT + size);
    }
  }
}

const EPOCH_MS = Date.UTC(2000, 0, 1);

function headOf({ workspace_id, table_id, schema_version, writer_id, now }: CopiedAlike): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  const time = (now.getTime() - EPOCH_MS) * 1000;
  let at = head.writeInt16BE(COLUMNS);
  const long = (value: number) => (at = head.writeBigInt64BE(BigInt(value), head.writeInt32BE(8, at)));
  const short = (value: number) => (at = head.writeInt32BE(value, head.writeInt32BE(4, at)));
  long(workspace_id);
  long(table_id);
  short(1);
  short(schema_version);
  for (const value of [writer_id, time, time, 0]) long(value);
  return head;
}

/** Some whole rows, and where each begins. */
interface Rows {
  bytes: Buffer;
  starts: number[];
}

/** Each piece has bytes of its own: a stream may hold it while it already asks for more. The next one is read while one is taken. */
async function* readRows(file: FileHandle, whole: Promise<unknown>): AsyncGenerator<Rows> {
  let buffer = Buffer.allocUnsafe(PIECE_BYTES);
  let used = 0;
  let from = 0;
  const read = () => {
    const reading = file.read(buffer, used, buffer.length - used, from);
    // Nobody waits for it where the rows before are not taken.
    reading.catch(() => {});
    return reading;
  };
  let isWhole = false;
  for (let reading = read(); ; ) {
    const { bytesRead } = await reading;
    if (bytesRead === 0) {
      if (isWhole) return;
      isWhole = await Promise.race([whole.then(() => true), Bun.sleep(LOOK_AGAIN_MS).then(() => false)]);
      reading = read();
      continue;
    }
    from += bytesRead;
    used += bytesRead;
    const { starts, end, wanted } = findRows(buffer.subarray(0, used));
    const rows = { bytes: buffer.subarray(0, end), starts };
    const next = Buffer.allocUnsafe(Math.max(PIECE_BYTES, 2 * wanted));
    buffer.copy(next, 0, end, used);
    buffer = next;
    used -= end;
    reading = read();
    if (end > 0) yield rows;
  }
}

/** The rows that are there as a whole, and how long the one is that is not. */
function findRows(bytes: Buffer): { starts: number[]; end: number; wanted: number } {
  const starts: number[] = [];
  let end = 0;
  while (end + 4 <= bytes.length) {
    const length = bytes.readUInt32BE(end);
    if (end + length > bytes.length) return { starts, end, wanted: length };
    starts.push(end);
    end += length;
  }
  return { starts, end, wanted: 0 };
}
