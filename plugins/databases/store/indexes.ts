// The orders of tables that are kept: found, made and let go.
// Their entries follow every write of records (`write_records`).
import { type Database, later, type Sql } from "../../../kernel/plugin.ts";
import type { IndexRow, Order } from "../query/plan.ts";

/** Tables of fewer records are read whole as quickly. */
export const INDEXED_FROM = 2000;
/** Each costs a row for each record, and a little with each write. */
const INDEXES_PER_TABLE = 8;

interface OfTable {
  workspace_id: number;
  table_id: number;
}

export function findIndexes(sql: Sql, by: OfTable): Promise<IndexRow[]> {
  return sql<IndexRow[]>`
    select index_id, filter_slot, sort_slot from database_indexes
    where table_id = ${by.table_id} and workspace_id = ${by.workspace_id} and is_ready`;
}

/** Says that orders were used, so that those that nobody asks for go first. */
export async function touchIndexes(sql: Sql, { ids, now }: { ids: readonly number[]; now: Date }): Promise<void> {
  await sql`
    update database_indexes set used_at = ${now} where index_id = any(${[...ids]}::bigint[]) and used_at < ${now}`;
}

/**
 * Keeps an order of a table from now on, in its database's turn, and lets the ones go that were not used for longest. Answers false
 * where it is kept already, or the table is small or gone.
 */
export async function keepOrder(
  database: Pick<Database, "withTransaction">,
  {
    document_id,
    workspace_id,
    table_id,
    filter_slot,
    sort_slot,
    now,
  }: OfTable & Order & { document_id: number; now: Date },
): Promise<boolean> {
  return database.withTransaction(async (sql) => {
    await sql`select lock_database(${document_id})`;
    await forgetMoved(sql, "database_indexes", table_id);
    const [made] = await sql<{ index_id: number }[]>`
      insert into database_indexes (workspace_id, table_id, filter_slot, sort_slot, is_ready, used_at)
      select workspace_id, table_id, ${filter_slot}, ${sort_slot}, true, ${now} from database_tables
      where table_id = ${table_id} and workspace_id = ${workspace_id} and document_id = ${document_id}
        and deleted_at is null and records >= ${INDEXED_FROM}
      on conflict do nothing returning index_id`;
    if (!made) return false;
    await sql`
      insert into database_index_entries (workspace_id, index_id, k1, k2, record_id)
      select workspace_id, ${made.index_id}, coalesce(keys[${filter_slot}::integer], '') as k1, coalesce(keys[${sort_slot}::integer], '') as k2, record_id
      from database_records where workspace_id = ${workspace_id} and table_id = ${table_id} order by k1, k2, record_id`;
    await sql`
      delete from database_indexes where index_id in (
        select index_id from database_indexes where table_id = ${table_id} and index_id <> ${made.index_id}
        order by used_at desc, index_id desc offset ${INDEXES_PER_TABLE - 1})`;
    return true;
  });
}

/** Lets go what was made of a table while it moved to another workspace: nobody would find it, and nothing else be kept beside it. */
export async function forgetMoved(
  sql: Sql,
  kept: "database_indexes" | "database_columns" | "database_texts",
  tableId: number,
): Promise<void> {
  await sql`
    delete from ${sql(kept)} k using database_tables t
    where k.table_id = ${tableId} and t.table_id = k.table_id and t.workspace_id <> k.workspace_id`;
}

/** Lets orders go that nobody has used for long; answers how many. */
export async function forgetOrders(sql: Sql, { now, unused_ms }: { now: Date; unused_ms: number }): Promise<number> {
  const gone = await sql`delete from database_indexes where used_at < ${later(now, -unused_ms)}`;
  return gone.count;
}
