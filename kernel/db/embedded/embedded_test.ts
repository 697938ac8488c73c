// Shows that our own Postgres starts anywhere, is shared by processes,
// comes back after any kill and keeps what it acknowledged.

import { afterEach, beforeEach, expect, test } from "bun:test";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { watchOver } from "../../../test/harness/end_with_parent.ts";
import { makeQuickFolder } from "../../../test/harness/temporary_folder.ts";
import { ConfigError } from "../../base/config_error.ts";
import { createLog } from "../../base/log.ts";
import { type Database, openSql } from "../sql.ts";
import { type Embedded, startEmbedded } from "./embedded.ts";

const log = createLog("silent");
const JOINER = join(import.meta.dir, "../../../test/harness/postgres_joiner.ts");
const isRoot = process.getuid?.() === 0;

let folder: string;
const started: Embedded[] = [];
const opened: Database[] = [];
const children: Bun.Subprocess[] = [];

beforeEach(() => {
  folder = makeQuickFolder("embedded");
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const embedded of started.splice(0)) await embedded.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(dataDir = join(folder, "data")): Promise<Embedded> {
  watchOver({ folder, cluster: join(dataDir, "postgres", "cluster") });
  const embedded = await startEmbedded({ data_dir: dataDir, log });
  started.push(embedded);
  return embedded;
}

async function open(embedded: Embedded): Promise<Database> {
  const database = await openSql(embedded.connection, { log, pool_size_max: 4 });
  opened.push(database);
  return database;
}

async function stopAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((database) => database.close()));
  for (const embedded of started.splice(0)) await embedded.stop();
}

/** Starts another process on the same data and resolves when it is in. `leave` lets it stop as it should. */
async function joinElsewhere(dataDir: string) {
  const child = Bun.spawn([process.execPath, JOINER, dataDir], { stdin: "pipe", stdout: "pipe", stderr: "inherit" });
  children.push(child);
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const first = await lines.read();
  return {
    child,
    pid: Number(first.value?.replace("joined ", "")),
    leave: async () => {
      child.stdin.end();
      await child.exited;
    },
  };
}

/** Asks until Postgres answers; each question that finds it away fails at once. */
async function untilAnswered(database: Database): Promise<unknown[]> {
  const losses: unknown[] = [];
  for (;;) {
    try {
      await database.ping();
      return losses;
    } catch (error) {
      losses.push(error);
    }
  }
}

test("a first start makes a durable UTF-8 cluster, a second one finds what the first wrote, and stop ends it", async () => {
  const first = await start();
  expect(first.postgres_version).toStartWith("18.");
  const database = await open(first);
  const settings = await database.sql<{ name: string; setting: string }[]>`
    select name, setting from pg_settings
    where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'listen_addresses', 'server_encoding')`;
  expect(Object.fromEntries(settings.map((row) => [row.name, row.setting]))).toEqual({
    data_checksums: "on",
    fsync: "on",
    full_page_writes: "on",
    listen_addresses: "",
    server_encoding: "UTF8",
    synchronous_commit: "on",
  });
  await database.sql`create table kept as select 'Ünï'::text as word`;
  await stopAll();
  expect(first.pid()).toBeNull();
  const again = await open(await start());
  const [row] = await again.sql<{ word: string }[]>`select lower(word) as word from kept`;
  expect(row?.word).toBe("ünï");
});

test("a data folder with spaces, quotes, letters beyond ASCII and more than 107 bytes works", async () => {
  const dataDir = join(folder, `it's "ünï", $HOME`, "x".repeat(120), "data");
  const embedded = await start(dataDir);
  const database = await open(embedded);
  await database.ping();
  expect(Buffer.byteLength(join(embedded.connection.host, ".s.PGSQL.5432"))).toBeLessThanOrEqual(107);
  await stopAll();
  expect(existsSync(embedded.connection.host)).toBe(false);
});

test("kill -9 of postgres fails what runs with a loss, loses nothing acknowledged and is mended by itself", async () => {
  const embedded = await start();
  const database = await open(embedded);
  await database.sql`create table acknowledged (id integer primary key)`;
  const exits: number[] = [];
  embedded.onExit(() => exits.push(1));
  const before = embedded.pid();
  let last = 0;
  const writing = (async () => {
    for (let id = 1; ; id += 1) {
      await database.withTransaction(async (sql) => sql`insert into acknowledged values (${id})`);
      last = id;
      if (id === 50) process.kill(before ?? 0, "SIGKILL");
    }
  })();
  const error = await writing.catch((thrown: unknown) => thrown);
  expect(database.isConnectionLoss(error)).toBe(true);
  for (const loss of await untilAnswered(database)) expect(database.isConnectionLoss(loss)).toBe(true);
  const [row] = await database.sql<{ count: number; last: number }[]>`
    select count(*) as count, max(id) as last from acknowledged where id <= ${last}`;
  expect(row).toEqual({ count: last, last });
  expect(exits).toEqual([1]);
  expect(embedded.pid()).not.toBe(before);
});

test("a lock file that names a living process of something else does not keep postgres from starting", async () => {
  const dataDir = join(folder, "data");
  await start(dataDir);
  const lock = join(dataDir, "postgres", "cluster", "postmaster.pid");
  const content = readFileSync(lock, "utf8");
  await stopAll();
  // Postgres takes only a process of its own user for itself.
  const { uid, gid } = statSync(join(dataDir, "postgres", "cluster"));
  const other = spawn("sleep", ["1000"], isRoot ? { uid, gid } : {});
  writeFileSync(lock, [other.pid, ...content.split("\n").slice(1)].join("\n"), { mode: 0o644 });
  try {
    const database = await open(await start(dataDir));
    await database.ping();
  } finally {
    other.kill("SIGKILL");
  }
});

test("a second process joins the running postgres, and its leaving stops nothing", async () => {
  const embedded = await start();
  const database = await open(embedded);
  const joiner = await joinElsewhere(join(folder, "data"));
  expect(joiner.pid).toBe(embedded.pid() ?? 0);
  await joiner.leave();
  await database.ping();
  expect(embedded.pid()).toBe(joiner.pid);
});

test("the starter leaves first: the joiner keeps its postgres and stops it as the last", async () => {
  const joinerFirst = await joinElsewhere(join(folder, "data"));
  const embedded = await start();
  const database = await open(embedded);
  expect(embedded.pid()).toBe(joinerFirst.pid);
  await joinerFirst.leave();
  await database.ping();
  expect(embedded.pid()).toBe(joinerFirst.pid);
  await stopAll();
  expect(embedded.pid()).toBeNull();
});

test("two processes that start at once on an empty folder share one cluster", async () => {
  const [one, two, here] = await Promise.all([
    joinElsewhere(join(folder, "data")),
    joinElsewhere(join(folder, "data")),
    start(),
  ]);
  expect([one.pid, two.pid]).toEqual([here.pid() ?? 0, here.pid() ?? 0]);
  await Promise.all([one.leave(), two.leave()]);
});

test("a starter that is killed leaves its postgres to the next start, with what was acknowledged", async () => {
  const killed = await joinElsewhere(join(folder, "data"));
  killed.child.kill("SIGKILL");
  await killed.child.exited;
  const embedded = await start();
  const database = await open(embedded);
  await database.ping();
  expect(embedded.pid()).toBe(killed.pid);
});

test("a cluster of another major release is refused with what to do", async () => {
  const dataDir = join(folder, "data");
  await start(dataDir);
  await stopAll();
  writeFileSync(join(dataDir, "postgres", "cluster", "PG_VERSION"), "15\n");
  const refused = startEmbedded({ data_dir: dataDir, log });
  await expect(refused).rejects.toBeInstanceOf(ConfigError);
  await expect(refused).rejects.toThrow("was made by Postgres 15 and this release brings Postgres 18");
});

test.skipIf(!isRoot)("a start on a full disk, a first one and a later one, says so and names DATA_DIR", async () => {
  const disk = join(folder, "disk");
  mkdirSync(disk);
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=160m", "tmpfs", disk], { encoding: "utf8" });
  if (mounted.status !== 0)
    return console.warn(`skipped, no small disk can be mounted here: ${mounted.stderr?.trim()}`);
  const dataDir = join(disk, "data");
  const filler = join(disk, "filler");
  function fill(): void {
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(filler, Buffer.alloc(bavail * bsize));
  }
  try {
    mkdirSync(dataDir);
    for (const _begin of ["first", "later"]) {
      fill();
      await expect(start(dataDir)).rejects.toThrow(/the disk of DATA_DIR is full, .* has 0 MiB left: free space/);
      rmSync(filler);
      await start(dataDir);
      await stopAll();
    }
  } finally {
    await stopAll();
    spawnSync("umount", ["-l", disk]);
  }
});

test.skipIf(!isRoot)("under root a folder closed to others keeps its database in a place named in it", async () => {
  const home = join(folder, "home");
  mkdirSync(home, { mode: 0o700 });
  const dataDir = join(home, "data");
  const embedded = await startEmbedded({ data_dir: dataDir, log });
  started.push(embedded);
  const base = readFileSync(join(dataDir, "postgres.path"), "utf8").trim();
  try {
    await (await open(embedded)).sql`create table kept ()`;
    await stopAll();
    const again = await startEmbedded({ data_dir: dataDir, log });
    started.push(again);
    await (await open(again)).sql`select * from kept`;
    await stopAll();
    const copy = join(home, "copy");
    mkdirSync(copy);
    writeFileSync(join(copy, "postgres.path"), `${base}\n`);
    await expect(startEmbedded({ data_dir: copy, log })).rejects.toThrow("a copy of");
  } finally {
    await stopAll();
    rmSync(base, { recursive: true, force: true });
  }
});
