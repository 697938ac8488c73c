// Reads JSON Lines: an object on each line, whose members are the cells of the columns that they name.
import { isUtf8 } from "node:buffer";
import { isJsonObject, type JsonValue } from "../../../../kernel/plugin.ts";
import { findLostNumber, isSameDecimal } from "../../../../kernel/ports/input.ts";
import {
  refuseManyColumns,
  refuseManyRows,
  type Source,
  type SourceBounds,
  SourceError,
  type SourceRow,
} from "./source.ts";

declare global {
  interface JSON {
    /** A number as it is written (ECMA-262, JSON.parse source text access). */
    rawJSON(text: string): object;
    isRawJSON(value: unknown): boolean;
  }
}

const LINE_BYTES_MAX = 8 * 1024 * 1024;
const NEWLINE = 0x0a;

/** With `is_exact` a number that reading would change is the text that stands there. */
export function jsonLinesSource(file: Buffer, { is_exact, ...bounds }: SourceBounds & { is_exact: boolean }): Source {
  if (!isUtf8(file)) throw new SourceError("the file is not in UTF-8");
  const places = new Map<string, number>();
  let fault: string | null = null;
  eachLine(file, bounds, (line, number) => {
    const read = readObject(line, is_exact);
    if (typeof read === "string") {
      fault ??= `line ${number} ${read}`;
      return;
    }
    for (const name of Object.keys(read)) {
      if (places.has(name)) continue;
      places.set(name, places.size);
      if (places.size > bounds.columns_max) throw refuseManyColumns(places.size, bounds);
    }
  });
  if (places.size === 0 && fault !== null) {
    throw new SourceError(`${fault}; write a JSON object on each line, such as {"name": "Anna", "city": "Bonn"}`);
  }
  return {
    columns: [...places.keys()],
    each: (take) =>
      eachLine(file, bounds, (line, number, share) => {
        const read = readObject(line, is_exact);
        if (typeof read === "string") return take({ number, cells: [], share, fault: read } satisfies SourceRow);
        const cells: JsonValue[] = Array(places.size).fill(null);
        for (const [name, value] of Object.entries(read)) cells[places.get(name) ?? 0] = value ?? null;
        take({ number, cells, share });
      }),
  };
}

function eachLine(
  file: Buffer,
  bounds: SourceBounds,
  take: (line: string, number: number, share: number) => void,
): void {
  let rows = 0;
  for (let at = 0, number = 1; at < file.length; number++) {
    const found = file.indexOf(NEWLINE, at);
    const end = found < 0 ? file.length : found;
    if (end - at > LINE_BYTES_MAX)
      throw new SourceError(`line ${number} has ${end - at} bytes; at most ${LINE_BYTES_MAX} are read`);
    const line = file.toString("utf8", at, end).trim();
    at = end + 1;
    // A mark of the byte order is white space to `trim`.
    if (line === "") continue;
    if (++rows > bounds.rows_max) throw refuseManyRows(bounds);
    take(line, number, end / file.length);
  }
}

/** Without one of these there is no number that reading changes. */
const LONG_NUMBER = /\d{16}|\d[eE]|[\d.]{17}/;

/** The object with each number that reading would change, such as a long id, as the text that stands there, and so what holds one. */
function readExactly(line: string): unknown {
  return JSON.parse(line, (_name, value: unknown, context?: { source?: string }) => {
    const source = context?.source;
    if (typeof value === "number" && source !== undefined) {
      return isSameDecimal(source, String(value)) ? value : JSON.rawJSON(source);
    }
    return value;
  });
}

function isRaw(value: unknown): boolean {
  if (JSON.isRawJSON(value)) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(isRaw);
}

/** The object, or why there is none. */
function readObject(line: string, is_exact: boolean): Record<string, JsonValue | undefined> | string {
  try {
    if (is_exact && LONG_NUMBER.test(line)) {
      const read = readExactly(line);
      if (!isJsonObject(read)) return "is no JSON object";
      const members = Object.entries(read).map(([name, value]) => [name, isRaw(value) ? JSON.stringify(value) : value]);
      return Object.fromEntries(members);
    }
    const value: unknown = JSON.parse(line);
    if (!isJsonObject(value)) return "is no JSON object";
    return findLostNumber(line) ?? value;
  } catch {
    return "is no JSON";
  }
}
