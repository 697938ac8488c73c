// Fills a service with databases like one that is there, real ones that answer as it does.
import { statfsSync } from "node:fs";
import type { Table } from "./databases_data.ts";
import type { Place } from "./servers.ts";

/** Copies that one statement makes. */
const AT_ONCE = 4;
/** As many as the bench has connections to Postgres. */
const WRITERS = 2;
/** The fill ends where no more than this is left of the disk. */
const DISK_LEFT_BYTES = 16 * 2 ** 30;

/**
 * Makes databases by `emptyTable` and puts the records and orders of `table` into each, until there are so many or the disk is nearly
 * full; answers what there is then. Their feeds are forgotten, as those of old databases are.
 */
export async function fillDatabases(
  { database, data_dir }: Pick<Place, "database" | "data_dir">,
  { table, databases, emptyTable }: { table: Table; databases: number; emptyTable: () => Promise<Table> },
): Promise<{ databases: number; records: number; mib: number; fill_s: number }> {
  const { sql } = database;
  const started = performance.now();
  const copies: number[] = [];
  while (copies.length < databases) copies.push((await emptyTable()).table_id);
  await beginFill(database, table.table_id);
  const write = async () => {
    while (copies.length > 0 && hasRoom(data_dir)) {
      const next = copies.splice(0, AT_ONCE);
      await database.withTransaction(async (tx) => {
        await tx`set local synchronous_commit = off`;
        await tx.unsafe(copyStatement(table.table_id, next));
      });
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  await endFill(database);
  const [size] = await sql<{ bytes: number; records: number; databases: number }[]>`
    select pg_database_size(current_database())::float8 as bytes, sum(records)::int as records,
      count(*) filter (where records > 0)::int as databases
    from databases`;
  const { bytes = 0, ...there } = size ?? { databases: 0, records: 0 };
  return { ...there, mib: bytes / 2 ** 20, fill_s: (performance.now() - started) / 1000 };
}

/** Rows come quicker into tables without indexes, and nobody asks for what a crash would leave: both are back in the end. */
async function beginFill({ sql }: Pick<Place["database"], "sql">, table_id: number): Promise<void> {
  await sql`alter system set full_page_writes = off`;
  await sql`select pg_reload_conf()`;
  await sql`alter table database_records drop constraint database_records_pkey`;
  await sql`alter table database_index_entries drop constraint database_index_entries_pkey`;
  await sql`create table fill_records as select * from database_records where table_id = ${table_id} order by record_id`;
  await sql`
    create table fill_entries as select i.filter_slot, i.sort_slot, e.*
    from database_index_entries e join database_indexes i using (index_id)
    where i.table_id = ${table_id} order by e.k1, e.k2, e.record_id`;
  await sql`analyze fill_records, fill_entries`;
}

async function endFill({ sql }: Pick<Place["database"], "sql">): Promise<void> {
  await sql`drop table fill_records, fill_entries`;
  await Promise.all([
    sql`alter table database_records add primary key (workspace_id, table_id, record_id)`,
    sql`alter table database_index_entries add primary key (workspace_id, index_id, k1, k2, record_id)`,
  ]);
  await Promise.all([sql`vacuum analyze database_records`, sql`vacuum analyze database_index_entries`]);
  await sql`alter system reset full_page_writes`;
  await sql`select pg_reload_conf()`;
  // Else what the fill left to be written is written beside the commits that are measured.
  await sql`checkpoint`;
}

function hasRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > DISK_LEFT_BYTES;
}

const COLUMNS =
  "version, schema_version, form_status, data, keys, search_text, size_bytes, writer_id, created_at, updated_at";

function copyStatement(table_id: number, copies: readonly number[]): string {
  return `
    with copies as materialized (
      select table_id, document_id, workspace_id from database_tables where table_id in (${copies.join(", ")})
    ), records as (
      insert into database_records (workspace_id, table_id, record_id, ${COLUMNS})
      select r.workspace_id, c.table_id, r.record_id, ${COLUMNS.replaceAll(/(\w+)/g, "r.$1")} from copies c cross join fill_records r
    ), orders as (
      insert into database_indexes (workspace_id, table_id, filter_slot, sort_slot, is_ready, used_at)
      select i.workspace_id, c.table_id, i.filter_slot, i.sort_slot, true, i.used_at
      from copies c, database_indexes i where i.table_id = ${table_id}
      returning index_id, filter_slot, sort_slot
    ), entries as (
      insert into database_index_entries (workspace_id, index_id, k1, k2, record_id)
      select e.workspace_id, o.index_id, e.k1, e.k2, e.record_id from orders o join fill_entries e using (filter_slot, sort_slot)
    ), counted as (
      update database_tables t set records = s.records, record_bytes = s.record_bytes
      from database_tables s where s.table_id = ${table_id} and t.table_id in (select table_id from copies)
    )
    update databases d set records = s.records, record_bytes = s.record_bytes, last_record_id = s.last_record_id,
      seq = d.seq + s.seq, forgotten_seq = d.seq + s.seq
    from databases s, database_tables t
    where t.table_id = ${table_id} and s.document_id = t.document_id and d.document_id in (select document_id from copies)`;
}
