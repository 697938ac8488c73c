// A database that is removed for good while somebody writes into it: they hear that it is gone, and nothing is left of their write.
import { expect, test } from "bun:test";
import { openHarness, type Send } from "../harness.ts";
import { until } from "../until.ts";
import { databasesOf, type Made } from "./made.ts";

const h = await openHarness();
const { makeDatabase, addRecord } = databasesOf(h);
const { sql } = h.house.database;

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
  await h.house.database.withTransaction(async (tx) => {
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

async function isSomebodyWaiting(): Promise<boolean> {
  const rows = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return rows.length > 0;
}
