// The one place that decides how a postgres.js client is set up, so that every pool and the bus behave alike.
import type postgres from "postgres";

/** Types that differ from the driver's own: bigint arrives as a number. */
export type SqlTypes = { bigint: number };

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

export type ClientOptions = postgres.Options<{ bigint: typeof BIGINT }> & { max_pipeline: number };

/** An address or its parts, with the options that go with it. */
export interface ClientTarget {
  url: string | null;
  options: ClientOptions;
}

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
export function clientOptions(target: string | PostgresConnection, size: ClientSize): ClientTarget {
  const options: ClientOptions = {
    max: size.pool_size_max,
    connect_timeout: 2,
    // The driver's own back-off grows to 20 s and leaves requests hanging long after Postgres is back.
    backoff: () => 0.02,
    // The pool replaces whole clients instead, because a driver connection that closed is not clean to use again.
    max_lifetime: null,
    // BEGIN at the very end of a full pipeline is sent without reserving its connection, so the pipeline is never full.
    max_pipeline: 1_000_000,
    keep_alive: 15,
    prepare: true,
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
  if (typeof target === "string") return readAddress(target, options);
  const { host, port, user, database, password = "" } = target;
  return { url: null, options: { ...options, host, port, user, database, password } };
}

/** As libpq has it, `?host=/folder` names the folder of a unix socket; the driver would send it on as a setting. */
function readAddress(address: string, options: ClientOptions): ClientTarget {
  const url = new URL(address);
  const folder = url.searchParams.get("host");
  if (folder === null) return { url: address, options };
  url.searchParams.delete("host");
  if (!url.hostname) url.hostname = "localhost";
  return { url: url.href, options: { ...options, host: folder } };
}
