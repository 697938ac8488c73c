// Streams a table's rows out of and into Postgres with COPY, whose text format every release reads alike.
import type { Readable, Writable } from "node:stream";
import type { Transaction } from "../../kernel/host.ts";
import { quoteName, type TableShape } from "./tables.ts";

/** Rows on their way into a table. */
export interface CopyIn {
  write(chunk: Uint8Array): Promise<void>;
  /** Resolves when Postgres has taken every row; throws its error. */
  end(): Promise<void>;
}

/** The table's rows as lines. Read them to the end or stop early: the connection is ready for the next query either way. */
export async function* copyOut(sql: Transaction, table: TableShape): AsyncGenerator<Uint8Array, void, void> {
  const stream: Readable = await sql.unsafe(`copy ${quoteTable(table)} to stdout`).readable();
  const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
  try {
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  } finally {
    // An abandoned stream would leave the socket paused, and the rollback after it waiting for ever.
    while (!(await chunks.next()).done);
    wake(stream);
  }
}

/** Begins to fill a table. */
export async function openCopyIn(sql: Transaction, table: TableShape): Promise<CopyIn> {
  const query = sql.unsafe(`copy ${quoteTable(table)} from stdin`);
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => {});
  // The driver's promise ends when rows may be sent, so what Postgres says of them afterwards would reach nobody, and
  // the stream would never finish. The rejection is the one place where the driver still reports it.
  const reject: unknown = Reflect.get(query, "reject");
  Object.assign(query, {
    reject: (error: unknown) => {
      failure.reject(error);
      if (typeof reject === "function") reject(error);
    },
  });
  const stream: Writable = await query.writable();
  stream.on("error", failure.reject);

  function settle(start: (done: (error?: Error | null) => void) => void): Promise<void> {
    const step = new Promise<void>((resolve, give_up) => start((error) => (error ? give_up(error) : resolve())));
    step.catch(() => {});
    return Promise.race([step, failure.promise]);
  }
  return {
    write: (chunk) => settle((done) => void stream.write(chunk, done)),
    end: () => settle((done) => void stream.end(done)),
  };
}

/**
 * The driver pauses its socket when a stream is full, and resumes it only when the stream asks for more. One that was
 * full when its last row came never asks again, and what the server says next would not be heard.
 */
function wake(stream: Readable): void {
  if (stream.errored) return;
  try {
    stream._read(0);
  } catch {
    // The connection is gone, which the next query on it tells better.
  }
}

function quoteTable({ name, columns }: TableShape): string {
  return `${quoteName(name)} (${columns.map(quoteName).join(", ")})`;
}
