// Filters that compare texts which begin alike for longer than what is kept of them to sort by.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { databasesOf } from "./made.ts";

const h = await openHarness();
const { makeDatabase, addRecord, must } = databasesOf(h);

test.each([
  ["letters", "x".repeat(200)],
  ["40 Chinese characters", "漢".repeat(40)],
])("of texts that begin with the same %s, gt, gte, lt and lte find those behind and before", async (_what, start) => {
  const db = await makeDatabase({ fields: [{ key: "name", type: "text" }] });
  const ends = ["b", "a", "c", "B", "ä", ""];
  for (const end of ends) await addRecord(db, { name: start + end });
  const found = async (op: string, end: string) => {
    const json = { filters: [{ field: "name", op, value: start + end }] };
    const { records, total } = await must(h.call(`POST ${db.in}/query`, { as: db.as, json }));
    expect(total).toBe(records.length);
    return records.map(({ data }: { data: { name: string } }) => data.name.slice(start.length)).sort();
  };
  // A small letter stands before the large one, and one without an accent before the one that has it.
  expect(await found("gt", "b")).toEqual(["B", "c"]);
  expect(await found("gte", "b")).toEqual(["B", "b", "c"]);
  expect(await found("lt", "b")).toEqual(["", "a", "ä"]);
  expect(await found("lte", "b")).toEqual(["", "a", "b", "ä"]);
  expect(await found("gt", "")).toEqual(["B", "a", "b", "c", "ä"]);
  expect(await found("lt", "")).toEqual([]);
});
