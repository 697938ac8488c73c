// Where the servers of a data folder answer:
// each notes that when it starts, and the commands beside them find it there, whatever its port.
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isAlive, readConfig } from "../../../kernel/host.ts";
import type { Config, Log } from "../../../kernel/plugin.ts";
import { CommandError } from "../../command/command.ts";

/** The part of a configuration that says where a server is. */
export type Addresses = Pick<Config, "base_url" | "content_url" | "port">;

interface Note extends Addresses {
  pid: number;
  /** Milliseconds since 1970. */
  started_at: number;
}

type Env = Record<string, string | undefined>;

/** The configuration, with the addresses of the server that runs on its data folder, if one does. Throws ConfigError. */
export function readLocalConfig(env: Env): Config {
  const config = readConfig(env);
  return { ...config, ...findRunning(config.data_dir) };
}

/** The configuration for whoever only looks: where no secret is kept yet, one that nobody keeps stands for it. Throws ConfigError. */
export function lookAtConfig(env: Env): Config {
  const isKept = Boolean(env["SECRET"]) || existsSync(join(dataDirOf(env), "secret"));
  return readConfig(isKept ? env : { ...env, SECRET: randomBytes(32).toString("hex") });
}

/** Without this, a mistyped DATA_DIR would get a database of its own. Throws CommandError. */
export function demandDatabase({ database_url, data_dir }: Pick<Config, "database_url" | "data_dir">): void {
  if (database_url !== null) return;
  if (existsSync(join(data_dir, "postgres")) || existsSync(join(data_dir, "postgres.path"))) return;
  throw new CommandError(
    `DATA_DIR is ${resolve(data_dir)}, where no database is: set DATA_DIR or DATABASE_URL as the server's, or start the server there first with "docsvc serve"`,
  );
}

/** The folder that DATA_DIR names, also where the rest of the configuration cannot be used. */
export function dataDirOf(env: Env): string {
  return resolve(env["DATA_DIR"] || "./data");
}

/** Where the server of a data folder answers, of several the one that started last; null when none runs. */
export function findRunning(data_dir: string): Addresses | null {
  const [latest] = readNotes(data_dir)
    .filter(({ pid }) => isAlive(pid))
    .sort((a, b) => b.started_at - a.started_at);
  if (!latest) return null;
  const { base_url, content_url, port } = latest;
  return { base_url, content_url, port };
}

/**
 * Notes where this process answers, and answers how to take that back. Each has a file of its own, so that one that stops leaves
 * the others to be found. A folder that cannot be written is no reason to stop.
 */
export function noteRunning(
  { data_dir, base_url, content_url, port }: Addresses & Pick<Config, "data_dir">,
  log: Pick<Log, "warn">,
): () => void {
  const path = notePath(data_dir, process.pid);
  const note: Note = { base_url, content_url, port, pid: process.pid, started_at: Date.now() };
  try {
    mkdirSync(data_dir, { recursive: true });
    for (const { pid } of readNotes(data_dir)) if (!isAlive(pid)) rmSync(notePath(data_dir, pid), { force: true });
    const half = `${path}.half`;
    writeFileSync(half, `${JSON.stringify(note)}\n`);
    renameSync(half, path);
  } catch (error) {
    log.warn({ err: error, path }, "commands on this machine will not find this server by its data folder");
  }
  return () => rmSync(path, { force: true });
}

function notePath(data_dir: string, pid: number): string {
  return join(data_dir, `server-${pid}.json`);
}

function readNotes(data_dir: string): Note[] {
  try {
    const names = readdirSync(data_dir).filter((name) => /^server-\d+\.json$/.test(name));
    return names.flatMap((name) => readNote(join(data_dir, name)) ?? []);
  } catch {
    return [];
  }
}

function readNote(path: string): Note | null {
  try {
    const note: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isNote(note) ? note : null;
  } catch {
    return null;
  }
}

function isNote(value: unknown): value is Note {
  if (typeof value !== "object" || value === null) return false;
  const isText = (name: string) => name in value && typeof Reflect.get(value, name) === "string";
  const isNumber = (name: string) => Number.isInteger(Reflect.get(value, name));
  return isText("base_url") && isText("content_url") && isNumber("port") && isNumber("pid") && isNumber("started_at");
}
