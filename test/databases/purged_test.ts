// A database that is removed for good while somebody reads it or writes into it:
// they hear that it is gone, and nothing is left of their write.
import { expect, test } from "bun:test";
import { answerQuery } from "../../plugins/databases/query/answering.ts";
import { answerGroups } from "../../plugins/databases/query/grouping.ts";
import { listTables, readDatabase } from "../../plugins/databases/store/databases.ts";
import { openHarness, type Send } from "../harness/harness.ts";
import { until } from "../harness/until.ts";
import { databasesOf, type Made } from "./made.ts";

const h = await openHarness();
const { makeDatabase, addRecord } = databasesOf(h);
const { sql } = h.runtime.database;

const FIELDS = [
  { key: "name", type: "text" },
  { key: "files", type: "attachment" },
];

type Sent = { call: string } & Pick<Send, "json" | "body" | "headers">;

const WRITES: readonly [string, (db: Made) => Sent][] = [
  [
    "making a table",
    ({ at }) => ({ call: `POST ${at}/tables`, json: { name: "More", fields: [{ key: "n", type: "text" }] } }),
  ],
  ["changing one", (db) => ({ call: `PATCH ${db.in}`, json: { base_version: 1, name: "Other" } })],
  ["deleting one", (db) => ({ call: `DELETE ${db.in}?base_version=1&confirm=Orders` })],
  ["saving a view", (db) => ({ call: `POST ${db.in}/views`, json: { name: "All", config: {} } })],
  ["importing", ({ at }) => ({ call: `POST ${at}/tables/import?filename=rows.csv`, body: "name\na\n" })],
  ["adding a record", (db) => ({ call: `POST ${db.in}/records`, json: { data: { name: "Two" } } })],
  [
    "changing a record",
    (db) => ({ call: `PATCH ${db.in}/records/1`, json: { data: { name: "Two" }, base_version: 1 } }),
  ],
  [
    "sending a file for a record",
    (db) => ({
      call: `PUT ${db.in}/media/files`,
      body: "a file",
      headers: { "x-service-filename": "a.txt", "x-service-upload-id": "upload-1" },
    }),
  ],
  ["deleting a record", (db) => ({ call: `DELETE ${db.in}/records/1?base_version=1` })],
];

test.each(WRITES)("%s meets the purge", async (_name, write) => {
  const db = await makeDatabase({ fields: FIELDS });
  await addRecord(db, { name: "One" });
  const { call, ...send } = write(db);
  const { promise: answer, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof h.call>>>();
  await h.runtime.database.withTransaction(async (tx) => {
    await tx`delete from documents where doc_id = ${db.doc_id}`;
    void h.call(call, { as: db.as, ...send }).then(resolve);
    await Promise.race([answer, until(isSomebodyWaiting)]);
  });
  expect((await answer).status).toBe(404);
  const [kept] = await sql`
    select (select count(*)::int from database_tables where workspace_id = ${db.as.workspace_id}) as tables,
      (select count(*)::int from database_changes where workspace_id = ${db.as.workspace_id}) as changes`;
  expect(kept).toEqual({ tables: 0, changes: 0 });
});

test("records and sums that are read behind the purge are those of no database", async () => {
  const db = await makeDatabase();
  const [at] = await sql<{ document_id: number; workspace_id: number }[]>`
    select document_id, workspace_id from documents where doc_id = ${db.doc_id}`;
  if (!at) throw new Error("the database is there");
  const [table] = await listTables(sql, at);
  const database = await readDatabase(sql, at.document_id);
  if (!table || !database) throw new Error("the table is there");
  const subject = { ...at, table, database };
  const on = { sql, runtime: h.runtime };
  await sql`delete from documents where doc_id = ${db.doc_id}`;
  for (const query of [{}, { search: "one" }, { sort: "name" }])
    await expect(answerQuery(on, subject, query)).rejects.toThrow("document not found");
  await expect(answerGroups(on, subject, { op: "count", group_by: "status" })).rejects.toThrow("document not found");
});

async function isSomebodyWaiting(): Promise<boolean> {
  const rows = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return rows.length > 0;
}
