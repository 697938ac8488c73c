// Takes the rows of a long table cell by cell: only what is not simple goes through the parser.
import type { PhrasingContent, Table, TableCell, TableRow } from "mdast";
import { readSimpleCell } from "./simple_cells.ts";

/** Rows of a table, in which nothing has a position, and where in the source they end. */
export interface TakenRows {
  rows: TableRow[];
  to: number;
}

/** A table of one column, whose cells are read as those of any other. */
const HEAD = "|a|\n|-|\n";
/** A cell: a bar in it has a backslash before it, which may have one itself. */
const CELL = /(?:\\[\\|]|[^|])*/y;

/**
 * The rows from `from` on, which stands behind a row of a table: as many lines as begin with a bar, which nothing but a row can
 * there, up to `length` characters.
 */
export function takeRows(
  source: string,
  from: number,
  { length, parse }: { length: number; parse: (table: string) => Table | null },
): TakenRows {
  const rows: TableRow[] = [];
  const unread: { cell: TableCell; text: string }[] = [];
  let to = from;
  while (to < source.length && to - from < length) {
    const line = lineAt(source, to);
    if (!line) break;
    to = line.to;
    const children = cellsOf(line.text).map((text) => {
      const content = readSimpleCell(text);
      const cell: TableCell = { type: "tableCell", children: content ?? [] };
      if (!content) unread.push({ cell, text });
      return cell;
    });
    rows.push({ type: "tableRow", children });
  }
  if (unread.length === 0) return { rows, to };
  const read = parse(HEAD + unread.map(({ text }) => `| ${text} |\n`).join(""));
  for (const [index, { cell }] of unread.entries()) cell.children = contentOf(read?.children[index + 1]);
  return { rows, to };
}

/** The line that begins there and where the next one does; null for one that begins with no bar or holds another end of line. */
function lineAt(source: string, from: number): { text: string; to: number } | null {
  if (source[from] !== "|") return null;
  const newline = source.indexOf("\n", from);
  const end = newline < 0 ? source.length : newline;
  const text = source.slice(from, source[end - 1] === "\r" ? end - 1 : end);
  return text.includes("\r") ? null : { text, to: newline < 0 ? end : end + 1 };
}

/** The words between the bars of a row, without spaces at either end; what follows the last bar is a cell if there is anything. */
function cellsOf(row: string): string[] {
  const cells = row.includes("\\") ? splitEscaped(row) : row.split("|");
  const trimmed = cells.slice(1).map(trim);
  if (trimmed.at(-1) === "") trimmed.pop();
  return trimmed;
}

function splitEscaped(row: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= row.length; at = CELL.lastIndex + 1) {
    CELL.lastIndex = at;
    cells.push(CELL.exec(row)?.[0] ?? "");
  }
  return cells;
}

/** Of markdown's own spaces only. */
function trim(cell: string): string {
  return cell.replace(/^[ \t]+|[ \t]+$/g, "");
}

function contentOf(row: TableRow | undefined): PhrasingContent[] {
  return row?.children[0]?.children ?? [];
}
