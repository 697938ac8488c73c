// LISTEN and NOTIFY for all processes on one database, on a connection of its own that is known to be up or down.
import type postgres from "postgres";
import type { Log } from "../base/log.ts";
import { SECOND_MS } from "../base/time.ts";
import { type BusListener, createBusListeners } from "./bus_listeners.ts";
import type { Client, DriverOptions, SqlTypes } from "./driver/client.ts";
import { type DisposableClient, openClient } from "./driver/disposable.ts";
import { type Clocks, createHearing, HEARD_MS_MAX, OBSERVE_MS } from "./hearing.ts";
import { markAnnouncing } from "./transactions.ts";

export interface Bus {
  /** Listens until the returned function is called. Resolves when Postgres has confirmed, or at once while it is away. */
  listen(channel: string, listener: BusListener | ((payload: string) => void)): Promise<() => void>;
  /**
   * Whether what was announced up to two seconds ago has been heard, and this process ran without a pause since: what relies on
   * messages must do without where it is false. Everything that answers from memory asks this first; it compares numbers.
   */
  hears(): boolean;
  /** Milliseconds of a clock that only runs forward, as it was last looked at: for the age of what is remembered. */
  seen(): number;
  /** Resolves to true once Postgres has answered on the bus's own connection, and to false while that is away. */
  answers(): Promise<boolean>;
  /**
   * Resolves when every message that was committed before this call has reached this process's listeners; at the latest after two
   * seconds without an answer, by when nothing is believed any more.
   */
  catchUp(): Promise<void>;
  /**
   * Sends when `sql`'s transaction commits, at once outside one. The transaction's `withTransaction` resolves when this process has
   * heard it too. A payload has at most 7,999 bytes (NOTIFY).
   */
  notify(sql: postgres.ISql<SqlTypes>, channel: string, payload: string): Promise<void>;
  close(): Promise<void>;
}

interface BusOptions {
  log: Log;
  /** Called when the connection is open and yet does not answer. */
  onSilence(): void;
  /** Notifies on another connection than the bus's own: behind a pool only that proves that messages of others are heard. */
  announce(channel: string, payload: string): Promise<unknown>;
  clocks: Clocks;
}

const RETRY_MS = 50;
const NONCE_MS = SECOND_MS;
const HEARTBEAT_MS = 2 * SECOND_MS;
const SILENCE_MS = 5 * SECOND_MS;
/** So many numbers in a row are missed before anybody is told. */
const UNHEARD_MAX = 3;

/** Opens the bus; throws when the first connection cannot be made. Says so where its first message does not come back. */
export async function openBus(options: DriverOptions, parts: BusOptions): Promise<Bus> {
  const { log, onSilence, announce, clocks } = parts;
  const listeners = createBusListeners(log);
  const hearing = createHearing(clocks, sendNonce);
  // Of this process alone: what another one hears proves nothing.
  const nonces = `docsvc_nonce_${crypto.randomUUID()}`;
  let client: DisposableClient | null = null;
  let up = false;
  let closed = false;
  let heartbeat: Timer | undefined;
  let sending: "one" | "another" | null = null;
  /** Beats since the last number came back. */
  let unheard = 0;
  const first = Promise.withResolvers<void>();

  async function start(): Promise<void> {
    const fresh: DisposableClient = openClient(withNotify(options, deliver), { onLoss: () => lose(fresh) });
    client = fresh;
    await ask(fresh);
    await subscribe(fresh.sql, nonces);
    // A channel that is added meanwhile is listened to by its own `listen`.
    for (const channel of listeners.channels()) await subscribe(fresh.sql, channel);
    if (client !== fresh) throw new Error("the bus connection closed while it was set up");
    // Nobody may see the bus up and still remember what was missed.
    listeners.reset();
    up = true;
    unheard = 0;
    hearing.restart();
    heartbeat = setInterval(() => beat(fresh), HEARTBEAT_MS);
    heartbeat.unref();
    sendNonce();
  }

  function deliver(channel: string, payload: string): void {
    if (channel !== nonces) {
      listeners.deliver(channel, payload);
      return;
    }
    // What was announced before a number that never came may be as lost as it is.
    if (hearing.hear(Number(payload))) listeners.reset();
    if (unheard > UNHEARD_MAX) log.info("notifications are heard again");
    unheard = 0;
    first.resolve();
  }

  /** One after the other, so that they are committed in their order. */
  function sendNonce(): void {
    if (!up || sending) {
      if (sending) sending = "another";
      return;
    }
    sending = "one";
    announce(nonces, String(hearing.send()))
      .catch(() => {})
      .finally(() => {
        const isWanted = sending === "another";
        sending = null;
        if (isWanted) sendNonce();
      });
  }

  const nonceTimer = setInterval(() => {
    if (!up) return;
    unheard += 1;
    if (unheard === UNHEARD_MAX + 1)
      log.warn("notifications are silent, nothing is answered from memory until they are heard");
    if (!sending) sendNonce();
  }, NONCE_MS);
  nonceTimer.unref();
  const observer = setInterval(hearing.observe, OBSERVE_MS);
  observer.unref();

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
    await ask(on).catch(() => lose(on));
    clearTimeout(silence);
  }

  function end(): void {
    closed = true;
    clearInterval(nonceTimer);
    clearInterval(observer);
  }

  try {
    await start();
    await tellUnheard();
  } catch (error) {
    end();
    if (client) lose(client);
    throw error;
  }

  /** A server that hears nothing works, since all that it remembers steps aside: it is told why it is slow. */
  async function tellUnheard(): Promise<void> {
    const isHeard = first.promise.then(() => true);
    if ((await inTime(isHeard)) || !client) return;
    unheard = UNHEARD_MAX + 1;
    const cause = (await isPooled(client.sql))
      ? "DATABASE_URL leads to a connection pooler that hands each transaction to another connection (PgBouncer with pool_mode = transaction): name Postgres itself, or a pool that keeps sessions"
      : "NOTIFY of one connection does not reach LISTEN of another: see what stands between this server and Postgres";
    log.warn(
      `no notification comes back from the database, so nothing is answered from memory and all is slower. ${cause}`,
    );
  }

  return {
    hears: () => hearing.isCurrent() && up,
    seen: hearing.seen,
    async listen(channel, given) {
      const listener = typeof given === "function" ? { onMessage: given } : given;
      const leave = listeners.add(channel, listener);
      // While the connection is away the next one subscribes to everything.
      if (client && up) await subscribe(client.sql, channel).catch(() => client && lose(client));
      return leave;
    },
    async answers() {
      if (!client || !up) return false;
      await ask(client);
      return true;
    },
    async catchUp() {
      // Postgres hands a session its pending messages before it reports the end of a query.
      if (client) await inTime(ask(client));
    },
    async notify(sql, channel, payload) {
      markAnnouncing(sql);
      await sql`select pg_notify(${channel}, ${payload})`;
    },
    async close() {
      end();
      up = false;
      clearInterval(heartbeat);
      await client?.end(1);
      client = null;
    },
  };
}

/** Prepared nowhere: a pool may have each answered by another session. */
async function ask({ sql }: DisposableClient): Promise<void> {
  await sql.unsafe("select 1");
}

/** Null where it takes so long that what was remembered is not believed any more. */
async function inTime<T>(asked: Promise<T>): Promise<T | null> {
  let timer: Timer | undefined;
  const over = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), HEARD_MS_MAX);
  });
  return await Promise.race([asked, over]).finally(() => clearTimeout(timer));
}

/** A pooler answers with a number of its own for the session that it pretends to be. */
async function isPooled(client: Client): Promise<boolean> {
  const found = await client.unsafe<{ pid: number }[]>("select pg_backend_pid() as pid").catch(() => null);
  return found !== null && found[0]?.pid !== found.state.pid;
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
