// Reads CSV: RFC 4180 in UTF-8 or UTF-16, with commas, semicolons or tabs.
import { isUtf8 } from "node:buffer";
import { CsvError, parse } from "csv-parse/sync";
import {
  refuseManyColumns,
  refuseManyRows,
  type Source,
  type SourceBounds,
  SourceError,
  type SourceRow,
} from "./source.ts";

const RECORD_CHARS_MAX = 8 * 1024 * 1024;
const DELIMITERS = [",", ";", "\t"];
/** The first record is looked for in so much. */
const HEAD_BYTES = 64 * 1024;

export function csvSource(file: Buffer, bounds: SourceBounds): Source {
  const bytes = asUtf8(file);
  const delimiter = guessDelimiter(bytes.subarray(0, HEAD_BYTES).toString("utf8"));
  const columns = readAll(bytes, { delimiter, to: 1 })[0] ?? [];
  if (columns.length === 0) throw new SourceError("the file is empty; its first row names the columns");
  if (columns.length > bounds.columns_max) throw refuseManyColumns(columns.length, bounds);
  return {
    columns,
    each: (take) => {
      let rows = 0;
      readAll(bytes, { delimiter, from: 2 }, (cells, number) => {
        if (++rows > bounds.rows_max) throw refuseManyRows(bounds);
        const isWide = cells.length > columns.length && cells.slice(columns.length).some((cell) => cell !== "");
        const fault = `has ${cells.length} cells, and there are ${columns.length} columns`;
        take({ number, cells, ...(isWide ? { fault } : {}) } satisfies SourceRow);
      });
    },
  };
}

interface Part {
  delimiter: string;
  from?: number;
  to?: number;
}

function readAll(bytes: Buffer, part: Part, take?: (cells: string[], number: number) => void): string[][] {
  try {
    return parse(bytes, {
      ...part,
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: RECORD_CHARS_MAX,
      ...(take
        ? {
            on_record: (cells: string[], { records, empty_lines }: { records: number; empty_lines: number }) =>
              void take(cells, records + empty_lines),
          }
        : {}),
    });
  } catch (error) {
    if (error instanceof CsvError) throw new SourceError(`the file is no CSV: ${error.message}`);
    throw error;
  }
}

/** Throws for what is neither UTF-8 nor marked as UTF-16: what it says can only be guessed. */
function asUtf8(file: Buffer): Buffer {
  const isLittle = file[0] === 0xff && file[1] === 0xfe;
  const isBig = file[0] === 0xfe && file[1] === 0xff;
  if (isLittle || isBig) return Buffer.from(new TextDecoder(isLittle ? "utf-16le" : "utf-16be").decode(file));
  if (!isUtf8(file)) throw new SourceError("the file is not in UTF-8; save it as CSV UTF-8");
  return file;
}

/** The one that stands most often in the first line, outside of quotes. */
function guessDelimiter(head: string): string {
  const [line = ""] = head.replace(/"(?:[^"]|"")*"/g, "").split(/\r?\n|\r/);
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
}
