// The system's own Postgres 15 or newer, started in a temporary folder, for the tests that must hold on every Postgres.
import { spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { chooseRunAs, type RunAs } from "../../kernel/db/embedded/embedded_files.ts";
import { watchOver } from "./end_with_parent.ts";
import { cloneDatabase, type TestDatabase } from "./test_postgres.ts";

export interface DatabaseOptions {
  /** A locale of the operating system; C.UTF-8 by default. */
  locale?: string;
  /** UTF8 by default. */
  encoding?: string;
}

export interface ExternalPostgres {
  createDatabase(options?: DatabaseOptions): Promise<TestDatabase>;
}

/** One Postgres that storage tests run against. */
export interface PostgresKind {
  name: string;
  createDatabase(): Promise<TestDatabase>;
}

const DEBIAN_FOLDER = "/usr/lib/postgresql";
const MAJOR_MIN = 15;
const PORT = 5432;

let running: Promise<ExternalPostgres> | null = null;

/** The folder of the programs of the newest Postgres that the system has, or null; then it says what is skipped. */
export function findExternalPostgres(): string | null {
  const majors = (existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : [])
    .map(Number)
    .filter((major) => major >= MAJOR_MIN);
  const folders = majors.sort((a, b) => b - a).map((major) => join(DEBIAN_FOLDER, String(major), "bin"));
  const found = folders.find((folder) => existsSync(join(folder, "postgres"))) ?? null;
  if (!found) console.warn(`skipped: tests against an external Postgres, because there is none under ${DEBIAN_FOLDER}`);
  return found;
}

/** The embedded Postgres and, where the system has one, its own. */
export function postgresKinds(): PostgresKind[] {
  const embedded: PostgresKind = { name: "embedded postgres", createDatabase: () => cloneDatabase() };
  const bin = findExternalPostgres();
  if (!bin) return [embedded];
  const external = {
    name: `postgres of ${bin}`,
    createDatabase: async () => (await externalPostgres(bin)).createDatabase(),
  };
  return [embedded, external];
}

/** Starts it with the first call; it ends with the process. */
export function externalPostgres(bin: string): Promise<ExternalPostgres> {
  running ??= start(bin);
  return running;
}

async function start(bin: string): Promise<ExternalPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "docsvc-external-"));
  const cluster = join(folder, "cluster");
  const runAs = chooseRunAs(cluster);
  if (runAs) chownSync(folder, runAs.uid, runAs.gid);
  watchOver({ folder, cluster });
  const initdb = ["-D", cluster, "-U", "tester", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"];
  await run(join(bin, "initdb"), { args: initdb, runAs });
  const settings = ["listen_addresses=", `port=${PORT}`, `unix_socket_directories=${folder}`, "fsync=off"];
  const args = ["-D", cluster, ...settings.flatMap((setting) => ["-c", setting])];
  const child = spawn(join(bin, "postgres"), args, { stdio: "ignore", detached: true, ...(runAs ?? {}) });
  child.unref();
  const admin = await connect(folder, () => child.exitCode);
  let count = 0;
  return {
    async createDatabase({ locale = "C.UTF-8", encoding = "UTF8" } = {}) {
      count += 1;
      const name = `test_${count}`;
      await admin.unsafe(`create database ${name} template template0 encoding '${encoding}' locale '${locale}'`);
      return {
        target: { host: folder, port: PORT, user: "tester", database: name },
        url: `postgres://tester@localhost:${PORT}/${name}?host=${encodeURIComponent(folder)}`,
        name,
        drop: async () => {
          await admin.unsafe(`drop database if exists ${name} with (force)`);
        },
      };
    },
  };
}

async function connect(host: string, exitCode: () => number | null): Promise<postgres.Sql> {
  for (;;) {
    const options = { host, port: PORT, user: "tester", database: "postgres", max: 2, onnotice: () => {} };
    const sql = postgres({ ...options, fetch_types: false });
    try {
      await sql`select 1`;
      return sql;
    } catch (error) {
      await sql.end({ timeout: 0 });
      if (exitCode() !== null) throw error;
    }
  }
}

function run(program: string, { args, runAs }: { args: string[]; runAs: RunAs | null }): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: "ignore", ...(runAs ?? {}) });
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`))));
  });
}
