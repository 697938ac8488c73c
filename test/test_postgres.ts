// One Postgres for a whole test run, thrown away with it, and databases cloned from templates for the tests in it.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { createLog } from "../kernel/log.ts";
import { type Embedded, startEmbedded } from "../kernel/storage/embedded.ts";
import type { DatabaseTarget } from "../kernel/storage/sql.ts";

export interface TestDatabase {
  /** For `openSql`. */
  target: DatabaseTarget;
  /** The same as an address, for DATABASE_URL of a child process. */
  url: string;
  name: string;
  /** Cuts whoever is still connected. */
  drop(): Promise<void>;
}

export interface TestPostgres {
  embedded: Embedded;
  /** Makes a database from `template`, or from Postgres' own when none is named. Nobody may be connected to a template. */
  cloneDatabase(template?: string): Promise<TestDatabase>;
  /** Makes the database `name` once per run by `fill`, to be cloned from; everybody who asks waits for the first. */
  makeTemplate(name: string, fill: (target: DatabaseTarget) => Promise<void>): Promise<string>;
}

const PREFIX = "docsvc-test-postgres-";

/** What a crash would lose is no loss here. */
const SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_connections: "300",
  max_wal_size: "4GB",
};

let running: Promise<TestPostgres> | null = null;
const templates = new Map<string, Promise<string>>();

/** Starts it with the first call; it dies with the process, or is cleared away by the next run when it could not. */
export function testPostgres(): Promise<TestPostgres> {
  running ??= start();
  return running;
}

/** Makes a database in the run's Postgres; see TestPostgres. */
export async function cloneDatabase(template?: string): Promise<TestDatabase> {
  return (await testPostgres()).cloneDatabase(template);
}

async function start(): Promise<TestPostgres> {
  sweep();
  const folder = join(tmpdir(), `${PREFIX}${process.pid}`);
  watchOver(folder);
  const embedded = await startEmbedded({ data_dir: folder, log: createLog("silent"), settings: SETTINGS });
  const { host, port, user, database } = embedded.connection;
  const admin = postgres({ host, port, user, database, max: 4, onnotice: () => {} });
  let count = 0;

  async function create(name: string, template: string): Promise<TestDatabase> {
    await admin.unsafe(`create database "${name}" template "${template}" strategy file_copy`);
    return {
      target: { host, port, user, database: name },
      url: `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
      name,
      drop: async () => {
        await admin.unsafe(`drop database if exists "${name}" with (force)`);
      },
    };
  }

  return {
    embedded,
    cloneDatabase: (template = "template0") => {
      count += 1;
      return create(`test_${process.pid}_${count}`, template);
    },
    makeTemplate: (name, fill) => {
      const made = templates.get(name) ?? makeTemplate(name, fill);
      templates.set(name, made);
      return made;
    },
  };

  async function makeTemplate(name: string, fill: (target: DatabaseTarget) => Promise<void>): Promise<string> {
    const { target } = await create(name, "template0");
    await fill(target);
    return name;
  }
}

/** What a run that was killed left behind. */
function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const pid = Number(name.slice(PREFIX.length));
    if (pid === process.pid || !isRunning(pid)) destroy(join(tmpdir(), name));
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Bun runs no exit handler after tests, and none runs after kill -9. So a shell waits for the end of a pipe that this
 * process holds open by living, in a session of its own so that Ctrl-C does not reach it.
 */
function watchOver(folder: string): void {
  const script = 'cat > /dev/null; kill -QUIT "$(head -n 1 "$1/postgres/cluster/postmaster.pid")"; rm -rf "$1"';
  const watcher = spawn("sh", ["-c", script, "watcher", folder], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watcher.unref();
}

function destroy(folder: string): void {
  const lock = join(folder, "postgres", "cluster", "postmaster.pid");
  if (existsSync(lock)) {
    const pid = Number(readFileSync(lock, "utf8").split("\n")[0]);
    try {
      process.kill(pid, "SIGQUIT");
    } catch {
      // It is gone already.
    }
  }
  rmSync(folder, { recursive: true, force: true });
}
