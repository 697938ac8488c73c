// Counts what statements of Postgres touch and how often they are planned,
// which no other program changes as it changes a time.
import type { Sql } from "../kernel/plugin.ts";

/** What Postgres has to be started with for `countWork`. */
export const COUNTING = {
  shared_preload_libraries: "pg_stat_statements",
  "pg_stat_statements.max": "20000",
  "pg_stat_statements.track": "top",
  "pg_stat_statements.track_planning": "on",
  "pg_stat_statements.save": "off",
};

export interface Counted {
  /** Blocks that statements found in memory or read. */
  blocks: number;
  /** Statements that were planned anew, because no plan that holds for whatever may be asked looked as good. */
  plans: number;
}

/** Called once in a database in which work is counted. */
export async function prepareCounting(sql: Sql): Promise<void> {
  await sql`create extension if not exists pg_stat_statements`;
}

/** What `work` takes of the database of `sql`, whichever sessions run it. */
export async function countWork(sql: Sql, work: () => Promise<unknown>): Promise<Counted> {
  const before = await read(sql);
  await work();
  const after = await read(sql);
  return { blocks: after.blocks - before.blocks, plans: after.plans - before.plans };
}

async function read(sql: Sql): Promise<Counted> {
  const [row] = await sql<Counted[]>`
    select coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8 as blocks, coalesce(sum(plans), 0)::float8 as plans
    from pg_stat_statements(false) where dbid = (select oid from pg_database where datname = current_database())
      and queryid is not null`;
  return row ?? { blocks: 0, plans: 0 };
}
