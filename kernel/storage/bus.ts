// LISTEN and NOTIFY for all processes on one database, on a connection of its own that is known to be up or down.
import type postgres from "postgres";
import type { Log } from "../log.ts";
import { SECOND_MS } from "../time.ts";
import { type BusListener, createBusListeners } from "./bus_listeners.ts";
import type { Client, DriverOptions, SqlTypes } from "./client.ts";
import { type DisposableClient, openClient } from "./disposable.ts";

export interface Bus {
  /** Listens until the returned function is called. Resolves when Postgres has confirmed, or at once while it is away. */
  listen(channel: string, listener: BusListener | ((payload: string) => void)): Promise<() => void>;
  /** False while messages may be missed: what relies on them must do without. */
  connected(): boolean;
  /** Resolves to true once Postgres has answered on the bus's own connection, and to false while that is away. */
  answers(): Promise<boolean>;
  /** Resolves when every message that was committed before this call has reached this process's listeners. */
  catchUp(): Promise<void>;
  /** Sends when `sql`'s transaction commits, at once outside one. A payload has at most 7,999 bytes (NOTIFY). */
  notify(sql: postgres.ISql<SqlTypes>, channel: string, payload: string): Promise<void>;
  close(): Promise<void>;
}

interface BusOptions {
  log: Log;
  /** Called when the connection is open and yet does not answer. */
  onSilence(): void;
}

const RETRY_MS = 50;
const HEARTBEAT_MS = 2 * SECOND_MS;
const SILENCE_MS = 5 * SECOND_MS;

/** Opens the bus; throws when the first connection cannot be made. */
export async function openBus(options: DriverOptions, { log, onSilence }: BusOptions): Promise<Bus> {
  const listeners = createBusListeners(log);
  let client: DisposableClient | null = null;
  let up = false;
  let closed = false;
  let heartbeat: Timer | undefined;

  async function start(): Promise<void> {
    const fresh: DisposableClient = openClient(withNotify(options, listeners.deliver), { onLoss: () => lose(fresh) });
    client = fresh;
    await fresh.sql`select 1`;
    // A channel that is added meanwhile is listened to by its own `listen`.
    for (const channel of listeners.channels()) await subscribe(fresh.sql, channel);
    if (client !== fresh) throw new Error("the bus connection closed while it was set up");
    // Nobody may see the bus up and still remember what was missed.
    listeners.reset();
    up = true;
    heartbeat = setInterval(() => beat(fresh), HEARTBEAT_MS);
    heartbeat.unref();
  }

  function lose(old: DisposableClient): void {
    if (client !== old) return;
    client = null;
    clearInterval(heartbeat);
    old.end(0).catch(() => {});
    if (up) log.warn("notifications are down, caches are bypassed until they are back");
    up = false;
    if (!closed) retry();
  }

  function retry(): void {
    setTimeout(async () => {
      if (closed || client) return;
      try {
        await start();
        log.info("notifications are back");
      } catch {
        // `lose` has already asked for the next try, unless the connection is open and unwilling.
        if (client) lose(client);
      }
    }, RETRY_MS);
  }

  async function beat(on: DisposableClient): Promise<void> {
    const silence = setTimeout(() => {
      if (client !== on) return;
      log.warn("the database has not answered a heartbeat, all connections are dropped");
      lose(on);
      onSilence();
    }, SILENCE_MS);
    await on.sql`select 1`.catch(() => lose(on));
    clearTimeout(silence);
  }

  try {
    await start();
  } catch (error) {
    closed = true;
    if (client) lose(client);
    throw error;
  }

  return {
    connected: () => up,
    async listen(channel, given) {
      const listener = typeof given === "function" ? { onMessage: given } : given;
      const leave = listeners.add(channel, listener);
      // While the connection is away the next one subscribes to everything.
      if (client && up) await subscribe(client.sql, channel).catch(() => client && lose(client));
      return leave;
    },
    async answers() {
      if (!client || !up) return false;
      await client.sql`select 1`;
      return true;
    },
    async catchUp() {
      // Postgres hands a session its pending messages before it reports the end of a query.
      if (client) await client.sql`select 1`;
    },
    async notify(sql, channel, payload) {
      await sql`select pg_notify(${channel}, ${payload})`;
    },
    async close() {
      closed = true;
      up = false;
      clearInterval(heartbeat);
      await client?.end(1);
      client = null;
    },
  };
}

async function subscribe(client: Client, channel: string): Promise<void> {
  await client.unsafe(`listen "${channel.replaceAll('"', '""')}"`);
}

/** The driver takes `onnotify` from every client's options, though only its own `listen` is documented. */
function withNotify(options: DriverOptions, onnotify: (channel: string, payload: string) => void): DriverOptions {
  const connection = { ...options.connection, application_name: "docsvc bus" };
  const given = { ...options, connection, max: 1, onnotify };
  return given;
}
