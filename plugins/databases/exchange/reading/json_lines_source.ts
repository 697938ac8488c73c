// Reads JSON Lines: an object on each line, whose members are the cells of the columns that they name.
import { isUtf8 } from "node:buffer";
import { findLostNumber, isJsonObject, type JsonValue } from "../../../../kernel/mod.ts";
import {
  refuseManyColumns,
  refuseManyRows,
  type Source,
  type SourceBounds,
  SourceError,
  type SourceRow,
} from "./source.ts";

const LINE_BYTES_MAX = 8 * 1024 * 1024;
const NEWLINE = 0x0a;

export function jsonLinesSource(file: Buffer, bounds: SourceBounds): Source {
  if (!isUtf8(file)) throw new SourceError("the file is not in UTF-8");
  const places = new Map<string, number>();
  let fault: string | null = null;
  eachLine(file, bounds, (line, number) => {
    const read = readObject(line);
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
        const read = readObject(line);
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

/** The object, or why there is none. */
function readObject(line: string): Record<string, JsonValue | undefined> | string {
  try {
    const value: unknown = JSON.parse(line);
    if (!isJsonObject(value)) return "is no JSON object";
    return findLostNumber(line) ?? value;
  } catch {
    return "is no JSON";
  }
}
