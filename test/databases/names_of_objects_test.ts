// Fields that are called as every object's members are: a value is only what a record has itself.
import { Database as Sqlite } from "bun:sqlite";
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { databasesOf } from "./made.ts";

const h = await openHarness();
const { makeDatabase, addRecord, must } = databasesOf(h);

test("a field called constructor is kept, found, sorted by, exported and imported as any other", async () => {
  const made = await makeDatabase({
    fields: [
      { key: "name", label: "Name", type: "text" },
      { key: "constructor", label: "Builder", type: "text" },
    ],
  });
  const { as, at } = made;
  await addRecord(made, { name: "none" });
  await addRecord(made, { name: "two", constructor: "Otto" });
  await addRecord(made, { name: "one", constructor: "Anna" });
  const query = async (json: object) => {
    const { records } = await must(h.call(`POST ${made.in}/query`, { as, json }));
    return records.map(({ data }: { data: { name: string } }) => data.name);
  };
  expect(await query({ filters: [{ field: "constructor", op: "eq", value: "Anna" }] })).toEqual(["one"]);
  expect(await query({ filters: [{ field: "constructor", op: "empty" }] })).toEqual(["none"]);
  expect(await query({ sort: "constructor" })).toEqual(["none", "one", "two"]);
  expect(await query({ search: "native" })).toEqual([]);

  const upsert = { op: "upsert", match: ["constructor"], data: { name: "ones" } };
  expect((await h.call(`POST ${made.in}/records/batch`, { as, json: { ops: [upsert] } })).status).toBe(400);

  const csv = await h.call(`GET ${at}/export?format=csv&table_id=${made.table.id}`, { as });
  const lines = new TextDecoder().decode(csv.bytes).trimEnd().split("\r\n");
  expect(lines.slice(1).map((line) => line.split(",").slice(5))).toEqual([
    ["none", ""],
    ["two", "Otto"],
    ["one", "Anna"],
  ]);
  const sqlite = await h.call(`GET ${at}/export?format=sqlite`, { as });
  const file = Sqlite.deserialize(Buffer.from(sqlite.bytes));
  expect(file.query('select name, "constructor" as c from Orders order by _id').values()).toEqual([
    ["none", null],
    ["two", "Otto"],
    ["one", "Anna"],
  ]);
  file.close();

  const into = `POST ${at}/tables/import?filename=a.csv&table_id=${made.table.id}`;
  const first = await must(h.call(into, { as, body: "name\r\nplain\r\n" }));
  expect([first.created, first.failed]).toEqual([1, 0]);
  const matched = await must(
    h.call(`${into}&match=constructor`, { as, body: "name,constructor\r\nuno,Anna\r\nnew,Ada\r\n" }),
  );
  expect([matched.created, matched.updated, matched.failed]).toEqual([1, 1, 0]);
  expect(await query({ filters: [{ field: "constructor", op: "eq", value: "Anna" }] })).toEqual(["uno"]);
  const fresh = await must(
    h.call(`POST ${at}/tables/import?filename=b.csv`, { as, body: "a,constructor\r\nx,y\r\nz,\r\n" }),
  );
  expect([fresh.created, fresh.failed]).toEqual([2, 0]);
});
