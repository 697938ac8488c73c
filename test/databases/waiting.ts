// Stops whoever touches a table of the database, and says when somebody waits there.
import type { Harness } from "../harness/harness.ts";
import { until } from "../harness/until.ts";

/** What is held up, and how strongly: `exclusive` lets readers through, `access exclusive` nobody. */
interface HeldUp {
  table: "database_changes" | "database_records";
  mode: "exclusive" | "access exclusive";
}

/** Answers what `start` does, which goes on when `work` is done that is run while it waits for the table. Throws where it waits for nothing. */
export async function whileWaiting<T>(
  h: Harness,
  { table, mode }: HeldUp,
  { start, work }: { start: () => Promise<T>; work: () => Promise<unknown> },
): Promise<T> {
  const { promise: answer, resolve } = Promise.withResolvers<T>();
  await h.runtime.database.withTransaction(async (tx) => {
    await tx.unsafe(`lock table ${table} in ${mode} mode`);
    const started = start();
    resolve(started);
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    void started.then(over, over);
    await until(async () => isOver || (await isSomebodyWaiting(h, table)));
    if (isOver) throw new Error(`nobody waits for ${table}: ${JSON.stringify(await started)}`);
    await work();
  });
  return answer;
}

async function isSomebodyWaiting({ runtime }: Harness, table: string): Promise<boolean> {
  const rows = await runtime.database.sql`
    select from pg_locks l join pg_class c on c.oid = l.relation
    where c.relname = ${table} and not l.granted and l.database = (select oid from pg_database where datname = current_database())`;
  return rows.length > 0;
}
