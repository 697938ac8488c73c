// Makes the file of an export: whole at one moment, off everybody's way, and bounded.

import { open } from "node:fs/promises";
import { type Call, refuse, sharedWorkers } from "../../../kernel/plugin.ts";
import { safeName } from "../../bundles/port.ts";
import { capOf } from "../../operation.ts";
import { refuseMissingTable } from "../permits.ts";
import type { LoadedDatabase, TableRow } from "../store/rows.ts";
import { writeCsv } from "./csv_file.ts";
import { type About, writeJson } from "./json_file.ts";
import { type Snapshot, withSnapshot } from "./snapshot.ts";
import { writeSqlite } from "./sqlite_file.ts";
import { fileSink, makeFile, type OpenFile } from "./temp_file.ts";
import { writeXlsx } from "./xlsx_file.ts";

export const EXPORT_FORMATS = ["json", "sqlite", "csv", "xlsx"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What is exported: the database, or one table of it as CSV or as the only sheet of a workbook. */
export type Wanted =
  | { format: "json" | "sqlite" }
  | { format: "csv"; table_id: number; bom: boolean }
  | { format: "xlsx"; table_id: number | null };

type Asking = Pick<Call, "runtime" | "now">;

/** What an export names its database by. */
export function aboutOf({
  doc_id,
  title,
  folder,
  root_slug,
}: Pick<LoadedDatabase, "doc_id" | "title" | "folder" | "root_slug">): About {
  return { doc_id, title, folder, root: root_slug };
}

/** Whether so many bytes of live records are more than one export holds. */
export function isBeyondExport(call: Pick<Asking, "runtime">, record_bytes: number): boolean {
  return record_bytes > capOf(call.runtime, "database_export_bytes");
}

/** What an export is saved under, as people call it, with what says its format. */
export interface ExportedFile extends OpenFile {
  name: string;
}

/** Makes the file, in the caller's turn. Throws 413 for more than an export holds, and 404 for what is gone meanwhile. */
export async function exportFile(
  call: Asking & { owner: string },
  database: Pick<LoadedDatabase, "workspace_id" | "document_id" | "doc_id" | "title" | "folder" | "root_slug">,
  wanted: Wanted,
): Promise<ExportedFile> {
  const { title } = database;
  let called = title;
  const made = await makeFile((path) =>
    sharedWorkers().inTurn({ owner: call.owner, lane: "read" }, async () => {
      const done = await withSnapshot(call.runtime.database, database, async (snapshot) => {
        const table = tableOf(snapshot, wanted);
        if (table) called = `${title} - ${table.name}`;
        await writeFile(path, snapshot, { call, wanted, about: aboutOf(database) });
        return true;
      });
      if (!done) throw refuse.notFound("document not found");
    }),
  );
  return { ...made, name: `${safeName(called)}.${wanted.format}` };
}

/** The one table that is wanted; null for all. */
function tableOf(snapshot: Snapshot, wanted: Wanted): TableRow | null {
  if (!("table_id" in wanted) || wanted.table_id === null) return null;
  return demandTable(snapshot, wanted.table_id);
}

function demandTable({ tables }: Snapshot, tableId: number): TableRow {
  const table = tables.find((one) => one.table_id === tableId);
  if (!table) throw refuseMissingTable(tableId);
  return table;
}

interface Writing {
  call: Asking;
  wanted: Wanted;
  about: About;
}

async function writeFile(path: string, snapshot: Snapshot, { call, wanted, about }: Writing): Promise<void> {
  if (wanted.format === "csv") {
    const table = demandTable(snapshot, wanted.table_id);
    refuseLarge(call, table, wanted.format);
    return withSink(path, (sink) => {
      if (wanted.bom) sink.add("\ufeff");
      return writeCsv(sink, snapshot, table);
    });
  }
  if (wanted.format === "xlsx") return writeWorkbook(path, snapshot, { call, wanted });
  refuseLarge(call, snapshot.database, wanted.format);
  const how = { about, now: call.now };
  if (wanted.format === "sqlite") return writeSqlite(path, snapshot, how);
  return withSink(path, (sink) => writeJson(sink, snapshot, how));
}

function writeWorkbook(path: string, snapshot: Snapshot, { call, wanted }: Omit<Writing, "about">): Promise<void> {
  const table = tableOf(snapshot, wanted);
  const tables = table ? [table] : snapshot.tables;
  // A workbook has a sheet at least.
  if (tables.length === 0)
    throw refuse.invalid("the database has no tables, so a workbook would have no sheet; export it as json");
  refuseLarge(call, table ?? snapshot.database, wanted.format);
  const bounds = {
    rows_max: capOf(call.runtime, "sheet_rows"),
    cell_chars_max: capOf(call.runtime, "sheet_cell_chars"),
  };
  return withSink(path, (sink) => writeXlsx(sink, snapshot, { tables, bounds, now: call.now }));
}

async function withSink(path: string, write: (sink: ReturnType<typeof fileSink>) => Promise<void>): Promise<void> {
  const file = await open(path, "wx");
  try {
    const sink = fileSink(file);
    await write(sink);
    await sink.finish();
  } finally {
    await file.close();
  }
}

function refuseLarge(call: Asking, { record_bytes }: Pick<TableRow, "record_bytes">, format: ExportFormat): void {
  if (!isBeyondExport(call, record_bytes)) return;
  const most = capOf(call.runtime, "database_export_bytes");
  const way = format === "csv" ? "delete records, or read them through query" : "export its tables one by one as csv";
  throw refuse.tooLarge(`there are ${record_bytes} bytes of record data; an export holds at most ${most}: ${way}`, {
    max_bytes: most,
  });
}
