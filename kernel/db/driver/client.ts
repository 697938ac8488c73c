// The one place that decides how a postgres.js client is set up, so that every pool and the bus behave alike.
import postgres from "postgres";

/** Types that differ from the driver's own: bigint arrives as a number. */
export type SqlTypes = { bigint: number };

/** What a query is tagged with: the pool or a transaction, whichever the caller stands in. bigint is a number. */
export type Sql = postgres.ISql<SqlTypes>;

/** A part of a statement. */
export type Expression = postgres.PendingQuery<postgres.Row[]>;

/** One transaction; `savepoint` nests. */
export type Transaction = postgres.TransactionSql<SqlTypes>;

/** Where a database is. `host` is a host name or, when it starts with a slash, the folder of a unix socket. */
export interface PostgresConnection {
  host: string;
  port: number;
  user: string;
  database: string;
  password?: string;
}

interface ClientSize {
  pool_size_max: number;
  statement_timeout_ms: number;
  /** Further settings of each session. */
  settings?: Record<string, string>;
}

export type Client = postgres.Sql<SqlTypes>;

/** Options as the driver has parsed them. Clients that are made from one such object share what `learnTypes` learned. */
export type DriverOptions = Client["options"];

const BIGINT = {
  to: 20,
  from: [20],
  serialize: (value: number) => String(value),
  parse: (text: string): number => {
    const value = Number(text);
    if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} from the database is beyond 2^53`);
    return value;
  },
};

/** Options of a client for `target`. */
export function clientOptions(target: string | PostgresConnection, size: ClientSize): DriverOptions {
  const options = {
    max: size.pool_size_max,
    // In seconds, and the longest wait: `disposable.ts` gives up sooner where Postgres is silent on every connection.
    connect_timeout: 15,
    // Clients are replaced whole when a connection closes, so no connection of theirs ever connects a second time: the
    // driver would wait longer and longer, up to 20 s, and what it reuses is not clean.
    backoff: () => 0,
    max_lifetime: null,
    // BEGIN at the very end of a full pipeline is sent without reserving its connection, so the pipeline is never full.
    max_pipeline: 1_000_000,
    keep_alive: 15,
    prepare: true,
    fetch_types: false,
    onnotice: () => {},
    types: { bigint: BIGINT },
    connection: {
      application_name: "docsvc",
      TimeZone: "UTC",
      statement_timeout: size.statement_timeout_ms,
      idle_in_transaction_session_timeout: size.statement_timeout_ms,
      ...size.settings,
    },
  };
  // Making a client parses its options and connects to nothing.
  if (typeof target !== "string") return postgres({ ...options, password: "", ...target }).options;
  const url = new URL(target);
  const folder = url.searchParams.get("host");
  if (folder === null) return postgres(target, options).options;
  // As libpq has it, `?host=/folder` names the folder of a unix socket; the driver would send it on as a setting.
  url.searchParams.delete("host");
  if (!url.hostname) url.hostname = "localhost";
  return postgres(url.href, { ...options, host: folder }).options;
}
