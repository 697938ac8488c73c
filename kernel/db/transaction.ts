// A transaction that dies with its connection: the driver alone would run what is left of it on somebody else's.
import type postgres from "postgres";
import type { SqlTypes } from "./driver/client.ts";
import { isConnectionLoss } from "./driver/connection_loss.ts";
import { COMMIT_AND_FLUSH } from "./durability.ts";
import { type Marked, registerTransaction } from "./transactions.ts";

type Client = postgres.Sql<SqlTypes>;
type Transaction = postgres.TransactionSql<SqlTypes>;

/** Ended once, by whoever notices the loss first. */
interface Life extends Marked {
  lost: Error | null;
  end(error: unknown): void;
}

const EXECUTORS = new Set<string | symbol>(["unsafe", "notify", "file"]);

/**
 * Begins, runs and commits on one connection of `client`; rolls back on a throw; ends at once when the connection is lost. `announced` is
 * waited for after a commit that `markAnnouncing` was said of.
 */
export async function guardTransaction<T>(
  client: Client,
  run: (sql: Transaction) => Promise<T>,
  { announced }: { announced?: (() => Promise<void>) | undefined } = {},
): Promise<T> {
  const { promise: loss, reject } = Promise.withResolvers<never>();
  loss.catch(() => {});
  const life: Life = {
    lost: null,
    isReleasedEarly: false,
    isAnnouncing: false,
    end(error) {
      if (life.lost || !(error instanceof Error) || !isConnectionLoss(error)) return;
      life.lost = error;
      reject(error);
    },
  };
  const results: T[] = [];
  let flushed: Promise<unknown> = Promise.resolve();
  const transaction = client.begin(async (sql) => {
    results.push(await runUnlessLost(life, () => run(guard(sql, life))));
    if (!life.isReleasedEarly) return;
    flushed = watch(sql.unsafe(COMMIT_AND_FLUSH).simple().execute(), life);
    flushed.catch(() => {});
  });
  try {
    await Promise.race([transaction, loss]);
    await flushed;
  } catch (error) {
    life.end(error);
    throw error;
  }
  if (life.isAnnouncing) await announced?.();
  const [result] = results;
  return result!;
}

/**
 * After a loss this never settles, so that the driver sends neither COMMIT nor ROLLBACK: the connection's object may by
 * then serve another transaction. The driver's own `begin` has rejected, or does when the socket closes.
 */
async function runUnlessLost<T>(life: Life, run: () => Promise<T>): Promise<T> {
  try {
    const value = await run();
    return life.lost ? await new Promise<never>(() => {}) : value;
  } catch (error) {
    if (life.lost) return await new Promise<never>(() => {});
    throw error;
  }
}

function guard(sql: Transaction, life: Life): Transaction {
  const guarded = new Proxy(sql, {
    apply(target, _, args) {
      if (life.lost) throw life.lost;
      return watch(Reflect.apply(target, undefined, args), life);
    },
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (name === "savepoint") return guardSavepoint(target, life);
      if (!EXECUTORS.has(name) || typeof member !== "function") return member;
      return (...args: unknown[]) => {
        if (life.lost) throw life.lost;
        return watch(Reflect.apply(member, undefined, args), life);
      };
    },
  });
  registerTransaction(guarded, life);
  return guarded;
}

function guardSavepoint(sql: Transaction, life: Life) {
  return async (...args: unknown[]): Promise<unknown> => {
    if (life.lost) throw life.lost;
    const run = args.pop();
    if (typeof run !== "function") throw new TypeError("savepoint takes an optional name and a function");
    const results: unknown[] = [];
    async function runInside(inner: Transaction): Promise<void> {
      results.push(await runUnlessLost(life, async () => Reflect.apply(Object(run), undefined, [guard(inner, life)])));
    }
    const name = args[0];
    await (typeof name === "string" ? sql.savepoint(name, runInside) : sql.savepoint(runInside));
    return results[0];
  };
}

/** Notes the loss before the caller's own handlers run. Going through Promise's `then` does not start a lazy query. */
function watch<Q>(query: Q, life: Life): Q {
  if (query instanceof Promise) {
    Promise.prototype.then.call(query, undefined, life.end);
  }
  return query;
}
