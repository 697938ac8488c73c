// Reads tables of separated values as RFC 4180 has them and as spreadsheets write them:
// quotes, newlines in cells, other separators.

/** The first rows of a table, and how many there are. */
export interface Rows {
  rows: string[][];
  /** All of them, blank ones not counted. */
  count: number;
  /** The most cells that a row among `rows` has. */
  columns: number;
}

const SEPARATORS = [",", ";", "\t", "|"] as const;

/** Reads the first `rows_max` rows and counts the rest. A quote that nobody closes reaches to the end. */
export function readRows(text: string, options: { separator: string; rows_max: number; columns_max: number }): Rows {
  const { separator, rows_max, columns_max } = options;
  const rows: string[][] = [];
  let count = 0;
  let columns = 0;
  for (let at = 0; at < text.length; ) {
    const row: string[] = [];
    let cells = 0;
    let isBlank = true;
    for (;;) {
      const cell = readCell(text, at, separator);
      isBlank &&= cell.value === "" && !cell.quoted;
      cells += 1;
      if (count < rows_max && cells <= columns_max) row.push(cell.value);
      at = cell.end;
      if (text[at] !== separator) break;
      at += 1;
    }
    at += text.startsWith("\r\n", at) ? 2 : 1;
    if (isBlank && cells === 1) continue;
    count += 1;
    if (count > rows_max) continue;
    rows.push(row);
    columns = Math.max(columns, cells);
  }
  return { rows, count, columns };
}

interface Cell {
  value: string;
  quoted: boolean;
  /** Where the separator or the line's end stands that ends it. */
  end: number;
}

function readCell(text: string, start: number, separator: string): Cell {
  if (text[start] !== '"') {
    const end = endOfCell(text, start, separator);
    return { value: text.slice(start, end), quoted: false, end };
  }
  const parts: string[] = [];
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return { value: parts.join("") + text.slice(at), quoted: true, end: text.length };
    parts.push(text.slice(at, quote));
    at = quote + 1;
    if (text[at] !== '"') break;
    parts.push('"');
    at += 1;
  }
  // What some programs write behind the closing quote belongs to the cell.
  const end = endOfCell(text, at, separator);
  return { value: parts.join("") + text.slice(at, end), quoted: true, end };
}

function endOfCell(text: string, start: number, separator: string): number {
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === separator || letter === "\n" || letter === "\r") return at;
  }
  return text.length;
}

/** The separator that the first line uses most: spreadsheets of many countries write semicolons into a .csv. */
export function separatorOf(text: string): string {
  const counts = new Map<string, number>(SEPARATORS.map((separator) => [separator, 0]));
  let isQuoted = false;
  for (const letter of text.slice(0, FIRST_LINE_MAX)) {
    if (letter === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (letter === "\n" || letter === "\r") break;
    const seen = counts.get(letter);
    if (seen !== undefined) counts.set(letter, seen + 1);
  }
  return SEPARATORS.reduce((best, one) => ((counts.get(one) ?? 0) > (counts.get(best) ?? 0) ? one : best));
}

const FIRST_LINE_MAX = 64 * 1024;
