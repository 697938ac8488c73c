// Counting in memory: nothing is counted twice or forgotten, and a flood takes no more room than is there for it.
import { expect, test } from "bun:test";
import type { DocumentRead } from "../documents/port/read.ts";
import { createTallies, PERIOD_MS } from "./tallies.ts";

const AT = new Date("2026-03-02T10:00:00Z");

function readBy(headers: Record<string, string>, rest: Partial<DocumentRead> = {}, ip = "203.0.113.1"): DocumentRead {
  const reader = { ip: () => ip, headers: new Headers(headers), proven: false };
  return { workspace_id: 1, document_id: 7, kind: "view", via: "web", at: AT, reader, ...rest };
}

const sum = (taken: ReturnType<ReturnType<typeof createTallies>["take"]>) =>
  taken.reduce((all, [, one]) => all + one.count, 0);

test("a reader is what the address, the browser and the cookie say", () => {
  const tallies = createTallies();
  const cookie = "a=1; __Host-docsvc_viewer=signed";
  tallies.add(readBy({ "user-agent": "A." }));
  tallies.add(readBy({ "user-agent": "A." }));
  tallies.add(readBy({ "user-agent": "A.", cookie }));
  tallies.add(readBy({ "user-agent": "A." }, {}, "203.0.113.2"));
  tallies.add(readBy({}));
  tallies.add(readBy({}, { reader: { user_id: 5 } }));
  const visitor = { ip: "203.0.113.1", agent: "A.", cookie: "", proven: false };
  expect(tallies.take(10).map(([reader, { count }]) => [reader, count])).toEqual([
    [visitor, 2],
    [{ ...visitor, cookie: "signed" }, 1],
    [{ ...visitor, ip: "203.0.113.2" }, 1],
    [{ ...visitor, agent: "" }, 1],
    [{ user_id: 5 }, 1],
  ]);
  expect(tallies.size).toBe(0);
});

test("what is put back counts as before, together with what came meanwhile", () => {
  const tallies = createTallies();
  const late = new Date(AT.getTime() + 5);
  const reader = { ip: () => "203.0.113.1", headers: new Headers({ "user-agent": "A" }), proven: true };
  tallies.add(readBy({}, { reader }));
  const taken = tallies.take(10);
  tallies.add(readBy({}, { reader, at: late }));
  tallies.add(readBy({}, { reader, at: new Date(AT.getTime() + PERIOD_MS) }));
  tallies.putBack(taken);
  const again = tallies.take(10).map(([, { count, first, last }]) => ({ count, first, last }));
  expect(again).toEqual([
    { count: 2, first: AT.getTime(), last: late.getTime() },
    { count: 1, first: AT.getTime() + PERIOD_MS, last: AT.getTime() + PERIOD_MS },
  ]);
});

test("100,000 readers at once are all counted, the first 10,000 told apart, whatever they call themselves", () => {
  const tallies = createTallies();
  Bun.gc(true);
  const before = process.memoryUsage().heapUsed;
  for (let reader = 0; reader < 100_000; reader++) {
    // Long names, which no browser has.
    const agent = `${reader} ${"x".repeat(4000)}`;
    tallies.add(
      readBy(
        { "user-agent": agent, cookie: `__Host-docsvc_viewer=${"y".repeat(4000)}` },
        {},
        `2001:db8::${reader.toString(16)}`,
      ),
    );
  }
  Bun.gc(true);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(32 * 1024 * 1024);
  expect(tallies.size).toBe(10_001);
  expect(sum(tallies.take(20_000))).toBe(100_000);
  expect(tallies.takeLost()).toBe(0);
});

test("100,000 readings by one name are all counted, and few addresses asked for", () => {
  const tallies = createTallies();
  let asked = 0;
  const reader = {
    ip: () => `203.0.113.${asked++ % 10}`,
    headers: new Headers({ "user-agent": "A" }),
    proven: false,
  };
  for (let count = 0; count < 100_000; count++) tallies.add(readBy({}, { reader }));
  expect(asked).toBeLessThan(7000);
  const taken = tallies.take(100);
  expect([sum(taken), taken.length]).toEqual([100_000, 10]);
});

test("more documents at once than there is room for are counted as far as it goes, and the rest is told", () => {
  const tallies = createTallies({ readers_max: 10, tallies_max: 20 });
  for (let document_id = 0; document_id < 50; document_id++)
    tallies.add(readBy({ "user-agent": "A" }, { document_id }));
  expect(tallies.size).toBe(20);
  expect(sum(tallies.take(100))).toBe(20);
  expect([tallies.takeLost(), tallies.takeLost()]).toEqual([30, 0]);
});
