// Imports that are written while the end of their file is still read: whole and in order, or nothing at all.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { countsOf, importing } from "./importing.ts";
import { databasesOf, type Made } from "./made.ts";

const ROWS = 20_000;

const h = await openHarness();
const { makeDatabase, addRecord } = databasesOf(h);
const { send } = importing(h);
const { sql } = h.runtime.database;

const rows = Array.from(
  { length: ROWS },
  (_, index) => `Name ${index},${index % 90},"Said ""yes"" ${"x".repeat(150)}"`,
);
const file = `name,age,notes\n${rows.join("\n")}\n`;

/** A new table, and one that is there. */
function targetsOf({ table }: Made): Record<string, string>[] {
  return [{ name: "New" }, { table_id: String(table.id), skip_unknown: "true" }];
}

test("a long file makes a table of guessed fields, or fills one: every row in its order, a number and a change for each", async () => {
  const made = await makeDatabase();
  const first = await addRecord(made, { name: "First" });
  for (const target of targetsOf(made)) {
    const answer = await send(made, { ...target, format: "csv" }, file);
    expect([answer.status, ...countsOf(answer)]).toEqual([200, ROWS, ROWS, 0, 0, 0]);
    const found = await sql<{ record_id: number; name: string }[]>`
      select record_id, data ->> 'name' as name from database_records
      where table_id = ${answer.body.table_id} and record_id > ${first.id} order by record_id`;
    expect(found.map(({ name }) => name)).toEqual(rows.map((row) => row.split(",")[0] ?? ""));
    expect((found.at(-1)?.record_id ?? 0) - (found[0]?.record_id ?? 0)).toBe(ROWS - 1);
  }
  const [told] = await sql<{ count: number; numbers: number }[]>`
    select count(*)::int as count, count(distinct seq)::int as numbers from database_changes
    where op = 'record.create' and document_id = (select document_id from documents where doc_id = ${made.doc_id})`;
  expect(told).toEqual({ count: 2 * ROWS + 1, numbers: 2 * ROWS + 1 });
});

test("what is found wrong at the file's end leaves nothing of the rows before it, and takes no number", async () => {
  const made = await makeDatabase();
  const before = { records: await h.rows("database_records"), changes: await h.rows("database_changes") };
  for (const target of targetsOf(made)) {
    const answer = await send(made, { ...target, format: "csv" }, `${file}"open,1,end\n`);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(`row ${ROWS + 2} has quotes`)]);
  }
  expect({ records: await h.rows("database_records"), changes: await h.rows("database_changes") }).toEqual(before);
  expect((await addRecord(made, { name: "Next" })).id).toBe(1);
});
