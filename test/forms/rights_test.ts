// What other people's rights, files and places make of forms and of the webhooks that are connected to them.
import { expect, test } from "bun:test";
import { createWorkspace, personMoveHook, randomToken } from "../../kernel/plugin.ts";
import { movePerson } from "../../kernel/ports/auth.ts";
import { manifest } from "../../plugins/manifest.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { newMailsOf } from "../harness/outbox.ts";
import { deliver, deliveriesOf, OPENED, openReceiver } from "../webhooks/receiver.ts";
import { formsOf, type MadeForm } from "./made.ts";

const h = await openHarness({ env: OPENED });
const receiver = openReceiver();
const { makeForm, makeDatabase, ticket, send, submit, records, must } = formsOf(h);
const newMails = newMailsOf(h.runtime);

const change = (form: MadeForm, json: object, as: Person = form.as) => h.call(`PATCH ${form.form_at}`, { as, json });

test("a whole answer names no file of whoever made the form", async () => {
  const fields = [
    { key: "name", type: "text" },
    { key: "files", type: "attachment" },
  ];
  const made = await makeDatabase({ fields });
  const form = await makeForm({ fields: ["name", "files"] }, made);
  const json = { html: "<h1>Inside</h1>", visibility: "restricted" };
  const page = await must(h.call("POST /api/docs", { as: made.as, json }));
  const texts: unknown[] = [];
  for (const doc_id of [page.doc_id, "nothing"]) {
    const answer = await submit(form, { files: [{ doc_id, version: 1, path: "index.html" }] });
    texts.push([
      answer.status,
      answer.body.fields?.[0]?.key,
      JSON.stringify(answer.body.fields ?? null).replaceAll(doc_id, ""),
    ]);
  }
  expect(texts[0]).toEqual([400, "files", expect.any(String)]);
  expect(texts[1]).toEqual(texts[0]);
  expect(await records(form)).toEqual([]);
  expect((await submit(form, { name: "Ann", files: [] })).status).toBe(200);
});

test("many members who answer at once are all answered", async () => {
  const form = await makeForm({ visibility: "workspace" });
  const tokens = await Promise.all(Array.from({ length: 60 }, () => ticket(form, { user_id: form.as.user_id })));
  const answers = await Promise.all(tokens.map((token) => send(form, { token, data: { name: "Ann" } })));
  expect([...new Set(answers.map(({ status }) => status))]).toEqual([200]);
});

test("answers that were begun are gone on with after their form moved with its owner", async () => {
  const form = await makeForm();
  const own = randomToken(256);
  const draft = async (json: object) => {
    const token = await ticket(form, { kind: "draft" });
    return h.open(`/d/${form.slug}/_draft`, { method: "POST", json: { token, resume_token: own, ...json } });
  };
  await must(draft({ action: "save", data: { name: "Ann" }, base_version: 0 }));
  const { database } = h.runtime;
  const now = h.clock.now();
  const to = await createWorkspace(database.sql, { slug: `w${form.as.user_id}`, name: "Own", plan: "free", now });
  await database.withTransaction(async (tx) => {
    const ids = { user_id: form.as.user_id, from_workspace_id: form.as.workspace_id, to_workspace_id: to.id };
    await h.runtime.callHook(personMoveHook, { sql: tx, now, ...ids });
    await movePerson(tx, { ...ids, now, role: "owner" });
  });
  await database.bus.catchUp();
  const loaded = await draft({ action: "load" });
  expect([loaded.status, loaded.body.data]).toEqual([200, { name: "Ann" }]);
  const saved = await draft({ action: "save", data: { name: "Bea" }, base_version: 1 });
  expect([saved.status, saved.body.version]).toEqual([200, 2]);
});

test("a form is switched off whatever has become of its table or its readers", async () => {
  const form = await makeForm({ fields: ["name"] });
  await must(
    h.call(`PATCH ${form.in}`, {
      as: form.as,
      json: { base_version: 1, update_fields: [{ key: "amount", required: true }] },
    }),
  );
  expect((await change(form, { active: false })).status).toBe(200);
  const single = await makeForm({ visibility: "workspace", one_per_user: true });
  await must(h.call(`PATCH /api/docs/${single.form.doc_id}`, { as: single.as, json: { visibility: "unlisted" } }));
  expect((await change(single, { active: false })).status).toBe(200);
  const lost = await makeForm();
  await must(h.call(`DELETE ${lost.in}?base_version=1&confirm=${lost.table.name}`, { as: lost.as }));
  const refused = await change(lost, { notify_drafts: true });
  const why = `the table "${lost.table.name}" that its answers go to was deleted; restore the table first, or send active: false alone`;
  expect([refused.status, refused.body.error]).toEqual([409, why]);
  expect((await change(lost, { active: false })).body).toMatchObject({ active: false, closed_because: "gone" });
});

test("a page whose form is gone with its database becomes a form again", async () => {
  const form = await makeForm();
  const html = `<form data-service-form method="post" action="__SERVICE_FORM_ACTION__"><input type="hidden" name="_service_token" value="__SERVICE_FORM_TOKEN__"><input name="name"></form>`;
  await must(h.call(`PATCH /api/docs/${form.form.doc_id}`, { as: form.as, json: { html } }));
  await must(h.call(`DELETE /api/docs/${form.doc_id}?purge=true`, { as: form.as }));
  const again = await makeForm({ title: undefined, doc_id: form.form.doc_id }, await makeDatabase({ as: form.as }));
  expect((await submit(again, { name: "Ann" })).status).toBe(200);
});

test("a mail counts the answers that came since it was asked for", async () => {
  const form = await makeForm();
  for (const name of ["A", "B", "C"]) await must(submit(form, { name }));
  await must(change(form, { email_notify: true }));
  await must(submit(form, { name: "D" }));
  await deliver(h);
  expect((await newMails()).map(({ subject }) => subject)).toEqual(['A new answer to "Register"']);
});

test("what fills a trap is told the same each time it comes", async () => {
  const form = await makeForm();
  const sent = { token: await ticket(form), data: { name: "Ann" }, _service_website: "x" };
  const [one, two] = [await send(form, sent), await send(form, sent)];
  expect(two.body.receipt_id).toBe(one.body.receipt_id);
});

test("another admin leads a connection nowhere else without access to its database", async () => {
  const form = await makeForm();
  const admin = await h.person({ role: "admin", workspace_id: form.as.workspace_id });
  const json = { url: receiver.url, events: ["form.submitted"], database_id: form.doc_id, table_id: form.table.id };
  const { id } = await must(h.call("POST /api/webhooks", { as: form.as, json: { ...json, fields: ["name"] } }));
  const url = receiver.url.replace("/hook", "/other");
  const by = async (more: object) => (await h.call(`PATCH /api/webhooks/${id}`, { as: admin, json: more })).status;
  expect([await by({ url }), await by({ fields: ["amount"] })]).toEqual([404, 404]);
  expect(await by({ active: false })).toBe(200);
  expect((await h.call(`PATCH /api/webhooks/${id}`, { as: form.as, json: { url, active: true } })).status).toBe(200);
  await must(submit(form, { name: "Ann" }));
  await deliver(h);
  expect(receiver.received.map(({ path }) => path)).toContain("/other");
});

test("a test of a connection that is sent again comes without an answer", async () => {
  const form = await makeForm();
  const json = { url: receiver.url, events: ["form.submitted"], database_id: form.doc_id, table_id: form.table.id };
  const { id } = await must(h.call("POST /api/webhooks", { as: form.as, json: { ...json, fields: ["name"] } }));
  await must(h.call(`POST /api/webhooks/${id}/test`, { as: form.as }));
  await deliver(h);
  const [first] = await deliveriesOf(h, form.as, id);
  receiver.received.length = 0;
  const at = `POST /api/webhooks/${id}/deliveries/${first?.delivery_id ?? first?.id}/redeliver`;
  await must(h.call(at, { as: form.as, json: {} }));
  await deliver(h);
  expect(receiver.received.map(({ body }) => [body.action, body.data])).toEqual([["webhook.test", undefined]]);
});

test("copies are forms of the database too, and it has no more of them than it may", async () => {
  const form = await makeForm();
  const limit = manifest.caps.forms_per_database;
  const copy = () => h.call(`POST /api/docs/${form.form.doc_id}/duplicate`, { as: form.as, json: {} });
  expect((await copy()).status).toBe(201);
  for (let count = 2; count < limit - 1; count++) await makeForm({}, form);
  expect((await copy()).status).toBe(201);
  const over = await copy();
  expect([over.status, over.body.code]).toEqual([409, "limit_reached"]);
});

test("a complete answer stays complete when an earlier version of its record comes back", async () => {
  const form = await makeForm();
  const [token, resume_token] = [await ticket(form, { kind: "draft" }), randomToken(256)];
  const draft = (json: object) =>
    h.open(`/d/${form.slug}/_draft`, { method: "POST", json: { token, resume_token, ...json } });
  await must(draft({ action: "save", data: { name: "Ann" }, base_version: 0 }));
  await must(draft({ action: "save", data: { name: "Bea" }, base_version: 1 }));
  await must(draft({ action: "complete", base_version: 2 }));
  const restore = (json: object) => must(h.call(`POST ${form.in}/records/1/restore`, { as: form.as, json }));
  expect(await restore({ version: 1 })).toMatchObject({ form_status: "complete", data: { name: "Ann" } });
  await must(h.call(`DELETE ${form.in}/records/1?base_version=4`, { as: form.as }));
  expect(await restore({ version: 2 })).toMatchObject({ form_status: "complete", data: { name: "Bea" } });
  expect((await draft({ action: "save", data: { name: "Cy" }, base_version: 6 })).status).toBe(409);
  expect((await must(h.call(`GET ${form.form_at}`, { as: form.as }))).accepted).toBe(1);
});

test("who changes a form has it show no fixed files that they may not edit", async () => {
  const owner = await h.person();
  const other = await h.person({ role: "member", workspace_id: owner.workspace_id });
  const root = `s${owner.user_id}`;
  await must(h.call("POST /api/roots", { as: owner, json: { name: "Shared", slug: root } }));
  const access = { subject_type: "user", subject: other.email, level: "edit" };
  await must(h.call(`POST /api/roots/${root}/access`, { as: owner, json: access }));
  const page = await must(
    h.call("POST /api/docs", { as: owner, json: { html: "<h1>A</h1>", visibility: "restricted" } }),
  );
  const sources = [{ doc_id: page.doc_id, version: 1, path: "index.html" }];
  const fields = [
    { key: "name", type: "text" },
    { key: "notes", type: "review", sources },
  ];
  const db = await makeDatabase({ as: owner, root, fields });
  const form = await makeForm({ fields: ["name"] }, db);
  expect((await change(form, { fields: ["name", "notes"] }, other)).status).toBe(400);
  expect((await change(form, { fields: ["name", "notes"] })).status).toBe(200);
  expect((await change(form, { notify_drafts: true }, other)).status).toBe(200);
});
