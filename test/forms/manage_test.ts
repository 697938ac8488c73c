// Making, showing and changing forms: what is refused, who may, and what becomes of them with their documents.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { formsOf } from "./made.ts";
import { slugOf } from "./tickets.ts";

const h = await openHarness();
const { makeForm, makeDatabase, ticket, send, submit, records, must, readDatabase } = formsOf(h);
const HTML = `<!doctype html><title>Own</title><h1>Own</h1><form data-service-form method="post" action="__SERVICE_FORM_ACTION__">
<input type="hidden" name="_service_token" value="__SERVICE_FORM_TOKEN__"><input name="name"></form>`;

const refused = async (made: Awaited<ReturnType<typeof makeDatabase>>, json: object): Promise<[number, string]> => {
  const whole = { table_id: made.table.id, title: "Register", fields: ["name"], ...json };
  const answer = await h.call(`POST ${made.at}/forms`, { as: made.as, json: whole });
  return [answer.status, answer.body.error ?? JSON.stringify(answer.body.detail)];
};

test("what no form can be is refused with the reason, and leaves no document behind", async () => {
  const made = await makeDatabase();
  const count = async () => (await must(h.call("GET /api/docs", { as: made.as }))).docs.length;
  const before = await count();
  const wrong: [object, number, string][] = [
    [{ fields: ["amount"] }, 400, '"name"'],
    [{ fields: ["name", "nothing"] }, 400, '"nothing"'],
    [{ fields: ["name", "name"] }, 400, "twice"],
    [{ fields: [] }, 400, "fields"],
    [{ title: undefined }, 422, "title"],
    [{ visibility: "password" }, 400, "password"],
    [{ visibility: "unlisted", password: "a" }, 400, "password"],
    [{ password: "a" }, 400, "password goes with visibility password; send both"],
    [{ visibility: "team" }, 400, "restricted, unlisted, password, workspace"],
    [{ visibility: "unlisted", one_per_user: true }, 400, "one_per_user"],
    [{ opens_at: "soon" }, 400, "soon"],
    [{ opens_at: "2030-01-02", closes_at: "2030-01-01" }, 400, "closes_at"],
    [{ max_responses: 0 }, 400, "max_responses"],
    [{ doc_id: "none" }, 404, "not found"],
    [{ table_id: made.table.id + 1000 }, 404, "table"],
  ];
  for (const [json, status, word] of wrong) {
    const [got, text] = await refused(made, json);
    expect([json, got, text.includes(word)]).toEqual([json, status, true]);
  }
  expect(await count()).toBe(before);
});

test("an html document becomes a form once, and stays where and what it is", async () => {
  const made = await makeDatabase();
  const json = { html: HTML, visibility: "unlisted", folder: "pages" };
  const page = await must(h.call("POST /api/docs", { as: made.as, json }));
  const form = await makeForm({ title: undefined, doc_id: page.doc_id }, made);
  expect(form.form).toMatchObject({ doc_id: page.doc_id, url: page.url, title: "Own", custom_html: true });
  const after = await must(h.call(`GET /api/docs/${page.doc_id}`, { as: made.as }));
  expect(after).toMatchObject({ doc_type: "form", kind: "html", folder: "pages", visibility: "unlisted", version: 1 });
  expect((await refused(made, { title: undefined, doc_id: page.doc_id }))[0]).toBe(409);
  expect((await submit(form, { name: "Ann" })).status).toBe(200);
  const two = await Promise.all(
    [1, 2, 3].map(async () => {
      const other = await must(h.call("POST /api/docs", { as: made.as, json }));
      return Promise.all([1, 2].map(() => refused(made, { title: undefined, doc_id: other.doc_id })));
    }),
  );
  expect(two.map((pair) => pair.map(([status]) => status).sort())).toEqual(Array(3).fill([201, 409]));
});

test("a form of which nobody says who may answer is open to nobody but people with access, and says so", async () => {
  const made = await makeDatabase();
  const told = expect.stringContaining("only people with access to its page");
  for (const visibility of [undefined, "restricted"]) {
    const form = await makeForm({ visibility }, made);
    expect(form.form).toMatchObject({ visibility: "restricted", closed_because: null, warnings: [told] });
    expect((await h.open(`/d/${form.slug}/`)).status).toBe(302);
    expect((await submit(form, { name: "Eve" })).status).toBe(403);
    const own = { token: await ticket(form, { user_id: made.as.user_id }), data: { name: "Ann" } };
    expect((await send(form, own)).status).toBe(200);
  }
  expect((await makeForm({ visibility: "unlisted" }, made)).form.warnings).toBeUndefined();
  const { email } = made.as;
  const row = (await h.audit()).findLast(({ action, actor }) => action === "doc.publish" && actor === email);
  expect(row?.meta["visibility"]).toBe("unlisted");
});

test("what is said of a new page beside doc_id is left aside, and the answer says so", async () => {
  const made = await makeDatabase();
  for (const beside of [
    { title: "Other" },
    { visibility: "password" },
    { visibility: "workspace", password: "a" },
    { password: "a" },
    { html: "<p>no form</p>" },
  ]) {
    const page = await must(h.call("POST /api/docs", { as: made.as, json: { html: HTML, visibility: "unlisted" } }));
    const json = { table_id: made.table.id, fields: ["name"], doc_id: page.doc_id, ...beside };
    const form = await must(h.call(`POST ${made.at}/forms`, { as: made.as, json }));
    expect(form).toMatchObject({ doc_id: page.doc_id, title: "Own", visibility: "unlisted", custom_html: true });
    expect(form.warnings).toEqual([
      expect.stringContaining(`${Object.keys(beside).join(", ")} would be of a new page`),
    ]);
    expect((await submit({ slug: slugOf(form.url) }, { name: "Ann" })).status).toBe(200);
  }
});

test("somebody else's page, database or form is as if it were not there", async () => {
  const form = await makeForm();
  const stranger = await h.person();
  const own = await makeDatabase({ as: stranger });
  expect((await refused(own, { title: undefined, doc_id: form.form.doc_id }))[0]).toBe(404);
  expect((await refused({ ...form, as: stranger }, {}))[0]).toBe(404);
  expect((await refused(own, { table_id: form.table.id }))[0]).toBe(404);
  for (const at of [form.form_at, `${own.at}/forms/${form.form.doc_id}`]) {
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const json = method === "PATCH" ? { active: false } : undefined;
      expect((await h.call(`${method} ${at}`, { as: stranger, ...(json && { json }) })).status).toBe(404);
    }
  }
  expect((await must(h.call(`GET ${form.form_at}`, { as: form.as }))).active).toBe(true);
});

test("a colleague who may only read the database is shown the forms whose pages they may open, and changes none", async () => {
  const open = await makeForm({ visibility: "workspace" });
  const closed = await makeForm({ visibility: "unlisted" }, open);
  const reader = await h.person({ role: "member", workspace_id: open.as.workspace_id });
  await must(
    h.call(`POST /api/docs/${open.doc_id}/access`, {
      as: open.as,
      json: { subject_type: "user", subject: reader.email, level: "view" },
    }),
  );
  expect((await readDatabase(open)).forms.map(({ doc_id }: { doc_id: string }) => doc_id)).toEqual([
    open.form.doc_id,
    closed.form.doc_id,
  ]);
  const shown = await readDatabase({ ...open, as: reader });
  expect(shown.forms.map(({ doc_id }: { doc_id: string }) => doc_id)).toEqual([open.form.doc_id]);
  expect((await h.call(`GET ${closed.form_at}`, { as: reader })).status).toBe(404);
  expect((await h.call(`PATCH ${open.form_at}`, { as: reader, json: { active: false } })).status).toBe(403);
  expect((await h.call(`DELETE ${open.form_at}`, { as: reader })).status).toBe(403);
});

test("a copy of a form is closed until somebody opens it, and then fills the same table by itself", async () => {
  const form = await makeForm({ max_responses: 1 });
  await must(submit(form, { name: "Ann" }));
  const copy = await must(h.call(`POST /api/docs/${form.form.doc_id}/duplicate`, { as: form.as, json: {} }));
  const at = `${form.at}/forms/${copy.doc_id}`;
  expect(await must(h.call(`GET ${at}`, { as: form.as }))).toMatchObject({
    active: false,
    accepted: 0,
    custom_html: false,
    closed_because: "inactive",
  });
  await must(h.call(`PATCH /api/docs/${copy.doc_id}`, { as: form.as, json: { visibility: "unlisted" } }));
  await must(h.call(`PATCH ${at}`, { as: form.as, json: { active: true } }));
  const there = { slug: slugOf(copy.url) };
  expect((await send(there, { token: await ticket(form), data: { name: "Bea" } })).status).toBe(403);
  expect((await submit(there, { name: "Bea" })).status).toBe(200);
  expect((await records(form)).length).toBe(2);
  expect((await submit(form, { name: "Cid" })).status).toBe(410);
});

test("purged with its database, a form is a page that nobody answers; purged itself, its answers stay", async () => {
  const form = await makeForm();
  await must(submit(form, { name: "Ann" }));
  const token = await ticket(form);
  await must(h.call(`DELETE /api/docs/${form.form.doc_id}?purge=true`, { as: form.as }));
  expect((await records(form)).length).toBe(1);
  expect((await readDatabase(form)).forms).toEqual([]);
  expect((await send(form, { token, data: { name: "Bea" } })).status).toBe(404);

  const other = await makeForm();
  await must(submit(other, { name: "Ann" }));
  const left = await ticket(other);
  await must(h.call(`DELETE /api/docs/${other.doc_id}?purge=true`, { as: other.as }));
  expect((await send(other, { token: left, data: { name: "Bea" } })).status).toBe(404);
  expect((await h.call(`GET /api/docs/${other.form.doc_id}`, { as: other.as })).status).toBe(200);
});
