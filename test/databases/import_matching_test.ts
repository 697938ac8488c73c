// Imports that match rows with records: what is changed, what is left, and what stands against it.
import { expect, test } from "bun:test";
import { type Answer, openHarness } from "../harness/harness.ts";
import { until } from "../harness/until.ts";
import { countsOf, importing, lines } from "./importing.ts";
import { databasesOf } from "./made.ts";

const h = await openHarness();
const { makeDatabase, addRecord } = databasesOf(h);
const { send, dataOf } = importing(h);

test("a matched row takes the line and paragraph separators of Unicode", async () => {
  const made = await makeDatabase();
  await addRecord(made, { name: "A" });
  const answer = await send(
    made,
    { filename: "o.csv", table_id: made.table.id, match: "name" },
    lines("name,notes", "A,a\u2028b\u2029c"),
  );
  expect([answer.status, ...countsOf(answer)]).toEqual([200, 1, 0, 1, 0, 0]);
  expect(await dataOf(made, made.table.id)).toEqual([{ name: "A", status: "open", notes: "a\u2028b\u2029c" }]);
});

test("with match a row changes the record that it names, and its empty cells change nothing", async () => {
  const made = await makeDatabase();
  for (const data of [
    { name: "A", amount: 1, notes: "kept" },
    { name: "B", amount: 2 },
    { name: "C" },
    { name: "C" },
  ]) {
    await addRecord(made, data);
  }
  const file = lines("name,amount,notes", "A,10,", "B,2,", "D,4,", "C,3,", "D,5,", ",6,");
  const query = { filename: "o.csv", table_id: made.table.id, match: "name" };
  expect(countsOf(await send(made, { ...query, dry_run: "true" }, file))).toEqual([6, 1, 1, 1, 3]);
  const answer = await send(made, query, file);
  expect(countsOf(answer)).toEqual([6, 1, 1, 1, 3]);
  expect(answer.body.failures.map(({ row, code }: { row: number; code: string }) => [row, code])).toEqual([
    [5, "unique"],
    [6, "unique"],
    [7, "required"],
  ]);
  const records = await dataOf(made, made.table.id);
  expect(records[0]).toEqual({ name: "A", amount: 10, notes: "kept", status: "open" });
  expect(records.map(({ name }) => name)).toEqual(["A", "B", "C", "C", "D"]);
  expect(countsOf(await send(made, query, lines("name,amount", "A,10", "D,4")))).toEqual([2, 0, 0, 2, 0]);
});

test("rows are matched against no more than an export holds: 413 with the way out, and nothing is written", async () => {
  const made = await makeDatabase();
  await addRecord(made, { name: "Anna" });
  const { sql } = h.runtime.database;
  const most = 64 * 1024 * 1024;
  await sql`update database_tables set record_bytes = ${most + 1} where table_id = ${made.table.id}`;
  const query = { table_id: String(made.table.id), match: "name" };
  const before = await h.rows("database_records");
  for (const dry_run of ["true", "false"]) {
    const answer = await send(made, { ...query, dry_run, filename: "a.csv" }, lines("name", "Otto"));
    expect([answer.status, answer.body.max_bytes]).toEqual([413, most]);
    expect(answer.body.error).toContain("upsert");
  }
  expect(await h.rows("database_records")).toEqual(before);
  await sql`update database_tables set record_bytes = 100 where table_id = ${made.table.id}`;
  expect((await send(made, { ...query, filename: "a.csv" }, lines("name", "Otto"))).status).toBe(200);
});

test("rows that were matched before something else changed are a 409, and make no second record", async () => {
  const made = await makeDatabase();
  const record = await addRecord(made, { name: "Otto" });
  const { database } = h.runtime;
  const [{ document_id } = { document_id: 0 }] = await database.sql<{ document_id: number }[]>`
    select document_id from documents where doc_id = ${made.doc_id}`;
  let answering: Promise<Answer> | undefined;
  await database.withTransaction(async (sql) => {
    await sql`select lock_database(${document_id})`;
    const query = { table_id: String(made.table.id), match: "name", filename: "a.csv" };
    answering = send(made, query, lines("name", "Anna"));
    // The rows are matched by now, and wait for their turn.
    await until(async () => {
      const [row] = await database.sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return row !== undefined;
    });
    await sql`update databases set seq = seq + 1 where document_id = ${document_id}`;
  });
  expect((await answering)?.status).toBe(409);
  expect(await dataOf(made, made.table.id)).toEqual([record.data]);
});
