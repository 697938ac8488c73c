// Legal hold of a database:
// what it holds is changed and never deleted, by people and by jobs, until the hold is released (rules: policy/seeing).
import { expect, test } from "bun:test";
import { DAY_MS, HOUR_MS } from "../../kernel/plugin.ts";
import type { Made } from "../databases/made.ts";
import { formsOf } from "../forms/made.ts";
import { openHarness, type ParsedBody } from "../harness/harness.ts";

const h = await openHarness();
const { makeDatabase, makeForm, addRecord, submit, records, must } = formsOf(h);

const FIELDS = [
  { key: "name", label: "Name", type: "text" },
  { key: "amount", label: "Amount", type: "number" },
  { key: "files", label: "Files", type: "attachment", max_files: 5 },
];

const hold = (made: Pick<Made, "as" | "doc_id">, on = true) =>
  must(h.call(`POST /api/docs/${made.doc_id}/legal-hold`, { as: made.as, json: { on } }), 200);

let sent = 0;
async function upload(db: Made): Promise<ParsedBody> {
  sent += 1;
  const headers = {
    "x-service-filename": `${sent}.txt`,
    "x-service-upload-id": `held-upload-${sent}`,
    "content-length": "5",
  };
  return (await must(h.call(`PUT ${db.in}/media/files`, { as: db.as, headers, body: "bytes" }), 200)).file;
}

async function pass(ms: number): Promise<void> {
  h.clock.advance(ms);
  for (let round = 0; round < 3; round += 1) await h.runtime.jobs.runDue();
}

const isThere = async (doc_id: string) =>
  (await h.runtime.database.sql`select 1 from documents where doc_id = ${doc_id}`).length === 1;

const countRows = async ({ table }: Made, ...tables: string[]) =>
  Object.fromEntries(
    await Promise.all(
      tables.map(async (name) => {
        const sql = h.runtime.database.sql;
        const [row] = await sql<
          { count: number }[]
        >`select count(*)::int as count from ${sql(name)} where table_id = ${table.id}`;
        return [name, row?.count];
      }),
    ),
  );

/** Refused with 423 and a way out. */
async function refused(route: string, made: Made, json?: object): Promise<void> {
  const { status, body } = await h.call(route, { as: made.as, ...(json && { json }) });
  expect([route, status, body.error]).toEqual([route, 423, expect.stringMatching(/under legal hold.+must release/s)]);
}

test("while a database is held its tables, records, views, forms and their files are not deleted, and all may be changed", async () => {
  const db = await makeDatabase({ fields: FIELDS });
  const file = await upload(db);
  const one = await addRecord(db, { name: "one", files: [file] });
  const view = await must(h.call(`POST ${db.in}/views`, { as: db.as, json: { name: "All", config: {} } }));
  const form = await makeForm({ fields: ["name"] }, db);
  const pending = await upload(db);
  await hold(db);
  const later = await makeForm({ fields: ["name"], title: "Later" }, db);
  const named = (await must(h.call("POST /api/docs", { as: db.as, json: { html: "<p>x</p>" } }))).doc_id;
  const two = await addRecord(db, { name: "two", files: [{ doc_id: named, version: 1, path: "index.html" }] });

  await refused(`DELETE ${db.in}?base_version=1&confirm=Orders`, db);
  await refused(`DELETE ${db.in}/records/${one.id}?base_version=1`, db);
  await refused(`DELETE ${db.in}/views/${view.id}`, db);
  for (const { form_at } of [form, later]) await refused(`DELETE ${form_at}`, db);
  for (const doc_id of [file.doc_id, pending.doc_id, named, form.form.doc_id, db.doc_id]) {
    await refused(`DELETE /api/docs/${doc_id}`, db);
    await refused(`DELETE /api/docs/${doc_id}?purge=true`, db);
  }
  const op = { op: "delete", id: two.id, base_version: 1 };
  await refused(`POST ${db.in}/records/batch`, db, { ops: [op] });
  const loose = { ops: [op, { op: "create", data: { name: "three" } }], atomic: false };
  const { results } = await must(h.call(`POST ${db.in}/records/batch`, { as: db.as, json: loose }));
  expect(results.map((one: { status: number }) => one.status)).toEqual([423, 201]);
  expect(results[0].error.error).toContain("under legal hold");

  const changed = { data: { name: "changed", files: [] }, base_version: 1 };
  await must(h.call(`PATCH ${db.in}/records/${one.id}`, { as: db.as, json: changed }));
  await must(h.call(`PATCH ${db.in}`, { as: db.as, json: { base_version: 1, name: "Renamed" } }));
  await must(h.call(`PATCH ${form.form_at}`, { as: db.as, json: { active: false } }));
  // What an earlier version names is held as well as what the record names.
  await refused(`DELETE /api/docs/${file.doc_id}`, db);
  expect((await records(db)).length).toBe(3);

  await hold(db, false);
  await must(h.call(`DELETE ${db.in}/records/${two.id}?base_version=1`, { as: db.as }));
  await must(h.call(`DELETE ${form.form_at}`, { as: db.as }));
  for (const doc_id of [file.doc_id, named]) await must(h.call(`DELETE /api/docs/${doc_id}`, { as: db.as }));
  await must(h.call(`DELETE ${db.in}?base_version=2&confirm=Renamed`, { as: db.as }));
});

test("jobs keep a held database's versions, deletions, feed, uploads and deleted tables, and take a free one's", async () => {
  const [held, free] = [await makeDatabase({ fields: FIELDS }), await makeDatabase({ fields: FIELDS })];
  const kept: Record<string, string[]> = {};
  const tables: Record<string, ParsedBody> = {};
  for (const db of [held, free]) {
    const file = await upload(db);
    const pending = await upload(db);
    const { id } = await addRecord(db, { name: "one", files: [file] });
    await must(h.call(`PATCH ${db.in}/records/${id}`, { as: db.as, json: { data: { files: [] }, base_version: 1 } }));
    const gone = await addRecord(db, { name: "gone" });
    await must(h.call(`DELETE ${db.in}/records/${gone.id}?base_version=1`, { as: db.as }));
    const old = await must(h.call(`POST ${db.at}/tables`, { as: db.as, json: { name: "Old", fields: FIELDS } }));
    await must(h.call(`POST ${db.at}/tables/${old.id}/records`, { as: db.as, json: { data: { name: "in it" } } }));
    await must(h.call(`DELETE ${db.at}/tables/${old.id}?base_version=1&confirm=Old`, { as: db.as }));
    kept[db.doc_id] = [pending.doc_id];
    tables[db.doc_id] = old;
  }
  await hold(held);
  const NAMES = ["database_record_history", "database_changes", "database_uploads", "database_records"];
  const before = await countRows(held, ...NAMES);
  for (let month = 0; month < 3; month += 1) await pass(31 * DAY_MS);
  expect(await countRows(held, ...NAMES)).toEqual(before);
  expect(before).toEqual({ database_record_history: 3, database_changes: 5, database_uploads: 2, database_records: 1 });
  expect(await countRows(free, ...NAMES)).toEqual({
    ...{ database_record_history: 0, database_changes: 0, database_uploads: 0, database_records: 1 },
  });
  const old = (db: Made) =>
    h.runtime.database.sql`select 1 from database_records where table_id = ${tables[db.doc_id].id}`;
  expect([(await old(held)).length, (await old(free)).length]).toEqual([1, 0]);
  expect(await isThere(kept[held.doc_id]![0]!)).toBe(true);
  expect(await isThere(kept[free.doc_id]![0]!)).toBe(false);
  expect((await must(h.call(`GET /api/docs/${kept[held.doc_id]![0]}`, { as: held.as }))).expires_at).toBeNull();

  // What was deleted comes back while it is held, however long ago, and a release alone removes nothing.
  await hold(held, false);
  await pass(6 * DAY_MS);
  expect((await old(held)).length).toBe(1);
  expect(await countRows(held, ...NAMES)).toEqual(before);
  await must(h.call(`POST ${held.at}/tables/${tables[held.doc_id].id}/restore`, { as: held.as }));
  await must(h.call(`DELETE ${held.at}/tables/${tables[held.doc_id].id}?base_version=1&confirm=Old`, { as: held.as }));
  for (let week = 0; week < 6; week += 1) await pass(7 * DAY_MS + HOUR_MS);
  expect((await old(held)).length).toBe(0);
  expect(await isThere(kept[held.doc_id]![0]!)).toBe(false);
  expect((await countRows(held, "database_record_history"))["database_record_history"]).toBe(0);
});

test("a held database's deleted tables and records come back, however long ago they were deleted", async () => {
  const db = await makeDatabase({ fields: FIELDS });
  const { id } = await addRecord(db, { name: "one" });
  await must(h.call(`DELETE ${db.in}/records/${id}?base_version=1`, { as: db.as }));
  const old = await must(h.call(`POST ${db.at}/tables`, { as: db.as, json: { name: "Old", fields: FIELDS } }));
  await must(h.call(`DELETE ${db.at}/tables/${old.id}?base_version=1&confirm=Old`, { as: db.as }));
  await hold(db);
  await pass(60 * DAY_MS);
  await must(h.call(`POST ${db.at}/tables/${old.id}/restore`, { as: db.as }));
  expect((await must(h.call(`POST ${db.in}/records/${id}/restore`, { as: db.as, json: {} }))).data.name).toBe("one");
});

test("every version of a held record is kept, beyond the hundred that others have", async () => {
  const [held, free] = [await makeDatabase({ fields: FIELDS }), await makeDatabase({ fields: FIELDS })];
  await hold(held);
  for (const db of [held, free]) {
    const { id } = await addRecord(db, { amount: 0 });
    for (let version = 1; version < 105; version += 1) {
      const json = { data: { amount: version }, base_version: version };
      await must(h.call(`PATCH ${db.in}/records/${id}`, { as: db.as, json }));
    }
  }
  expect((await countRows(held, "database_record_history"))["database_record_history"]).toBe(104);
  expect((await countRows(free, "database_record_history"))["database_record_history"]).toBe(99);
});

test("answers to a held database's forms stay with their sessions, and what was uploaded stays when its sender's account ends", async () => {
  const boss = await h.person({ role: "owner" });
  const author = await h.person({ role: "admin", workspace_id: boss.workspace_id });
  const root = await must(h.call("POST /api/roots", { as: boss, json: { name: "Cases" } }));
  const db = await makeDatabase({ as: boss, fields: FIELDS, root: root.slug });
  await must(
    h.call(`POST /api/roots/${root.slug}/access`, {
      as: boss,
      json: { subject_type: "user", subject: author.email, level: "edit" },
    }),
  );
  const form = await makeForm({ fields: ["name"] }, db);
  expect((await submit(form, { name: "answer" })).status).toBe(200);
  const file = await upload({ ...db, as: author });
  await hold(db);
  await must(h.call("DELETE /api/account", { as: author, with_cookie: true, json: { confirm: author.email } }));
  for (let week = 0; week < 8; week += 1) await pass(7 * DAY_MS);
  const [row] = await h.runtime.database
    .sql`select user_id, filename from database_uploads where table_id = ${db.table.id}`;
  expect(row).toMatchObject({ user_id: null, filename: expect.stringContaining(".txt") });
  expect(await isThere(file.doc_id)).toBe(true);
  expect((await records(db)).length).toBe(1);
  expect(await h.runtime.database.sql`select 1 from form_responses where table_id = ${db.table.id}`).toHaveLength(1);
});

test("a document that two held databases name stays until both are released, and goes by its own days then", async () => {
  const as = await h.person({ role: "owner" });
  const [one, two] = [await makeDatabase({ as, fields: FIELDS }), await makeDatabase({ as, fields: FIELDS })];
  const json = { html: "<p>x</p>", retention_days: 3 };
  const { doc_id } = await must(h.call("POST /api/docs", { as, json }));
  for (const db of [one, two]) {
    await addRecord(db, { files: [{ doc_id, version: 1, path: "index.html" }] });
    await hold(db);
  }
  await hold(one, false);
  await pass(20 * DAY_MS);
  const read = () => must(h.call(`GET /api/docs/${doc_id}`, { as }));
  expect(await read()).toMatchObject({ state: "live", expires_at: null, legal_hold: false });
  await refused(`DELETE /api/docs/${doc_id}`, one);
  // Whatever else would give it an end gives it none.
  await must(h.call(`PATCH /api/docs/${doc_id}`, { as, json: { html: "<p>y</p>", retention_days: 2 } }));
  expect((await read()).expires_at).toBeNull();
  await hold(two, false);
  expect(Date.parse((await read()).expires_at) - h.clock.now().getTime()).toBe(2 * DAY_MS);
  await pass(3 * DAY_MS);
  await pass(8 * DAY_MS);
  expect(await isThere(doc_id)).toBe(false);
});

test("a hold that comes while records are deleted leaves each deleted before or there for good", async () => {
  const db = await makeDatabase({ fields: FIELDS });
  const made = await Promise.all(Array.from({ length: 20 }, () => addRecord(db, { name: "one" })));
  const ends = made.map(({ id }) => h.call(`DELETE ${db.in}/records/${id}?base_version=1`, { as: db.as }));
  const holding = hold(db);
  const answers = await Promise.all(ends);
  await holding;
  const gone = answers.filter(({ status }) => status === 200).length;
  expect(answers.every(({ status }) => status === 200 || status === 423)).toBe(true);
  expect((await records(db)).length).toBe(20 - gone);
});

test("a comment on a held document, or on a held database, is not deleted, and keeps its text", async () => {
  const db = await makeDatabase({ fields: FIELDS });
  const comment = await must(h.call(`POST /api/docs/${db.doc_id}/comments`, { as: db.as, json: { body: "look" } }));
  await hold(db);
  await refused(`DELETE /api/comments/${comment.id}`, db);
  await refused(`PATCH /api/comments/${comment.id}`, db, { body: "nothing" });
  await must(h.call(`PATCH /api/comments/${comment.id}`, { as: db.as, json: { body: "look", resolved: true } }));
  await hold(db, false);
  await must(h.call(`PATCH /api/comments/${comment.id}`, { as: db.as, json: { body: "nothing" } }));
  await must(h.call(`DELETE /api/comments/${comment.id}`, { as: db.as }));
});
