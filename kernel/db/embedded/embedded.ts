// A Postgres of our own: the first process starts it, others join it, the last to leave stops it,
// and a dead one is restarted.
import type { ChildProcess } from "node:child_process";
import { ConfigError } from "../../base/config_error.ts";
import type { Log } from "../../base/log.ts";
import { HOUR_MS, SECOND_MS } from "../../base/time.ts";
import { clientOptions, type PostgresConnection } from "../driver/client.ts";
import { isConnectionLoss } from "../driver/connection_loss.ts";
import { type DisposableClient, openClient } from "../driver/disposable.ts";
import { findBinaries } from "./embedded_binaries.ts";
import {
  boundLog,
  type Cluster,
  dropSocketFolder,
  EMBEDDED_DATABASE,
  EMBEDDED_PORT,
  EMBEDDED_USER,
  ensureCluster,
  explainEnd,
  findPostmaster,
  lastLogLine,
  spawnPostmaster,
} from "./embedded_cluster.ts";
import { type Place, preparePlace } from "./embedded_files.ts";

export interface EmbeddedOptions {
  /** Absolute. */
  data_dir: string;
  log: Log;
  /** Postgres settings on top of the server's own; only the process that starts it is heard. */
  settings?: Record<string, string>;
}

export interface Embedded {
  /** For `openSql`. */
  connection: PostgresConnection;
  /** Such as `18.4`. */
  postgres_version: string;
  /** The postmaster's process id, for tests that kill it; null in the moment when it is down. */
  pid(): number | null;
  /** Leaves. The last process to leave shuts Postgres down and waits for it. Close the pools first. */
  stop(): Promise<void>;
  /** Calls `listener` each time Postgres was lost unexpectedly, before it is restarted. */
  onExit(listener: () => void): void;
}

/**
 * Whoever uses the cluster holds this advisory lock in shared mode on a connection of its own, which Postgres drops with
 * the process. Getting it exclusively therefore means that nobody else is there, and keeps newcomers waiting meanwhile.
 */
const PRESENCE = { space: 746_319, key: 1 };
const POLL_MS = 5;
const FAILED_STARTS_MAX = 8;
const POLLS_PER_WARNING = 500;
const RESTART_DELAY_MS_MAX = 2 * SECOND_MS;
const STOP_POLLS_MAX = (30 * SECOND_MS) / POLL_MS;

/**
 * Starts Postgres on the cluster of `data_dir`, making the cluster first when there is none, or joins the one that runs.
 * While this process lives, a Postgres that dies is restarted. Throws `ConfigError` when it cannot be started.
 */
export async function startEmbedded({ data_dir, log, settings = {} }: EmbeddedOptions): Promise<Embedded> {
  const folders = preparePlace(data_dir);
  const place = { ...folders, ...findBinaries(folders) };
  boundLog(place);
  await ensureCluster(place, { durable: settings["fsync"] !== "off" });
  const connection: PostgresConnection = {
    host: place.socket,
    port: EMBEDDED_PORT,
    user: EMBEDDED_USER,
    database: EMBEDDED_DATABASE,
  };
  const listeners: (() => void)[] = [];
  let leaving = false;
  let presence: DisposableClient | null = null;

  async function arrive(): Promise<DisposableClient> {
    const client = await enter(place, { connection, settings, log, onLost: () => recover(client) });
    presence = client;
    return client;
  }

  async function recover(lost: DisposableClient): Promise<void> {
    if (leaving || presence !== lost) return;
    presence = null;
    log.warn("postgres is gone, it is started again");
    for (const listener of listeners) listener();
    for (let wait = 50; !leaving; wait = Math.min(wait * 2, RESTART_DELAY_MS_MAX)) {
      try {
        await arrive();
        log.info("postgres is back");
        return;
      } catch (error) {
        log.error({ err: error }, "postgres could not be started again, the next try follows");
        await Bun.sleep(wait);
      }
    }
  }

  const first = await arrive();
  const [row] = await first.sql<{ server_version: string }[]>`show server_version`;
  const trim = setInterval(() => boundLog(place), HOUR_MS);
  trim.unref();
  return {
    connection,
    postgres_version: row?.server_version ?? "",
    pid: () => findPostmaster(place),
    onExit: (listener) => {
      listeners.push(listener);
    },
    stop: async () => {
      if (leaving) return;
      leaving = true;
      clearInterval(trim);
      if (presence) await leave(place, presence);
    },
  };
}

/** Connects and announces itself, starting Postgres whenever none runs. */
async function enter(
  place: Cluster,
  options: { connection: PostgresConnection; settings: Record<string, string>; log: Log; onLost(): void },
): Promise<DisposableClient> {
  const { connection, settings, log, onLost } = options;
  let child: ChildProcess | null = null;
  let failedStarts = 0;
  for (let polls = 1; ; polls += 1) {
    const client = await tryToEnter(connection, onLost);
    if (client) return client;
    if (findPostmaster(place) === null && (child === null || child.exitCode !== null || child.signalCode !== null)) {
      if (failedStarts > FAILED_STARTS_MAX) {
        throw new ConfigError(`postgres does not start: ${explainEnd(place)}`);
      }
      // The first start is not a failure, nor is one that lost the race against another process; both are few.
      failedStarts += 1;
      child = spawnPostmaster(place, settings);
      child.on("error", () => {});
    }
    if (polls % POLLS_PER_WARNING === 0) log.warn({ last_line: lastLogLine(place) }, "still waiting for postgres");
    await Bun.sleep(POLL_MS * 2 ** Math.min(failedStarts - 1, 6));
  }
}

/** Null while Postgres is away, starting or stopping. */
async function tryToEnter(connection: PostgresConnection, onLost: () => void): Promise<DisposableClient | null> {
  const target = clientOptions(connection, {
    pool_size_max: 1,
    statement_timeout_ms: 0,
    settings: { application_name: "docsvc presence" },
  });
  let entered = false;
  const client: DisposableClient = openClient(target, {
    onLoss: () => {
      if (entered) onLost();
    },
  });
  try {
    await client.sql`select pg_advisory_lock_shared(${PRESENCE.space}::int, ${PRESENCE.key}::int)`;
    entered = true;
    return client;
  } catch (error) {
    await client.end(0);
    if (isConnectionLoss(error)) return null;
    throw error;
  }
}

async function leave(place: Place, presence: DisposableClient): Promise<void> {
  const { space, key } = PRESENCE;
  try {
    await presence.sql`select pg_advisory_unlock_shared(${space}::int, ${key}::int)`;
    const [row] = await presence.sql<
      { last: boolean }[]
    >`select pg_try_advisory_lock(${space}::int, ${key}::int) as last`;
    if (row?.last) await shutDown(place);
  } catch (error) {
    if (!isConnectionLoss(error)) throw error;
  } finally {
    await presence.end(0);
  }
}

/** Fast shutdown: running transactions are rolled back, the rest is written and closed. */
async function shutDown(place: Place): Promise<void> {
  const pid = findPostmaster(place);
  if (pid === null) return;
  process.kill(pid, "SIGINT");
  for (let polls = 0; findPostmaster(place) === pid; polls += 1) {
    // What cannot finish its checkpoint in time recovers from the log at the next start: nothing is lost either way.
    if (polls === STOP_POLLS_MAX) process.kill(pid, "SIGQUIT");
    await Bun.sleep(POLL_MS);
  }
  dropSocketFolder(place);
}
