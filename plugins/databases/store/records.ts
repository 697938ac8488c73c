// Records as rows: read by id, and written by the one function that numbers, counts and charges them.
import { type Actor, type Database, type Expression, later, type Sql, type WriteCall } from "../../../kernel/plugin.ts";
import type { NotedRows } from "../../../kernel/ports/operation.ts";
import { tellChange } from "../waiting.ts";
import type { RecordEntry } from "./record_entry.ts";
import type { LoadedDatabase, LoadedTable, RecordRow, TableRow } from "./rows.ts";

/** One change of one record. */
export type RecordOp =
  | { op: "create"; entry: RecordEntry }
  /** `base` is the version that the entry was made from; `told` says in the feed that it is a restore. */
  | { op: "update"; id: number; base: number; entry: RecordEntry; told?: "restore" }
  | { op: "delete"; id: number; base: number }
  /** Brings a deleted record back; `base` is the version of its deletion. */
  | { op: "restore"; id: number; base: number; entry: RecordEntry };

/** What came of it: null where the record is not of the version `base` any more, or not there. */
export type Written = { id: number; version: number; created_at: Date } | null;

/** Over `database_records r`. */
export function recordColumns(sql: Sql): Expression {
  return sql`r.record_id, r.table_id, r.version, r.schema_version, r.form_status, r.data, r.created_at, r.updated_at`;
}

/**
 * Over records `r`: whether their id is among those of `ids`. As one array they are looked up along the key, each page of it once; a planner
 * that saw a list would take any for long and read the whole table.
 */
export function named(sql: Sql, ids: "tail" | "candidates"): Expression {
  return sql`and r.record_id = any(array(select record_id from ${sql(ids)}))`;
}

interface Place {
  workspace_id: number;
  document_id: number;
}

/** A live record of a live table; null where there is none. */
export async function findRecord(
  sql: Sql,
  by: Place & { record_id: number; table_id: number | null },
): Promise<(RecordRow & { fields: TableRow["fields"] }) | null> {
  const [row] = await sql<(RecordRow & { fields: TableRow["fields"] })[]>`
    select ${recordColumns(sql)}, t.fields
    from database_tables t join database_records r
      on r.workspace_id = t.workspace_id and r.table_id = t.table_id and r.record_id = ${by.record_id}
    where t.document_id = ${by.document_id} and t.workspace_id = ${by.workspace_id} and t.deleted_at is null
      ${by.table_id === null ? sql`` : sql`and t.table_id = ${by.table_id}`}`;
  return row ?? null;
}

/** Several live records of a table, by id. */
export async function findRecords(
  sql: Sql,
  by: { workspace_id: number; table_id: number; record_ids: readonly number[] },
): Promise<Map<number, RecordRow>> {
  if (by.record_ids.length === 0) return new Map();
  const rows = await sql<RecordRow[]>`
    select ${recordColumns(sql)} from database_records r
    where r.workspace_id = ${by.workspace_id} and r.table_id = ${by.table_id} and r.record_id = any(${[...by.record_ids]}::bigint[])`;
  return new Map(rows.map((row) => [row.record_id, row]));
}

/** The bytes of the named live records, each as often as it is named. */
export async function sumRecordBytes(
  sql: Sql,
  by: { workspace_id: number; table_id: number; record_ids: readonly number[] },
): Promise<number> {
  if (by.record_ids.length === 0) return 0;
  const [row] = await sql<{ bytes: number }[]>`
    select coalesce(sum(r.size_bytes), 0)::bigint as bytes
    from unnest(${[...by.record_ids]}::bigint[]) as named(record_id) join database_records r
      on r.workspace_id = ${by.workspace_id} and r.table_id = ${by.table_id} and r.record_id = named.record_id`;
  return row?.bytes ?? 0;
}

/** What a write is held to. */
export interface WriteBounds {
  records_max: number;
  bytes_max: number | null;
  /** Of each record, the present one counted. */
  versions_max: number;
}

/** Who writes: nobody where `actor` is null. */
type Writing = Pick<WriteCall, "sql" | "now" | "via" | "afterCommit" | "use"> & {
  actor: Pick<Actor, "user_id"> | null;
};

/** What is written, and where. */
export interface RecordWrite {
  database: Pick<LoadedDatabase, "workspace_id" | "document_id">;
  table: Pick<TableRow, "table_id" | "schema_version">;
  ops: readonly RecordOp[];
  /** One that cannot be done leaves all undone. */
  is_atomic: boolean;
}

/**
 * Writes records and all that follows from it, in the database's turn, which is held until the transaction ends: nothing that
 * takes time comes after it. Null where the table's schema is another by now: read it, check the data anew and come again.
 */
export async function writeRecords(call: Writing, write: RecordWrite, bounds: WriteBounds): Promise<Written[] | null> {
  tellChange(call);
  const [row] = await call.sql<{ results: Result[] | null }[]>`select ${writing(call, write, bounds)} as results`;
  return row?.results?.map(writtenOf) ?? null;
}

/** A new record of somebody, with what is noted of it. */
export interface NewRecord {
  call: Pick<WriteCall<LoadedTable>, "subject" | "actor" | "via" | "now">;
  entry: RecordEntry;
  noted: NotedRows;
}

/** Makes records of one table that several people ask for, in one commit; null for each that `writeRecords` has to be asked about. */
export async function createRecords(
  database: Database,
  records: readonly NewRecord[],
  { records_max, bytes_max }: WriteBounds,
): Promise<(number | null)[]> {
  const [first] = records;
  if (!first) return [];
  const { workspace_id, document_id, table } = first.call.subject;
  const people = [...new Set(records.map(({ call }) => call.actor.user_id))];
  const ops = records.map(({ call: { actor, via, now }, entry: { data, keys, text, size }, noted }) => ({
    ...{ person: actor.user_id, via, at: now.toISOString(), data, keys, text, size, noted },
  }));
  const [row] = await database.callProcedure(
    (sql) => sql<{ made: (number | null)[] | null }[]>`
      call create_records(${workspace_id}, ${document_id}, ${table.table_id}, ${table.schema_version}, ${people}::bigint[],
        ${JSON.stringify(ops)}::text::jsonb, ${records_max}, ${bytes_max}, null)`,
  );
  return row?.made ?? records.map(() => null);
}

/** A change or deletion of somebody, with what is noted of it. */
export interface RecordChange {
  call: Pick<WriteCall<LoadedTable>, "subject" | "actor" | "via" | "now">;
  op: Exclude<RecordOp, { op: "create" }>;
  noted: NotedRows;
}

/** Changes records of one table that several people ask for, in one commit; null for each that `writeRecords` has to be asked about. */
export async function changeRecords(
  database: Database,
  changes: readonly RecordChange[],
  { records_max, bytes_max, versions_max }: WriteBounds,
): Promise<Written[]> {
  const [first] = changes;
  if (!first) return [];
  const { workspace_id, document_id, table } = first.call.subject;
  const people = [...new Set(changes.map(({ call }) => call.actor.user_id))];
  const latest = new Date(Math.max(...changes.map(({ call }) => call.now.getTime())));
  const ops = changes.map(({ call: { actor, via, now }, op, noted }) => {
    return { ...sentOf(op), person: actor.user_id, via, at: now.toISOString(), noted };
  });
  const [row] = await database.callProcedure(
    (sql) => sql<{ made: Result[] | null }[]>`
      call change_records(${workspace_id}, ${document_id}, ${table.table_id}, ${table.schema_version}, ${people}::bigint[],
        ${JSON.stringify(ops)}::text::jsonb, ${latest}, ${records_max}, ${bytes_max}, ${versions_max}, null)`,
  );
  return row?.made?.map(writtenOf) ?? changes.map(() => null);
}

function writing(
  { sql, actor, now, via }: Writing,
  { database, table, ops, is_atomic }: RecordWrite,
  { records_max, bytes_max, versions_max }: WriteBounds,
): Expression {
  return sql`write_records(${database.workspace_id}, ${database.document_id}, ${table.table_id}, ${table.schema_version},
    ${actor?.user_id ?? null}, ${via}, ${now}, ${jsonOf(ops)}::text::jsonb, ${is_atomic}, ${records_max}, ${bytes_max},
    ${versions_max})`;
}

type Result = { id: number; version: number; created_at: string } | { conflict: boolean };

function writtenOf(result: Result): Written {
  if ("conflict" in result) return null;
  return { ...result, created_at: later(new Date(result.created_at), 0) };
}

function jsonOf(ops: readonly RecordOp[]): string {
  return JSON.stringify(ops.map(sentOf));
}

function sentOf(op: RecordOp) {
  return "entry" in op ? { ...op, entry: undefined, ...op.entry } : op;
}
