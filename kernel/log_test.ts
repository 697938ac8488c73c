// What the log repeats, and what it never shows.
import { expect, setSystemTime, test } from "bun:test";
import { createLog } from "./log.ts";

function openLog() {
  const lines: Record<string, unknown>[] = [];
  const log = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
  return { log, lines };
}

test("a warning that comes again and again is written once a minute, with how often it came meanwhile", () => {
  const { log, lines } = openLog();
  const start = new Date("2030-01-01T00:00:00Z").getTime();
  try {
    for (let second = 0; second < 90; second += 1) {
      setSystemTime(new Date(start + second * 1000));
      log.warn({ err: new Error("connect ECONNREFUSED") }, "jobs could not be claimed");
    }
    log.warn({ err: new Error("something else") }, "jobs could not be claimed");
  } finally {
    setSystemTime();
  }
  expect(lines.map(({ repeats, msg, err }) => [msg, Object(err).message, repeats])).toEqual([
    ["jobs could not be claimed", "connect ECONNREFUSED", undefined],
    ["jobs could not be claimed", "connect ECONNREFUSED", 59],
    ["jobs could not be claimed", "something else", undefined],
  ]);
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
