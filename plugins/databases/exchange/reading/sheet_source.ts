// Reads one sheet of a workbook (Office Open XML, .xlsx): values as they were last computed, never formulas.
import readSheets from "read-excel-file/node";
import { markCells } from "./marked_cells.ts";
import { keptTime } from "./sheet_times.ts";
import {
  CellError,
  LackingCell,
  RefusedCell,
  refuseManyColumns,
  refuseManyRows,
  ShownNumber,
  type Source,
  type SourceBounds,
  SourceError,
} from "./source.ts";

const WHY_CHARS_MAX = 200;

/** The sheet of that name, or the first. */
export async function sheetSource(
  file: Buffer,
  bounds: SourceBounds & { sheet?: string | undefined },
): Promise<Source> {
  const sheets = await readWorkbook(file);
  const found = bounds.sheet === undefined ? sheets[0] : sheets.find((one) => one.sheet === bounds.sheet);
  if (!found) {
    const names = sheets.map((one) => `"${one.sheet}"`).join(", ");
    throw new SourceError(`the workbook has no sheet "${bounds.sheet ?? ""}"; it has ${names || "none"}`);
  }
  const [head, ...rows] = found.data.map((row, index) => row.map((cell) => cellOf(cell, index + 1)));
  if (!head || head.every((cell) => cell === null))
    throw new SourceError("the sheet is empty; its first row names the columns");
  if (head.length > bounds.columns_max) throw refuseManyColumns(head.length, bounds);
  if (rows.length > bounds.rows_max) throw refuseManyRows(bounds);
  return {
    columns: head.map(nameOf),
    is_sheet: true,
    each: (take) => {
      for (const [index, cells] of rows.entries()) {
        take({ number: index + 2, cells, share: (index + 1) / rows.length });
      }
    },
  };
}

/** What older files of Excel begin with, and those of today that a password protects (MS-CFB, 2.2). */
const COMPOUND_FILE = Buffer.from("d0cf11e0a1b11ae1", "hex");

async function readWorkbook(file: Buffer) {
  if (file.subarray(0, COMPOUND_FILE.length).equals(COMPOUND_FILE)) {
    throw new SourceError("the file is an older one of Excel (.xls), or has a password; save it as .xlsx without one");
  }
  try {
    const marked = markCells(file);
    // Blanks at the ends of texts are the sender's.
    return marked
      ? await readSheets(marked.file, { trim: false, parseNumber: marked.readNumber })
      : await readSheets(file, { trim: false });
  } catch (error) {
    // Whatever the library stumbles over stands in the file. Most of it comes as a plain error; where a part is missing, as one of its code.
    const told = error instanceof Error && !(error instanceof TypeError) ? error.message : "";
    const why = told.toWellFormed().replaceAll("\0", " ").slice(0, WHY_CHARS_MAX);
    throw new SourceError(
      `the file is no workbook that can be read (.xlsx): ${why || "a part of it is missing or damaged"}`,
    );
  }
}

type SheetCell = string | number | boolean | Date | CellError | RefusedCell | LackingCell | ShownNumber | null;

function nameOf(cell: SheetCell): string {
  if (cell instanceof CellError || cell instanceof RefusedCell) return cell.text;
  if (cell instanceof ShownNumber) return cell.text ?? String(cell.value);
  return cell === null || cell instanceof LackingCell ? "" : String(cell);
}

/** Throws SourceError for a time beyond all that there are. */
function cellOf(cell: unknown, row: number): SheetCell {
  if (cell instanceof Date) {
    if (Number.isNaN(cell.getTime())) throw new SourceError(`row ${row} of the sheet holds a date that there is not`);
    return keptTime(cell);
  }
  if (cell instanceof CellError || cell instanceof RefusedCell || cell instanceof LackingCell) return cell;
  if (cell instanceof ShownNumber) return cell;
  return typeof cell === "string" || typeof cell === "number" || typeof cell === "boolean" ? cell : null;
}
