// Writes what an import has made of a file, many records in a statement.
import type { WriteCall } from "../../../kernel/mod.ts";
import type { WriteBounds } from "./records.ts";
import type { LoadedDatabase, TableRow } from "./rows.ts";

type Writing = Pick<WriteCall, "sql" | "actor" | "now" | "via">;

export interface ImportWrite {
  database: Pick<LoadedDatabase, "workspace_id" | "document_id">;
  table: Pick<TableRow, "table_id" | "schema_version">;
  /** A JSON list of what is written. */
  ops: string;
}

/**
 * Adds records, in the database's turn; answers by how many bytes they have grown, for `countGrowth`. Null where the table's schema
 * is another by now.
 */
export async function importRecords(
  { sql, actor, now, via }: Writing,
  { database, table, ops }: ImportWrite,
  { records_max }: Pick<WriteBounds, "records_max">,
): Promise<number | null> {
  const [row] = await sql<{ grown: number | null }[]>`
    select import_records(${database.workspace_id}, ${database.document_id}, ${table.table_id}, ${table.schema_version},
      ${actor.user_id}, ${via}, ${now}, ${ops}::text::jsonb, ${records_max}) as grown`;
  return row?.grown ?? null;
}

/** Changes records; false where one of them is another by now, or the table's schema is. The growth is counted along. */
export async function updateRecords(
  { sql, actor, now, via }: Writing,
  { database, table, ops }: ImportWrite,
  { records_max, bytes_max }: WriteBounds,
): Promise<boolean> {
  const [row] = await sql<{ results: { conflict?: boolean }[] | null }[]>`
    select write_records(${database.workspace_id}, ${database.document_id}, ${table.table_id}, ${table.schema_version},
      ${actor.user_id}, ${via}, ${now}, ${ops}::text::jsonb, true, ${records_max}, ${bytes_max}) as results`;
  return row?.results?.every((result) => !("conflict" in result)) ?? false;
}
