// A server process and folders that are synced with it, by the command itself as people call it.
import { expect } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Machine } from "../../hosts/client/names/machine.ts";
import { sync, syncOn } from "../../hosts/client/sync.ts";
import { type ApiClient, createClient } from "../../openapi/client/mod.ts";
import { makeServerPlace } from "../faults/server_process.ts";
import { cloneServerDatabase } from "../harness/server_database.ts";

export interface Synced {
  path: string;
  /** Runs the command in this process and answers what it printed. */
  sync(...flags: string[]): Promise<{ code: number; lines: string[]; sum: string; err: string[] }>;
  write(file: string, text: string | Uint8Array): void;
  read(file: string): string;
  remove(file: string): void;
  /** Text of every file by its path; what the sync keeps for itself is left out. */
  files(): Record<string, string>;
  /** The words of the command for a process of its own. */
  words(...flags: string[]): string[];
}

/** A live document as the lists show it. */
export interface Seen {
  doc_id: string;
  title: string;
  folder: string;
  version: number;
}

export async function openSyncPlace(env: Record<string, string> = {}) {
  const copy = await cloneServerDatabase();
  const place = await makeServerPlace({ DATABASE_URL: copy.url, ...env });
  let server = await place.start();
  await place.runHere("user", "add", "owner@example.org", "--workspace", "house", "--role", "owner");
  const token = await place.runHere("token", "create", "owner@example.org", "--name", "sync");
  const base = mkdtempSync(join(tmpdir(), "docsvc-sync-"));
  const api: ApiClient = createClient({ base_url: place.base_url, token });
  let count = 0;

  /** With a machine the command takes the disk for one that does with names what that does. */
  function folder(remote: string, machine?: Machine): Synced {
    count += 1;
    const path = join(base, `${count}`, remote);
    mkdirSync(path, { recursive: true });
    const command = machine ? syncOn(async () => machine) : sync;
    return openFolder(path, { command, target: ["--server", place.base_url, "--token", token, "--folder", remote] });
  }

  async function listed(remote: string): Promise<Record<string, Seen>> {
    const { data } = await api.GET("/api/docs", { params: { query: { folder: remote, recursive: true } } });
    return Object.fromEntries(
      (data?.docs ?? []).map((one) => [one.filename?.replace(/(.)\.[^.]*$/, "$1") ?? one.title, one]),
    );
  }

  return {
    place,
    api,
    token,
    folder,
    /** The live documents below a folder of the server by the name of their file, without its ending, or else by title. */
    listed,
    demand: async (remote: string, name: string): Promise<Seen> => {
      const found = (await listed(remote))[name];
      if (!found) throw new Error(`there is no ${name} in ${remote}`);
      return found;
    },
    /** Two folders that hold the same files and are in sync. */
    twins: async (name: string, files: Record<string, string>): Promise<[Synced, Synced]> => {
      const [one, other] = [folder(name), folder(name)];
      for (const [path, text] of Object.entries(files)) one.write(path, text);
      await one.sync();
      await other.sync();
      expect(other.files()).toEqual(one.files());
      return [one, other];
    },
    /** Does something while the server is away. */
    restart: async (meanwhile: () => Promise<void>, other: Record<string, string> = {}) => {
      await server.stop();
      await meanwhile();
      server = await place.start(other);
    },
    close: async () => {
      await server.stop();
      await copy.drop();
      place.remove();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

function openFolder(path: string, { command, target }: { command: typeof sync; target: string[] }): Synced {
  const words = (...flags: string[]) => [path, ...target, ...flags];
  return {
    path,
    words,
    sync: async (...flags) => {
      const out: string[] = [];
      const err: string[] = [];
      const terminal = {
        env: {},
        folder: "/",
        out: (line: string) => void out.push(line),
        err: (line: string) => void err.push(line),
        redraw: null,
        local: null,
      };
      const code = await command.call(words(...flags), terminal);
      return { code, lines: out.slice(0, -1).sort(), sum: out.at(-1) ?? "", err };
    },
    write: (file, text) => {
      mkdirSync(dirname(join(path, file)), { recursive: true });
      writeFileSync(join(path, file), text);
    },
    read: (file) => readFileSync(join(path, file), "utf8"),
    remove: (file) => rmSync(join(path, file), { recursive: true }),
    files: () => readAll(path),
  };
}

/** The parameters of a call about a document. */
export function at({ doc_id }: Seen) {
  return { params: { path: { doc_id } } };
}

export function readAll(root: string): Record<string, string> {
  if (!existsSync(root)) return {};
  const found = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => !path.startsWith(".docsvc") && statSync(join(root, path)).isFile())
    .sort();
  return Object.fromEntries(found.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}
