// Writes what an import has made of a file, many records in a statement.
import type { FileHandle } from "node:fs/promises";
import type { WriteCall } from "../../../kernel/plugin.ts";
import { copyRows } from "../../../kernel/ports/db.ts";
import { COPIED_COLUMNS, copyOf } from "../exchange/copy_rows.ts";
import { holdFiles } from "./hold.ts";
import type { WriteBounds } from "./records.ts";
import type { LoadedDatabase, TableRow } from "./rows.ts";

type Writing = Pick<WriteCall, "sql" | "actor" | "now" | "via">;

interface Place {
  database: Pick<LoadedDatabase, "workspace_id" | "document_id">;
  table: Pick<TableRow, "table_id" | "schema_version">;
}

/** New records: a file of rows for COPY, which grows until it is known how many there are. */
export interface ImportWrite extends Place {
  rows: FileHandle;
  /** `grown` is the sum of their sizes. */
  counts: Promise<{ created: number; grown: number }>;
}

interface Begun {
  seq: number;
  last_record_id: number;
  writer_id: number;
}

/** Adds records, in the database's turn. False where the table's schema is another by now. */
export async function importRecords(
  { sql, actor, now, via }: Writing,
  { database, table, rows, counts }: ImportWrite,
  { records_max }: Pick<WriteBounds, "records_max">,
): Promise<boolean> {
  const { workspace_id, document_id } = database;
  const [row] = await sql<{ begun: Begun | null }[]>`
    select begin_import(${workspace_id}, ${document_id}, ${table.table_id}, ${table.schema_version}, ${actor.user_id})
      as begun`;
  const begun = row?.begun;
  if (!begun) return false;
  const { table_id, schema_version } = table;
  const alike = { workspace_id, table_id, schema_version, writer_id: begun.writer_id, now };
  await copyRows(
    sql,
    `database_records (${COPIED_COLUMNS})`,
    copyOf(rows, counts, { ...alike, from: begun.last_record_id + 1 }),
  );
  const { created, grown } = await counts;
  await sql`
    select finish_import(${workspace_id}, ${document_id}, ${table.table_id}, ${JSON.stringify(begun)}::text::jsonb, ${created}, ${grown},
      ${via}, ${now}, ${records_max})`;
  await holdFiles(sql, document_id);
  return true;
}

/** Changes records, `ops` being a JSON list of what is written; false where one of them is another by now, or the table's schema is. The growth is counted along. */
export async function updateRecords(
  { sql, actor, now, via }: Writing,
  { database, table, ops }: Place & { ops: string },
  { records_max, bytes_max, versions_max }: WriteBounds,
): Promise<boolean> {
  const [row] = await sql<{ results: { conflict?: boolean }[] | null }[]>`
    select write_records(${database.workspace_id}, ${database.document_id}, ${table.table_id}, ${table.schema_version},
      ${actor.user_id}, ${via}, ${now}, ${ops}::text::jsonb, true, ${records_max}, ${bytes_max}, ${versions_max}) as results`;
  return row?.results?.every((result) => !("conflict" in result)) ?? false;
}
