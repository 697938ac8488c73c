// One statement that somebody else wrote,
// sent to a sandbox on a connection of its own and cut off where it passes its bounds.
import { Socket } from "node:net";
import postgres from "postgres";
import { SECOND_MS } from "../base/time.ts";
import { clientOptions, type PostgresConnection } from "../db/driver/client.ts";

export interface Statement {
  /** Exactly one query: what Postgres takes after `declare ... cursor for`. */
  text: string;
  /** Values of `$1` and so on, as texts that Postgres reads by the types that it finds for them. */
  params: readonly (string | null)[];
}

export interface StatementBounds {
  rows_max: number;
  /** Of all values as Postgres writes them, each value and each part of a list or of JSON counted as 16 bytes more. */
  bytes_max: number;
  ms_max: number;
}

/** Rows as Postgres writes them: every value a text. */
export interface StatementAnswer {
  /** Types as Postgres names them, such as `timestamp with time zone` and `text[]`. */
  columns: { name: string; type: string }[];
  rows: (string | null)[][];
  /** There are more rows than `rows_max`, or than fit in `bytes_max`. */
  is_cut: boolean;
  ms: number;
}

/** What Postgres calls a type of its own, by its number. */
export type TypeNames = ReadonlyMap<number, string>;

/** What Postgres says against a statement, or what of the bounds it passed before there was anything to answer. */
export class StatementFault extends Error {
  constructor(
    /** SQLSTATE; null where the statement was cut off here. */
    readonly code: string | null,
    message: string,
    /** In characters of the statement, from 1. */
    readonly position: number | null = null,
    readonly hint: string | null = null,
  ) {
    super(message);
    this.name = "StatementFault";
  }
}

/** The connection was lost for no reason that is known here: the sandbox has ended. */
export class SandboxLost extends Error {}

/**
 * Only a query can follow it, by Postgres' own grammar, and what follows cannot end it: nothing is open that a text could close,
 * and the extended protocol takes one statement.
 */
const BEFORE = "declare c no scroll cursor without hold for ";
/** Of the protocol around the values of a row, and of what comes before the first. */
const SLACK_BYTES = 256 * 1024;

/** Runs it as the role of `target`. Throws StatementFault, SandboxLost, and the reason of `signal` once that is aborted. */
export async function runStatement(
  target: PostgresConnection,
  statement: Statement,
  { bounds, name, types, signal }: { bounds: StatementBounds; name: string; types: TypeNames; signal: AbortSignal },
): Promise<StatementAnswer> {
  const line = openLine(target, { bounds, name });
  const answer: StatementAnswer = { columns: [], rows: [], is_cut: false, ms: 0 };
  const timer = setTimeout(() => line.cut("time"), bounds.ms_max);
  const leave = () => line.cut("left");
  signal.addEventListener("abort", leave);
  try {
    signal.throwIfAborted();
    await line.unlessCut(line.send("begin transaction isolation level repeatable read read only"));
    const begun = performance.now();
    await line.unlessCut(line.send(`${BEFORE}${statement.text}\n`, statement.params));
    await fetchRows(line, answer, { bounds, types }).finally(() => {
      answer.ms = performance.now() - begun;
    });
  } catch (error) {
    const fault = faultOf(error, line, bounds);
    if (fault === "left") signal.throwIfAborted();
    if (fault instanceof Error) throw fault;
    // What was cut off for its size shows the rows that came before.
    if (answer.rows.length === 0) throw refuseRow(bounds);
    answer.is_cut = true;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", leave);
    await line.close();
  }
  return answer;
}

type Cut = "time" | "bytes" | "enough" | "left";

interface Line {
  send(text: string, params?: readonly (string | null)[]): postgres.PendingQuery<postgres.Row[]>;
  /** Waits for an answer, and throws as soon as the line is cut. */
  unlessCut<T>(answer: PromiseLike<T>): Promise<T>;
  cut(why: Cut): void;
  why(): Cut | null;
  close(): Promise<void>;
}

/** A connection for one statement alone, so that nothing of it is there for the next. */
function openLine(target: PostgresConnection, { bounds, name }: { bounds: StatementBounds; name: string }): Line {
  let reason: Cut | null = null;
  let received = 0;
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => {});
  const socket = new Socket();
  const settings = { application_name: name, default_transaction_read_only: "on" };
  const parsed = clientOptions(target, { pool_size_max: 1, statement_timeout_ms: bounds.ms_max + SECOND_MS, settings });
  const { host, port, path, pass, ...rest } = parsed;
  const given = { ...rest, parsers: {}, serializers: {}, socket: connectSocket, onclose: () => {} };
  Object.assign(given, { host, port, path, pass });
  const client = postgres(given);

  function connectSocket(): Socket {
    // What comes is counted before the driver gathers it: one value may have a gigabyte.
    socket.on("data", (chunk) => {
      received += chunk.length;
      if (received > bounds.bytes_max + SLACK_BYTES) cut("bytes");
    });
    setImmediate(() => void (reason || socket.connect(`${target.host}/.s.PGSQL.${target.port}`)));
    return socket;
  }

  function cut(why: Cut): void {
    reason ??= why;
    socket.destroy();
    broken.reject(new Error(`cut for ${why}`));
  }

  return {
    send: (text, params = []) => client.unsafe(text, [...params], { prepare: false, simple: false } as object),
    unlessCut: (answer) => {
      const waited = Promise.resolve(answer);
      waited.catch(() => {});
      return Promise.race([waited, broken.promise]);
    },
    cut,
    why: () => reason,
    close: async () => {
      const ended = client.end({ timeout: reason ? 0 : 1 }).catch(() => {});
      // A driver that was still connecting waits for what does not come.
      if (!reason) await ended;
      socket.destroy();
    },
  };
}

async function fetchRows(
  line: Line,
  answer: StatementAnswer,
  { bounds, types }: { bounds: StatementBounds; types: TypeNames },
): Promise<void> {
  const query = line.send(`fetch forward ${bounds.rows_max + 1} from c`).values();
  let bytes = 0;
  const result = await line.unlessCut(
    query.forEach((row) => {
      if (answer.is_cut) return;
      // While rows come the driver tells the columns by the query alone.
      if (answer.columns.length === 0) answer.columns = shownColumns(Reflect.get(query, "statement"), types);
      const values: (string | null)[] = Array.isArray(row) ? row : [];
      bytes += values.reduce((sum, value, index) => sum + weightOf(value, answer.columns[index]?.type ?? ""), 0);
      if (answer.rows.length === bounds.rows_max || bytes > bounds.bytes_max) {
        answer.is_cut = answer.rows.length > 0;
        line.cut(answer.is_cut ? "enough" : "bytes");
        return;
      }
      answer.rows.push(values);
    }),
  );
  if (answer.columns.length === 0) answer.columns = shownColumns(result, types);
}

const VALUE_BYTES = 16;

/** Many small values cost whoever shows them more than their bytes. */
function weightOf(value: string | null, type: string): number {
  if (value === null) return VALUE_BYTES;
  const parts = /^jsonb?$|\[\]$/.test(type) ? value.split(",").length : 1;
  return Buffer.byteLength(value) + parts * VALUE_BYTES;
}

function shownColumns(of: unknown, types: TypeNames): StatementAnswer["columns"] {
  const columns: unknown = of && typeof of === "object" ? Reflect.get(of, "columns") : null;
  if (!Array.isArray(columns)) return [];
  // A type that the statement's tables brought is a row of theirs.
  return columns.map(({ name, type }) => ({ name: String(name), type: types.get(Number(type)) ?? "record" }));
}

/** What was wrong, or how the answer was cut off here. */
function faultOf(error: unknown, line: Line, bounds: StatementBounds): Error | Cut {
  if (error instanceof StatementFault) return error;
  const why = line.why();
  if (why === "time") return refuseTime(bounds);
  if (why) return why;
  if (!(error instanceof postgres.PostgresError)) {
    return error instanceof Error && "code" in error ? new SandboxLost(error.message) : asError(error);
  }
  const { code, message, position, hint } = error;
  if (/^57P0/.test(code)) return new SandboxLost(message);
  if (code === "57014") return refuseTime(bounds);
  const at = position === undefined ? null : Number(position) - BEFORE.length;
  return new StatementFault(code, message, at !== null && at > 0 ? at : null, hint ?? null);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function refuseTime({ ms_max }: StatementBounds): StatementFault {
  return new StatementFault(null, `the statement takes longer than ${ms_max / SECOND_MS} seconds`);
}

function refuseRow({ bytes_max }: StatementBounds): StatementFault {
  return new StatementFault(null, `the first row alone has more than ${bytes_max} bytes`);
}
