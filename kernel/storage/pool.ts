// A pool that throws a driver client away whenever one of its connections closes, so that no dirty one is used again.
import postgres from "postgres";
import { type Clock, MINUTE_MS } from "../time.ts";
import type { ClientTarget, SqlTypes } from "./client.ts";
import { guardTransaction } from "./transaction.ts";

type Client = postgres.Sql<SqlTypes>;

export interface Pool {
  sql: postgres.ISql<SqlTypes>;
  withTransaction<T>(run: (sql: postgres.TransactionSql<SqlTypes>) => Promise<T>): Promise<T>;
  /** Fails everything under way at once and starts afresh. */
  cut(): void;
  close(): Promise<void>;
}

/** How long queries under way on a retired client's healthy connections may still take. */
const RETIRE_SECONDS = 2;
/** A client is replaced after this long, which bounds what its sessions remember of prepared statements. */
const CLIENT_LIFETIME_MS = 45 * MINUTE_MS;
const CLOSE_SECONDS = 5;

/** Opens a pool; it connects with the first query. */
export function openPool(target: ClientTarget, { clock }: { clock: Clock }): Pool {
  let closed = false;
  let current = makeClient();
  let bornAt = clock.now().getTime();

  function makeClient(): Client {
    const client: Client = connect(target, () => {
      if (current === client && !closed) replace(RETIRE_SECONDS);
    });
    return client;
  }

  function replace(seconds: number): void {
    const old = current;
    current = makeClient();
    bornAt = clock.now().getTime();
    // Ending waits for what runs; what it cannot finish it rejects.
    old.end({ timeout: seconds }).catch(() => {});
  }

  function use(): Client {
    if (!closed && clock.now().getTime() - bornAt > CLIENT_LIFETIME_MS) replace(CLIENT_LIFETIME_MS / 1000);
    return current;
  }

  return {
    sql: new Proxy<postgres.ISql<SqlTypes>>(current, {
      apply: (_, __, args) => Reflect.apply(use(), undefined, args),
      get: (_, name) => Reflect.get(use(), name),
    }),
    withTransaction: (run) => guardTransaction(use(), run),
    cut: () => {
      if (!closed) replace(0);
    },
    close: async () => {
      closed = true;
      await current.end({ timeout: CLOSE_SECONDS });
    },
  };
}

/** Makes a client of the driver; `onclose` hears of each connection that closes or could not be made. */
export function connect(target: ClientTarget, onclose: () => void): Client {
  const options = { ...target.options, onclose };
  return target.url === null ? postgres(options) : postgres(target.url, options);
}
