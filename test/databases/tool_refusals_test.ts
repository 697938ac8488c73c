// What agents are told of wrong calls:
// each refusal holds a right value or a call that does, since a small model goes by examples.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { callTool } from "../harness/scenario.ts";
import { databasesOf } from "./made.ts";

const h = await openHarness();
const { makeDatabase, addRecord, readDatabase } = databasesOf(h);
const db = await makeDatabase();
await addRecord(db, { name: "One", amount: 1, status: "open" });
const before = await readDatabase(db);

const T = { table_id: db.table.id };
const R = { ...T, record_id: 1 };
const where = (field: string, op: string, value?: unknown) => ({ ...T, filters: [{ field, op, value }] });
const create = (data: object) => ({ ...T, data });

/** A wrong call, and what of the right one is told. */
const WRONG: [tool: string, args: object, told: string][] = [
  ["create_table", { name: "X", fields: "name" }, '"fields":[{"key":"<key>","type":"text"}]'],
  ["create_table", { name: "X", fields: [{ key: "Name", type: "text" }] }, '{"key": "status", "label": "Status"'],
  ["create_table", { name: "X", fields: [{ key: "a", type: "string" }] }, "use one of text, long_text, number"],
  ["create_table", { name: "X", fields: [{ key: "a", type: "select" }] }, '"options": ["open", "done"]'],
  ["update_table", { ...T, name: "Y" }, '"base_version":1,"name":"<name>"'],
  [
    "update_table",
    { ...T, base_version: 1, update_fields: ["status"] },
    '[{"key":"status","options":["open","done","late"]}]',
  ],
  ["create_record", T, '"data":{"name":"Anna"}'],
  ["create_record", { ...T, data: "One" }, '"data":{"name":"Anna"}'],
  ["create_record", { ...T, name: "One" }, '"data":{"name":"Anna"}'],
  ["create_record", create({ nope: 1 }), 'Such as: {"data": {"name":"text"'],
  ["create_record", create({ name: "a", status: "gone" }), 'its options: "open", "done"'],
  ["create_record", create({ name: "a", tags: "a" }), '"tags":["a"]'],
  ["create_record", create({ name: "a", due: "1.3.2026" }), "write a day as 2026-03-01"],
  ["create_record", create({ name: "a", amount: "many" }), "send a number such as 12.5"],
  ["create_record", { ...create({ name: "a" }), table_id: 99 }, "get_database lists its tables"],
  ["update_record", { ...R, data: { name: "Two" } }, '"data":{"name":"Anna"},"base_version":1'],
  ["update_record", { ...R, data: { name: "Two" }, base_version: 7 }, "send it with that version"],
  ["update_record", { ...R, record_id: 99, data: {}, base_version: 1 }, "query_records lists"],
  ["batch_records", { ...T, ops: {} }, '"ops":[{"op":"upsert","match":["name"],"data":{"name":"Anna"}}]'],
  ["batch_records", { ...T, ops: [{ op: "update", id: 1 }] }, '{"op": "update", "id": 1, "base_version": 1, "data"'],
  ["delete_record", R, '"base_version":1'],
  ["import_records", { filename: "people.csv" }, "'upload_id' of a file sent ahead"],
  ["import_records", { content: "name\nAnna\n" }, "send filename with .csv, .jsonl or .xlsx"],
  ["import_records", { filename: "a.csv", content: "name\nAnna\n", upload_id: 1 }, "exactly one of 'content'"],
  ["import_records", { ...T, filename: "a.csv", content: "nope\nAnna\n" }, "skip_unknown"],
  ["import_records", { filename: "a.csv", upload_id: 99 }, "create_upload with stage: true"],
  ["get_record", {}, '"record_id":1'],
  ["query_records", { ...T, filters: { status: "open" } }, '"filters":[{"field":"status","op":"eq","value":"open"}]'],
  ["query_records", where("status", "="), "use one of eq, ne, contains"],
  ["query_records", where("nope", "eq", "a"), '{"field":"name","op":"eq","value":"text"}'],
  ["query_records", where("status", "eq", "gone"), '{"field":"status","op":"eq","value":"open"}'],
  ["query_records", where("amount", "gt", "many"), '{"field":"amount","op":"eq","value":1.5}'],
  ["query_records", where("amount", "contains", "1"), "use one of eq, ne, empty, not_empty, gt"],
  ["query_records", where("due", "gt", "yesterday"), '{"field":"due","op":"eq","value":"2026-03-01"}'],
  ["query_records", where("tags", "contains", ["a"]), '{"field":"tags","op":"eq","value":["a"]}'],
  ["query_records", { ...T, sort: "extra" }, "sort by name, amount"],
  ["query_records", { ...T, fields: ["nope"] }, "it has name, amount"],
  [
    "aggregate_records",
    { ...T, op: "sum", group_by: "status" },
    '{"op": "sum", "field": "amount", "group_by": "status"}',
  ],
  ["aggregate_records", { ...T, op: "sum", field: "name", group_by: "status" }, "the table has amount"],
  ["aggregate_records", { ...T, op: "count", group_by: "extra" }, "group by name, amount, status"],
  ["save_database_view", { ...T, name: "A", config: { sort: "nope" } }, "it has name, amount"],
  [
    "save_database_view",
    { ...T, name: "A", config: { filter: [] } },
    '{"config": {"filters":[{"field":"name","op":"eq","value":"text"}]}}',
  ],
  ["database_changes", { after: "x" }, '"after":0'],
  ["sql_query", { sql: "select * from nope" }, '{"sql": "select count(*) from orders"}'],
  ["sql_query", { sql: "select 1", params: "open" }, '"params":["open"]'],
];

test.each(WRONG)("%s refuses %j with an example of what is right", async (name, args, told) => {
  const { isError, content } = await callTool(h, db.as, { name, arguments: { database_id: db.doc_id, ...args } });
  const text = content.map((part) => ("text" in part ? part.text : "")).join("\n");
  expect([isError, text]).toEqual([true, expect.stringContaining(told)]);
  expect(await readDatabase(db)).toEqual(before);
});
