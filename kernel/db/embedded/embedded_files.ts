// Finds a place for the cluster that the user who runs Postgres may enter, and makes its folders safely.

import { createHash } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ConfigError } from "../../base/config_error.ts";
import { isAlive } from "../../base/is_alive.ts";
import { makeDataFolder } from "../../config/data_folder.ts";

/** Whom the children run as; null is the user of this process. */
export interface RunAs {
  uid: number;
  gid: number;
}

/** Where everything of one cluster lives. `base` holds the cluster and, when its path is short enough, the socket. */
export interface Place {
  base: string;
  cluster: string;
  socket: string;
  log_file: string;
  run_as: RunAs | null;
}

const SOCKET_NAME = ".s.PGSQL.5432";
/** In a base outside DATA_DIR: the path of the DATA_DIR that it belongs to. */
const CLAIM = "data_dir";
const SOCKET_PATH_BYTES_MAX = 107;
/** In a path: what a shell, a settings list or initdb's own quoting would trip over. */
export const AWKWARD = /["'$`\\,\n\r]/;

/**
 * Postgres refuses to run as root, so root runs it as the owner of the cluster that is there, else as the user `docsvc`
 * where there is one, else as `nobody`.
 */
export function chooseRunAs(cluster: string): RunAs | null {
  if (process.getuid?.() !== 0) return null;
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster);
    if (uid !== 0) return { uid, gid };
  }
  const users = existsSync("/etc/passwd") ? readFileSync("/etc/passwd", "utf8").split("\n") : [];
  for (const name of ["docsvc", "nobody"]) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new ConfigError(
    "this is root and there is no user docsvc or nobody for Postgres to run as: create one, start as another user, or set DATABASE_URL",
  );
}

/** Makes the folders of the cluster under `dataDir`, or under a short path that is named in `DATA_DIR/postgres.path`. */
export function preparePlace(dataDir: string): Place {
  makeDataFolder(dataDir);
  const home = realpathSync(dataDir);
  const base = findBase(home);
  const runAs = chooseRunAs(join(base, "cluster"));
  mkdirSync(base, { recursive: true });
  chmodSync(base, runAs ? 0o711 : 0o700);
  if (!mayEnter(base, runAs)) {
    throw new ConfigError(
      `${base} holds the database, and uid ${runAs?.uid}, which Postgres runs as, may no longer enter it: allow others to pass (chmod o+x) each folder above it`,
    );
  }
  const socket = chooseSocketFolder(base);
  makeSocketFolder(socket, runAs);
  return {
    log_file: join(home, "postgres.log"),
    base,
    cluster: join(base, "cluster"),
    socket,
    run_as: runAs,
  };
}

function findBase(home: string): string {
  const record = join(home, "postgres.path");
  const inside = join(home, "postgres");
  if (!existsSync(record)) {
    if (existsSync(join(inside, "cluster")) || mayEnter(home, chooseRunAs(inside))) return inside;
    const made = mkdtempSync(join(findPersistentFolder(home), "docsvc-"));
    writeFileSync(join(made, CLAIM), `${home}\n`);
    try {
      writeFileSync(record, `${made}\n`, { flag: "wx" });
    } catch (error) {
      // Another process that starts at this moment was first, and its place counts.
      rmSync(made, { recursive: true });
      if (!existsSync(record)) throw error;
    }
  }
  const base = readFileSync(record, "utf8").trim();
  claimBase(base, home);
  return realpathSync(base);
}

/** A copied DATA_DIR names the original's cluster; two servers with different blobs must not share it. */
function claimBase(base: string, home: string): void {
  if (!existsSync(base)) {
    throw new ConfigError(
      `${join(home, "postgres.path")} names ${base}, which is gone: put that folder back, or remove the file to start with an empty database`,
    );
  }
  const claim = join(base, CLAIM);
  const owner = existsSync(claim) ? readFileSync(claim, "utf8").trim() : null;
  if (owner === home) return;
  if (owner !== null && existsSync(join(owner, "postgres.path"))) {
    throw new ConfigError(
      `DATA_DIR is ${home}, a copy of ${owner}, whose database is at ${base}: use docsvc backup and restore to copy an installation`,
    );
  }
  writeFileSync(claim, `${home}\n`);
}

/** A folder that every user may pass and that survives a restart of the machine, in place of `wanted`. */
export function findPersistentFolder(wanted: string): string {
  const found = ["/var/lib", "/var/db", "/var/tmp"].find((folder) => isWritable(folder));
  if (found) return found;
  throw new ConfigError(
    `Postgres does not run as root and may not enter ${wanted}: move it to a folder that others may pass, such as /srv/docsvc, or start as an ordinary user`,
  );
}

/** Whether this process may make files in the folder. */
export function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** True when `runAs` may pass every folder down to `path`. */
export function mayEnter(path: string, runAs: RunAs | null): boolean {
  if (!runAs) return true;
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === runAs.uid ? 0o100 : gid === runAs.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/**
 * Makes the socket's folder, for the one who runs Postgres alone. It may be in a folder that everybody can write, where
 * somebody else could have put a folder or a link of that name first: nothing is changed before it is known to be ours.
 */
export function makeSocketFolder(path: string, runAs: RunAs | null): void {
  const us = process.getuid?.();
  if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
  const found = lstatSync(path);
  if (!found.isDirectory() || (us !== undefined && found.uid !== us && found.uid !== runAs?.uid)) {
    throw new ConfigError(`${path} belongs to somebody else: remove it, or set DATA_DIR to a shorter path`);
  }
  if ((found.mode & 0o777) !== 0o700) chmodSync(path, 0o700);
  if (runAs && found.uid !== runAs.uid) lchownSync(path, runAs.uid, runAs.gid);
}

function chooseSocketFolder(base: string): string {
  const inside = join(base, "socket");
  const fits = Buffer.byteLength(join(inside, SOCKET_NAME)) <= SOCKET_PATH_BYTES_MAX;
  return fits && !AWKWARD.test(inside) ? inside : join(shortTmp(), `docsvc-${hash(base)}`);
}

/** A folder for sockets, whose paths may not be long. */
export function shortTmp(): string {
  const folder = tmpdir();
  return Buffer.byteLength(folder) < 60 && !AWKWARD.test(folder) ? folder : "/tmp";
}

function hash(path: string): string {
  return createHash("sha256").update(path).digest("hex").slice(0, 16);
}

/** Makes a folder to fill and then move into place, and clears those that a killed process left half filled. */
export function makeDraft(folder: string): string {
  for (const name of readdirSync(folder)) {
    const [, pid] = /^docsvc-draft-(\d+)-/.exec(name) ?? [];
    if (pid && !isAlive(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true });
  }
  return mkdtempSync(join(folder, `docsvc-draft-${process.pid}-`));
}

/** Renames a finished folder to its name; when another process was first, theirs stays. */
export function moveIntoPlace(draft: string, target: string): void {
  try {
    renameSync(draft, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
    rmSync(draft, { recursive: true, force: true });
  }
}
