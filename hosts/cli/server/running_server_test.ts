// Several servers on one data folder: commands find the latest, and those that are left when it stops.
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demandDatabase, findRunning, noteRunning } from "./running_server.ts";

const data_dir = mkdtempSync(join(tmpdir(), "docsvc-notes-"));
afterAll(() => rmSync(data_dir, { recursive: true }));

const ADDRESSES = { base_url: "http://localhost:4001", content_url: "http://127.0.0.1:4001", port: 4001 };
const EARLIER = { base_url: "http://localhost:4000", content_url: "http://127.0.0.1:4000", port: 4000 };

function start(): () => void {
  return noteRunning({ ...ADDRESSES, data_dir }, { warn: (...said: unknown[]) => expect(said).toEqual([]) });
}

/** As another process would have noted itself. */
function noteEarlier(pid: number): void {
  writeFileSync(join(data_dir, `server-${pid}.json`), JSON.stringify({ ...EARLIER, pid, started_at: 1 }));
}

test("a server that stops leaves an earlier one on its folder to be found", () => {
  noteEarlier(process.ppid);
  const forget = start();
  expect(findRunning(data_dir)).toEqual(ADDRESSES);
  forget();
  expect(findRunning(data_dir)).toEqual(EARLIER);
});

test("one that was killed is not found, and what it noted goes with the next start", () => {
  for (const name of readdirSync(data_dir)) rmSync(join(data_dir, name));
  const dead = Bun.spawnSync(["true"]).pid;
  noteEarlier(dead);
  expect(findRunning(data_dir)).toBeNull();
  start();
  expect(findRunning(data_dir)).toEqual(ADDRESSES);
  expect(readdirSync(data_dir)).toEqual([`server-${process.pid}.json`]);
});

test("a half-written note and a folder that is not there are no server", () => {
  for (const name of readdirSync(data_dir)) rmSync(join(data_dir, name));
  writeFileSync(join(data_dir, `server-${process.pid}.json`), '{"base_url": "http://loc');
  expect(findRunning(data_dir)).toBeNull();
  expect(findRunning(join(data_dir, "missing"))).toBeNull();
});

test("a folder without a database is no place to act in, unless the database is elsewhere", () => {
  const found = () => demandDatabase({ data_dir, database_url: null });
  expect(found).toThrow(`DATA_DIR is ${data_dir}, where no database is`);
  expect(() => demandDatabase({ data_dir, database_url: "postgres://db.example.com/docs" })).not.toThrow();
});
