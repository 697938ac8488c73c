// A database as one JSON text: its tables with their fields and records, and its saved views.
import type { JsonObject } from "../../../kernel/plugin.ts";
import { showView } from "../showing.ts";
import type { ExportedRow, Snapshot } from "./snapshot.ts";
import type { Sink } from "./temp_file.ts";

/** Of the shape, for whoever reads such a file later. */
const FORMAT_VERSION = 1;

/** Which database it is, as the file says it. */
export interface About extends JsonObject {
  doc_id: string;
  title: string;
  folder: string;
  root: string | null;
}

/** Writes the whole text, a record on a line. */
export async function writeJson(
  sink: Sink,
  snapshot: Snapshot,
  { about, now }: { about: About; now: Date },
): Promise<void> {
  const { database, tables, views } = snapshot;
  const head = {
    format: "database",
    format_version: FORMAT_VERSION,
    exported_at: now.toISOString(),
    doc: about,
    revision: database.seq,
    updated_at: database.changed_at.toISOString(),
    views: views.map((view) => showView(view)),
  };
  sink.add(`${JSON.stringify(head).slice(0, -1)},"tables":[`);
  for (const [index, table] of tables.entries()) {
    const { table_id, name, fields, schema_version, created_at, updated_at } = table;
    const members = {
      id: table_id,
      name,
      fields: fields.map((field) => ({ ...field })),
      schema_version,
      created_at,
      updated_at,
    };
    sink.add(`${index === 0 ? "" : ","}\n${JSON.stringify(members).slice(0, -1)},"records":[`);
    let isFirst = true;
    for await (const rows of snapshot.rowsOf(table)) {
      for (const row of rows) {
        sink.add(isFirst ? "\n" : ",\n");
        addRecord(sink, row);
        isFirst = false;
      }
      await sink.drain();
    }
    sink.add("]}");
  }
  sink.add("\n]}\n");
}

/** The data goes through as Postgres has it. */
function addRecord(
  sink: Sink,
  { record_id, data, version, schema_version, form_status, created_at, updated_at }: ExportedRow,
): void {
  const status = form_status === null ? "null" : `"${form_status}"`;
  sink.add(`{"id":${record_id},"data":`);
  sink.add(data);
  sink.add(
    `,"version":${version},"schema_version":${schema_version},"form_status":${status},"created_at":"${created_at}","updated_at":"${updated_at}"}`,
  );
}
