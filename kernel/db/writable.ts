// Whether Postgres takes writes:
// looked at by the probe, and remembered of what requests and loops have met a moment ago.

import { type Shortage, shortageOf, wordsOfShortage } from "../base/shortage.ts";
import { SECOND_MS } from "../base/time.ts";
import type { Database } from "./sql.ts";

/** How long a shortage that a request met is told of by the probe, which may find room for itself where a table finds none. */
const TOLD_MS = 5 * SECOND_MS;
const seen = new WeakMap<object, { shortage: Shortage; at: number }>();

/** Remembers that somebody's request was refused for it just now, and sees to it that it is over for us when it is over. */
export function noteShortage(database: Pick<Database, "renew">, shortage: Shortage): void {
  seen.set(database, { shortage, at: performance.now() });
  if (shortage === "read_only") database.renew();
}

/** What somebody's request was refused for a moment ago; null for nothing. */
export function recentShortage(database: object): Shortage | null {
  const last = seen.get(database);
  return last && performance.now() - last.at < TOLD_MS ? last.shortage : null;
}

/** So many rows of a function make some two MiB that do not fit into the memory of the statement, and go to Postgres' disk. */
const SPILLED_ROWS = 50_000;

/** Throws, in words, where Postgres takes no writes: it may not write, it has no room, or it has refused somebody a moment ago. */
export async function demandWritable(database: Pick<Database, "withTransaction" | "renew">): Promise<void> {
  const recent = recentShortage(database);
  if (recent !== null) throw new Error(wordsOfShortage(recent));
  const shortage = await findShortage(database);
  if (shortage === "read_only") database.renew();
  if (shortage !== null) throw new Error(wordsOfShortage(shortage));
}

/** Writes to the disk of Postgres without changing anything: what a sort or a function's rows spill is gone with the statement. */
async function findShortage({ withTransaction }: Pick<Database, "withTransaction">): Promise<Shortage | null> {
  try {
    return await withTransaction(async (sql) => {
      const [row] = await sql<{ is_read_only: boolean }[]>`
        select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as is_read_only`;
      if (row?.is_read_only) return "read_only";
      await sql`set local work_mem = '64kB'`;
      await sql`select count(*) from generate_series(1, ${SPILLED_ROWS}::int)`;
      return null;
    });
  } catch (error) {
    const shortage = shortageOf(error);
    if (shortage === null) throw error;
    return shortage;
  }
}
