// Proves who goes next: publishing first, turns between accounts, few at once, and a refusal for whoever asks for more.
import { expect, test } from "bun:test";
import { Refusal } from "../base/refusal.ts";
import { createTurns, type Lane, type Turn, type TurnBounds, type TurnRequest } from "./turns.ts";

const BOUNDS: TurnBounds = {
  running_max: 3,
  running_of_owner_max: 2,
  waiting_of_owner_max: { publish: 4, read: 2, background: 4, large: 1 },
  waiting_max: 20,
  memory_bytes_max: 100,
  large_running_max: 9,
};

/** Takes turns by name and says whose turn came, in order. */
function watched(bounds: Partial<TurnBounds> = {}) {
  const turns = createTurns({ ...BOUNDS, ...bounds });
  const came: string[] = [];
  const taken = new Map<string, Turn>();
  async function take(name: string, request: Partial<TurnRequest> = {}): Promise<void> {
    const owner = `user:${name[0]}`;
    taken.set(name, await turns.take({ owner, lane: "read", memory_bytes: 0, ...request }));
    came.push(name);
  }
  async function release(name: string): Promise<void> {
    taken.get(name)?.release();
    taken.delete(name);
    await Bun.sleep(0);
  }
  async function stepBack(name: string): Promise<void> {
    taken.get(name)?.stepBack();
    await Bun.sleep(0);
  }
  return {
    turns,
    came,
    stepBack,
    take: (...args: Parameters<typeof take>) => void take(...args).catch(() => {}),
    release,
  };
}

async function refusalOf(promise: Promise<unknown>): Promise<Refusal> {
  const error = await promise.catch((caught: unknown) => caught);
  if (error instanceof Refusal) return error;
  throw new Error("nothing was refused");
}

const optionsOf = (owner: string, lane: Lane = "read"): TurnRequest => ({ owner, lane, memory_bytes: 0 });

test("an owner has so many turns at once, whoever else waits for nothing", async () => {
  const { came, take, release, turns } = watched({ running_max: 10 });
  for (const name of ["a1", "a2", "a3", "b1"]) take(name);
  await Bun.sleep(0);
  expect(came).toEqual(["a1", "a2", "b1"]);
  expect(turns.waiting()).toBe(1);
  await release("a1");
  expect(came).toEqual(["a1", "a2", "b1", "a3"]);
});

test("turns go round among owners, however many requests one of them has", async () => {
  const { came, take, release } = watched({
    running_max: 2,
    waiting_of_owner_max: { publish: 9, read: 9, background: 9, large: 9 },
  });
  for (const name of ["a1", "a2", "a3", "a4", "b1", "b2", "c1"]) take(name);
  await Bun.sleep(0);
  for (const name of ["a1", "b1", "c1", "a2", "b2", "a3"]) await release(name);
  expect(came).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
});

test("publishing goes first and has a turn kept for it; reading has one after four publishes", async () => {
  const { came, take, release } = watched({ running_max: 2, running_of_owner_max: 9 });
  take("r1");
  take("r2");
  for (const name of ["p1", "q1", "s1", "t1", "u1", "v1"]) take(name, { lane: "publish" });
  await Bun.sleep(0);
  expect(came).toEqual(["r1", "p1"]);
  await release("r1");
  for (const name of ["p1", "q1", "s1", "t1", "r2"]) await release(name);
  expect(came).toEqual(["r1", "p1", "q1", "s1", "t1", "r2", "u1", "v1"]);
});

test("what nobody waits for has one turn at a time, after everybody else", async () => {
  const { came, take, release } = watched({ running_max: 2 });
  take("a1");
  for (const name of ["x1", "x2"]) take(name, { owner: undefined, lane: "background" });
  take("b1");
  await Bun.sleep(0);
  for (const name of ["a1", "b1", "x1"]) await release(name);
  expect(came).toEqual(["a1", "b1", "x1", "x2"]);
});

test("what nobody waits for is passed over eight times and no more, and has its memory kept for it", async () => {
  const { came, take, release } = watched({ running_max: 9, memory_bytes_max: 100 });
  const large = { memory_bytes: 50 };
  const owners = "abcdefghijklm".split("");
  take("a", large);
  take("b", large);
  take("x", { ...large, owner: undefined, lane: "background" });
  for (const owner of owners.slice(2)) take(owner, large);
  await Bun.sleep(0);
  for (const owner of owners.slice(0, 8)) await release(owner);
  expect(came).toEqual([..."abcdefghij"]);
  // Of the two that run one has to end, and then nobody overtakes it.
  await release("i");
  expect(came).toEqual([..."abcdefghijx"]);
  await release("j");
  expect(came).toEqual([..."abcdefghijxk"]);
});

test("so many large turns are held at once whatever memory there is, and one that takes long holds none up", async () => {
  const { came, take, release, stepBack } = watched({ running_max: 9, large_running_max: 1 });
  const large = { memory_bytes: 1 };
  for (const name of ["a", "b", "c"]) take(name, large);
  take("s");
  take("x", { ...large, owner: undefined, lane: "background" });
  await Bun.sleep(0);
  expect(came).toEqual(["a", "s", "x"]);
  await stepBack("a");
  expect(came).toEqual(["a", "s", "x", "b"]);
  await release("a");
  expect(came).toEqual(["a", "s", "x", "b"]);
  await release("b");
  expect(came).toEqual(["a", "s", "x", "b", "c"]);
});

test("an owner has one turn that needs memory, and all of them together so much of it", async () => {
  const { came, take, release } = watched({ running_max: 9 });
  take("a1", { memory_bytes: 60 });
  take("a2", { memory_bytes: 10 });
  take("b1", { memory_bytes: 60 });
  take("c1", { memory_bytes: 10 });
  take("d1");
  await Bun.sleep(0);
  // c1 would fit, and b1 would then wait for ever behind its like.
  expect(came).toEqual(["a1", "d1"]);
  await release("a1");
  expect(came).toEqual(["a1", "d1", "b1", "c1", "a2"]);
});

test("a request for more memory than there is has its turn alone", async () => {
  const { came, take, release } = watched({ running_max: 9 });
  take("a1", { memory_bytes: 10 });
  take("b1", { memory_bytes: 1000 });
  await Bun.sleep(0);
  expect(came).toEqual(["a1"]);
  await release("a1");
  expect(came).toEqual(["a1", "b1"]);
});

test("an owner's requests beyond those that may wait are refused with 429 and a time, and nobody else's", async () => {
  const { turns, take } = watched();
  for (const name of ["a1", "a2", "a3", "a4"]) take(name);
  const refusal = await refusalOf(turns.take(optionsOf("user:a")));
  expect(refusal).toMatchObject({ kind: "limited", voice: "service", detail: { retry_after: 5 } });
  expect(refusal.message).toBe(
    "2 requests of yours wait for a turn already, which is the most for one account; try again when some are done",
  );
  let others = 0;
  for (const request of [optionsOf("user:a", "publish"), optionsOf("user:b")])
    void turns.take(request).then(() => others++);
  await Bun.sleep(0);
  expect(others).toBe(0);
  expect(turns.waiting()).toBe(4);
});

test("an owner has fewer requests waiting of those that need memory", async () => {
  const { turns, take } = watched();
  const large = { ...optionsOf("user:a"), memory_bytes: 50 };
  for (const name of ["a1", "a2"]) take(name, { memory_bytes: 50 });
  expect(await refusalOf(turns.take(large))).toMatchObject({ kind: "limited" });
  await turns.take(optionsOf("user:a"));
});

test("requests beyond those that everybody may have waiting are refused as unavailable", async () => {
  const { turns, take } = watched({ waiting_max: 1 });
  for (const name of ["a1", "b1", "c1"]) take(name);
  expect(await refusalOf(turns.take(optionsOf("user:d")))).toMatchObject({ kind: "unavailable" });
});

test("a request is withdrawn when its asker goes, and the turns' end refuses all that wait", async () => {
  const { turns, take, came, release } = watched({ running_max: 2 });
  const asker = new AbortController();
  take("a1");
  const gone = refusalOf(turns.take({ ...optionsOf("user:b"), signal: asker.signal }));
  take("c1");
  asker.abort();
  expect(await gone).toMatchObject({ kind: "unavailable" });
  expect(await refusalOf(turns.take({ ...optionsOf("user:b"), signal: asker.signal }))).toMatchObject({
    kind: "unavailable",
  });
  const late = refusalOf(turns.take(optionsOf("user:d")));
  await release("a1");
  expect(came).toEqual(["a1", "c1"]);
  turns.close();
  expect(await late).toMatchObject({ kind: "unavailable", message: expect.stringContaining("shutting down") });
  expect(await refusalOf(turns.take(optionsOf("user:e")))).toMatchObject({ kind: "unavailable" });
});

test("a turn that is released twice makes room once", async () => {
  const { turns } = watched({ running_max: 3 });
  const one = await turns.take(optionsOf("user:a"));
  await turns.take(optionsOf("user:b"));
  one.release();
  one.release();
  await turns.take(optionsOf("user:c"));
  let came = false;
  void turns.take(optionsOf("user:d")).then(() => {
    came = true;
  });
  await Bun.sleep(0);
  expect(came).toBe(false);
});
