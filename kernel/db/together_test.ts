// Calls that go together: batches in order, bounds, and errors that reach only those whom they are about.
import { expect, test } from "bun:test";
import type { Database } from "./sql.ts";
import { type Gathering, gathering } from "./together.ts";

/** All that is asked of the database here is whether an error is the loss of it. */
const database = {
  isConnectionLoss: (error: unknown) => String(error).includes("away"),
} as Partial<Database> as Database;

class Refused extends Error {
  constructor(readonly code = "ZE001") {
    super();
  }
}

/** Calls that end when they are told to; each is known by the numbers that it does. */
function open(options: Partial<Gathering<number, string>> = {}) {
  const calls: { parts: readonly number[]; end: PromiseWithResolvers<void> }[] = [];
  const run = async (parts: readonly number[]) => {
    const end = Promise.withResolvers<void>();
    calls.push({ parts, end });
    await end.promise;
    return parts.map((part) => `done ${part}`);
  };
  const gather = gathering<number, string>({
    most: 3,
    size_max: 100,
    sizeOf: (part) => part,
    running_max: 1,
    has_batching_window: true,
    send: (_database, parts) => run(parts),
    ...options,
  });
  const add = (key: string, part: number) =>
    gather(database, { key, part, alone: async () => `${await run([part])}`, finish: (done) => done });
  const call = async (count: number) => {
    while (calls.length < count) await new Promise((resolve) => setImmediate(resolve));
    return calls[count - 1] as (typeof calls)[number];
  };
  return { gather, add, calls, call };
}

test("what comes while a call of the key is under way goes with the next ones, in order and so many at once", async () => {
  const { add, calls, call } = open();
  const first = add("a", 1);
  const one = await call(1);
  const others = [2, 3, 4, 5].map((part) => add("a", part));
  one.end.resolve();
  (await call(2)).end.resolve();
  (await call(3)).end.resolve();
  expect((await Promise.all([first, ...others])).join()).toBe("done 1,done 2,done 3,done 4,done 5");
  expect(calls.map(({ parts }) => parts)).toEqual([[1], [2, 3, 4], [5]]);
});

test("two about the same thing never go together: the later one goes with the next ones, and overtakes nobody about it", async () => {
  const { add, calls, call } = open({ aboutOf: (part) => part % 10 });
  const first = add("a", 1);
  const one = await call(1);
  const others = [2, 12, 3, 22, 4, 5].map((part) => add("a", part));
  one.end.resolve();
  for (let count = 2; count <= 4; count++) (await call(count)).end.resolve();
  await Promise.all([first, ...others]);
  expect(calls.map(({ parts }) => parts)).toEqual([[1], [2, 3, 4], [12, 5], [22]]);
});

test("those who come in one turn of the loop go together, without waiting for another call", async () => {
  const { add, calls, call } = open();
  const all = [1, 2].map((part) => add("a", part));
  (await call(1)).end.resolve();
  await Promise.all(all);
  expect(calls.map(({ parts }) => parts)).toEqual([[1, 2]]);
});

test("one that meets a lock gives up its turn, and is done again beside the next ones", async () => {
  const { gather, add, calls, call } = open({ has_batching_window: false });
  const free = Promise.withResolvers<string>();
  const turns: boolean[] = [];
  const alone = async (hasLockTimeout: boolean) => {
    turns.push(hasLockTimeout);
    if (hasLockTimeout) throw new Refused("55P03");
    return free.promise;
  };
  const held = gather(database, { key: "a", part: 1, alone, finish: (done) => done });
  const others = [2, 3].map((part) => add("a", part));
  (await call(1)).end.resolve();
  expect(await Promise.all(others)).toEqual(["done 2", "done 3"]);
  free.resolve("done 1");
  expect([await held, ...turns]).toEqual(["done 1", true, false]);
  expect(calls.flatMap(({ parts }) => parts)).toEqual([2, 3]);
});

test("another key does not wait", async () => {
  const { add, call } = open();
  const held = add("a", 1);
  const one = await call(1);
  const free = add("b", 2);
  (await call(2)).end.resolve();
  expect(await free).toBe("done 2");
  one.end.resolve();
  await held;
});

test("a call takes no more than its size, and one part whatever its size", async () => {
  const { add, calls, call } = open();
  const all = [250, 60, 40, 1].map((part) => add("a", part));
  for (const count of [1, 2, 3]) (await call(count)).end.resolve();
  await Promise.all(all);
  expect(calls.map(({ parts }) => parts)).toEqual([[250], [60, 40], [1]]);
});

test("what is refused together is done one by one, and nobody hears of another's refusal", async () => {
  const { add, call } = open({
    send: async () => {
      throw new Refused();
    },
  });
  const all = [1, 2].map((part) => add("a", part));
  for (const count of [1, 2]) (await call(count)).end.resolve();
  expect(await Promise.all(all)).toEqual(["done 1", "done 2"]);
});

test("where something may have been done nothing is sent again", async () => {
  const { add, calls } = open({
    send: async () => {
      throw new Error("away");
    },
  });
  const all = await Promise.allSettled([1, 2].map((part) => add("a", part)));
  expect([calls.length, ...all.map(({ status }) => status)]).toEqual([0, "rejected", "rejected"]);
});

test("what only reads is asked for one by one, also where the answer to all was lost", async () => {
  const { add, call } = open({
    is_read: true,
    send: async () => {
      throw new Error("away");
    },
  });
  const all = [1, 2].map((part) => add("a", part));
  for (const count of [1, 2]) (await call(count)).end.resolve();
  expect(await Promise.all(all)).toEqual(["done 1", "done 2"]);
});

test("those who were answered together let the loop turn between what they make of their answers", async () => {
  const { add, call } = open({ most: 20 });
  const first = add("a", 1);
  const one = await call(1);
  let turns = 0;
  const count = setInterval(() => (turns += 1));
  const turnsAt: number[] = [];
  const others = Array.from({ length: 20 }, async () => {
    await add("a", 2);
    for (const began = performance.now(); performance.now() - began < 4; );
    turnsAt.push(turns);
  });
  one.end.resolve();
  (await call(2)).end.resolve();
  await Promise.all([first, ...others]);
  clearInterval(count);
  expect(new Set(turnsAt).size).toBeGreaterThan(3);
});
