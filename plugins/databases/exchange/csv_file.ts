// One table as CSV (RFC 4180, UTF-8): a column for each field, by key, behind those of what every record has.

import { yieldToLoop } from "../../../kernel/ports/base.ts";
import { csvLine } from "../../../kernel/ports/http.ts";
import { own } from "../fields/mod.ts";
import type { TableRow } from "../store/rows.ts";
import { csvCellOf, SYSTEM_COLUMNS } from "./cells.ts";
import { dataOf, type ExportedRow, type Snapshot } from "./snapshot.ts";
import type { Sink } from "./temp_file.ts";

/** So many cells are written in a millisecond or two. */
const CELLS_AT_ONCE = 4000;

export async function writeCsv(sink: Sink, snapshot: Snapshot, table: TableRow): Promise<void> {
  const { fields } = table;
  sink.add(csvLine([...SYSTEM_COLUMNS, ...fields.map((field) => field.key)]));
  const rowsAtOnce = Math.max(1, Math.floor(CELLS_AT_ONCE / (SYSTEM_COLUMNS.length + fields.length)));
  for await (const rows of snapshot.rowsOf(table)) {
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      for (const row of rows.slice(at, at + rowsAtOnce)) sink.add(lineOf(row, fields));
      await sink.drain();
      await yieldToLoop();
    }
  }
}

function lineOf(row: ExportedRow, fields: TableRow["fields"]): string {
  const data = dataOf(row);
  const { record_id, version, form_status, created_at, updated_at } = row;
  const cells = fields.map((field) => csvCellOf(field, own(data, field.key)));
  return csvLine([record_id, version, form_status, created_at, updated_at, ...cells]);
}
