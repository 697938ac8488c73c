// Databases as rows: found with what the caller holds on their document, made, and listed.
import { type Actor, pagesOf, type Sql } from "../../../kernel/plugin.ts";
import {
  documentColumns,
  inFolder,
  levelColumns,
  listedTo,
  live,
  placed,
  placedFor,
  reachedBy,
  reachedLevels,
  scopeOf,
} from "../../documents/port/sql.ts";
import { type RootRow, reach } from "../../places/port.ts";
import { refuseGone } from "./gone.ts";
import type { DatabaseRow, LoadedDatabase, TableRow, ViewRow } from "./rows.ts";

/** A database by its id on the wire, whatever its document's state; without `database` where the document is of another type. */
export async function findDatabase(sql: Sql, by: { actor: Actor; doc_id: string }): Promise<LoadedDatabase | null> {
  const [row] = await sql<LoadedDatabase[]>`
    select ${documentColumns(sql)}, ${levelColumns(sql, by.actor)}, '[]'::json as files, ${databaseColumn(sql)}
    from ${placedFor(sql, by.actor)} left join databases b on b.document_id = d.document_id
    where d.doc_id = ${by.doc_id} and d.workspace_id is not distinct from ${by.actor.workspace.id}`;
  return row ? withDates(row) : null;
}

/** The same with one of its live tables; null where it has none of that id. */
export async function findTable(
  sql: Sql,
  by: { actor: Actor; doc_id: string; table_id: number },
): Promise<(LoadedDatabase & { table: TableRow | null }) | null> {
  const [row] = await sql<(LoadedDatabase & { table: TableRow | null })[]>`
    select ${documentColumns(sql)}, ${levelColumns(sql, by.actor)}, '[]'::json as files, ${databaseColumn(sql)},
      case when t.table_id is not null then ${tableObject(sql)} end as "table"
    from ${placedFor(sql, by.actor)} left join databases b on b.document_id = d.document_id
      left join database_tables t on t.table_id = ${by.table_id} and t.document_id = d.document_id and t.deleted_at is null
    where d.doc_id = ${by.doc_id} and d.workspace_id is not distinct from ${by.actor.workspace.id}`;
  return row ? { ...withDates(row), table: row.table && tableWithDates(row.table) } : null;
}

/** The row of a database, inside of its turn. */
export async function readDatabase(sql: Sql, documentId: number): Promise<DatabaseRow | null> {
  const [row] = await sql<{ database: DatabaseRow }[]>`
    select ${databaseColumn(sql)} from databases b where b.document_id = ${documentId}`;
  return row ? databaseWithDates(row.database) : null;
}

/** Makes the row of a new database. */
export async function insertDatabase(
  sql: Sql,
  { document_id, workspace_id, now }: { document_id: number; workspace_id: number; now: Date },
): Promise<DatabaseRow> {
  await sql`
    insert into databases (document_id, workspace_id, seq, updated_at) values (${document_id}, ${workspace_id}, 0, ${now})`;
  return {
    ...{ document_id, seq: 0, forgotten_seq: 0, tables: 0, records: 0, record_bytes: 0, last_record_id: 0 },
    changed_at: now,
  };
}

/**
 * Waits for the database's turn, which ends with the transaction: from here on nobody else writes into it. False for one that was
 * removed meanwhile, or taken along to another workspace.
 */
export async function takeTurn(
  sql: Sql,
  { document_id, workspace_id }: { document_id: number; workspace_id: number },
): Promise<boolean> {
  // One trip, and two statements: the second sees what was committed while the turn was waited for.
  const [, found] = await Promise.all([
    sql`select lock_database(${document_id})`,
    sql`select from databases where document_id = ${document_id} and workspace_id = ${workspace_id}`,
  ]);
  return found.count > 0;
}

/** As `takeTurn`, and throws 404 instead. */
export async function lockDatabase(sql: Sql, database: Parameters<typeof takeTurn>[1]): Promise<void> {
  if (!(await takeTurn(sql, database))) throw refuseGone();
}

/** The live tables of a database, in the order of their making. */
export async function listTables(sql: Sql, by: { workspace_id: number; document_id: number }): Promise<TableRow[]> {
  const rows = await sql<{ table: TableRow }[]>`
    select ${tableObject(sql)} as "table" from database_tables t
    where t.document_id = ${by.document_id} and t.workspace_id = ${by.workspace_id} and t.deleted_at is null order by t.table_id`;
  return rows.map((row) => tableWithDates(row.table));
}

/** Its saved views. */
export function listViews(sql: Sql, by: { workspace_id: number; document_id: number }): Promise<ViewRow[]> {
  return sql<ViewRow[]>`
    select v.view_id, v.table_id, v.name, v.config, v.version, v.created_at, v.updated_at
    from database_views v join database_tables t using (table_id)
    where v.document_id = ${by.document_id} and v.workspace_id = ${by.workspace_id} and t.deleted_at is null order by v.view_id`;
}

/** A database in a list. */
export interface ListedDatabase {
  document_id: number;
  doc_id: string;
  title: string;
  folder: string;
  root_id: number | null;
  root_slug: string | null;
  root_name: string | null;
  level: LoadedDatabase["level"];
  tables: number;
  records: number;
  seq: number;
  changed_at: Date;
}

/** Newest first: databases in the order of their making. */
export const DATABASES = pagesOf("databases", (at) => ({ document_id: at.id("document_id") }));

/** The live databases that are listed to the caller, or those of one root that they may open. */
export function listDatabases(
  sql: Sql,
  options: {
    actor: Actor;
    now: Date;
    root: RootRow | null;
    view: "mine" | "all";
    folder: string | null;
    recursive: boolean;
    after: { document_id: number } | null;
    limit: number | null;
  },
): Promise<ListedDatabase[]> {
  const { actor, now, root, view, after, limit } = options;
  const scope = root ? { root } : view;
  return sql<ListedDatabase[]>`
    with ${reach(sql, actor)}
    select d.document_id, d.doc_id, d.title, p.path as folder, p.root_id, r.slug as root_slug, r.name as root_name,
      ${reachedLevels(sql, actor)}, b.tables, b.records, b.seq, b.updated_at as changed_at
    from ${placed(sql)} join databases b on b.document_id = d.document_id ${reachedBy(sql)}
    where b.workspace_id = ${actor.workspace.id} and ${live(sql, now)} and ${scope === "all" ? listedTo(sql, actor) : scopeOf(sql, { actor, view: scope })}
      ${inFolder(sql, options)}
      ${after === null ? sql`` : sql`and d.document_id < ${after.document_id}`}
    order by d.document_id desc limit ${limit}`;
}

export function databaseColumn(sql: Sql) {
  return sql`case when b.document_id is not null then json_build_object('document_id', b.document_id, 'seq', b.seq,
    'forgotten_seq', b.forgotten_seq, 'tables', b.tables, 'records', b.records, 'record_bytes', b.record_bytes, 'last_record_id', b.last_record_id,
    'changed_at', b.updated_at) end as database`;
}

/** Over `database_tables t`: a `TableRow`, its times as text. */
export function tableObject(sql: Sql) {
  return sql`json_build_object('table_id', t.table_id, 'name', t.name, 'fields', t.fields, 'slots', t.slots,
    'schema_version', t.schema_version, 'records', t.records, 'record_bytes', t.record_bytes, 'created_at', t.created_at,
    'updated_at', t.updated_at)`;
}

function withDates<Row extends LoadedDatabase>(row: Row): Row {
  return row.database ? { ...row, database: databaseWithDates(row.database) } : row;
}

export function databaseWithDates(row: DatabaseRow): DatabaseRow {
  return { ...row, changed_at: new Date(row.changed_at) };
}

export function tableWithDates(row: TableRow): TableRow {
  return { ...row, created_at: new Date(row.created_at), updated_at: new Date(row.updated_at) };
}
