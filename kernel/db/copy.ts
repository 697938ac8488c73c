// COPY in its binary format:
// rows travel as bytes that were written elsewhere, as in a worker, and nothing is escaped, joined or parsed on their way.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Sql } from "./driver/client.ts";

const SIGNATURE = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1");
const TRAILER = Buffer.from([0xff, 0xff]);
const INTEGER_OID = 23;
/** Ahead of the elements of an array of one dimension. */
const ARRAY_HEAD_BYTES = 20;
/** Rows are sent together from so many bytes on. */
const PIECE_BYTES = 256 * 1024;

/**
 * Adds rows to a table, each of them made by `packRow` or in the same format. `target` is the table with the columns in their order, as
 * SQL that nobody sent. What fails ends the transaction, as with every statement.
 */
export async function copyRows(
  sql: Sql,
  target: string,
  rows: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  const query = sql.unsafe(`copy ${target} from stdin (format binary)`);
  const into = await query.writable();
  // What Postgres refuses behind the last row the driver tells the query alone, which has answered; the stream would never end.
  const refused = Promise.withResolvers<never>();
  Object.assign(query, { reject: refused.reject });
  const sent = pipeline(Readable.from(framed(rows), { objectMode: false }), into);
  await Promise.race([sent, refused.promise]);
}

/** With what stands ahead of the rows and behind them; small rows travel together, since each piece is a message of its own. */
async function* framed(rows: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [SIGNATURE];
  let bytes = 0;
  for await (const row of rows) {
    waiting.push(row);
    bytes += row.length;
    if (bytes < PIECE_BYTES) continue;
    yield joined(waiting);
    waiting = [];
    bytes = 0;
  }
  yield joined([...waiting, TRAILER]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
}

/** A row of fields that are packed already: one by one, or several behind each other. */
export function packRow(columns: number, fields: readonly Uint8Array[]): Uint8Array {
  const head = Buffer.alloc(2);
  head.writeInt16BE(columns);
  return Buffer.concat([head, ...fields]);
}

export function packNull(): Uint8Array {
  return new Uint8Array([0xff, 0xff, 0xff, 0xff]);
}

/** A `bigint`. */
export function packLong(value: number): Uint8Array {
  const field = Buffer.alloc(12);
  field.writeBigInt64BE(BigInt(value), field.writeInt32BE(8));
  return field;
}

/** An `integer`. */
export function packInteger(value: number): Uint8Array {
  const field = Buffer.alloc(8);
  field.writeInt32BE(value, field.writeInt32BE(4));
  return field;
}

/** A `text`, with a memory of its own, as everything that a worker sends should have. */
export function packText(text: string): Uint8Array {
  const length = Buffer.byteLength(text);
  const field = Buffer.from(new ArrayBuffer(4 + length));
  field.write(text, field.writeInt32BE(length), "utf8");
  return field;
}

/** An `integer[]` without nulls. */
export function packIntegers(values: Int32Array): Uint8Array {
  const dimensions = values.length === 0 ? 0 : 1;
  const head = dimensions === 0 ? ARRAY_HEAD_BYTES - 8 : ARRAY_HEAD_BYTES;
  const bytes = new ArrayBuffer(4 + head + 8 * values.length);
  const field = new DataView(bytes);
  const numbers = [bytes.byteLength - 4, dimensions, 0, INTEGER_OID, values.length, 1];
  for (const [index, number] of numbers.slice(0, (4 + head) / 4).entries()) field.setInt32(4 * index, number);
  let at = 4 + head;
  for (const value of values) {
    field.setInt32(at, 4);
    field.setInt32(at + 4, value);
    at += 8;
  }
  return new Uint8Array(bytes);
}
