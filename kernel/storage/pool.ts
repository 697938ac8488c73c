// A pool of connections that replaces its driver client when a connection is lost and after a while, unseen by its callers.
import type postgres from "postgres";
import { type Clock, MINUTE_MS, SECOND_MS } from "../time.ts";
import type { DriverOptions, SqlTypes } from "./client.ts";
import { isConnectionLoss } from "./connection_loss.ts";
import { type DisposableClient, openClient } from "./disposable.ts";
import { guardTransaction } from "./transaction.ts";

export interface Pool {
  sql: postgres.ISql<SqlTypes>;
  withTransaction<T>(run: (sql: postgres.TransactionSql<SqlTypes>) => Promise<T>): Promise<T>;
  /** Fails everything under way at once and starts afresh. */
  cut(): void;
  close(): Promise<void>;
}

/** A client is replaced after this long, which bounds what its sessions remember of prepared statements. */
const CLIENT_LIFETIME_MS = 45 * MINUTE_MS;
const CLOSE_SECONDS = 5;

/** Opens a pool; it connects with the first query. */
export function openPool(options: DriverOptions, { clock }: { clock: Clock }): Pool {
  let closed = false;
  let bornAt = 0;
  let current = replace();

  function replace(): DisposableClient {
    const made: DisposableClient = openClient(options, () => {
      if (current === made && !closed) current = replace();
    });
    bornAt = clock.now().getTime();
    return made;
  }

  function use(): DisposableClient["sql"] {
    if (!closed && clock.now().getTime() - bornAt > CLIENT_LIFETIME_MS) retire(CLIENT_LIFETIME_MS / SECOND_MS);
    return current.sql;
  }

  function retire(seconds: number): void {
    const old = current;
    current = replace();
    old.end(seconds).catch(() => {});
  }

  async function withTransaction<T>(run: (sql: postgres.TransactionSql<SqlTypes>) => Promise<T>): Promise<T> {
    let started = false;
    function runOnce(sql: postgres.TransactionSql<SqlTypes>): Promise<T> {
      started = true;
      return run(sql);
    }
    const client = use();
    try {
      return await guardTransaction(client, runOnce);
    } catch (error) {
      // It waited for a connection of a client that was given up in the meantime, and has done nothing yet.
      if (started || client === current.sql || !isConnectionLoss(error)) throw error;
      return guardTransaction(use(), runOnce);
    }
  }

  return {
    sql: new Proxy<postgres.ISql<SqlTypes>>(current.sql, {
      apply: (_, __, args) => Reflect.apply(use(), undefined, args),
      get: (_, name) => Reflect.get(use(), name),
    }),
    withTransaction,
    cut: () => {
      if (!closed) retire(0);
    },
    close: async () => {
      closed = true;
      await current.end(CLOSE_SECONDS);
    },
  };
}
