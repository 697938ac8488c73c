// What an import is going to write, as a worker leaves it in files: new records for COPY, changes of others as JSON.
import { writeSync } from "node:fs";
import type { RecordEntry } from "../../store/record_entry.ts";

/** What of a record's row is made here; the other columns are alike in all of them. In the order of the lines. */
export const NEW_RECORD_COLUMNS = "data, keys, search_text, size_bytes";

/** What COPY's text format gives a meaning. */
const SPECIAL = /[\\\n\r\t]/;
const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replace(/[\\\n\r\t]/g, (one) => ESCAPES[one] ?? one) : text;
}

/** A line for COPY, with its end. */
export function copyLine({ data, keys, text, size }: RecordEntry): string {
  // A backslash is written twice for the array, and each of them twice for COPY.
  const list = keys.map((key) => (key === null ? "NULL" : `"\\\\\\\\x${key.slice(2)}"`)).join(",");
  return `${escaped(JSON.stringify(data))}\t{${list}}\t${escaped(text)}\t${size}\n`;
}

const PIECE_CHARS = 256 * 1024;

/** Gathers texts into larger writes. */
export function pieceWriter(file: number): { add(text: string): void; end(): void } {
  let waiting: string[] = [];
  let chars = 0;
  const end = () => {
    if (waiting.length > 0) writeSync(file, waiting.join(""));
    waiting = [];
    chars = 0;
  };
  return {
    add: (text) => {
      waiting.push(text);
      chars += text.length;
      if (chars >= PIECE_CHARS) end();
    },
    end,
  };
}

const BATCH = { ops: 1000, chars: 2 * 1024 * 1024 };

/** In JSON these need no escape, but whoever reads by lines may take them for an end. */
const ENDS: Readonly<Record<string, string>> = { "\u2028": "\\u2028", "\u2029": "\\u2029" };

/** Gathers changes that are written in one statement: a line with a JSON list of them. */
export function changeWriter(file: number): { add(op: string): void; end(): void } {
  let ops: string[] = [];
  let chars = 0;
  const end = () => {
    if (ops.length > 0) writeSync(file, `[${ops.join(",")}]\n`);
    ops = [];
    chars = 0;
  };
  return {
    add: (op) => {
      ops.push(op.replace(/[\u2028\u2029]/g, (one) => ENDS[one] ?? one));
      chars += op.length;
      if (ops.length >= BATCH.ops || chars >= BATCH.chars) end();
    },
    end,
  };
}
