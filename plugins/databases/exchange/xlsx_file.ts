// Tables as a workbook of Excel (Office Open XML, ECMA-376):
// a sheet for each, with the columns that CSV has, in cells of their types.
import { refuse } from "../../../kernel/plugin.ts";
import { yieldToLoop } from "../../../kernel/ports/base.ts";
import { plainZipStream, streamOf, type ZipEntry } from "../../bundles/port.ts";
import { type Field, own } from "../fields/mod.ts";
import type { TableRow } from "../store/rows.ts";
import { SYSTEM_COLUMNS } from "./cells.ts";
import {
  cellChars,
  columnName,
  escapeXml,
  headCell,
  numberCell,
  STYLES_XML,
  sheetName,
  textCell,
  timeCell,
  valueCell,
} from "./sheet_cells.ts";
import { dataOf, type ExportedRow, type Snapshot } from "./snapshot.ts";
import type { Sink } from "./temp_file.ts";

/** What a sheet of Excel holds. */
export interface SheetBounds {
  rows_max: number;
  cell_chars_max: number;
}

interface Writing {
  /** At least one. */
  tables: readonly TableRow[];
  bounds: SheetBounds;
  now: Date;
}

/** So many cells are written in a millisecond or two. */
const CELLS_AT_ONCE = 4000;

/** Throws 413 for what a sheet does not hold: nothing is cut. */
export async function writeXlsx(sink: Sink, snapshot: Snapshot, { tables, bounds, now }: Writing): Promise<void> {
  for (const table of tables) refuseLong(table, bounds);
  const taken = new Set<string>();
  const sheets = tables.map((table) => ({ table, name: sheetName(table.name, taken) }));
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const [name, text] of partsAround(sheets.map(({ name }) => name))) yield textEntry(name, text, now);
    for (const [index, { table }] of sheets.entries()) {
      const open = async () => streamOf(writeSheet(snapshot, table, bounds));
      yield { name: sheetPath(index), size_bytes: table.record_bytes, modified: now, deflate: true, open };
    }
  }
  for await (const piece of plainZipStream(entries())) {
    sink.add(piece);
    await sink.drain();
  }
}

function refuseLong({ name, records }: TableRow, { rows_max }: SheetBounds): void {
  // One row names the columns.
  if (records < rows_max) return;
  throw refuse.tooLarge(
    `the table "${name}" has ${records} records; a sheet of Excel has at most ${rows_max} rows: export it as csv`,
    { max_rows: rows_max },
  );
}

async function* writeSheet(
  snapshot: Snapshot,
  table: TableRow,
  { cell_chars_max }: SheetBounds,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const utf8 = new TextEncoder();
  const { fields } = table;
  const names = [...SYSTEM_COLUMNS, ...fields.map(({ key }) => key)];
  const columns = names.map((_name, index) => columnName(index));
  const head = names.map((name, index) => headCell(`${columns[index]}1`, name)).join("");
  yield utf8.encode(`${SHEET_BEGIN}<row r="1">${head}</row>`);
  const rowsAtOnce = Math.max(1, Math.floor(CELLS_AT_ONCE / names.length));
  let number = 1;
  for await (const rows of snapshot.rowsOf(table)) {
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      let text = "";
      for (const row of rows.slice(at, at + rowsAtOnce)) {
        text += rowOf(row, { number: ++number, fields, columns, cell_chars_max });
      }
      yield utf8.encode(text);
      await yieldToLoop();
    }
  }
  yield utf8.encode(SHEET_END);
}

interface RowWriting {
  number: number;
  fields: readonly Field[];
  columns: readonly string[];
  cell_chars_max: number;
}

function rowOf(row: ExportedRow, { number, fields, columns, cell_chars_max }: RowWriting): string {
  const data = dataOf(row);
  const [id, version, status, created, updated] = columns.map((column) => column + number);
  const cells = [
    numberCell(id ?? "", row.record_id),
    numberCell(version ?? "", row.version),
    textCell(status ?? "", row.form_status ?? ""),
    timeCell(created ?? "", row.created_at),
    timeCell(updated ?? "", row.updated_at),
  ];
  for (const [index, field] of fields.entries()) {
    const value = own(data, field.key);
    const chars = cellChars(field, value);
    if (chars > cell_chars_max) throw refuseLongCell({ row, field, chars, cell_chars_max });
    cells.push(valueCell(`${columns[SYSTEM_COLUMNS.length + index]}${number}`, field, value));
  }
  return `<row r="${number}">${cells.join("")}</row>`;
}

function refuseLongCell({
  row,
  field,
  chars,
  cell_chars_max,
}: {
  row: ExportedRow;
  field: Field;
  chars: number;
  cell_chars_max: number;
}): Error {
  return refuse.tooLarge(
    `record ${row.record_id} has ${chars} characters in ${field.key}; a cell of Excel holds at most ${cell_chars_max}: export it as csv, json or sqlite, or shorten the text`,
    { max_chars: cell_chars_max },
  );
}

function textEntry(name: string, text: string, modified: Date): ZipEntry {
  const bytes = new TextEncoder().encode(text);
  return { name, size_bytes: bytes.length, modified, deflate: true, open: async () => bytes };
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The names of the columns stay in sight. */
const SHEET_BEGIN = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><sheetData>`;
const SHEET_END = "</sheetData></worksheet>";

const sheetPath = (index: number): string => `xl/worksheets/sheet${index + 1}.xml`;

/** All parts but the sheets (ECMA-376, 12.2). */
function partsAround(names: readonly string[]): [path: string, text: string][] {
  const sheets = names.map((name, index) => ({ name: escapeXml(name), id: index + 1, path: sheetPath(index) }));
  const types = sheets.map(({ path }) => `<Override PartName="/${path}" ContentType="${TYPES}.worksheet+xml"/>`);
  const listed = sheets.map(({ name, id }) => `<sheet name="${name}" sheetId="${id}" r:id="rId${id}"/>`);
  const related = sheets.map(
    ({ id }) => `<Relationship Id="rId${id}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${id}.xml"/>`,
  );
  const styles = `<Relationship Id="rId${names.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/>`;
  return [
    [
      "[Content_Types].xml",
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${types.join("")}</Types>`,
    ],
    [
      "_rels/.rels",
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      "xl/workbook.xml",
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets>${listed.join("")}</sheets></workbook>`,
    ],
    [
      "xl/_rels/workbook.xml.rels",
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${related.join("")}${styles}</Relationships>`,
    ],
    ["xl/styles.xml", STYLES_XML],
  ];
}
