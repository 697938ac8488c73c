// A Postgres of its own for statements that others wrote:
// it begins empty, is bounded in memory and disk, and dies with this process.
import { type ChildProcess, spawn } from "node:child_process";
import { chownSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { setPriority, userInfo } from "node:os";
import { join } from "node:path";
import { isAlive } from "../base/is_alive.ts";
import type { Log } from "../base/log.ts";
import { SECOND_MS } from "../base/time.ts";
import { clientOptions, type PostgresConnection, type Sql } from "../db/driver/client.ts";
import { isConnectionLoss } from "../db/driver/connection_loss.ts";
import { type DisposableClient, openClient } from "../db/driver/disposable.ts";
import { type Binaries, findBinaries } from "../db/embedded/embedded_binaries.ts";
import { chooseRunAs, type RunAs, shortTmp } from "../db/embedded/embedded_files.ts";
import { COLUMN_RIGHTS, COMPUTING, RIGHTS } from "./rights.ts";
import type { TypeNames } from "./statement.ts";

const OWNER = "docsvc";
const TEMPLATE = "template1";
const PORT = 5432;
const POLL_MS = 10;
/** Making a cluster takes half a second, and much longer on a machine that is busy. */
const START_MS_MAX = 60 * SECOND_MS;

/** What one connection may use; Postgres counts disk, the system counts memory. */
export interface SandboxBounds {
  memory_bytes: number;
  temp_bytes: number;
}

export interface SandboxProcess {
  /** Where one of its databases is, for one of its roles; the owner without one. */
  target(database: string, role?: string): PostgresConnection;
  types: TypeNames;
  /** As the owner, outside of every database that a reader may enter. */
  sql: Sql;
  isOpen(): boolean;
  /** Ends it at once, whatever it does, and takes its files away. */
  close(): void;
}

/**
 * The shell that starts it outlives a server that is killed: it waits for the end of its input, which is the end of the server, then
 * ends Postgres and removes the folder. It is the child of another, since `bun --no-orphans` takes a server's own children with it.
 * The memory of every process of Postgres is bounded by the system, not by its own word; a process that still grows too large is the
 * first that the kernel ends.
 */
const SCRIPT = `
exec 3<&0 < /dev/null
(
umask 077
"$1/bin/initdb" -D "$2/cluster" -U ${OWNER} --auth=peer --encoding=UTF8 --locale-provider=builtin --locale=C.UTF-8 \\
  --no-instructions --no-sync --wal-segsize=1 > "$2/log" 2>&1 || exit 1
printf 'local all all peer map=box\\n' > "$2/cluster/pg_hba.conf"
printf '%s' "$4" > "$2/cluster/pg_ident.conf"
ulimit -c 0
ulimit -v "$3" 2> /dev/null
echo 900 2> /dev/null > /proc/self/oom_score_adj
native=$1 folder=$2
shift 4
"$native/bin/postgres" -D "$folder/cluster" "$@" >> "$folder/log" 2>&1 < /dev/null &
postgres=$!
while read -r _; do :; done
kill -QUIT $postgres
wait $postgres
rm -rf "$folder"
) <&3 3<&- &
exec 3<&-
wait $!`;

/** Of no use to anybody once it ends: nothing is written for a restart, and after a crash it does not go on by itself. */
const SETTINGS: Record<string, string> = {
  listen_addresses: "",
  port: String(PORT),
  unix_socket_permissions: "0700",
  max_connections: "24",
  shared_buffers: "32MB",
  work_mem: "16MB",
  hash_mem_multiplier: "1",
  maintenance_work_mem: "32MB",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "64MB",
  min_wal_size: "2MB",
  restart_after_crash: "off",
  autovacuum: "off",
  jit: "off",
  io_method: "sync",
  max_worker_processes: "0",
  max_parallel_workers: "0",
  max_logical_replication_workers: "0",
  max_prepared_transactions: "0",
  track_activity_query_size: "100",
  client_connection_check_interval: "250ms",
  cursor_tuple_fraction: "1",
  timezone: "UTC",
  datestyle: "ISO, YMD",
  log_timezone: "UTC",
  // Nobody's data and statements.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
};

/** Starts one. Throws ConfigError where the platform's binaries are missing, and an error with its last words where it does not start. */
export async function openSandboxProcess({
  memory_bytes,
  temp_bytes,
  log,
  onClose,
}: SandboxBounds & { log: Log; onClose?: () => void }): Promise<SandboxProcess> {
  const folder = makeFolder(shortTmp());
  const runAs = chooseRunAs(folder);
  if (runAs) chownSync(folder, runAs.uid, runAs.gid);
  const place = { base: folder, cluster: join(folder, "cluster"), socket: folder, log_file: join(folder, "log") };
  const child = spawnSandboxProcess(findBinaries({ ...place, run_as: runAs }), {
    folder,
    runAs,
    memory_bytes,
    temp_bytes,
  });
  let client: DisposableClient | null = null;
  let types: TypeNames = new Map();
  let isOpen = true;
  const target = (database: string, role = OWNER) => ({ host: folder, port: PORT, user: role, database });

  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    child.stdin?.destroy();
    void client?.end(0);
    onClose?.();
  }

  child.once("exit", close);
  try {
    client = await connect(target(TEMPLATE), { child, onLoss: close });
    await setRights(client.sql);
    types = await readTypes(client.sql);
    await client.end(1);
    client = await connect(target("postgres"), { child, onLoss: close });
  } catch (error) {
    close();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  log.debug({ folder }, "a sandbox for statements was opened");
  return { target, types, sql: client.sql, isOpen: () => isOpen, close };
}

/** Clears those whose server is gone and whose shell was killed with it: Postgres ends soon after its folder. */
function makeFolder(parent: string): string {
  for (const name of readdirSync(parent)) {
    const [, pid] = /^docsvc-sql-(\d+)-/.exec(name) ?? [];
    if (!pid || isAlive(Number(pid))) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // It is somebody else's.
    }
  }
  return mkdtempSync(join(parent, `docsvc-sql-${process.pid}-`));
}

function spawnSandboxProcess(
  { native }: Binaries,
  { folder, runAs, memory_bytes, temp_bytes }: SandboxBounds & { folder: string; runAs: RunAs | null },
): ChildProcess {
  const bounds = { unix_socket_directories: `"${folder}"`, temp_file_limit: `${Math.floor(temp_bytes / 1024)}kB` };
  const all = Object.entries({ ...SETTINGS, ...bounds }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const names = new Set(["root", userInfo().username]);
  const idents = [...names].map((name) => `box "${name.replaceAll('"', '""')}" all\n`).join("");
  const kib = String(Math.floor(memory_bytes / 1024));
  const child = spawn("/bin/sh", ["-c", SCRIPT, "docsvc-sql", native, folder, kib, idents, ...all], {
    // A session of its own, so that Ctrl-C reaches the server alone.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C.UTF-8", TZ: "UTC" },
    ...(runAs ?? {}),
  });
  child.on("error", () => {});
  child.unref();
  // The pipe alone keeps no process alive.
  if (child.stdin && "unref" in child.stdin && typeof child.stdin.unref === "function") child.stdin.unref();
  // Statements that others wrote step back behind everything else on the machine.
  if (child.pid !== undefined) stepBack(child.pid);
  return child;
}

function stepBack(pid: number): void {
  try {
    setPriority(pid, 10);
  } catch {
    // It ended at once, or this system lets nobody do that.
  }
}

async function connect(
  target: PostgresConnection,
  { child, onLoss }: { child: ChildProcess; onLoss: () => void },
): Promise<DisposableClient> {
  for (let waited = 0; waited < START_MS_MAX; waited += POLL_MS) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    let isUp = false;
    const options = clientOptions(target, { pool_size_max: 2, statement_timeout_ms: 30 * SECOND_MS });
    const client = openClient(options, { onLoss: () => void (isUp && onLoss()) });
    try {
      await client.sql`select 1`;
      isUp = true;
      return client;
    } catch (error) {
      await client.end(0);
      if (!isConnectionLoss(error)) throw error;
    }
    await Bun.sleep(POLL_MS);
  }
  throw new Error("the sandbox for statements does not start");
}

async function setRights(sql: Sql): Promise<void> {
  await sql.unsafe(RIGHTS);
  for (const made of [COLUMN_RIGHTS, COMPUTING]) {
    const rows = await sql.unsafe<{ statement: string }[]>(made);
    if (rows.length > 0) await sql.unsafe(rows.map(({ statement }) => statement).join(";\n"));
  }
}

async function readTypes(sql: Sql): Promise<TypeNames> {
  const rows = await sql<{ oid: number; name: string }[]>`
    select oid::int as oid, format_type(oid, null) as name from pg_type where typnamespace = 'pg_catalog'::regnamespace and typtype <> 'c'`;
  return new Map(rows.map(({ oid, name }) => [oid, name]));
}
