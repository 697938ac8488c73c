// Proves that workers answer, refuse, are replaced when a task is over its budget, and never lose a waiting task.
import { afterAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { getPriority } from "node:os";
import { isAlive } from "../../test/harness/is_alive.ts";
import { Refusal, refuse } from "../base/refusal.ts";
import type { tasks } from "./fixtures/worker_tasks.ts";
import { startProcess, startThread } from "./runner.ts";
import { createWorkers, type Workers, type WorkersOptions, withOneBudget, withoutTurns } from "./workers.ts";

const TASKS = new URL("./fixtures/worker_tasks.ts", import.meta.url);
const MIB = 1024 * 1024;
const STARTS = { threads: startThread, processes: startProcess };

const opened: Workers[] = [];
afterAll(() => Promise.all(opened.map((workers) => workers.close())));

function open(options: WorkersOptions) {
  const workers = createWorkers(options);
  opened.push(workers);
  return { workers, run: workers.module<typeof tasks>(TASKS) };
}

async function caught(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  );
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await Bun.sleep(5);
}

describe.each(Object.entries(STARTS))("worker %s", (_, start) => {
  test("none starts before the first task, and never more than there may be", async () => {
    const { workers, run } = open({ start, size: 2, runners_max: 2, running_of_owner_max: 9, running_max: 9 });
    expect(workers.runners()).toBe(0);
    const owner = "user:1";
    const sums = await Promise.all(
      Array.from({ length: 20 }, (_, i) => run("add", { a: i, b: 1 }, { owner, lane: "publish" })),
    );
    expect(sums).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(workers.runners()).toBe(2);
    await workers.close();
    expect(workers.runners()).toBe(0);
  });

  test("values come and go whole, small and large", async () => {
    const { run } = open({ start, size: 1 });
    expect(await run("echo", new Uint8Array([7, 7]))).toEqual(new Uint8Array([7, 7]));
    const value = {
      text: "ä€😀".repeat(MIB),
      bytes: new Uint8Array(MIB + 1).fill(9),
      list: [1, null, { a: undefined }],
    };
    expect(Bun.deepEquals(await run("echo", value), value)).toBe(true);
  });

  test("a refusal inside a task stays a refusal with its detail", async () => {
    const { run } = open({ start, size: 1 });
    const error = await caught(run("refuse", { value: "x" }));
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toMatchObject({
      kind: "conflict",
      message: '"x" is taken',
      detail: { value: "x" },
      voice: "service",
    });
  });

  test("an error inside a task keeps its name and message and leaves the worker alive", async () => {
    const { workers, run } = open({ start, size: 1 });
    expect(await caught(run("fail", null))).toMatchObject({ name: "TypeError", message: "broken inside" });
    expect(await run("add", { a: 1, b: 1 })).toBe(2);
    expect(workers.runners()).toBe(1);
  });

  test("a task over its time is refused and the next one gets a fresh worker", async () => {
    const { run } = open({ start, size: 1, runners_max: 1 });
    const brief = { budget: { cpu_ms: 50 } };
    const spinning = caught(run("spin", null, { ...brief, overdue: () => refuse.invalid("too much to do") }));
    const waiting = run("add", { a: 2, b: 2 });
    expect(await spinning).toMatchObject({ kind: "invalid", message: "too much to do" });
    expect(await waiting).toBe(4);
    const words = { doing: "turning round", instead: "stand still" };
    expect(await caught(run("spin", null, { ...brief, bytes: 1.5 * MIB, words }))).toMatchObject({
      kind: "invalid",
      message: "turning round takes more than 0.1 seconds of processor time, the most for 1.5 MiB of text; stand still",
    });
  });

  test("a worker that dies fails its own task alone", async () => {
    const { run } = open({ start, size: 1, runners_max: 1 });
    const dying = caught(run("exit", null));
    const waiting = run("add", { a: 3, b: 3 });
    expect(await dying).toMatchObject({ message: expect.stringContaining('"exit" died') });
    expect(await waiting).toBe(6);
  });

  test("a closed pool refuses what waits, what runs and what comes", async () => {
    const { workers, run } = open({ start, size: 1, runners_max: 1 });
    const [running, waiting] = [caught(run("spin", null)), caught(run("add", { a: 1, b: 1 }))];
    await workers.close();
    for (const task of [running, waiting, caught(run("add", { a: 1, b: 1 }))]) {
      expect(await task).toMatchObject({ kind: "unavailable" });
    }
  });

  test("tasks of one owner that never end leave a worker for everybody else", async () => {
    const { workers, run } = open({
      start,
      size: 2,
      waiting_of_owner_max: { publish: 2, read: 2, background: 2, large: 2 },
    });
    const owner = "user:1";
    const endless = Array.from({ length: 4 }, () => caught(run("spin", null, { owner, lane: "publish" })));
    expect(await caught(run("spin", null, { owner, lane: "publish" }))).toMatchObject({ kind: "limited" });
    expect(await run("add", { a: 1, b: 1 }, { owner: "user:2", lane: "publish" })).toBe(2);
    await workers.close();
    for (const refused of endless) expect(await refused).toMatchObject({ kind: "unavailable" });
  });

  test("an input that must be read is read when the turn has come", async () => {
    const { run } = open({ start, size: 1, running_of_owner_max: 1 });
    const order: string[] = [];
    const add = (name: string) =>
      run("add", async () => {
        order.push(`${name} read`);
        return { a: 1, b: 1 };
      }).then(() => order.push(`${name} done`));
    await Promise.all([add("one"), add("two")]);
    expect(order).toEqual(["one read", "one done", "two read", "two done"]);
    const failing = run("add", () => Promise.reject(new Error("no such text")));
    expect(await caught(failing)).toMatchObject({ message: "no such text" });
    expect(await run("add", { a: 1, b: 1 })).toBe(2);
  });

  test("tasks inside one turn wait for no other, and the next turn comes after all of them", async () => {
    const { workers, run } = open({ start, size: 1, running_of_owner_max: 1 });
    const owner = "user:1";
    const order: number[] = [];
    let later = Promise.resolve(0);
    const first = workers.inTurn({ owner }, async () => {
      for (const a of [1, 2]) order.push(await run("add", { a, b: 0 }, { owner }));
      later = Bun.sleep(1).then(() => run("add", { a: 4, b: 0 }, { owner }));
    });
    const second = run("add", { a: 3, b: 0 }, { owner }).then((sum) => order.push(sum));
    await Promise.all([first, second]);
    // What outlives the turn waits for one of its own.
    order.push(await later);
    expect(order).toEqual([1, 2, 3, 4]);
  });

  test("what may not wait for a turn waits for none", async () => {
    const { workers, run } = open({ start, size: 1, running_of_owner_max: 1 });
    const owner = "user:1";
    const gate = Promise.withResolvers<void>();
    const holding = workers.inTurn({ owner }, () => gate.promise);
    expect(await withoutTurns(() => run("add", { a: 1, b: 1 }, { owner }))).toBe(2);
    gate.resolve();
    await holding;
  });

  test("while a task takes long on the last worker, another one is made ready, which ends when it is one too many", async () => {
    const { workers, run } = open({ start, size: 1, runners_max: 2, idle_ms: 0 });
    const endless = caught(run("spin", null, { budget: { cpu_ms: 400 } }));
    await until(() => workers.runners() === 2);
    expect(await endless).toMatchObject({ kind: "invalid" });
    await until(() => workers.runners() < 2);
    expect(await run("add", { a: 1, b: 1 })).toBe(2);
  });

  test("a module that cannot be loaded fails the call and not the pool", async () => {
    const { workers, run } = open({ start, size: 1 });
    const nowhere = workers.module<typeof tasks>(new URL("./fixtures/no_such_tasks.ts", import.meta.url));
    expect(await caught(nowhere("add", { a: 1, b: 1 }))).toBeInstanceOf(Error);
    expect(await run("add", { a: 1, b: 2 })).toBe(3);
  });

  test("an input that cannot be cloned is an error of that call alone", async () => {
    const { run } = open({ start, size: 1 });
    expect(await caught(run("echo", Symbol("x")))).toBeInstanceOf(Error);
    expect(await run("add", { a: 1, b: 2 })).toBe(3);
  });
});

test("a process over its memory is ended, the memory is given back, and the refusal names the limit", async () => {
  const { run } = open({ start: startProcess, size: 1, runners_max: 1 });
  const pid = await run("pid", null);
  const words = { doing: "growing", instead: "stay small" };
  expect(await caught(run("grow", { mib: 4000 }, { budget: { memory_bytes: 300 * MIB }, words }))).toMatchObject({
    kind: "invalid",
    message: "growing takes more than 300 MiB of memory, the most for 0 KiB of text; stay small",
  });
  await until(() => !isAlive(pid));
  expect(await run("pid", null)).not.toBe(pid);
});

test("what a task over its budget held is free for others once its process is gone, and its answer waits for that not at all", async () => {
  const { workers, run } = open({ start: startProcess, size: 1, runners_max: 3, memory_bytes_max: 300 * MIB });
  const owner = "user:1";
  const pid = await run("pid", null);
  const large = { owner, bytes: MIB };
  const growing = caught(run("grow", { mib: 4000 }, { ...large, budget: { memory_bytes: 200 * MIB } }));
  const next = run("pid", null, { ...large, owner: "user:2" }).then((other) => [other, isAlive(pid)]);
  expect(await growing).toMatchObject({ kind: "invalid" });
  expect((await next)[1]).toBe(false);
  expect(workers.runners()).toBeGreaterThan(0);
});

test("the tasks of one request share a budget, and what goes on behind it has one of its own", async () => {
  const { run } = open({ start: startProcess, size: 1, patience: 1000 });
  const words = { doing: "working", instead: "rest" };
  let behind = Promise.resolve(0);
  const refused = await withOneBudget(async () => {
    await run("work", { ms: 1400 });
    const error = await caught(run("spin", null, { words }));
    behind = Bun.sleep(1).then(() => run("work", { ms: 600 }));
    return error;
  });
  expect(refused).toMatchObject({
    kind: "invalid",
    message: expect.stringMatching(
      /^working takes more than 0\.\d seconds of processor time, what the request had left for 0 KiB of text; rest$/,
    ),
  });
  expect(await behind).toBeGreaterThan(0);
});

test("a process that has grown within its budget is ended after its task, and one that stayed small is kept", async () => {
  const { run } = open({ start: startProcess, size: 1, runners_max: 1 });
  const pid = await run("pid", null);
  expect(await run("pid", null)).toBe(pid);
  expect(await run("grow", { mib: 200 }, { budget: { memory_bytes: 600 * MIB } })).toBe(pid);
  await until(() => !isAlive(pid));
  expect(await run("pid", null)).not.toBe(pid);
});

test("what earlier tasks left in a process refuses nobody: a task over its memory there is tried once where nobody has worked", async () => {
  const { run } = open({ start: startProcess, size: 1, runners_max: 1 });
  const budget = { memory_bytes: 150 * MIB };
  const pid = await run("grow", { mib: 100 });
  expect(await run("work", { ms: 300 }, { budget })).not.toBe(pid);
  expect(await caught(run("grow", { mib: 4000 }, { budget }))).toMatchObject({ kind: "invalid" });
});

test("a thread is given buffers, and is not kept after a heavy task", async () => {
  const { workers, run } = open({ start: startThread, size: 1 });
  const bytes = new Uint8Array(16).fill(5);
  expect(await run("echo", bytes, { transfer: [bytes.buffer], heavy: true })).toEqual(new Uint8Array(16).fill(5));
  expect(bytes.byteLength).toBe(0);
  await until(() => workers.runners() === 0);
});

test("the time of a process is its own, however little of the machine's it is given", async () => {
  const { run } = open({ start: startProcess, size: 1, runners_max: 1, patience: 1000 });
  const pid = await run("pid", null);
  // Stopped before its task comes, it is given nothing of the machine for twice its budget.
  process.kill(pid, "SIGSTOP");
  const spinning = caught(run("spin", null, { budget: { cpu_ms: 300 } }));
  await Bun.sleep(600);
  expect(isAlive(pid)).toBe(true);
  process.kill(pid, "SIGCONT");
  expect(await spinning).toMatchObject({ kind: "invalid" });
  await until(() => !isAlive(pid));
});

test("short tasks wait for the workers that are there: another one takes longer to begin than all of them do", async () => {
  const { workers, run } = open({ start: startProcess, size: 2, runners_max: 4, running_max: 9, patience: 1000 });
  const tasks = Array.from({ length: 12 }, (_, number) =>
    run("work", { ms: 10 }, { owner: `user:${number}`, lane: "publish" }),
  );
  let most = 0;
  for (const task of tasks) {
    await task;
    most = Math.max(most, workers.runners());
  }
  expect(most).toBe(2);
});

test("a large task that takes long holds up no other one, and one that does not holds up those behind it", async () => {
  const { run } = open({ start: startProcess, size: 2, runners_max: 3, patience: 1000, large_running_max: 1 });
  const large = (owner: string) => ({ owner, bytes: 100 * 1024, budget: { cpu_ms: 60_000 } });
  const endless = caught(run("spin", null, { ...large("user:1"), budget: { cpu_ms: 20_000 } }));
  // It is begun once the other has stepped back, long before that has ended.
  expect(await Promise.race([run("add", { a: 1, b: 1 }, large("user:2")), endless])).toBe(2);
});

test("what would have ended a runner while it was idle does not end the task that it was given since", async () => {
  const { workers, run } = open({ start: startProcess, size: 1, runners_max: 2, idle_ms: 500 });
  const both = (ms: number) => {
    const budget = { cpu_ms: 20_000 };
    return Promise.all([run("work", { ms }, { budget }), run("work", { ms }, { budget })]);
  };
  await both(800);
  // Meanwhile the other one is idle, and one too many.
  await run("add", { a: 1, b: 1 });
  expect(workers.runners()).toBe(2);
  const again = both(900).then(() => "answered");
  const hung = new Promise((resolve) => setTimeout(resolve, 60_000, "hung").unref());
  expect(await Promise.race([again, hung])).toBe("answered");
});

test("a process that goes on working is ended by its processor time and never by the clock", async () => {
  const { run } = open({ start: startProcess, size: 1, runners_max: 1, patience: 0.05 });
  await run("pid", null);
  // By the clock it might take a second.
  expect(await run("work", { ms: 2500 }, { budget: { cpu_ms: 20_000 } })).toBeGreaterThan(0);
});

test("a process that works for long lets others go first with all its threads, and is not kept", async () => {
  const { run } = open({ start: startProcess, size: 2, runners_max: 2, patience: 1000 });
  const pid = await run("pid", null);
  const working = run("work", { ms: 3000 }, { budget: { cpu_ms: 20_000 } });
  const own = getPriority();
  expect(getPriority(pid)).toBe(Math.min(19, own + 5));
  const nices = () => readdirSync(`/proc/${pid}/task`).map((thread) => getPriority(Number(thread)));
  await until(() => getPriority(pid) === Math.min(19, own + 10));
  expect(new Set(nices())).toEqual(new Set([Math.min(19, own + 10)]));
  const other = await run("pid", null);
  expect([other === pid, getPriority(other)]).toEqual([false, Math.min(19, own + 5)]);
  expect(await working).toBe(pid);
  await until(() => !isAlive(pid));
});

test("a worker process is told nothing of the server's environment", async () => {
  const { run } = open({ start: startProcess, size: 1 });
  process.env["DATABASE_URL"] ??= "";
  expect(await run("environment", null)).not.toContain("DATABASE_URL");
});
