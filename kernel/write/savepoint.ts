// A part of a write that may be refused while the rest of it is kept:
// nothing of the part stays then, and the write goes on.

import type { Transaction } from "../db/sql.ts";
import type { WriteCall } from "../operation/call.ts";

/**
 * Runs `work` behind a savepoint, on a call of its own. When it throws, what it wrote is undone, what it noted and put off is
 * forgotten, and this throws the same. For a write that answers a refusal by more than the refusal: whoever catches one without
 * this commits the half that was written before it.
 */
export async function attempt<S, Anon extends boolean, T>(
  call: WriteCall<S, Anon>,
  work: (call: WriteCall<S, Anon>) => Promise<T>,
): Promise<T> {
  const kept: (() => void)[] = [];
  const keep = (promise: () => void) => void kept.push(promise);
  const made: T[] = [];
  await (call.sql as Transaction).savepoint(async (sql) => {
    const within: WriteCall<S, Anon> = {
      ...call,
      sql,
      note: (action, note) => keep(() => call.note(action, note)),
      noteLent: (action, note) => keep(() => call.noteLent(action, note)),
      conclude: (expression, refusal) => keep(() => call.conclude(expression, refusal)),
      lastly: (task) => keep(() => call.lastly(task)),
      afterCommit: (task) => keep(() => call.afterCommit(task)),
    };
    made.push(await work(within));
  });
  for (const promise of kept) promise();
  return made[0] as T;
}
