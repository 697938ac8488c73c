// What happens in databases is sent to webhooks that name it, and to none that ask for everything;
// what happens to records, to connections alone.
import { expect, test } from "bun:test";
import { openHarness, type ParsedBody, type Person } from "../harness/harness.ts";
import { deliver, hook, OPENED, openReceiver } from "../webhooks/receiver.ts";
import { databasesOf, type Made } from "./made.ts";

const h = await openHarness({ env: OPENED });
const receiver = openReceiver();
const { makeDatabase, addRecord, must } = databasesOf(h);

test.each([
  [["*"], ["doc.publish"]],
  [["database.table_create"], ["database.table_create"]],
  [["database.*"], ["database.table_create"]],
])("a webhook of %p is sent %p", async (events, expected) => {
  receiver.received.length = 0;
  const as = await h.person();
  await hook(h, as, { url: receiver.url, events });
  const db = await makeDatabase({ as });
  await addRecord(db, { name: "One" });
  await deliver(h);
  const sent = receiver.received.map(({ body }) => body.action).filter((action) => !action.startsWith("webhook."));
  expect(sent.sort()).toEqual(expected);
  const feed = await must(h.call("GET /api/events", { as }));
  const told = feed.events.map(({ action }: { action: string }) => action);
  expect(told.filter((action: string) => /^(database|record)\./.test(action))).toEqual([]);
});

function connect(db: Made, more: object = {}, as: Person = db.as): Promise<ParsedBody> {
  const json = { url: receiver.url, events: ["record.*"], database_id: db.doc_id, table_id: db.table.id, ...more };
  return h.call("POST /api/webhooks", { as, json });
}

/** What came of records since it was last asked, in the order in which it happened. */
async function sent(): Promise<ParsedBody[]> {
  await deliver(h);
  const events = receiver.received.splice(0).map(({ body }) => body);
  return events.filter(({ action }) => action.startsWith("record.")).sort((one, other) => one.id - other.id);
}

const told = (events: readonly ParsedBody[]) =>
  events.map(({ action, meta, data }) => [action, meta.record_id, ...(data ? [data] : [])]);

test("a connection is sent each write of its table's records, one by one and in a batch, with the fields that it names", async () => {
  const db = await makeDatabase();
  const other = await must(
    h.call(`POST ${db.at}/tables`, { as: db.as, json: { name: "Other", fields: [{ key: "name", type: "text" }] } }),
  );
  expect((await connect(db, { fields: ["name"] })).status).toBe(201);
  await addRecord(db, { name: "One", amount: 1 });
  await addRecord({ ...db, in: `${db.at}/tables/${other.id}` }, { name: "Elsewhere" });
  await must(h.call(`PATCH ${db.in}/records/1`, { as: db.as, json: { data: { name: "First" }, base_version: 1 } }));
  expect(told(await sent())).toEqual([
    ["record.created", 1, { name: "First" }],
    ["record.updated", 1, { name: "First" }],
  ]);
  const batch = {
    ops: [
      { op: "upsert", match: ["name"], data: { name: "First", amount: 1 } },
      { op: "upsert", match: ["name"], data: { name: "Third", amount: 3 } },
      { op: "delete", id: 1, base_version: 2 },
    ],
  };
  const [, second] = batch.ops;
  await must(h.call(`POST ${db.in}/records/batch`, { as: db.as, json: { ops: [batch.ops[0], second] } }));
  await must(h.call(`POST ${db.in}/records/batch`, { as: db.as, json: { ops: [batch.ops[2]] } }));
  expect(told(await sent())).toEqual([
    ["record.created", 3, { name: "Third" }],
    ["record.deleted", 1],
  ]);
  await must(h.call(`POST ${db.in}/records/1/restore`, { as: db.as, json: {} }));
  const [restored, ...more] = await sent();
  expect([told([restored]), more]).toEqual([[["record.restored", 1, { name: "First" }]], []]);
  expect(restored).toMatchObject({
    target_type: "doc",
    target_id: db.doc_id,
    meta: { database_id: db.doc_id, table_id: db.table.id, version: 4, restored: 2 },
  });
});

test("an import is one event with its counts and without a value, and a dry run is none", async () => {
  const db = await makeDatabase();
  await connect(db, { fields: ["name"] });
  for (const dry_run of [true, false]) {
    const json = { filename: "more.csv", content: "name\nOne\nTwo\n", table_id: db.table.id, dry_run };
    await must(h.call(`POST ${db.at}/import`, { as: db.as, json }));
  }
  expect((await sent()).map(({ action, meta, data }) => [action, meta.created, data])).toEqual([
    ["record.imported", 2, undefined],
  ]);
});

test("events of records are refused to what is no connection of a table, when it is made and when it is changed", async () => {
  const db = await makeDatabase();
  for (const more of [{ table_id: undefined }, { table_id: undefined, database_id: undefined }]) {
    const { status, body } = await connect(db, more);
    expect([status, body.error]).toEqual([
      400,
      '"record.*" is told to the webhook of one table; make it with database_id and table_id',
    ]);
  }
  const plain = await hook(h, db.as, { url: receiver.url, events: ["doc.*"] });
  const changed = await h.call(`PATCH /api/webhooks/${plain.id}`, { as: db.as, json: { events: ["record.created"] } });
  expect(changed.status).toBe(400);
  const { body } = await h.call("GET /api/webhooks", { as: db.as });
  expect(body.webhooks.map(({ events }: ParsedBody) => events)).toEqual([["doc.*"]]);
});

test("what a connection is told is noted when it is made and when it is changed, and asking for nothing is no change", async () => {
  const db = await makeDatabase();
  const made = await connect(db, { fields: ["name"], provider: "CRM" });
  const at = `PATCH /api/webhooks/${made.body.id}`;
  expect((await h.call(at, { as: db.as, json: { fields: ["name", "amount"] } })).status).toBe(200);
  const same = await h.call(at, { as: db.as, json: {} });
  expect([same.status, same.body.fields]).toEqual([200, ["name", "amount"]]);
  const { events } = await must(h.call("GET /api/audit?action=webhook.*", { as: db.as }));
  const told = { database_id: db.doc_id, table_id: db.table.id };
  expect(events.map(({ action, meta }: ParsedBody) => [action, meta])).toMatchObject([
    ["webhook.update", { ...told, fields: ["name", "amount"] }],
    ["webhook.create", { ...told, fields: ["name"] }],
  ]);
  const blank = await connect(db, { provider: "\u200b" });
  expect([blank.status, blank.body.error]).toEqual([
    400,
    'provider "\u200b" is blank; it needs a character that shows',
  ]);
});
