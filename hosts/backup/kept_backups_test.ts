// Which backups of a folder are beyond their days: by the moment in their names, and never what is named in another way.
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
