// One Postgres for a whole test run, thrown away with it, and databases cloned from templates for the tests in it.
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import postgres from "postgres";
import { createLog } from "../../kernel/base/log.ts";
import { type Embedded, startEmbedded } from "../../kernel/db/embedded/embedded.ts";
import type { DatabaseTarget } from "../../kernel/db/sql.ts";
import { watchOver } from "./end_with_parent.ts";
import { quickPlace, quickPlaces } from "./temporary_folder.ts";
import { until } from "./until.ts";

export interface TestDatabase {
  /** For `openSql`. */
  target: DatabaseTarget;
  /** The same as an address, for DATABASE_URL of a child process of this user. */
  url: string;
  name: string;
  /** Cuts whoever is still connected. */
  drop(): Promise<void>;
}

export interface TestPostgres {
  embedded: Embedded;
  /** Makes a database from `template`, or an empty one when none is named. Nobody may be connected to a template. */
  cloneDatabase(template?: string): Promise<TestDatabase>;
  /** Makes the template `name` by `fill`, once per run; everybody who asks waits for the first. Resolves to `name`. */
  makeTemplate(name: string, fill: (target: DatabaseTarget) => Promise<void>): Promise<string>;
}

const PREFIX = "docsvc-test-postgres-";

/** What a crash would lose is no loss here. Every statement is planned once, not anew in its first five runs on each connection. */
const SETTINGS = {
  plan_cache_mode: "force_generic_plan",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_connections: "300",
  max_wal_size: "512MB",
};

let running: Promise<TestPostgres> | null = null;

/** Starts it with the first call; it ends with the process. */
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
  // A template is hundreds of small files.
  const folder = join(quickPlace(), `${PREFIX}${process.pid}`);
  watchOver({ folder, cluster: join(folder, "postgres", "cluster") });
  const embedded = await startEmbedded({ data_dir: folder, log: createLog("silent"), settings: SETTINGS });
  const { host, port, user, database } = embedded.connection;
  // Not asked for types: the driver would in a promise that nobody awaits, on each connection.
  const admin = postgres({ host, port, user, database, max: 4, fetch_types: false, onnotice: () => {} });
  const templates = new Map<string, Promise<string>>();
  let count = 0;

  async function create(name: string, template: string): Promise<TestDatabase> {
    // Measured in memory with 80 tables and their indexes: 32 ms, against 65 through the log.
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

  async function makeTemplate(name: string, fill: (target: DatabaseTarget) => Promise<void>): Promise<string> {
    const { target } = await create(name, "template0");
    await fill(target);
    // Whoever filled it has left, and Postgres copies no database that one of their sessions is still in.
    await until(async () => {
      const found = await admin`select from pg_stat_activity where datname = ${name}`;
      return found.length === 0;
    });
    return name;
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
}

/** What an earlier run left behind when even its watcher was killed. */
function sweep(): void {
  for (const folder of quickPlaces().flatMap((place) => readdirSync(place).map((name) => join(place, name)))) {
    const name = basename(folder);
    if (!name.startsWith(PREFIX)) continue;
    const pid = Number(name.slice(PREFIX.length));
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found?.isDirectory() && found.uid === process.getuid?.() && (pid === process.pid || !signal(pid, 0))) {
      destroy(folder);
    }
  }
}

function destroy(folder: string): void {
  const lock = join(folder, "postgres", "cluster", "postmaster.pid");
  if (existsSync(lock)) signal(Number(readFileSync(lock, "utf8").split("\n")[0]), "SIGQUIT");
  rmSync(folder, { recursive: true, force: true });
}

/** False when there is no such process. */
function signal(pid: number, name: "SIGQUIT" | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}
