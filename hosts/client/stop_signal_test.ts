// Ctrl-C as commands hear of it: once, and no longer than they listen;
// what of a stopped export is left, site/unpack_test.ts says.
import { expect, test } from "bun:test";
import { stopSignal } from "./stop_signal.ts";

const NAMES = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

test.each(NAMES)("%s stops what is under way, also where a terminal and npm both pass it on", (name) => {
  const before = process.listenerCount(name);
  const stop = stopSignal();
  expect(stop.signal.aborted).toBe(false);
  process.emit(name, name);
  process.emit(name, name);
  expect(stop.signal.aborted).toBe(true);
  stop.end();
  expect(process.listenerCount(name)).toBe(before);
});
