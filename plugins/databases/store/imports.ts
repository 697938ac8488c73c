// Writes what an import has made of a file, many records in a statement.
import { pipeline } from "node:stream/promises";
import type { WriteCall } from "../../../kernel/mod.ts";
import { NEW_RECORD_COLUMNS } from "../exchange/reading/written.ts";
import type { WriteBounds } from "./records.ts";
import type { LoadedDatabase, TableRow } from "./rows.ts";

type Writing = Pick<WriteCall, "sql" | "actor" | "now" | "via">;

interface Place {
  database: Pick<LoadedDatabase, "workspace_id" | "document_id">;
  table: Pick<TableRow, "table_id" | "schema_version">;
}

/** New records: lines with `NEW_RECORD_COLUMNS` in COPY's text format, and how many. */
export interface ImportWrite extends Place {
  added: number;
  /** The sum of their sizes. */
  grown: number;
  lines: AsyncIterable<string>;
}

interface Begun {
  seq: number;
  last_record_id: number;
  writer_id: number;
}

/**
 * Adds records, in the database's turn. False where the table's schema is another by now.
 */
export async function importRecords(
  { sql, actor, now, via }: Writing,
  { database, table, added, grown, lines }: ImportWrite,
  { records_max }: Pick<WriteBounds, "records_max">,
): Promise<boolean> {
  const { workspace_id, document_id } = database;
  const [row] = await sql<{ begun: Begun | null }[]>`
    select begin_import(${workspace_id}, ${document_id}, ${table.table_id}, ${table.schema_version}, ${actor.user_id}, ${added},
      ${records_max}) as begun`;
  const begun = row?.begun;
  if (!begun) return false;
  if (added === 0) return true;
  const target = await sql`
    copy database_records (workspace_id, table_id, version, schema_version, writer_id, created_at, updated_at, record_id,
      ${sql.unsafe(NEW_RECORD_COLUMNS)}) from stdin`.writable();
  const time = now.toISOString();
  const alike = [workspace_id, table.table_id, 1, table.schema_version, begun.writer_id, time, time].join("\t");
  await pipeline(numbered(lines, { alike, from: begun.last_record_id + 1 }), target);
  await sql`
    select finish_import(${workspace_id}, ${document_id}, ${table.table_id}, ${JSON.stringify(begun)}::text::jsonb, ${added}, ${grown},
      ${via}, ${now})`;
  return true;
}

/** Puts before each line what all have in common, and its number. */
async function* numbered(
  pieces: AsyncIterable<string>,
  { alike, from }: { alike: string; from: number },
): AsyncGenerator<Buffer> {
  let id = from;
  let rest = "";
  for await (const piece of pieces) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    if (lines.length > 0) yield Buffer.from(lines.map((line) => `${alike}\t${id++}\t${line}\n`).join(""));
  }
}

/** Changes records, `ops` being a JSON list of what is written; false where one of them is another by now, or the table's schema is. The growth is counted along. */
export async function updateRecords(
  { sql, actor, now, via }: Writing,
  { database, table, ops }: Place & { ops: string },
  { records_max, bytes_max }: WriteBounds,
): Promise<boolean> {
  const [row] = await sql<{ results: { conflict?: boolean }[] | null }[]>`
    select write_records(${database.workspace_id}, ${database.document_id}, ${table.table_id}, ${table.schema_version},
      ${actor.user_id}, ${via}, ${now}, ${ops}::text::jsonb, true, ${records_max}, ${bytes_max}) as results`;
  return row?.results?.every((result) => !("conflict" in result)) ?? false;
}
