// What becomes of databases with their documents and people: copies, moves to another workspace, accounts that end.
import type { PersonEnd, PersonMove, Runtime } from "../../../kernel/plugin.ts";
import type { CopiedDocument } from "../../documents/port/hooks.ts";
import { ownDocuments } from "../../documents/port/sql.ts";
import { bytesMax, refusalOf } from "./noting.ts";

/**
 * Copies tables and views to a document's duplicate, and with `with_records` the records under the numbers that they have. Throws 413
 * where the workspace holds no more.
 */
export async function copyDatabase(runtime: Runtime, copy: CopiedDocument): Promise<void> {
  const { sql, now, actor, workspace_id, doc_type, from_document_id, to_document_id, with_records } = copy;
  if (doc_type !== "database") return;
  // The source keeps still meanwhile, and has no turn to wait for in a copy that nobody knows of yet.
  await sql`select lock_database(${from_document_id})`;
  const [made] = await sql<{ record_bytes: number }[]>`
    with source as (select * from databases where document_id = ${from_document_id} and workspace_id = ${workspace_id}),
    made as (
      insert into databases (document_id, workspace_id, seq, forgotten_seq, tables, records, record_bytes, last_record_id, updated_at)
      -- What it came with is told of by no change: whoever follows it from the beginning reads it anew.
      select ${to_document_id}, workspace_id, least(tables, 1), least(tables, 1), tables, case when ${with_records} then records else 0 end,
        case when ${with_records} then record_bytes else 0 end, case when ${with_records} then last_record_id else 0 end, ${now}
      from source returning record_bytes
    ),
    found as materialized (
      select *, nextval(pg_get_serial_sequence('database_tables', 'table_id')) as new_id from (
        select * from database_tables where document_id = ${from_document_id} and workspace_id = ${workspace_id} and deleted_at is null
        order by table_id
      ) as live
    ),
    tables as (
      insert into database_tables (table_id, workspace_id, document_id, name, fields, slots, schema_version, records, record_bytes,
        created_at, updated_at) overriding system value
      select new_id, workspace_id, ${to_document_id}, name, fields, slots, 1, case when ${with_records} then records else 0 end,
        case when ${with_records} then record_bytes else 0 end, ${now}, ${now} from found
    ),
    views as (
      insert into database_views (workspace_id, document_id, table_id, name, config, version, created_at, updated_at)
      select v.workspace_id, ${to_document_id}, found.new_id, v.name, v.config, 1, ${now}, ${now}
      from found join database_views v using (table_id) order by v.view_id
    ),
    records as (
      insert into database_records (workspace_id, table_id, record_id, version, schema_version, form_status, data, keys, search_text,
        size_bytes, created_at, updated_at)
      select r.workspace_id, found.new_id, r.record_id, 1, 1, r.form_status, r.data, r.keys, r.search_text, r.size_bytes, ${now}, ${now}
      from found join database_records r on r.workspace_id = found.workspace_id and r.table_id = found.table_id
      where ${with_records}
    )
    select record_bytes from made`;
  if (!made) throw new Error("a database has its row");
  const asking = { actor, runtime };
  try {
    await sql`select count_database_change(${workspace_id}, ${to_document_id}, ${made.record_bytes}, ${bytesMax(asking)}, ${now})`;
  } catch (error) {
    throw refusalOf(asking, error);
  }
}

/** The databases in a person's My documents go along with them. */
export async function moveDatabases({ sql, user_id, from_workspace_id, to_workspace_id }: PersonMove): Promise<void> {
  const moved = await sql<{ document_id: number }[]>`
    update databases set workspace_id = ${to_workspace_id}
    where workspace_id = ${from_workspace_id} and document_id in (${ownDocuments(sql, user_id)}) returning document_id`;
  if (moved.length === 0) return;
  const ids = moved.map((row) => row.document_id);
  const tables = await sql<{ table_id: number }[]>`
    update database_tables set workspace_id = ${to_workspace_id} where document_id = any(${ids}::bigint[]) returning table_id`;
  const tableIds = tables.map((row) => row.table_id);
  for (const name of ["database_writers", "database_views", "database_changes"]) {
    await sql`update ${sql(name)} set workspace_id = ${to_workspace_id} where document_id = any(${ids}::bigint[])`;
  }
  for (const name of ["database_records", "database_record_history"]) {
    await sql`
      update ${sql(name)} set workspace_id = ${to_workspace_id}
      where workspace_id = ${from_workspace_id} and table_id = any(${tableIds}::bigint[])`;
  }
  // What is kept of columns and texts is made again when it is asked for.
  await sql`delete from database_columns where table_id = any(${tableIds}::bigint[])`;
  await sql`delete from database_texts where table_id = any(${tableIds}::bigint[])`;
  await sql`
    update database_index_entries set workspace_id = ${to_workspace_id}
    where workspace_id = ${from_workspace_id} and index_id in (
      select index_id from database_indexes where table_id = any(${tableIds}::bigint[]))`;
  await sql`update database_uploads set workspace_id = ${to_workspace_id} where table_id = any(${tableIds}::bigint[])`;
  await sql`update database_indexes set workspace_id = ${to_workspace_id} where table_id = any(${tableIds}::bigint[])`;
}

/** What somebody wrote stays, as nobody's. */
export async function forgetWriter({ sql, user_id }: PersonEnd): Promise<void> {
  await sql`update database_writers set user_id = null where user_id = ${user_id}`;
  await sql`
    update database_uploads u set user_id = null from database_tables t, documents d
    where u.user_id = ${user_id} and t.table_id = u.table_id and d.document_id = t.document_id and d.legal_hold`;
  await sql`delete from database_uploads where user_id = ${user_id}`;
}
