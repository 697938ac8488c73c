// What a process is said to use, by both ways of asking.
import { expect, test } from "bun:test";
import { readPs, readUsage } from "./usage.ts";

const MIB = 1024 * 1024;

test("what a process uses is read alike by both ways of asking, but that one counts all threads", async () => {
  const [one, other] = [await readUsage(process.pid), await readPs(process.pid)];
  expect(one?.cpu_ms).toBeGreaterThan(0);
  expect((other?.cpu_ms ?? 0) - (one?.cpu_ms ?? 0)).toBeGreaterThan(-1500);
  expect(one?.memory_bytes).toBeGreaterThan(10 * MIB);
  expect((other?.memory_bytes ?? 0) / (one?.memory_bytes ?? 1)).toBeWithin(0.5, 2);
  expect(await readUsage(2 ** 30)).toBeNull();
});
