// Starts what a workload is measured on:
// our server, a floor, and one Postgres under both, each in a process of its own.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "../kernel/base/log.ts";
import { type Embedded, startEmbedded } from "../kernel/db/embedded/embedded.ts";
import { type Database, openSql } from "../kernel/db/sql.ts";
import { createPerson, createWorkspace } from "../kernel/plugin.ts";
import { mintToken } from "../kernel/ports/auth.ts";
import { freePort } from "../test/harness/free_port.ts";

const ENTRY = new URL("../hosts/docsvc.ts", import.meta.url).pathname;
const START_MS = 30_000;
const POLL_MS = 5;

/** A process that answers. */
export interface Server {
  pid: number;
  base_url: string;
  /** Milliseconds from the start of the process to its first answer. */
  start_ms: number;
  stop(): Promise<void>;
}

/** A data folder with a running Postgres, our server on it, and accounts that may publish. */
export interface Place {
  data_dir: string;
  database: Database;
  /** Of the postmaster, whose children serve our server and the floors. */
  postgres_pid: number;
  ours: Server;
  /** Starts `bench/floors/<name>.ts` on the same Postgres and the same disk, on our database or the one that is given. */
  startFloor(name: string, database?: string): Promise<Server>;
  /**
   * Makes a database with the same tables, on which `fill` may work through a server of ours that ends then; answers its name. For
   * floors that write: what they do to our own database would be work for our server's jobs, which add up, seal and tell of it.
   */
  openApart<T>(fill: (at: Pick<Place, "ours" | "makeTokens">) => Promise<T>): Promise<{ database: string; filled: T }>;
  /** A bearer token for each of so many new accounts of one workspace. */
  makeTokens(count: number): Promise<string[]>;
  close(): Promise<void>;
}

/** An empty folder that Postgres' own user may enter. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "docsvc-bench-"));
  chmodSync(folder, 0o755);
  return folder;
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Starts our server on a folder and waits for its first answer. */
export async function startOurs(dataDir: string, env: Record<string, string> = {}): Promise<Server> {
  return startServer([ENTRY, "serve"], {
    probe: "/healthz",
    env: { DATA_DIR: dataDir, LOG_LEVEL: "warn", QUOTA_PUBLISH: "100000000", ...env },
  });
}

/** Sends JSON to a server with a token and answers the JSON that comes back. Throws for what is no success. */
export function senderAt({ base_url }: Pick<Server, "base_url">, token: string) {
  return async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await fetch(`${base_url}${path}`, { method, headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text || "null");
  };
}

/** `env` is what our server is told beside the usual, `postgres` the settings of its Postgres. */
export async function openPlace(
  env: Record<string, string> = {},
  postgres: Record<string, string> = {},
): Promise<Place> {
  const dataDir = makeFolder();
  const log = createLog("warn");
  const embedded: Embedded = await startEmbedded({
    data_dir: dataDir,
    log,
    settings: { max_connections: "150", ...postgres, ...preset() },
  });
  const ours = await startOurs(dataDir, env).catch(async (error: unknown) => {
    // Without its server the bench ends here, and would leave its Postgres running.
    await embedded.stop();
    removeFolder(dataDir);
    throw error;
  });
  // Filling and vacuuming take longer than a statement of a server may.
  const database = await openSql(embedded.connection, { log, pool_size_max: 2, statement_timeout_ms: 0 });
  const floors: Server[] = [];
  return {
    data_dir: dataDir,
    database,
    postgres_pid: embedded.pid() ?? 0,
    ours,
    startFloor: async (name, onto = embedded.connection.database) => {
      const connection = { ...embedded.connection, database: onto };
      const floor = await startServer([new URL(`./floors/${name}.ts`, import.meta.url).pathname], {
        probe: "/ready",
        env: { FLOOR_DATABASE: JSON.stringify(connection), FLOOR_FOLDER: dataDir },
      });
      floors.push(floor);
      return floor;
    },
    openApart: async (fill) => {
      const name = "apart";
      await database.sql.unsafe(`create database ${name}`);
      const connection = { ...embedded.connection, database: name };
      const { host, port, user } = connection;
      const folder = makeFolder();
      const DATABASE_URL = `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
      const server = await startOurs(folder, { ...env, DATABASE_URL });
      const beside = await openSql(connection, { log, pool_size_max: 2 });
      try {
        const filled = await fill({ ours: server, makeTokens: (count) => makeTokens(beside, count) });
        return { database: name, filled };
      } finally {
        await beside.close();
        await server.stop();
        removeFolder(folder);
      }
    },
    makeTokens: (count) => makeTokens(database, count),
    close: async () => {
      await Promise.all([ours, ...floors].map((server) => server.stop()));
      await database.close();
      await embedded.stop();
      removeFolder(dataDir);
    },
  };
}

async function makeTokens(database: Database, count: number): Promise<string[]> {
  const now = new Date();
  return database.withTransaction(async (sql) => {
    const workspace = await createWorkspace(sql, { slug: "bench", name: "Bench", plan: "enterprise", now });
    const tokens: string[] = [];
    for (let index = 0; index < count; index++) {
      const email = `writer${index}@${workspace.slug}.example`;
      const made = { email, name: null, workspace_id: workspace.id, role: "member" as const, now };
      const userId = await createPerson(sql, made);
      const minted = { user_id: userId, workspace_id: workspace.id, name: "bench", ttl_days: 1, now };
      tokens.push((await mintToken(sql, minted)).token);
    }
    return tokens;
  });
}

async function startServer(
  args: string[],
  { probe, env }: { probe: string; env: Record<string, string> },
): Promise<Server> {
  const port = await freePort();
  const base_url = `http://localhost:${port}`;
  const started = performance.now();
  const child = Bun.spawn([process.execPath, ...profiling(args)], {
    env: { PATH: process.env["PATH"] ?? "", PORT: String(port), ...env },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "inherit",
  });
  while (!(await answers(base_url + probe))) {
    if (child.exitCode !== null) throw new Error(`${args[0]} ended at its start with ${child.exitCode}`);
    if (performance.now() - started > START_MS) {
      child.kill("SIGKILL");
      throw new Error(`${args[0]} did not answer within ${START_MS} ms`);
    }
    await Bun.sleep(POLL_MS);
  }
  return {
    pid: child.pid,
    base_url,
    start_ms: performance.now() - started,
    stop: async () => {
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}

/** BENCH_POSTGRES holds settings of Postgres as JSON, such as `{"shared_preload_libraries": "pg_stat_statements"}`. */
function preset(): Record<string, string> {
  return JSON.parse(process.env["BENCH_POSTGRES"] ?? "{}");
}

/** With BENCH_PROFILE naming a folder, our server leaves a CPU profile there when it stops. */
function profiling(args: string[]): string[] {
  const folder = process.env["BENCH_PROFILE"];
  return folder && args[0] === ENTRY ? ["--cpu-prof", `--cpu-prof-dir=${folder}`, ...args] : args;
}

function answers(address: string): Promise<boolean> {
  return fetch(address).then(
    (response) => response.ok,
    () => false,
  );
}

/** Resident memory in bytes of a process and its threads. */
export function readRss(pid: number): number {
  const line = readFileSync(`/proc/${pid}/status`, "utf8").match(/^VmRSS:\s+(\d+) kB/m);
  return Number(line?.[1] ?? 0) * 1024;
}

/** The processes that a process has started, for totals over a whole server. */
export function listChildren(pid: number): number[] {
  // A process or a thread that has ended meanwhile has no children.
  const unlessGone = <T>(read: () => T[]): T[] => {
    try {
      return read();
    } catch {
      return [];
    }
  };
  const listOf = (task: string) => readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ");
  const tasks = unlessGone(() => readdirSync(`/proc/${pid}/task`));
  return tasks.flatMap((task) => unlessGone(() => listOf(task).filter(Boolean).map(Number)));
}
