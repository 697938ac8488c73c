// Whose statement goes next:
// workspaces by turns, people by turns within theirs, and bounds that no number of accounts moves.
import { expect, test } from "bun:test";
import { createInstanceTurns, type InstanceTurn } from "./instance_turns.ts";

const BOUNDS = { waiting_of_owner: 8, waiting_of_workspace: 24, waiting: 40, choose: anyPlace };
const { signal } = new AbortController();

function anyPlace(_workspace: number, free: readonly number[]): readonly number[] {
  return free;
}

/** Asks for all in this order, written `workspace:account`, and answers in which they had their turn, one after the other. */
async function orderOf(instances: number, asked: readonly string[]): Promise<string[]> {
  const turns = createInstanceTurns({ ...BOUNDS, instances });
  const order: string[] = [];
  const gate = await turns.take({ workspace: 0, owner: "user:0", signal });
  const others = await Promise.all(
    Array.from({ length: instances - 1 }, (_, index) =>
      turns.take({ workspace: -1 - index, owner: `user:${-1 - index}`, signal }),
    ),
  );
  const all = asked.map(async (name) => {
    const turn = await turns.take({ workspace: Number(name.split(":")[0]), owner: `user:${name}`, signal });
    order.push(name);
    await null;
    turn.release();
  });
  gate.release();
  await Promise.all(all);
  for (const one of others) one.release();
  expect({ running: turns.running(), waiting: turns.waiting() }).toEqual({ running: 0, waiting: 0 });
  return order;
}

test("workspaces take turns, whatever number of accounts asks in one, and people do within theirs", async () => {
  expect(await orderOf(1, ["1:a", "1:a", "1:b", "1:c", "2:d", "2:d", "3:e"])).toEqual([
    "1:a",
    "2:d",
    "3:e",
    "1:b",
    "2:d",
    "1:c",
    "1:a",
  ]);
  expect(await orderOf(3, ["1:a", "1:b", "2:c"])).toEqual(["1:a", "2:c", "1:b"]);
});

test("a workspace has one instance at a time, however many are free, and each instance one statement", async () => {
  const turns = createInstanceTurns({ ...BOUNDS, instances: 3 });
  const first = await turns.take({ workspace: 1, owner: "user:1", signal });
  const second = turns.take({ workspace: 1, owner: "user:2", signal });
  const other = await turns.take({ workspace: 2, owner: "user:3", signal });
  expect([turns.running(), turns.waiting()]).toEqual([2, 1]);
  expect(first.instance).not.toBe(other.instance);
  expect([turns.holderOf(first.instance), turns.holderOf(other.instance)]).toEqual([1, 2]);
  first.release();
  first.release();
  (await second).release();
  other.release();
  expect([turns.running(), turns.waiting()]).toEqual([0, 0]);
});

test("what waits is bounded by account and by workspace, and of a full line whoever has most makes room for who has none", async () => {
  const turns = createInstanceTurns({ ...BOUNDS, instances: 1 });
  const gate = await turns.take({ workspace: 0, owner: "user:0", signal });
  const outcomes: Promise<string>[] = [];
  const ask = (workspace: number, owner: string) => {
    const asked = turns.take({ workspace, owner: `user:${owner}`, signal });
    outcomes.push(
      asked.then(
        (turn: InstanceTurn) => {
          turn.release();
          return "done";
        },
        (error: Error) => error.message.replace(/;.*/, ""),
      ),
    );
  };
  for (let round = 0; round < 9; round += 1) ask(1, "a");
  for (let round = 0; round < 17; round += 1) ask(1, `b${round}`);
  for (let round = 0; round < 16; round += 1) ask(2, `c${round}`);
  expect(turns.waiting()).toBe(40);
  ask(3, "d");
  ask(4, "e");
  expect(turns.waiting()).toBe(40);
  gate.release();
  const counts: Record<string, number> = {};
  for (const outcome of await Promise.all(outcomes)) counts[outcome] = (counts[outcome] ?? 0) + 1;
  expect(counts).toEqual({
    done: 40,
    "8 requests of yours wait for a turn already, which is the most for one account": 1,
    "24 requests of your workspace wait for a turn already, which is the most for one": 1,
    "24 requests of your workspace waited for a turn, and others had none": 1,
    "23 requests of your workspace waited for a turn, and others had none": 1,
  });
});

test("one that is left is given up, and holds nobody up", async () => {
  const turns = createInstanceTurns({ ...BOUNDS, instances: 1 });
  const gate = await turns.take({ workspace: 0, owner: "user:0", signal });
  const left = new AbortController();
  const gone = turns.take({ workspace: 1, owner: "user:1", signal: left.signal });
  const next = turns.take({ workspace: 2, owner: "user:2", signal });
  left.abort();
  await expect(gone).rejects.toThrow("whoever asked for this has gone");
  gate.release();
  (await next).release();
  await expect(turns.take({ workspace: 1, owner: "user:1", signal: left.signal })).rejects.toThrow("has gone");
});
