// What lies in DATA_DIR at the start: the folder itself, and the secret that this machine made for itself.
import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { ConfigError } from "../base/config_error.ts";
import { FORMATS } from "./setting_formats.ts";

/** Makes the folder where it is missing. Throws ConfigError for one that cannot be made. */
export function makeDataFolder(dataDir: string): void {
  explained(dataDir, () => mkdirSync(dataDir, { recursive: true }));
}

/**
 * The secret that this machine made before, or a new one, which is kept. Throws ConfigError where it cannot be kept, and for a file
 * that holds none that would do: what it signs could be forged by anybody.
 */
export function keepSecret(dataDir: string): string {
  const path = join(dataDir, "secret");
  if (!existsSync(path)) {
    makeDataFolder(dataDir);
    explained(dataDir, () => writeSecret(path));
  }
  const secret = explained(dataDir, () => readFileSync(path, "utf8")).trim();
  const fault = FORMATS["secret"]?.findFault(secret) ?? null;
  if (fault === null) return secret;
  throw new ConfigError(
    `${path} holds a secret of ${secret.length} characters, with which nothing can be signed: put back the one that was there, or remove the file to have a new one made, and everybody signs in anew`,
  );
}

/** Written whole before it has its name, so that neither a full disk nor a server that starts beside this one finds half of it. */
function writeSecret(path: string): void {
  const half = `${path}.${randomBytes(6).toString("hex")}.half`;
  try {
    const file = openSync(half, "wx", 0o600);
    try {
      writeFileSync(file, `${randomBytes(32).toString("base64url")}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    giveName(half, path);
  } finally {
    rmSync(half, { force: true });
  }
}

/** A link is never made over another server's secret; where the file system knows no links, what was last renamed counts. */
function giveName(half: string, path: string): void {
  try {
    linkSync(half, path);
  } catch {
    if (!existsSync(path)) renameSync(half, path);
  }
}

function explained<T>(dataDir: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new ConfigError(`DATA_DIR is ${dataDir}, ${whatIsWrong(code)}`);
  }
}

function whatIsWrong(code: string): string {
  if (code === "ENOSPC" || code === "EDQUOT") return "whose disk is full: free space there, or set DATA_DIR to another";
  if (code === "EEXIST" || code === "ENOTDIR")
    return "which is no folder: set DATA_DIR to one, or to where one can be made";
  return `which cannot be written (${code}): let this user write it, or set DATA_DIR to another folder`;
}
