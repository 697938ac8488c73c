// What agents are told of imports: enough to see whether anything was done, and what of the file was not taken.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { callTool } from "../harness/scenario.ts";
import { databasesOf } from "./made.ts";

const h = await openHarness();
const { makeDatabase, readDatabase } = databasesOf(h);

test("import_records says whether rows were written, which columns were not taken, and what was guessed", async () => {
  const made = await makeDatabase();
  const call = async (args: object) => {
    const arguments_ = { database_id: made.doc_id, ...args };
    const { isError, structuredContent } = await callTool(h, made.as, {
      name: "import_records",
      arguments: arguments_,
    });
    expect(isError ?? false).toBe(false);
    return structuredContent;
  };
  const people = { filename: "people.csv", content: "name,age\nAnna,31\nBen,9\n" };
  const key = { idempotency_key: crypto.randomUUID() };
  const guessed = [
    { key: "name", type: "text" },
    { key: "age", type: "number" },
  ];
  const counts = { read: 2, created: 2, updated: 0, skipped: 0, failed: 0, ignored_columns: [], fields: guessed };
  const before = await readDatabase(made);
  expect(await call({ ...people, dry_run: true })).toMatchObject({
    ...counts,
    table_id: null,
    dry_run: true,
    replayed: false,
  });
  expect(await readDatabase(made)).toEqual(before);
  expect(await call({ ...people, ...key })).toMatchObject({ ...counts, dry_run: false, replayed: false });
  const after = await readDatabase(made);
  expect(after.usage.records).toBe(2);
  expect(await call({ ...people, ...key })).toMatchObject({ ...counts, dry_run: false, replayed: true });
  expect(await readDatabase(made)).toEqual(after);
  const odd = { filename: "more.csv", content: "name,nope\nIda,1\n", table_id: made.table.id, skip_unknown: true };
  expect(await call(odd)).toMatchObject({ read: 1, created: 1, ignored_columns: ["nope"] });
});
