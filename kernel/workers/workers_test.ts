// Proves that the pool answers, refuses, replaces dead threads, and never loses a waiting task.
import { afterAll, expect, test } from "bun:test";
import { Refusal, refuse } from "../refusal.ts";
import type { tasks } from "./fixtures/worker_tasks.ts";
import { createWorkers } from "./workers.ts";

const TASKS = new URL("./fixtures/worker_tasks.ts", import.meta.url);
const pool = createWorkers({ size: 2 });
const run = pool.module<typeof tasks>(TASKS);
afterAll(() => pool.close());

async function caught(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  );
}

test("pool starts no thread before the first task and never more than its size", async () => {
  const own = createWorkers({ size: 2 });
  const add = own.module<typeof tasks>(TASKS);
  expect(own.threads()).toBe(0);
  const sums = await Promise.all(Array.from({ length: 20 }, (_, i) => add("add", { a: i, b: 1 })));
  expect(sums).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  expect(own.threads()).toBe(2);
  await own.close();
  expect(own.threads()).toBe(0);
});

test("buffers change hands in both directions", async () => {
  const bytes = new ArrayBuffer(1024);
  expect(await run("measure", { bytes }, { transfer: [bytes] })).toBe(1024);
  expect(bytes.byteLength).toBe(0);
  const filled = await run("fill", { size: 3 });
  expect(filled).toEqual({ bytes: new Uint8Array([7, 7, 7]), was: 3 });
});

test("a refusal inside a task stays a refusal with its detail", async () => {
  const error = await caught(run("refuse", { value: "x" }));
  expect(error).toBeInstanceOf(Refusal);
  expect(error).toMatchObject({ kind: "conflict", message: '"x" is taken', detail: { value: "x" }, voice: "service" });
});

test("an error inside a task keeps its name and message and leaves the thread alive", async () => {
  expect(await caught(run("fail", null))).toMatchObject({ name: "TypeError", message: "broken inside" });
  expect(await run("add", { a: 1, b: 1 })).toBe(2);
});

test("a task over its time is refused and the next one gets a fresh thread", async () => {
  const one = createWorkers({ size: 1 });
  const call = one.module<typeof tasks>(TASKS);
  const spinning = caught(call("spin", null, { timeout_ms: 50, overdue: () => refuse.invalid("too much to do") }));
  const waiting = call("add", { a: 2, b: 2 });
  expect(await spinning).toMatchObject({ kind: "invalid", message: "too much to do" });
  expect(await waiting).toBe(4);
  expect(await caught(call("spin", null, { timeout_ms: 50 }))).toMatchObject({ kind: "unavailable" });
  await one.close();
});

test("a thread is ended after a heavy task and stays after others", async () => {
  const one = createWorkers({ size: 1, idle_ms: 0 });
  const call = one.module<typeof tasks>(TASKS);
  await call("add", { a: 1, b: 1 });
  expect(one.threads()).toBe(1);
  expect(await call("add", { a: 1, b: 1 }, { heavy: true })).toBe(2);
  while (one.threads() > 0) await new Promise((turn) => setImmediate(turn));
  expect(await call("add", { a: 2, b: 2 })).toBe(4);
  await one.close();
});

test("a thread that dies fails its own task alone", async () => {
  const one = createWorkers({ size: 1 });
  const call = one.module<typeof tasks>(TASKS);
  const dying = caught(call("exit", null));
  const waiting = call("add", { a: 3, b: 3 });
  expect(await dying).toMatchObject({ message: expect.stringContaining('"exit" died') });
  expect(await waiting).toBe(6);
  await one.close();
});

test("a full queue refuses at once and a closed pool refuses everything", async () => {
  const one = createWorkers({ size: 1, queue_max: 1 });
  const call = one.module<typeof tasks>(TASKS);
  const running = caught(call("spin", null));
  const waiting = caught(call("add", { a: 1, b: 1 }));
  expect(await caught(call("add", { a: 1, b: 1 }))).toMatchObject({ kind: "unavailable" });
  await one.close();
  expect(await running).toMatchObject({ kind: "unavailable" });
  expect(await waiting).toMatchObject({ kind: "unavailable" });
  expect(await caught(call("add", { a: 1, b: 1 }))).toMatchObject({ kind: "unavailable" });
});

test("tasks of one owner that never end leave a thread and room in the queue for everybody else", async () => {
  const two = createWorkers({ size: 2, queue_max: 4 });
  const call = two.module<typeof tasks>(TASKS);
  const endless = Array.from({ length: 4 }, () => caught(call("spin", null, { owner: "user:1" })));
  expect(await caught(call("spin", null, { owner: "user:1" }))).toMatchObject({ kind: "unavailable" });
  expect(await call("add", { a: 1, b: 1 }, { owner: "user:2" })).toBe(2);
  expect(await call("add", { a: 1, b: 2 })).toBe(3);
  expect(two.threads()).toBe(3);
  await two.close();
  for (const refused of endless) expect(await refused).toMatchObject({ kind: "unavailable" });
});

test("a task whose asker has gone is given up while it waits and lets the next one run", async () => {
  const one = createWorkers({ size: 1 });
  const call = one.module<typeof tasks>(TASKS);
  const asker = new AbortController();
  const running = caught(call("spin", null, { timeout_ms: 200, signal: asker.signal }));
  const waiting = caught(call("spin", null, { signal: asker.signal }));
  const next = call("add", { a: 1, b: 1 });
  asker.abort();
  expect(await waiting).toMatchObject({ kind: "unavailable" });
  expect(await caught(call("add", { a: 1, b: 1 }, { signal: asker.signal }))).toMatchObject({ kind: "unavailable" });
  expect(await running).toMatchObject({ message: expect.stringContaining("did not end") });
  expect(await next).toBe(2);
  await one.close();
});

test("a thread that was started beyond the size ends once it is idle", async () => {
  const one = createWorkers({ size: 1, idle_ms: 0 });
  const call = one.module<typeof tasks>(TASKS);
  const endless = caught(call("spin", null, { owner: "user:1" }));
  expect(await call("add", { a: 1, b: 1 }, { owner: "user:2" })).toBe(2);
  while (one.threads() > 1) await new Promise((turn) => setImmediate(turn));
  await one.close();
  expect(await endless).toMatchObject({ kind: "unavailable" });
});

test("a module that cannot be loaded fails the call and not the pool", async () => {
  const nowhere = pool.module<typeof tasks>(new URL("./fixtures/no_such_tasks.ts", import.meta.url));
  expect(await caught(nowhere("add", { a: 1, b: 1 }))).toBeInstanceOf(Error);
  expect(await run("add", { a: 1, b: 2 })).toBe(3);
});

test("an input that cannot be cloned is an error of that call alone", async () => {
  const bad: ArrayBuffer = Object.assign(new ArrayBuffer(1), { f: () => 1 });
  const detached = bad.transfer();
  expect(await caught(run("measure", { bytes: bad }, { transfer: [bad] }))).toBeInstanceOf(Error);
  expect(await run("measure", { bytes: detached })).toBe(1);
});
