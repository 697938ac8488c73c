// Counts the rows that Postgres reads for some work,
// which no other program on the machine changes as it changes a time.
import type { Database, Transaction } from "../../kernel/db/sql.ts";

/** Plans for what is asked now, and those that are kept for whatever may be asked. */
const PLANS = ["force_custom_plan", "force_generic_plan"];

/** The rows of tables that `work` reads, whether they pass its conditions or not, by the plan of either kind that reads more. */
export async function countRowsRead(database: Database, work: (sql: Transaction) => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  for (const plans of PLANS) {
    await database.withTransaction(async (sql) => {
      await sql.unsafe(`set local plan_cache_mode = ${plans}`);
      const before = await countHere(sql);
      await work(sql);
      counts.push((await countHere(sql)) - before);
    });
  }
  return Math.max(...counts);
}

/** What this transaction has read so far. */
async function countHere(sql: Transaction): Promise<number> {
  const [row] = await sql<{ rows: number }[]>`
    select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::float8 as rows from pg_stat_xact_user_tables`;
  return row?.rows ?? 0;
}
