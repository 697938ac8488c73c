// Which backups of a folder are beyond their days:
// by the moment in their names, and never what is named in another way.
import { expect, test } from "bun:test";
import { findOutdated, keptName } from "./kept_backups.ts";

const now = new Date("2026-03-15T04:00:00Z");

test("a backup goes once it is older than its days, to the second", () => {
  const names = ["2026-03-01T03:59:59Z", "2026-03-01T04:00:00Z", "2026-03-15T04:00:00Z", "2026-03-16T00:00:00Z"].map(
    (moment) => keptName(new Date(moment)),
  );
  expect(names[0]).toBe("docsvc-2026-03-01T03-59-59Z.tar");
  expect(findOutdated(names, { now, days: 14 })).toEqual(["docsvc-2026-03-01T03-59-59Z.tar"]);
  const parts = names.map((name) => `${name}.part`);
  expect(findOutdated(parts, { now, days: 14 })).toEqual(["docsvc-2026-03-01T03-59-59Z.tar.part"]);
});

test("what nobody named by its moment stays", () => {
  const others = ["backup.tar", "docsvc-2020-13-01T00-00-00Z.tar", "docsvc-2020.tar"];
  expect(findOutdated(others, { now, days: 1 })).toEqual([]);
});

test("a clock that is ahead for days takes away no backup that was there before it", () => {
  const day = (n: number) => keptName(new Date(Date.UTC(2026, 2, n, 4)));
  const before = Array.from({ length: 14 }, (_, n) => day(1 + n));
  const now = new Date(Date.UTC(2026, 3, 17, 4));
  const fresh = keptName(now);
  expect(findOutdated([...before, fresh], { now, days: 14, fresh })).toEqual([]);
  // It is right again: what was named ahead is no reason to keep or take away another.
  const right = new Date(Date.UTC(2026, 2, 16, 4));
  const next = keptName(right);
  expect(findOutdated([...before, fresh, next], { now: right, days: 14, fresh: next })).toEqual([]);
  const later = new Date(Date.UTC(2026, 2, 17, 4));
  expect(findOutdated([...before, next, keptName(later)], { now: later, days: 14, fresh: keptName(later) })).toEqual([
    day(1),
    day(2),
  ]);
});
