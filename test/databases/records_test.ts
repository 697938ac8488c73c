// Records one by one: made, read, changed and deleted, by version.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { databasesOf } from "./made.ts";

const h = await openHarness();
const { makeDatabase, addRecord, readDatabase, must } = databasesOf(h);

test("a new record has its defaults, a version and a number of its own in the database", async () => {
  await scenario(h, {
    given: () => makeDatabase(),
    act: (db) => ({ as: db.as, call: `POST ${db.in}/records`, json: { data: { name: "One", amount: "12.50" } } }),
    expect: (db) => ({
      status: 201,
      body: {
        id: 1,
        data: { name: "One", amount: 12.5, status: "open" },
        version: 1,
        schema_version: 1,
        form_status: null,
        replayed: false,
      },
      audit: [
        {
          action: "record.created",
          target_id: db.doc_id,
          meta: { database_id: db.doc_id, table_id: db.table.id, record_id: 1 },
        },
      ],
    }),
  });
});

test("a repeated idempotency key answers the first record and says so", async () => {
  const db = await makeDatabase();
  const first = await addRecord(db, { name: "One" }, { idempotency_key: "k1" });
  expect(first.replayed).toBe(false);
  const again = await addRecord(db, { name: "One" }, { idempotency_key: "k1" });
  expect(again).toEqual({ ...first, replayed: true });
  const other = await h.call(`POST ${db.in}/records`, {
    as: db.as,
    json: { data: { name: "Two" }, idempotency_key: "k1" },
  });
  expect([other.status, other.body.code]).toEqual([409, "idempotency_key_reused"]);
  expect((await readDatabase(db)).usage.records).toBe(1);
});

test("a deleted record that the fields do not take any more is not told to send a value", async () => {
  const db = await makeDatabase();
  const made = await addRecord(db, { name: "One" });
  await must(h.call(`DELETE ${db.in}/records/${made.id}?base_version=${made.version}`, { as: db.as }));
  const update_fields = [{ key: "amount", required: true }];
  await must(h.call(`PATCH ${db.in}`, { as: db.as, json: { base_version: 1, update_fields } }));
  const { status, body } = await h.call(`POST ${db.in}/records/${made.id}/restore`, { as: db.as, json: {} });
  expect([status, body.fields]).toEqual([400, [expect.objectContaining({ key: "amount", code: "required" })]]);
  expect(body.error).toBe(
    `record ${made.id} had values that the table's fields do not take any more (amount: required); change the fields until they do, or make a new record of what its history shows`,
  );
});

test("an earlier version comes back without the defaults of what was cleared in it, or was no field then", async () => {
  const db = await makeDatabase();
  const made = await addRecord(db, { name: "One" });
  expect(made.data).toEqual({ name: "One", status: "open" });
  const at = `${db.in}/records/${made.id}`;
  const json = { data: { status: null }, base_version: 1 };
  await must(h.call(`PATCH ${at}`, { as: db.as, json }));
  const add_fields = [{ key: "place", type: "text", default: "here" }];
  await must(h.call(`PATCH ${db.in}`, { as: db.as, json: { base_version: 1, add_fields } }));
  await must(h.call(`DELETE ${at}?base_version=2`, { as: db.as }));
  const restored = await must(h.call(`POST ${at}/restore`, { as: db.as, json: {} }));
  expect(restored.data).toEqual({ name: "One" });
});

test("an earlier version that lacks what is required by now gets the default of that", async () => {
  const db = await makeDatabase();
  const made = await addRecord(db, { name: "One", status: null });
  await must(h.call(`DELETE ${db.in}/records/${made.id}?base_version=1`, { as: db.as }));
  const update_fields = [{ key: "status", required: true }];
  await must(h.call(`PATCH ${db.in}`, { as: db.as, json: { base_version: 1, update_fields } }));
  const restored = await must(h.call(`POST ${db.in}/records/${made.id}/restore`, { as: db.as, json: {} }));
  expect(restored.data).toEqual({ name: "One", status: "open" });
});

test("an example shows the field that was wrong, however many others there are", async () => {
  const many = Array.from({ length: 12 }, (_, n) => ({ key: `f${n}`, type: "text" }));
  const db = await makeDatabase({ fields: [...many, { key: "tags", type: "multi_select", options: ["red"] }] });
  const { body } = await h.call(`POST ${db.in}/records`, { as: db.as, json: { data: { tags: "red" } } });
  expect(body.error).toContain('Such as: {"data": {"tags":["red"],');
});

test("data that a field does not take is refused with 400 by field and an example, and nothing is written", async () => {
  const answer = await scenario(h, {
    given: () => makeDatabase(),
    act: (db) => ({
      as: db.as,
      call: `POST ${db.in}/records`,
      json: { data: { amount: "many", status: "gone", nope: 1 } },
    }),
    expect: { status: 400, body: { code: "validation_failed" } },
  });
  expect(answer.body.fields.map((one: { key: string; code: string }) => [one.key, one.code])).toEqual([
    ["nope", "type"],
    ["name", "required"],
    ["amount", "type"],
    ["status", "option"],
  ]);
  expect(answer.body.error).toContain('{"data": {"name":"text"');
});

test("a record is changed in part by its version, null clears, and a stale version is a 409 with the record as it is", async () => {
  const db = await makeDatabase();
  const made = await addRecord(db, { name: "One", amount: 1, tags: ["c", "a"] });
  expect(made.data.tags).toEqual(["a", "c"]);
  const at = `${db.in}/records/${made.id}`;
  const changed = await must(
    h.call(`PATCH ${at}`, { as: db.as, json: { data: { amount: null, status: "done" }, base_version: 1 } }),
  );
  expect(changed).toMatchObject({ version: 2, data: { name: "One", status: "done", tags: ["a", "c"] } });
  expect(changed.data).not.toHaveProperty("amount");
  const stale = await h.call(`PATCH ${at}`, { as: db.as, json: { data: { amount: 2 }, base_version: 1 } });
  expect(stale.status).toBe(409);
  expect(stale.body).toMatchObject({ code: "version_conflict", current_version: 2, record: changed });
  expect(await must(h.call(`GET ${at}`, { as: db.as }))).toEqual(changed);
  expect(await must(h.call(`GET ${db.at}/records/${made.id}`, { as: db.as }))).toEqual({
    ...changed,
    table_id: db.table.id,
  });
});

test("a change to what is there already is no version and no audit row", async () => {
  await scenario(h, {
    given: async () => {
      const db = await makeDatabase();
      return { db, made: await addRecord(db, { name: "One" }) };
    },
    act: ({ db, made }) => ({
      as: db.as,
      call: `PATCH ${db.in}/records/${made.id}`,
      json: { data: { name: "One" }, base_version: 1 },
    }),
    expect: { status: 200, body: { version: 1 } },
  });
});

test("a deleted record is not found, and its deletion needs its version", async () => {
  const db = await makeDatabase();
  const { id } = await addRecord(db, { name: "One" });
  const at = `${db.in}/records/${id}`;
  expect((await h.call(`DELETE ${at}?base_version=2`, { as: db.as })).status).toBe(409);
  expect((await h.call(`DELETE ${at}`, { as: db.as })).status).toBe(422);
  expect(await must(h.call(`DELETE ${at}?base_version=1`, { as: db.as }))).toEqual({ id, deleted: true, version: 2 });
  for (const call of [`GET ${at}`, `GET ${db.at}/records/${id}`, `DELETE ${at}?base_version=1`]) {
    expect((await h.call(call, { as: db.as })).status).toBe(404);
  }
  expect((await readDatabase(db)).usage).toEqual({ tables: 1, records: 0, record_bytes: 0 });
});

test("of 64 who write one version one wins, and 63 are told the record as it is", async () => {
  const db = await makeDatabase();
  const { id } = await addRecord(db, { name: "One" });
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, n) =>
      h.call(`PATCH ${db.in}/records/${id}`, { as: db.as, json: { data: { name: `by ${n}` }, base_version: 1 } }),
    ),
  );
  const won = answers.filter(({ status }) => status === 200);
  const lost = answers.filter(({ status }) => status === 409);
  expect([won.length, lost.length]).toEqual([1, 63]);
  for (const { body } of lost) expect(body.record).toEqual(won[0]?.body);
});

test("the size of live records is the document's and the workspace's, to the byte", async () => {
  const db = await makeDatabase();
  const sizes = async () => {
    const [row] = await h.runtime.database.sql<{ doc: number; all: number; live: number }[]>`
      select d.size_bytes as doc, c.bytes as all, b.record_bytes as live from documents d
        join document_counters c using (workspace_id) join databases b using (document_id) where d.doc_id = ${db.doc_id}`;
    return row;
  };
  const before = await sizes();
  const made = await addRecord(db, { name: "One" });
  const size = JSON.stringify({ name: "One", status: "open" }).length;
  expect(await sizes()).toEqual({ doc: before!.doc + size, all: before!.all + size, live: size });
  await must(
    h.call(`PATCH ${db.in}/records/${made.id}`, { as: db.as, json: { data: { name: "Eleven" }, base_version: 1 } }),
  );
  expect(await sizes()).toEqual({ doc: before!.doc + size + 3, all: before!.all + size + 3, live: size + 3 });
  await must(h.call(`DELETE /api/docs/${db.doc_id}`, { as: db.as }));
  const [left] = await h.runtime.database
    .sql`select bytes from document_counters where workspace_id = ${db.as.workspace_id}`;
  expect(left?.["bytes"]).toBe(0);
  expect((await h.call(`POST ${db.in}/records`, { as: db.as, json: { data: { name: "Two" } } })).status).toBe(404);
});
