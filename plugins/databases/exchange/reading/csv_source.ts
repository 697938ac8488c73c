// Reads CSV: RFC 4180 in UTF-8 or UTF-16, with commas, semicolons or tabs.
import { isUtf8 } from "node:buffer";
import Papa from "papaparse";
import { refuseManyColumns, refuseManyRows, type Source, type SourceBounds, SourceError } from "./source.ts";

const DELIMITERS = [",", ";", "\t"];
/** The first record is looked for in so much. */
const HEAD_CHARS = 64 * 1024;

/** What Excel takes for the delimiter, and shows no row of. */
const HINT = /^sep=([,;\t])(?:\r\n|[\r\n]|$)/i;

export function csvSource(file: Buffer, bounds: SourceBounds): Source {
  const whole = textOf(file);
  const [hint = "", hinted] = HINT.exec(whole) ?? [];
  const records = { text: whole.slice(hint.length), rows_before: hint === "" ? 0 : 1 };
  const delimiter = hinted ?? guessDelimiter(records.text.slice(0, HEAD_CHARS));
  let columns: string[] = [];
  eachRecord(records, delimiter, (cells) => {
    columns = cells;
    return false;
  });
  if (columns.length === 0) throw new SourceError("the file is empty; its first row names the columns");
  if (columns.length > bounds.columns_max) throw refuseManyColumns(columns.length, bounds);
  return {
    columns,
    each: (take) => {
      let rows = -1;
      eachRecord(records, delimiter, (cells, number, share) => {
        if (++rows === 0) return true;
        if (rows > bounds.rows_max) throw refuseManyRows(bounds);
        const isWide = cells.length > columns.length && cells.slice(columns.length).some((cell) => cell !== "");
        const fault = `has ${cells.length} cells, and there are ${columns.length} columns`;
        take({ number, cells, share, ...(isWide ? { fault } : {}) });
        return true;
      });
    },
  };
}

interface Records {
  text: string;
  /** Those of the file that stand before. */
  rows_before: number;
}

/** Hands on the records that are not blank, until `take` says no. */
function eachRecord(
  { text, rows_before }: Records,
  delimiter: string,
  take: (cells: string[], number: number, share: number) => boolean,
): void {
  let number = rows_before;
  let failure: unknown = null;
  Papa.parse<string[]>(text, {
    delimiter,
    step: ({ data, errors: [error], meta }, parser) => {
      number++;
      try {
        if (error) throw new SourceError(`the file is no CSV: row ${number} has quotes that do not match`);
        if ((data.length > 1 || data[0] !== "") && !take(data, number, meta.cursor / text.length)) parser.abort();
      } catch (thrown) {
        failure = thrown;
        parser.abort();
      }
    },
  });
  if (failure !== null) throw failure;
}

/** Throws for what is neither UTF-8 nor marked as UTF-16: what it says can only be guessed. */
function textOf(file: Buffer): string {
  const isLittle = file[0] === 0xff && file[1] === 0xfe;
  const isBig = file[0] === 0xfe && file[1] === 0xff;
  if (isLittle || isBig) return new TextDecoder(isLittle ? "utf-16le" : "utf-16be").decode(file);
  if (!isUtf8(file)) throw new SourceError("the file is not in UTF-8; save it as CSV UTF-8");
  return new TextDecoder().decode(file);
}

/**
 * The one that stands most often in the first line, outside of quotes. Where none does, there is one column, and whatever stands
 * between its cells' characters is a part of them, as in `12,50`: one that no cell has.
 */
function guessDelimiter(head: string): string {
  const plain = head.replace(/"(?:[^"]|"")*"/g, "");
  const [line = ""] = plain.split(/\r?\n|\r/);
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length);
  const isInCell = (delimiter: string) => new RegExp(`${delimiter}[^${delimiter}\r\n]`).test(plain);
  if (Math.max(...counts) === 1) return DELIMITERS.find((one) => !isInCell(one)) ?? ",";
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
}
