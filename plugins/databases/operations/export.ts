// Taking a database along: as JSON, as an SQLite file, as a workbook of Excel, or one table as CSV.
import { refuse, t } from "../../../kernel/plugin.ts";
import { attachment } from "../../documents/port/read.ts";
import { operation } from "../../operation.ts";
import { EXPORT_FORMATS, type ExportFormat, exportFile, type Wanted } from "../exchange/exporting.ts";
import { streamFile } from "../exchange/temp_file.ts";
import { database } from "../permits.ts";
import { databaseParams } from "../schemas.ts";

const TYPES: Readonly<Record<ExportFormat, string>> = {
  json: "application/json; charset=utf-8",
  sqlite: "application/vnd.sqlite3",
  csv: "text/csv; charset=utf-8; header=present",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

export const exportDatabase = operation({
  id: "database.export",
  route: "GET /api/databases/{database_id}/export",
  planned_each_time: true,
  summary: "Download a database, or a table of it",
  description:
    "Everything as it was at one moment. JSON and SQLite hold all tables with their fields, records and views; CSV holds one table, and an Excel workbook a sheet for each, or that of table_id alone. Lists and JSON are JSON texts in SQLite, CSV and Excel, and a CSV text that a spreadsheet would take for a formula begins with an apostrophe. Attachments are references, without their bytes.",
  params: databaseParams,
  query: t.Object({
    format: t.Optional(t.OneOf(EXPORT_FORMATS, { default: "json" })),
    table_id: t.Optional(t.Id({ description: "With csv: the table. With xlsx: the only one." })),
    bom: t.Optional(
      t.Boolean({ description: "With csv: a byte order mark before it, by which Excel reads it as UTF-8." }),
    ),
  }),
  raw: "download",
  rules: ({ query }) => void wantedOf(query),
  permit: database("view"),
  connection_limit: "places",
  records: "export.database",
  refuses: [404, 413],
  run: async (call, { query }) => {
    const { subject, actor } = call;
    const wanted = wantedOf(query);
    const headers = {
      "content-type": TYPES[wanted.format],
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    };
    const made = await exportFile({ ...call, owner: `user:${actor.user_id}` }, subject, wanted);
    try {
      await call.record({
        target_type: "doc",
        target_id: subject.doc_id,
        meta: {
          format: wanted.format,
          ...("table_id" in wanted && wanted.table_id !== null ? { table_id: wanted.table_id } : {}),
        },
      });
    } catch (error) {
      await made.file.close();
      throw error;
    }
    const ofFile = { "content-disposition": attachment(made.name), "content-length": String(made.size_bytes) };
    return new Response(streamFile(made), { headers: { ...headers, ...ofFile } });
  },
});

interface Query {
  format?: ExportFormat;
  table_id?: number;
  bom?: boolean;
}

function wantedOf({ format = "json", table_id, bom = false }: Query): Wanted {
  if (format !== "csv") {
    if (bom) throw refuse.invalid(`bom goes with format=csv; ${format} has no byte order mark`);
    if (format === "xlsx") return { format, table_id: table_id ?? null };
    if (table_id === undefined) return { format };
    throw refuse.invalid(`table_id goes with format=csv or xlsx; ${format} holds all tables`);
  }
  if (table_id !== undefined) return { format, table_id, bom };
  throw refuse.invalid("csv holds one table: name it by table_id, as get_database lists them");
}
