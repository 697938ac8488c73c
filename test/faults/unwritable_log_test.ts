// A server whose log cannot be written: it serves on whatever stands in the way, and ends when it is told to.
import { afterAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { closeSync, constants, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { makeQuickFolder } from "../harness/temporary_folder.ts";
import { makeReadyPlace, untilAnswers } from "./server_process.ts";
import { serverProgram } from "./server_program.ts";

const folder = makeQuickFolder("log");
const place = await makeReadyPlace();
const program = await serverProgram();
afterAll(() => {
  place.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** One end of a pipe; the other is held open without being read. */
function openPipe(name: string): { reader: number; writer: number } {
  const path = join(folder, name);
  spawnSync("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  return { reader, writer: openSync(path, constants.O_WRONLY) };
}

function fill(reader: number): void {
  try {
    for (;;) writeSync(reader, Buffer.alloc(4096));
  } catch {
    // There is no room left.
  }
}

const WAYS: Record<string, () => { stderr: number; broken?: () => void; close?: boolean }> = {
  "a pipe that nobody reads": () => {
    const { reader, writer } = openPipe("unread");
    fill(reader);
    return { stderr: writer };
  },
  "a pipe whose reader has gone": () => {
    const { reader, writer } = openPipe("gone");
    return { stderr: writer, broken: () => closeSync(reader) };
  },
  "a disk that is full": () => ({ stderr: openSync("/dev/full", "w") }),
  "no descriptor at all": () => ({ stderr: openSync("/dev/null", "w"), close: true }),
};

for (const [name, open] of Object.entries(WAYS)) {
  test(`a server that logs to ${name} serves on, and ends on SIGTERM`, async () => {
    const { stderr, broken, close } = open();
    const command = [process.execPath, program, "serve"];
    const child = Bun.spawn(close ? ["/bin/sh", "-c", 'exec "$@" 2>&-', "sh", ...command] : command, {
      env: {
        PATH: process.env["PATH"] ?? "",
        DATA_DIR: place.data_dir,
        PORT: String(place.port),
        // Each request is a line.
        LOG_LEVEL: "debug",
      },
      stdin: "ignore",
      stdout: "ignore",
      stderr,
    });
    try {
      await untilAnswers(place.base_url, child);
      broken?.();
      for (let request = 0; request < 200; request += 1) {
        expect((await fetch(`${place.base_url}/healthz`)).status).toBe(200);
      }
      child.kill("SIGTERM");
      expect(await child.exited).toBe(0);
    } finally {
      child.kill("SIGKILL");
      closeSync(stderr);
    }
  });
}
