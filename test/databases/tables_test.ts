// Databases and their tables: made, listed, changed by version, deleted and restored;
// and what becomes of them with their document.
import { expect, test } from "bun:test";
import { DAY_MS, later } from "../../kernel/plugin.ts";
import { openHarness } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { databasesOf, FIELDS } from "./made.ts";

const h = await openHarness();
const { makeDatabase, addRecord, readDatabase, must } = databasesOf(h);

test("a new database is a restricted document of its folder, with nothing in it", async () => {
  const as = await h.person();
  const made = await must(h.call("POST /api/databases", { as, json: { title: "Orders", folder: "data/sales" } }), 201);
  expect(made).toMatchObject({
    revision: 0,
    can_edit: true,
    tables: [],
    views: [],
    forms: [],
    doc: { title: "Orders", folder: "data/sales" },
  });
  const doc = await must(h.call(`GET /api/docs/${made.doc.doc_id}`, { as }));
  expect(doc).toMatchObject({ kind: "database", doc_type: "database", visibility: "restricted" });
  const { databases } = await must(h.call("GET /api/databases?folder=data", { as }));
  expect(databases).toMatchObject([{ doc_id: made.doc.doc_id, tables: 0, records: 0, revision: 0, can_edit: true }]);
  expect((await must(h.call("GET /api/databases?folder=other", { as }))).databases).toEqual([]);
  const page = await h.open(new URL(doc.url).pathname, { as });
  expect(page.status).toBe(302);
});

test("of another type a document is no database, and to strangers neither is there", async () => {
  const db = await makeDatabase();
  const stranger = await h.person();
  const doc = await must(h.call("POST /api/docs", { as: db.as, json: { html: "<p>x</p>" } }));
  const wrong = await h.call(`GET /api/databases/${doc.doc_id}`, { as: db.as });
  expect([wrong.status, wrong.body.error]).toEqual([404, `"${doc.doc_id}" is of type document, not database`]);
  for (const id of [db.doc_id, doc.doc_id, "doc_nothing"]) {
    const answer = await h.call(`GET /api/databases/${id}`, { as: stranger });
    expect([answer.status, answer.body.error]).toEqual([404, "document not found"]);
  }
});

test("files of a database are not written", async () => {
  const db = await makeDatabase();
  const answer = await h.call(`PUT /api/docs/${db.doc_id}/files/about.json`, { as: db.as, json: { content: "{}" } });
  expect([answer.status, answer.body.error]).toEqual([
    400,
    "a database has no files to write; change its tables and records instead",
  ]);
});

test("its page is not replaced by HTML, and the way out is none of its files", async () => {
  const db = await makeDatabase();
  const answer = await h.call(`PATCH /api/docs/${db.doc_id}`, { as: db.as, json: { html: "<p>mine" } });
  expect([answer.status, answer.body.error]).toEqual([
    400,
    "html goes with HTML documents; this one is a database, so change what it holds instead",
  ]);
});

test("a deleted table whose name another has by now comes back once that one is renamed, as is told", async () => {
  const db = await makeDatabase();
  const { schema_version, name } = db.table;
  await must(h.call(`DELETE ${db.in}?base_version=${schema_version}&confirm=${name}`, { as: db.as }));
  const other = await must(h.call(`POST ${db.at}/tables`, { as: db.as, json: { name, fields: FIELDS } }), 201);
  const refused = await h.call(`POST ${db.in}/restore`, { as: db.as });
  expect([refused.status, refused.body.error]).toEqual([
    409,
    `the database has a table "${name}" already (${other.id}); rename that one, and bring this back then`,
  ]);
  const json = { base_version: other.schema_version, name: "Another" };
  await must(h.call(`PATCH ${db.at}/tables/${other.id}`, { as: db.as, json }));
  await must(h.call(`POST ${db.in}/restore`, { as: db.as }));
});

test("a change of a field that has another shape is told with its place in the body", async () => {
  const db = await makeDatabase();
  const json = { base_version: 1, update_fields: [{ key: "name" }, { key: "name", label: 5 }] };
  const { status, body } = await h.call(`PATCH ${db.in}`, { as: db.as, json });
  expect([status, body.detail[0].loc]).toEqual([422, ["body", "update_fields", 1, "label"]]);
});

test("a field that is required at once is refused with how many records have none", async () => {
  const db = await makeDatabase();
  await addRecord(db, { name: "One" });
  const add_fields = [{ key: "extra", type: "text", required: true }];
  const { status, body } = await h.call(`PATCH ${db.in}`, { as: db.as, json: { base_version: 1, add_fields } });
  expect([status, body.error]).toEqual([400, expect.stringContaining("the table has 1 records without it")]);
});

test("fields that no table can have are refused with field, rule and an example", async () => {
  await scenario(h, {
    given: () => makeDatabase(),
    act: (db) => ({
      as: db.as,
      call: `POST ${db.at}/tables`,
      json: { name: "Other", fields: [{ key: "a", type: "select" }] },
    }),
    expect: {
      status: 400,
      body: { code: "validation_failed", field: "a", rule: "options" },
      error: /A field is such as/,
    },
  });
});

test("names of tables are told apart without their case, and there are at most 32", async () => {
  const db = await makeDatabase();
  const add = (name: string) => h.call(`POST ${db.at}/tables`, { as: db.as, json: { name, fields: FIELDS } });
  const twin = await add("ORDERS");
  expect([twin.status, twin.body.code]).toEqual([409, "already_exists"]);
  for (let n = 2; n <= 32; n++) await must(add(`Table ${n}`), 201);
  const full = await add("Table 33");
  expect([full.status, full.body.code, full.body.limit]).toEqual([409, "limit_reached", 32]);
  expect((await readDatabase(db)).usage.tables).toBe(32);
});

test("a table changes by its schema_version; what would break records is counted by dry_run and refused", async () => {
  const db = await makeDatabase();
  await addRecord(db, { name: "One" });
  await addRecord(db, { name: "Two", amount: 2 });
  const headers = { "idempotency-key": "a change of fields" };
  const change = (json: object, send: object = {}) =>
    h.call(`PATCH ${db.in}`, { as: db.as, json: { base_version: 1, ...json }, ...send });
  const dry = await must(change({ dry_run: true, update_fields: [{ key: "amount", required: true }] }, { headers }));
  expect(dry).toMatchObject({ dry_run: true, schema_version: 2, failing: [{ field: "amount", records: 1 }] });
  const refused = await change({ update_fields: [{ key: "amount", required: true }] });
  expect(refused.body).toMatchObject({ field: "amount", rule: "required", failing: [{ field: "amount", records: 1 }] });
  expect((await change({ update_fields: [{ key: "name", type: "number" }] })).status).toBe(400);
  expect((await change({ update_fields: [{ key: "name", label: 5 }] })).status).toBe(422);
  expect((await change({})).status).toBe(400);
  const changed = await must(
    change(
      {
        name: "Sales",
        add_fields: [{ key: "extra_note", type: "text" }],
        update_fields: [{ key: "name", type: "long_text" }],
        order: ["amount"],
      },
      { headers },
    ),
  );
  expect(changed).toMatchObject({ name: "Sales", schema_version: 2, record_count: 2 });
  expect(changed.fields[0].key).toBe("amount");
  expect(changed.fields.at(-1).key).toBe("extra_note");
  const stale = await change({ name: "Late" });
  expect(stale.body).toMatchObject({ code: "version_conflict", current_version: 2, table: { name: "Sales" } });
  const record = await addRecord(db, { name: "Three", extra_note: "x" });
  expect(record.schema_version).toBe(2);
});

test("a table is deleted by its name and version, takes its records off the counts, and comes back within 7 days", async () => {
  const db = await makeDatabase();
  const start = h.clock.now();
  await addRecord(db, { name: "One" });
  const before = await readDatabase(db);
  expect((await h.call(`DELETE ${db.in}?base_version=1&confirm=Other`, { as: db.as })).status).toBe(400);
  expect((await h.call(`DELETE ${db.in}?base_version=2&confirm=Orders`, { as: db.as })).status).toBe(409);
  await must(h.call(`DELETE ${db.in}?base_version=1&confirm=Orders`, { as: db.as }));
  expect((await readDatabase(db)).usage).toEqual({ tables: 0, records: 0, record_bytes: 0 });
  expect((await h.call(`GET ${db.in}`, { as: db.as })).status).toBe(404);
  expect((await h.call(`GET ${db.at}/records/1`, { as: db.as })).status).toBe(404);
  await must(h.call(`POST ${db.in}/restore`, { as: db.as }));
  expect((await readDatabase(db)).usage).toEqual(before.usage);
  await must(h.call(`DELETE ${db.in}?base_version=1&confirm=Orders`, { as: db.as }));
  h.clock.set(later(start, 7 * DAY_MS));
  expect((await h.call(`POST ${db.in}/restore`, { as: db.as })).status).toBe(404);
  h.clock.set(start);
});

test("a copy has the tables, and the records only where it is asked for them, and its feed says to read it anew", async () => {
  const db = await makeDatabase();
  await addRecord(db, { name: "One" });
  for (const records of [false, true]) {
    const doc = await must(
      h.call(`POST /api/docs/${db.doc_id}/duplicate`, { as: db.as, json: { include: { records } } }),
    );
    const copy = await readDatabase({ as: db.as, at: `/api/databases/${doc.doc_id}` });
    expect(copy.tables).toMatchObject([{ name: "Orders", schema_version: 1, record_count: records ? 1 : 0 }]);
    const feed = await h.call(`GET /api/databases/${doc.doc_id}/changes`, { as: db.as });
    expect([feed.status, feed.body.resync, copy.revision]).toEqual([410, true, 1]);
    const status = await must(h.call(`GET /api/databases/${doc.doc_id}/status`, { as: db.as }));
    expect([status.changed, status.revision]).toEqual([true, 1]);
    const made = { ...db, in: `/api/databases/${doc.doc_id}/tables/${copy.tables[0].id}` };
    const next = await addRecord(made, { name: "Two" });
    expect(next.id).toBe(records ? 2 : 1);
  }
  const [row] = await h.runtime.database.sql<{ counted: number; held: number }[]>`
    select (select bytes from document_counters where workspace_id = ${db.as.workspace_id}) as counted,
      (select sum(size_bytes)::bigint from documents where workspace_id = ${db.as.workspace_id}) as held`;
  expect(row?.counted).toBe(row?.held);
});

test("a purged database leaves no row behind", async () => {
  const db = await makeDatabase();
  const { id } = await addRecord(db, { name: "One" });
  await must(h.call(`DELETE ${db.in}/records/${id}?base_version=1`, { as: db.as }));
  await addRecord(db, { name: "Two" });
  const names = [
    "databases",
    "database_tables",
    "database_writers",
    "database_views",
    "database_changes",
    "database_records",
    "database_record_history",
  ];
  const left = async () => {
    const { sql } = h.runtime.database;
    const counts = await Promise.all(
      names.map(
        async (name) => (await sql`select 1 from ${sql(name)} where workspace_id = ${db.as.workspace_id}`).count,
      ),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
  expect(await left()).toBeGreaterThan(5);
  await must(h.call(`DELETE /api/docs/${db.doc_id}?purge=true`, { as: db.as }));
  await h.runtime.jobs.runDue();
  if ((await left()) > 0) {
    h.clock.set(later(h.clock.now(), 8 * DAY_MS));
    await h.runtime.jobs.runDue();
  }
  expect(await left()).toBe(0);
});

test.each([
  [{ key: "a", type: "text", label: "\u200b" }, "label", 'a: label is "\u200b"; write 1 to '],
  [{ key: "a", type: "attachment", folder: "/x/../y" }, "folder", 'a: folder segment ".." is not allowed; use 1 to '],
  [{ key: "a", type: "attachment", default: [1] }, "default", "a: an attachment field has no default"],
  [
    { key: "a", type: "review", sources: [{ doc_id: "doc_none", version: 1, path: "a.txt" }] },
    "sources",
    'a: sources name "a.txt" of document "doc_none", version 1, which is no file that you may open',
  ],
])(
  "a field that nothing shows of, or that is bound to what is not there, is refused in a table: %j",
  async (field, rule, words) => {
    const db = await makeDatabase();
    const at = { as: db.as };
    const made = await h.call(`POST ${db.at}/tables`, { ...at, json: { name: "Other", fields: [field] } });
    const added = await h.call(`PATCH ${db.in}`, { ...at, json: { base_version: 1, add_fields: [field] } });
    for (const { status, body } of [made, added]) {
      expect([status, body.code, body.rule]).toEqual([400, "validation_failed", rule]);
      expect(body.error).toStartWith(words);
    }
    expect((await readDatabase(db)).tables).toMatchObject([{ schema_version: 1 }]);
  },
);
