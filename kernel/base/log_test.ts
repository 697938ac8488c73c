// What the log repeats, and what it never shows.
import { afterAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { closeSync, constants, openSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { makeQuickFolder } from "../../test/harness/temporary_folder.ts";
import { createLog } from "./log.ts";
import { openLogLines } from "./log_lines.ts";

function openLog(now_ms?: () => number) {
  const lines: Record<string, unknown>[] = [];
  const log = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) }, { ...(now_ms && { now_ms }) });
  return { log, lines };
}

test("a warning that comes again and again is written once a minute, with how often it came meanwhile", () => {
  let time = 0;
  const { log, lines } = openLog(() => time);
  for (; time < 90_000; time += 1000) log.warn({ err: new Error("connect ECONNREFUSED") }, "jobs could not be claimed");
  log.warn({ err: new Error("something else") }, "jobs could not be claimed");
  expect(lines.map(({ repeats, msg, err }) => [msg, Object(err).message, repeats])).toEqual([
    ["jobs could not be claimed", "connect ECONNREFUSED", undefined],
    ["jobs could not be claimed", "connect ECONNREFUSED", 59],
    ["jobs could not be claimed", "something else", undefined],
  ]);
});

const folder = makeQuickFolder("log");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A pipe that has no room left; what is read from it makes some. */
function fullPipe(name: string): { reader: number; writer: number; filled: number } {
  const path = join(folder, name);
  spawnSync("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const writer = openSync(path, constants.O_WRONLY);
  let filled = 0;
  const filler = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    for (;;) filled += writeSync(filler, Buffer.alloc(4096, "."));
  } catch {
    closeSync(filler);
  }
  return { reader, writer, filled };
}

function drain(reader: number, bytes: number): string {
  const buffer = Buffer.alloc(bytes);
  try {
    return buffer.toString("utf8", 0, readSync(reader, buffer, 0, bytes, null));
  } catch {
    return "";
  }
}

test("a pipe that nobody reads holds nobody up: a MiB waits for its reader, and how much more there was is said", async () => {
  const { reader, writer, filled } = fullPipe("unread");
  const lines = openLogLines(writer);
  const line = (number: number) => `${String(number).padStart(5, "0")}${"x".repeat(1018)}\n`;
  for (let number = 0; number < 2000; number += 1) lines.write(line(number));
  expect(lines.lost()).toBe(2000 - 1024);
  let text = drain(reader, filled).replaceAll(".", "");
  for (let more = drain(reader, 1024 * 1024); !text.includes("01023x"); more = drain(reader, 1024 * 1024)) {
    text += more;
    await Bun.sleep(1);
  }
  lines.write(line(2000));
  text += drain(reader, 1024 * 1024);
  const told = text.split("\n").filter((one) => one !== "");
  expect(told.slice(0, 1024).map((one) => Number(one.slice(0, 5)))).toEqual(Array.from({ length: 1024 }, (_, n) => n));
  expect(JSON.parse(told[1024] ?? "")).toMatchObject({ level: "warn", lost: 976, reason: "nobody reads them" });
  expect(told.slice(1025)).toEqual([line(2000).trim()]);
});

test("a descriptor that takes nothing is no fault of who logs", () => {
  const path = join(folder, "closed");
  spawnSync("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const broken = openSync(path, constants.O_WRONLY);
  const broken_lines = openLogLines(broken);
  closeSync(reader);
  const closed = openSync("/dev/null", "w");
  closeSync(closed);
  const all = [broken_lines, openLogLines(openSync("/dev/full", "w")), openLogLines(9999)];
  for (const lines of all) {
    for (let number = 0; number < 3; number += 1) lines.write("a line\n");
  }
  expect(all.slice(0, 2).map((lines) => lines.lost())).toEqual([3, 3]);
});

test("errors, and warnings that say of what they are, are all written", () => {
  const { log, lines } = openLog();
  for (const hostname of ["a.example.com", "b.example.com", "b.example.com"]) {
    log.warn({ err: new Error("no"), hostname }, "a certificate was not issued");
    log.error({ err: new Error("no") }, "the listener failed");
    log.warn("plain words");
  }
  expect(lines).toHaveLength(9);
});
