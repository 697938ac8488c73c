// A client of the driver that is thrown away when one of its connections closes,
// because the driver would use it again unclean.
import { Duplex } from "node:stream";
import postgres from "postgres";
import { cutShort } from "../../base/dependency.ts";
import { SECOND_MS } from "../../base/time.ts";
import type { Client, DriverOptions } from "./client.ts";
import { type DriverQuery, type SendQuery, waysOf } from "./driver_query.ts";
import { FairSocket } from "./fair_socket.ts";
import { watchOpening } from "./opening_watch.ts";

/**
 * One client for as long as all its connections live. After the first loss it makes no new connection: the driver keeps
 * the last error, unsent bytes and an open transaction's place of the dead one, and would mix them into the next. What
 * runs on other connections may finish for five seconds; what waits for a connection fails at once.
 */
export interface DisposableClient {
  sql: Client;
  /** Sends a statement that another client has made. */
  send: SendQuery;
  /**
   * Asks Postgres to end what the session of a statement works at. True once Postgres was heard to have done it: from then on it
   * reaches nothing that is sent there. The statement's own error comes by itself, or its answer where it was quicker.
   */
  cancel(query: DriverQuery): Promise<boolean>;
  /** Lets what runs finish, for at most this long, and closes. */
  end(seconds: number): Promise<void>;
}

/** What the driver gives to the function that makes its sockets. */
interface SocketOptions {
  path: string | false;
  host: string[];
  port: number[];
}

export interface ClientEvents {
  /** Called once, when the first connection is lost, unless `end` came first. */
  onLoss(): void;
  /**
   * True when Postgres answers on a connection of another client. While it does, a session that opens late is waited
   * for, and without it the connection is given up after two seconds. Where nobody can tell, 15 seconds are waited.
   */
  answersElsewhere?(): Promise<boolean>;
}

const GRACE_MS = 5 * SECOND_MS;

/** Opens a client, which connects with its first query. */
export function openClient(options: DriverOptions, { onLoss, answersElsewhere }: ClientEvents): DisposableClient {
  const sockets = new Set<FairSocket>();
  let attempts = 0;
  let newest: FairSocket | null = null;
  let retired = false;
  let grace: Timer | undefined;

  function makeSocket({ path, host, port }: SocketOptions): Duplex {
    if (retired) return makeDeadSocket();
    const socket = new FairSocket();
    sockets.add(socket);
    newest = socket;
    // Of several hosts each further attempt takes the next.
    const index = attempts++ % host.length;
    // The driver reads these to name the server in a TLS handshake.
    const address = { host: host[index] ?? "localhost", port: port[index] ?? 5432 };
    Object.assign(socket, address);
    // What the driver says of a lost connection is derived from this.
    socket.on("error", cutShort);
    // The driver listens only once it has the socket, and would miss a failure that comes at once.
    setImmediate(() => (path ? socket.connect(path) : socket.connect(address.port, address.host)));
    if (answersElsewhere) void watchOpening(socket, answersElsewhere);
    return socket;
  }

  function onclose(): void {
    if (!retired) {
      retired = true;
      grace = setTimeout(cut, GRACE_MS);
      onLoss();
    }
    for (const socket of sockets) {
      if (socket.destroyed) sockets.delete(socket);
    }
    if (sockets.size === 0) cut();
  }

  function cut(): void {
    end(0).catch(() => {});
  }

  async function cancel(query: DriverQuery): Promise<boolean> {
    newest = null;
    let isAnswered = false;
    // The driver says the same whether Postgres closed the connection, which is its answer, or the connection was lost.
    const done = ways.cancel(query);
    const made = newest as FairSocket | null;
    made?.once("end", () => {
      isAnswered = true;
    });
    await done.catch(() => {
      isAnswered = false;
    });
    if (made) sockets.delete(made);
    return isAnswered;
  }

  async function end(seconds: number): Promise<void> {
    retired = true;
    clearTimeout(grace);
    await sql.end({ timeout: seconds });
    for (const socket of sockets) socket.destroy();
  }

  const { host, port, path, pass, ...rest } = options;
  const given = { ...rest, socket: makeSocket, onclose };
  // The driver takes options that it has parsed before as they are, though its types know only unparsed ones.
  Object.assign(given, { host, port, path, pass });
  const sql: Client = postgres(given);
  const ways = waysOf(sql``);
  return { sql, send: ways.send, cancel, end };
}

/** Swallows what the driver writes and fails at once: each query that waits in a given-up client gets its error this way. */
function makeDeadSocket(): Duplex {
  const socket = new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done() });
  const lost = Object.assign(new Error("the connection to the database was lost"), { code: "CONNECTION_CLOSED" });
  setImmediate(() => socket.destroy(lost));
  return socket;
}

/**
 * Asks the database for its array types, for all clients of `options`. The driver would ask on every new connection, in
 * a promise that nobody awaits: a connection that died just then would take the process with it.
 */
export async function learnTypes(options: DriverOptions): Promise<void> {
  const client = openClient({ ...options, max: 1, fetch_types: true }, { onLoss: () => {} });
  try {
    await client.sql`select 1`;
  } finally {
    await client.end(1);
  }
}
