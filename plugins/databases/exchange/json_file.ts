// A database as one JSON text: its tables with their fields and records, and its saved views.
import type { JsonObject } from "../../../kernel/mod.ts";
import { showView } from "../showing.ts";
import type { ExportedRow, Snapshot } from "./snapshot.ts";
import type { TextSink } from "./temp_file.ts";

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
  sink: TextSink,
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
  await sink.write(`${JSON.stringify(head).slice(0, -1)},"tables":[`);
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
    await sink.write(`${index === 0 ? "" : ","}\n${JSON.stringify(members).slice(0, -1)},"records":[`);
    let isFirst = true;
    for await (const rows of snapshot.rowsOf(table)) {
      const lines = rows.map(lineOf).join(",\n");
      await sink.write(`${isFirst ? "\n" : ",\n"}${lines}`);
      isFirst = false;
    }
    await sink.write("]}");
  }
  await sink.write("\n]}\n");
}

/** The data goes through as Postgres has it. */
function lineOf({
  record_id,
  data,
  version,
  schema_version,
  form_status,
  created_at,
  updated_at,
}: ExportedRow): string {
  const status = form_status === null ? "null" : `"${form_status}"`;
  return `{"id":${record_id},"data":${data},"version":${version},"schema_version":${schema_version},"form_status":${status},"created_at":"${created_at.toISOString()}","updated_at":"${updated_at.toISOString()}"}`;
}
