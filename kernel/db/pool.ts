// A pool of connections that replaces its driver client when a connection is lost and after a while,
// unseen by its callers.
import type postgres from "postgres";
import { MINUTE_MS, SECOND_MS } from "../base/time.ts";
import type { DriverOptions, SqlTypes } from "./driver/client.ts";
import { isConnectionLoss } from "./driver/connection_loss.ts";
import { type ClientEvents, type DisposableClient, openClient } from "./driver/disposable.ts";
import type { DriverQuery, SendQuery } from "./driver/driver_query.ts";
import { guardTransaction } from "./transaction.ts";

export interface Pool {
  sql: postgres.ISql<SqlTypes>;
  withTransaction<T>(run: (sql: postgres.TransactionSql<SqlTypes>) => Promise<T>): Promise<T>;
  /** As its client has them; a pool of one session is told what goes there. */
  send: SendQuery;
  cancel(query: DriverQuery): Promise<boolean>;
  /** Fails everything under way at once and starts afresh. */
  cut(): void;
  /** Begins new sessions, which learn anew what the server says of them; what runs on the old ones has ten seconds. */
  renew(): void;
  close(): Promise<void>;
}

/** A client is replaced after this long, which bounds what its sessions remember of prepared statements. */
const CLIENT_LIFETIME_MS = 45 * MINUTE_MS;
const CLOSE_SECONDS = 5;
const RENEWED_MS = 5 * SECOND_MS;

export interface PoolOptions extends Pick<ClientEvents, "answersElsewhere"> {
  /** Whether its client is replaced for its age. */
  rotated: boolean;
  /** Waited for after a commit that tells servers to forget something; it does not fail. */
  announced?: () => Promise<void>;
}

/** Opens a pool; it connects with the first query. */
export function openPool(options: DriverOptions, { rotated, announced, ...events }: PoolOptions): Pool {
  let closed = false;
  let current = replace();

  function replace(): DisposableClient {
    const made: DisposableClient = openClient(options, {
      ...events,
      onLoss: () => {
        if (current === made && !closed) current = replace();
      },
    });
    return made;
  }

  function rotate(leave_ms: number): void {
    if (closed) return;
    const old = current;
    current = replace();
    const timer = setTimeout(() => void old.end(CLOSE_SECONDS), leave_ms);
    timer.unref();
  }

  // By the end of a minute every statement that it had accepted is done or has run into its time limit.
  const rotation = rotated ? setInterval(() => rotate(MINUTE_MS), CLIENT_LIFETIME_MS) : undefined;
  rotation?.unref();

  async function withTransaction<T>(run: (sql: postgres.TransactionSql<SqlTypes>) => Promise<T>): Promise<T> {
    let started = false;
    function runOnce(sql: postgres.TransactionSql<SqlTypes>): Promise<T> {
      started = true;
      return run(sql);
    }
    const client = current.sql;
    try {
      return await guardTransaction(client, runOnce, { announced });
    } catch (error) {
      // It waited for a connection of a client that was given up in the meantime, and has done nothing yet.
      if (started || client === current.sql || !isConnectionLoss(error)) throw error;
      return guardTransaction(current.sql, runOnce, { announced });
    }
  }

  return {
    sql: new Proxy<postgres.ISql<SqlTypes>>(current.sql, {
      apply: (_, __, args) => Reflect.apply(current.sql, undefined, args),
      get: (_, name) => Reflect.get(current.sql, name),
    }),
    withTransaction,
    send: (query) => current.send(query),
    cancel: (query) => current.cancel(query),
    renew: () => rotate(RENEWED_MS),
    cut: () => {
      const old = current;
      if (!closed) current = replace();
      old.end(0).catch(() => {});
    },
    close: async () => {
      closed = true;
      clearInterval(rotation);
      await current.end(CLOSE_SECONDS);
    },
  };
}
