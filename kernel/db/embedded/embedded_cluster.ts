// Makes a cluster and starts its postmaster, as children that outlive us and write to a log of bounded size.
import { type ChildProcess, spawn } from "node:child_process";
import {
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  fchownSync,
  fsyncSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { ConfigError } from "../../base/config_error.ts";
import { isAlive } from "../../base/is_alive.ts";
import type { Binaries } from "./embedded_binaries.ts";
import { makeDraft, makeSocketFolder, moveIntoPlace, type Place } from "./embedded_files.ts";

export const EMBEDDED_USER = "docsvc";
export const EMBEDDED_DATABASE = "postgres";
export const EMBEDDED_PORT = 5432;

/** A cluster's folders and the programs that work on them. */
export type Cluster = Place & Binaries;

const LOG_BYTES_MAX = 4 * 1024 * 1024;
/** A new cluster takes some 40 MiB, and one that starts may have to write a segment of its log, of 16 MiB. */
const ROOM_BYTES_MIN = 64 * 1024 ** 2;

/** Postgres' own settings, given on its command line so that a new release of ours brings new ones. */
const SETTINGS: Record<string, string> = {
  listen_addresses: "",
  port: String(EMBEDDED_PORT),
  unix_socket_permissions: "0700",
  max_connections: "100",
  shared_buffers: "128MB",
  random_page_cost: "1.1",
  jit: "off",
  // What a new or quickly growing table holds is known to the planner after seconds, not after a minute.
  autovacuum_naptime: "10s",
  timezone: "UTC",
  log_timezone: "UTC",
  // Errors are the server's to log, with the request they belong to and without anybody's data.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
  log_autovacuum_min_duration: "-1",
};

/** Makes the cluster unless it is there. Two processes may try at once: the first whole one stays. */
export async function ensureCluster(place: Cluster, { durable }: { durable: boolean }): Promise<void> {
  const versionFile = join(place.cluster, "PG_VERSION");
  if (existsSync(versionFile)) {
    const major = readFileSync(versionFile, "utf8").trim();
    if (major === place.major) return;
    throw new ConfigError(
      `the database at ${place.cluster} was made by Postgres ${major} and this release brings Postgres ${place.major}: take a backup with the release that made it and restore it into an empty DATA_DIR`,
    );
  }
  const draft = makeDraft(place.base);
  if (place.run_as) chownSync(draft, place.run_as.uid, place.run_as.gid);
  const args = ["-D", draft, "-U", EMBEDDED_USER, "--auth=peer", "--encoding=UTF8", "--locale-provider=builtin"];
  args.push("--locale=C.UTF-8", "--data-checksums", "--no-instructions", "--no-clean");
  // One call of syncfs is as safe as syncing each of a thousand files, and takes half the time.
  args.push(durable ? "--sync-method=syncfs" : "--no-sync");
  const code = await waitForExit(spawnProgram(place, { program: "initdb", args }));
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    const reason = lastLogLine(place);
    if (/look up effective user/.test(reason)) {
      throw new ConfigError(
        `uid ${process.getuid?.()} has no entry in /etc/passwd, which Postgres' initdb needs: add one, or set DATABASE_URL`,
      );
    }
    throw new ConfigError(`initdb ended with ${code}: ${explainEnd(place)}`);
  }
  writeDurably(join(draft, "pg_hba.conf"), "local all all peer map=docsvc\n", place);
  moveIntoPlace(draft, place.cluster);
  syncPath(place.base);
}

/** Starts the postmaster; whether it lives is for the caller to find out by connecting. */
export function spawnPostmaster(place: Cluster, settings: Record<string, string>): ChildProcess {
  dropStaleLock(place);
  // The last one to leave takes it away, which may have been a moment ago.
  makeSocketFolder(place.socket, place.run_as);
  writeDurably(join(place.cluster, "pg_ident.conf"), identMap(), place);
  const all = { ...SETTINGS, unix_socket_directories: `"${place.socket}"`, ...settings };
  const args = ["-D", place.cluster, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  return spawnProgram(place, { program: "postgres", args });
}

/** The id of the postmaster that holds this cluster, or null. */
export function findPostmaster(place: Place): number | null {
  const pid = readLockedPid(place);
  if (pid === null || !isAlive(pid)) return null;
  // After a restart of the machine or the container the id may be another program's: Postgres works in its cluster.
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === place.cluster ? pid : null;
  } catch {
    return existsSync("/proc/self/cwd") && !existsSync(`/proc/${pid}/cwd`) ? null : pid;
  }
}

/** Takes the socket's folder away where it is not inside the base; what is not empty stays. */
export function dropSocketFolder(place: Place): void {
  if (place.socket.startsWith(place.base)) return;
  try {
    rmdirSync(place.socket);
  } catch {
    // A copy of the binaries is in it, or another process has started Postgres in the meantime.
  }
}

/** The last thing that Postgres wrote, for an error message. */
export function lastLogLine(place: Place): string {
  if (!existsSync(place.log_file)) return "nothing was logged";
  return readFileSync(place.log_file, "utf8").trim().split("\n").at(-1) ?? "";
}

/** Why one of Postgres' programs ended, and the way out. On a full disk its own last words are of something else, or lost. */
export function explainEnd(place: Place): string {
  const { bavail, bsize } = statfsSync(place.base);
  if (bavail * bsize >= ROOM_BYTES_MIN) return `${lastLogLine(place)} (see ${place.log_file})`;
  const left = Math.floor((bavail * bsize) / 1024 ** 2);
  return `the disk of DATA_DIR is full, ${place.base} has ${left} MiB left: free space there, or set DATA_DIR to another disk (see ${place.log_file})`;
}

/** Cuts the log in place, keeping what it held as `.1`; a running Postgres goes on appending to it. */
export function boundLog(place: Place): void {
  if (!existsSync(place.log_file) || statSync(place.log_file).size < LOG_BYTES_MAX) return;
  copyFileSync(place.log_file, `${place.log_file}.1`);
  truncateSync(place.log_file);
}

function readLockedPid(place: Place): number | null {
  try {
    const [pid] = readFileSync(join(place.cluster, "postmaster.pid"), "utf8").split("\n");
    return pid && Number(pid) > 0 ? Number(pid) : null;
  } catch {
    return null;
  }
}

/** Postgres takes any live process of its user with the recorded id for itself, and would then refuse to start for ever. */
function dropStaleLock(place: Place): void {
  const pid = readLockedPid(place);
  if (pid !== null && isAlive(pid) && findPostmaster(place) === null) {
    rmSync(join(place.cluster, "postmaster.pid"), { force: true });
  }
}

/** The system's users who may connect: the one who starts it, and root, who may do anything anyway. */
function identMap(): string {
  const names = new Set(["root", userInfo().username]);
  return [...names].map((name) => `docsvc "${name.replaceAll('"', '""')}" ${EMBEDDED_USER}\n`).join("");
}

/**
 * What a session took to plan a long statement it gives back when that is done. By itself glibc raises the bounds with what it sees,
 * and keeps some MiB of it for good in each of dozens of sessions; other C libraries pass over these.
 */
const MALLOC = { MALLOC_MMAP_THRESHOLD_: "65536", MALLOC_TRIM_THRESHOLD_: "131072", MALLOC_TOP_PAD_: "65536" };

function spawnProgram(place: Cluster, { program, args }: { program: string; args: string[] }): ChildProcess {
  const log = openSync(place.log_file, "a", 0o600);
  // Root may start the cluster of a user who must be able to go on with it.
  if (place.run_as) fchownSync(log, place.run_as.uid, place.run_as.gid);
  try {
    const child = spawn(join(place.native, "bin", program), args, {
      // A session of its own, so that Ctrl-C reaches the server alone, which stops Postgres when its requests are done.
      detached: true,
      stdio: ["ignore", log, log],
      cwd: place.base,
      env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C.UTF-8", TZ: "UTC", ...MALLOC },
      ...(place.run_as ?? {}),
    });
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

function waitForExit(child: ChildProcess): Promise<number | string | null> {
  child.ref();
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(code ?? signal));
  });
}

function writeDurably(path: string, content: string, place: Place): void {
  if (existsSync(path) && readFileSync(path, "utf8") === content) return;
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, content, { mode: 0o600 });
  if (place.run_as) chownSync(draft, place.run_as.uid, place.run_as.gid);
  syncPath(draft);
  renameSync(draft, path);
}

function syncPath(path: string): void {
  const handle = openSync(path, "r");
  fsyncSync(handle);
  closeSync(handle);
}
