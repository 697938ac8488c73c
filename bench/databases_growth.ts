// Fills a service with databases like one that is there, for whether that one is as quick among many.
import type { Database } from "../kernel/storage/sql.ts";

/** Copies a table with its records and its orders, so often as databases are wanted; answers how many records there are. */
export async function fillDatabases(
  database: Database,
  { table_id, databases }: { table_id: number; databases: number },
): Promise<{ databases: number; records: number; mib: number; fill_s: number }> {
  const { sql } = database;
  const started = performance.now();
  const columns =
    "version, schema_version, form_status, data, keys, search_text, size_bytes, writer_id, created_at, updated_at";
  for (let made = 0; made < databases; made++) {
    await database.withTransaction(async (tx) => {
      await tx`set local synchronous_commit = off`;
      // Negative ids are nobody's: documents come from a sequence.
      const copy = -1 - made;
      await tx.unsafe(`
        insert into database_records (workspace_id, table_id, record_id, ${columns})
        select workspace_id, ${copy}, record_id, ${columns} from database_records where table_id = ${table_id}`);
      await tx.unsafe(`
        insert into database_index_entries (workspace_id, index_id, k1, k2, record_id)
        select e.workspace_id, -(e.index_id * 100000 + ${made + 1}), e.k1, e.k2, e.record_id
        from database_index_entries e join database_indexes i using (index_id) where i.table_id = ${table_id}`);
    });
  }
  await sql`vacuum analyze database_records, database_index_entries`;
  // Else what the fill left to be written is written beside the commits that are measured.
  await sql`checkpoint`;
  const [size] = await sql<{ bytes: number; records: number }[]>`
    select pg_database_size(current_database())::float8 as bytes, (select count(*)::int from database_records) as records`;
  const fill_s = (performance.now() - started) / 1000;
  return { databases, records: size?.records ?? 0, mib: (size?.bytes ?? 0) / 2 ** 20, fill_s };
}
