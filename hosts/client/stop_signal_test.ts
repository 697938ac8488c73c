// Ctrl-C as commands hear of it: once, and no longer than they listen;
// what of a stopped export is left, site/unpack_test.ts says.
import { afterEach, beforeEach, expect, test } from "bun:test";
import { stopSignal } from "./stop_signal.ts";

const NAMES = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

// Whatever else listens in this process, as a Postgres of another file does, would take the signal for its end.
const others = new Map(NAMES.map((name) => [name, [] as NodeJS.SignalsListener[]]));
beforeEach(() => {
  for (const name of NAMES) {
    others.set(name, process.rawListeners(name) as NodeJS.SignalsListener[]);
    process.removeAllListeners(name);
  }
});
afterEach(() => {
  for (const [name, listeners] of others) for (const listener of listeners) process.on(name, listener);
});

test.each(NAMES)("%s stops what is under way, also where a terminal and npm both pass it on", (name) => {
  const stop = stopSignal();
  expect(stop.signal.aborted).toBe(false);
  process.emit(name, name);
  process.emit(name, name);
  expect(stop.signal.aborted).toBe(true);
  stop.end();
  expect(process.listenerCount(name)).toBe(0);
});
