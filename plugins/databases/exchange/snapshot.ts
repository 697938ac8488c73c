// A database as it is at one moment, read piece by piece while others write.
import { edenGC } from "bun:jsc";
import type { Database, JsonValue, Sql } from "../../../kernel/plugin.ts";
import { listTables, listViews, readDatabase } from "../store/databases.ts";
import { linesOf, readAhead } from "../store/record_lines.ts";
import type { DatabaseRow, FormStatus, TableRow, ViewRow } from "../store/rows.ts";

interface Place {
  workspace_id: number;
  document_id: number;
}

/** A record on its way into a file. */
export interface ExportedRow {
  record_id: number;
  version: number;
  schema_version: number;
  form_status: FormStatus;
  /** Bytes of JSON, as Postgres sent them. */
  data: Buffer;
  /** ISO 8601, as answers show times. */
  created_at: string;
  updated_at: string;
}

/** What was there at one moment. */
export interface Snapshot {
  database: DatabaseRow;
  tables: TableRow[];
  views: ViewRow[];
  /** The records of a table in the order of their ids, some together. */
  rowsOf(table: Pick<TableRow, "table_id">): AsyncGenerator<ExportedRow[]>;
  /** The same for COPY, as pieces of its text: record_id, version, form_status, created_at, updated_at, data. */
  copyOf(table: Pick<TableRow, "table_id">, ids?: readonly number[]): AsyncGenerator<string>;
  /** Which records of which tables have changed behind a number; null for other changes, more than so many, and what is forgotten. */
  changedSince(seq: number, most: number): Promise<Map<number, number[]> | null>;
}

/** Few, since what is read and written faster than memory is cleared away adds up. */
const PIECE = { rows: 250, bytes: 256 * 1024 };
/**
 * After so much data what was made of it is collected: some ten times as much by then, of which hardly anything lives. The engine
 * would do it as often, but let a half of its heap come first.
 */
const COLLECTED_BYTES = 4 * 1024 * 1024;

/**
 * Runs `work` on one snapshot: in a transaction that sees nothing which is committed after it began. It is open for as long as `work`
 * takes, so that nobody slow may be waited for inside. Null where the database is gone.
 */
export function withSnapshot<T>(
  database: Database,
  place: Place,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T | null> {
  return database.withTransaction(async (sql) => {
    await sql`set transaction isolation level repeatable read, read only`;
    const row = await readDatabase(sql, place.document_id);
    if (!row) return null;
    const [tables, views] = [await listTables(sql, place), await listViews(sql, place)];
    return work({
      database: row,
      tables,
      views,
      rowsOf: (table) => piecesOf(sql, { ...place, ...table }),
      copyOf: (table, ids) => copyOf(sql, { ...place, ...table }, ids),
      changedSince: (seq, most) =>
        seq < row.forgotten_seq ? Promise.resolve(null) : changedSince(sql, { ...place, seq, most }),
    });
  });
}

/** The records of a table in the order of their ids, some together. */
export async function* piecesOf(sql: Sql, by: Place & { table_id: number }): AsyncGenerator<ExportedRow[]> {
  // Read as bytes: whoever copies the data as it is makes no text of it.
  const read = async (after: number) => {
    const rows = await sql`
      select concat_ws(',', p.record_id, p.version, p.schema_version, coalesce(p.form_status, ''), p.created_at, p.updated_at),
        p.data::text
      from (
        select r.*, sum(r.size_bytes) over (order by r.record_id) - r.size_bytes as before
        from (
          select record_id, version, schema_version, form_status, created_at, updated_at, data, size_bytes from database_records
          where workspace_id = ${by.workspace_id} and table_id = ${by.table_id} and record_id > ${after}
          order by record_id limit ${PIECE.rows}
        ) r
      ) p where p.before < ${PIECE.bytes} order by p.record_id`.raw();
    return rows.map(exportedRow);
  };
  let bytes = 0;
  for await (const rows of readAhead(read, (piece) => piece.at(-1)?.record_id ?? null)) {
    bytes += rows.reduce((sum, { data }) => sum + data.length, 0);
    yield rows;
    if (bytes < COLLECTED_BYTES) continue;
    bytes = 0;
    edenGC();
  }
}

function exportedRow([alike, data]: readonly (Buffer | undefined)[]): ExportedRow {
  if (!alike || !data) throw new Error("a record has both columns");
  const [record_id, version, schema_version, status, created_at = "", updated_at = ""] = alike
    .toString("latin1")
    .split(",");
  return {
    record_id: Number(record_id),
    version: Number(version),
    schema_version: Number(schema_version),
    form_status: status === "draft" || status === "complete" ? status : null,
    data,
    created_at: isoOf(created_at),
    updated_at: isoOf(updated_at),
  };
}

/** Of `2026-11-23 12:00:00.5+00`, which is how sessions in UTC write times; to the millisecond, as every time of a record is. */
function isoOf(text: string): string {
  const millis = text.slice(20, text.indexOf("+", 19)).padEnd(3, "0").slice(0, 3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${millis}Z`;
}

/** Postgres makes the text: JSON has neither tabs nor line breaks of its own, and of its backslashes COPY takes two for one. */
function copyOf(sql: Sql, by: Place & { table_id: number }, ids?: readonly number[]): AsyncGenerator<string> {
  const chosen = ids ? sql`and record_id = any(${[...ids]}::bigint[])` : sql``;
  const line = sql`concat_ws(e'\\t', p.record_id, p.version, coalesce(p.form_status, '\\N'), p.created_at, p.updated_at,
    replace(p.data::text, '\\', '\\\\'))`;
  return linesOf(sql, by, { line, chosen });
}

async function changedSince(
  sql: Sql,
  { workspace_id, document_id, seq, most }: Place & { seq: number; most: number },
): Promise<Map<number, number[]> | null> {
  const rows = await sql<{ op: string; table_id: number | null; record_id: number | null }[]>`
    select op, table_id, record_id from database_changes
    where workspace_id = ${workspace_id} and document_id = ${document_id} and seq > ${seq} order by seq limit ${most + 1}`;
  if (rows.length > most || rows.some(({ op }) => op === "schema")) return null;
  const found = new Map<number, Set<number>>();
  for (const { table_id, record_id } of rows) {
    if (table_id !== null && record_id !== null) {
      found.set(table_id, (found.get(table_id) ?? new Set()).add(record_id));
    }
  }
  return new Map([...found].map(([table_id, ids]) => [table_id, [...ids]]));
}

/** The values of a row. */
export function dataOf(row: ExportedRow): Record<string, JsonValue> {
  return JSON.parse(row.data.toString());
}
