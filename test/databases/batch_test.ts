// Batches: all or nothing or each for itself, changes by what matches, and what records were.
import { expect, test } from "bun:test";
import { DAY_MS, later } from "../../kernel/plugin.ts";
import { openHarness } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { databasesOf, type Made } from "./made.ts";

const h = await openHarness();
const { makeDatabase, addRecord, readDatabase, must } = databasesOf(h);

const batch = (db: Made, ops: object[], more: object = {}) =>
  h.call(`POST ${db.in}/records/batch`, { as: db.as, json: { ops, ...more } });

test("an atomic batch writes all of its operations with one audit row, and answers each", async () => {
  await scenario(h, {
    given: async () => {
      const db = await makeDatabase();
      await addRecord(db, { name: "One" });
      await addRecord(db, { name: "Two" });
      return db;
    },
    act: (db) => ({
      as: db.as,
      call: `POST ${db.in}/records/batch`,
      json: {
        ops: [
          { op: "update", id: 1, base_version: 1, data: { amount: 5 } },
          { op: "delete", id: 2, base_version: 1 },
          { op: "create", data: { name: "Three" } },
          { op: "upsert", match: ["name"], data: { name: "Three", amount: 3 } },
        ],
      },
    }),
    expect: (db) => ({
      status: 200,
      audit: (
        [
          ["record.updated", 1],
          ["record.deleted", 2],
          ["record.created", 3],
          ["record.created", 4],
        ] as const
      ).map(([action, record_id]) => ({
        action,
        meta: { database_id: db.doc_id, table_id: db.table.id, record_id },
      })),
    }),
  });
});

test("an atomic batch of which one is refused writes nothing and says which", async () => {
  const answer = await scenario(h, {
    given: () => makeDatabase(),
    act: (db) => ({
      as: db.as,
      call: `POST ${db.in}/records/batch`,
      json: {
        ops: [
          { op: "create", data: { name: "One" } },
          { op: "create", data: { amount: "x" } },
        ],
      },
    }),
    expect: { status: 400, body: { code: "validation_failed", index: 1 }, error: /^ops\[1\]: name is required/ },
  });
  expect(answer.body.fields).toHaveLength(2);
});

test("without atomic each operation stands for itself, answered as alone", async () => {
  const db = await makeDatabase();
  const one = await addRecord(db, { name: "One" });
  const { status, body } = await batch(
    db,
    [
      { op: "update", id: one.id, base_version: 9, data: { amount: 1 } },
      { op: "update", id: 77, base_version: 1, data: { amount: 1 } },
      { op: "create", data: {} },
      { op: "create", data: { name: "Two" } },
      { op: "update", id: one.id, base_version: 1, data: { amount: 1 } },
    ],
    { atomic: false },
  );
  expect(status).toBe(200);
  expect(body.results.map((one: { status: number }) => one.status)).toEqual(
    [409, 404, 400, 201, 409].slice(0, 4).concat(200),
  );
  expect(body.results[0].error).toMatchObject({ code: "version_conflict", current_version: 1, record: { id: one.id } });
  expect((await readDatabase(db)).usage.records).toBe(2);
});

test("an upsert changes the one record that agrees, creates where none does, and is refused where several do", async () => {
  const db = await makeDatabase();
  for (const name of ["One", "Two", "Two"]) await addRecord(db, { name });
  const upsert = (name: string) => ({ op: "upsert", match: ["name"], data: { name, amount: 7 } });
  const { body } = await batch(db, ["One", "Two", "Three"].map(upsert), { atomic: false });
  expect(body.results.map((one: { status: number }) => one.status)).toEqual([200, 409, 201]);
  expect(body.results[0].record).toMatchObject({ id: 1, version: 2, data: { name: "One", amount: 7 } });
  const twice = await batch(db, [upsert("One"), upsert("One")]);
  expect([twice.status, twice.body.index]).toEqual([400, 1]);
  expect((await batch(db, [{ op: "upsert", data: { name: "x" } }])).body.error).toContain(
    'ops[0] has no match; send it as {"op": "upsert"',
  );
  expect((await batch(db, [{ op: "upsert", match: ["nope"], data: { name: "x" } }])).status).toBe(400);
});

test("an upsert by an address of mail finds it in whatever case it is written, as a filter does", async () => {
  const db = await makeDatabase({
    fields: [
      { key: "mail", type: "email" },
      { key: "amount", type: "number" },
    ],
  });
  const upsert = (mail: string, amount: number) => ({ op: "upsert", match: ["mail"], data: { mail, amount } });
  const [first] = (await must(batch(db, [upsert("Anna@Example.com", 1)]))).results;
  const [second] = (await must(batch(db, [upsert("anna@example.com", 2)]))).results;
  expect([first.status, second.status, second.record.id]).toEqual([201, 200, first.record.id]);
  const twins = await batch(db, [upsert("Bo@example.com", 1), upsert("bo@example.com", 2)]);
  expect([twins.status, twins.body.index]).toEqual([400, 1]);
  expect((await readDatabase(db)).usage.records).toBe(1);
});

test("an upsert that matches by one field twice is refused, and nothing is written", async () => {
  await scenario(h, {
    given: () => makeDatabase(),
    act: (db) => ({
      as: db.as,
      call: `POST ${db.in}/records/batch`,
      json: { ops: [{ op: "upsert", match: ["name", "name"], data: { name: "One" } }] },
    }),
    expect: { status: 400, body: { index: 0 }, error: /^ops\[0\]\.match names "name" twice/ },
  });
});

test("a record's versions are kept with who wrote them, and an earlier one comes back as a new one", async () => {
  const db = await makeDatabase();
  const { id } = await addRecord(db, { name: "One", amount: 1 });
  const at = `${db.in}/records/${id}`;
  await must(h.call(`PATCH ${at}`, { as: db.as, json: { data: { amount: 2 }, base_version: 1 } }));
  const { versions } = await must(h.call(`GET ${at}/history`, { as: db.as }));
  expect(versions).toMatchObject([
    { version: 2, current: true, deleted: false, actor: db.as.email, data: { amount: 2 } },
    { version: 1, current: false, deleted: false, actor: db.as.email, data: { amount: 1 } },
  ]);
  expect((await h.call(`POST ${at}/restore`, { as: db.as, json: {} })).status).toBe(409);
  expect((await h.call(`POST ${at}/restore`, { as: db.as, json: { version: 9 } })).status).toBe(404);
  const back = await must(h.call(`POST ${at}/restore`, { as: db.as, json: { version: 1 } }));
  expect(back).toMatchObject({ id, version: 3, data: { name: "One", amount: 1 } });
});

test("a deleted record comes back with its number within 30 days, and not after", async () => {
  const db = await makeDatabase();
  const start = h.clock.now();
  const { id, created_at } = await addRecord(db, { name: "One" });
  const at = `${db.in}/records/${id}`;
  await must(h.call(`DELETE ${at}?base_version=1`, { as: db.as }));
  const { versions } = await must(h.call(`GET ${at}/history`, { as: db.as }));
  expect(versions).toMatchObject([
    { version: 2, deleted: true, current: true, data: null },
    { version: 1, deleted: false },
  ]);
  const back = await must(h.call(`POST ${at}/restore`, { as: db.as, json: {} }));
  expect(back).toMatchObject({ id, version: 3, created_at, data: { name: "One" } });
  expect((await readDatabase(db)).usage.records).toBe(1);
  await must(h.call(`DELETE ${at}?base_version=3`, { as: db.as }));
  h.clock.set(later(h.clock.now(), 30 * DAY_MS));
  expect((await h.call(`POST ${at}/restore`, { as: db.as, json: {} })).status).toBe(404);
  h.clock.set(start);
});
