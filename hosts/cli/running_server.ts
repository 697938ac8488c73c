// Where the server of a data folder answers: it notes that when it starts, and the commands beside it find it there, whatever its port.
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isAlive, readConfig } from "../../kernel/host.ts";
import type { Config, Log } from "../../kernel/mod.ts";

/** The part of a configuration that says where a server is. */
export type Addresses = Pick<Config, "base_url" | "content_url" | "port">;

interface Note extends Addresses {
  pid: number;
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

/** The folder that DATA_DIR names, also where the rest of the configuration cannot be used. */
export function dataDirOf(env: Env): string {
  return resolve(env["DATA_DIR"] || "./data");
}

/** Where the server of a data folder answers; null when none runs. */
export function findRunning(data_dir: string): Addresses | null {
  const note = readNote(data_dir);
  if (!note || !isAlive(note.pid)) return null;
  const { base_url, content_url, port } = note;
  return { base_url, content_url, port };
}

/** Notes where this process answers, and answers how to take that back. A folder that cannot be written is no reason to stop. */
export function noteRunning({ data_dir, base_url, content_url, port }: Config, log: Log): () => void {
  const path = notePath(data_dir);
  const note: Note = { base_url, content_url, port, pid: process.pid };
  try {
    mkdirSync(data_dir, { recursive: true });
    const half = `${path}.${process.pid}`;
    writeFileSync(half, `${JSON.stringify(note)}\n`);
    renameSync(half, path);
  } catch (error) {
    log.warn({ err: error, path }, "commands on this machine will not find this server by its data folder");
  }
  // A server that was started since on the same folder has noted itself.
  return () => {
    if (readNote(data_dir)?.pid === process.pid) rmSync(path, { force: true });
  };
}

function notePath(data_dir: string): string {
  return join(data_dir, "server.json");
}

function readNote(data_dir: string): Note | null {
  try {
    const note: unknown = JSON.parse(readFileSync(notePath(data_dir), "utf8"));
    return isNote(note) ? note : null;
  } catch {
    return null;
  }
}

function isNote(value: unknown): value is Note {
  if (typeof value !== "object" || value === null) return false;
  const isText = (name: string) => name in value && typeof Reflect.get(value, name) === "string";
  const isNumber = (name: string) => Number.isInteger(Reflect.get(value, name));
  return isText("base_url") && isText("content_url") && isNumber("port") && isNumber("pid");
}
