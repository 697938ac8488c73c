// When a form takes answers: its dates and counts, its database, whoever made it, and what a ticket was issued for.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { formsOf, type MadeForm } from "./made.ts";

const h = await openHarness();
const { makeForm, makeDatabase, ticket, send, submit, records, must, addRecord } = formsOf(h);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NEUTRAL = "this form takes no answers now; whoever sent you its link may know more";

const at = (ms: number) => new Date(h.clock.now().getTime() + ms).toISOString();
const change = (form: MadeForm, json: object) => must(h.call(`PATCH ${form.form_at}`, { as: form.as, json }));
const read = (form: MadeForm) => must(h.call(`GET ${form.form_at}`, { as: form.as }));

/** A closed form says the same to everybody whatever closes it, writes nothing, and tells its maker why. */
async function expectClosed(form: MadeForm, because: string): Promise<void> {
  const before = (await records(form)).length;
  const answer = await submit(form, { name: "Ann" });
  expect([answer.status, answer.body.error]).toEqual([410, NEUTRAL]);
  expect((await records(form)).length).toBe(before);
  expect((await read(form)).closed_because).toBe(because);
}

test("switched off it takes none, and switched on again it does", async () => {
  const form = await makeForm();
  await change(form, { active: false });
  await expectClosed(form, "inactive");
  await change(form, { active: true });
  expect((await submit(form, { name: "Ann" })).status).toBe(200);
});

test("before it opens and once it has closed it takes none", async () => {
  const form = await makeForm({ opens_at: at(HOUR_MS), closes_at: at(2 * HOUR_MS) });
  await expectClosed(form, "early");
  h.clock.advance(HOUR_MS);
  expect((await submit(form, { name: "Ann" })).status).toBe(200);
  h.clock.advance(HOUR_MS);
  await expectClosed(form, "over");
});

test("many at once fill it exactly, and a deleted answer makes room that its return takes again", async () => {
  const form = await makeForm({ max_responses: 3 });
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => submit(form, { name: `${index}` })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 410, 410, 410, 410, 410]);
  await expectClosed(form, "full");
  await must(h.call(`DELETE ${form.in}/records/1?base_version=1`, { as: form.as }));
  expect(await read(form)).toMatchObject({ accepted: 2, closed_because: null });
  await must(h.call(`POST ${form.in}/records/1/restore`, { as: form.as, json: {} }));
  expect(await read(form)).toMatchObject({ accepted: 3, closed_because: "full" });
  await addRecord(form, { name: "by hand" });
  expect((await read(form)).accepted).toBe(3);
});

test("with its database in the trash or expired, or its table gone, it takes none", async () => {
  const trashed = await makeForm();
  const token = await ticket(trashed);
  await must(h.call(`DELETE /api/docs/${trashed.doc_id}`, { as: trashed.as }));
  expect((await send(trashed, { token, data: { name: "Ann" } })).status).toBe(410);
  await must(h.call(`POST /api/docs/${trashed.doc_id}/undelete`, { as: trashed.as, json: {} }));
  expect((await send(trashed, { token, data: { name: "Ann" } })).status).toBe(200);

  const ended = await makeForm();
  await must(h.call(`PATCH /api/docs/${ended.doc_id}`, { as: ended.as, json: { retention_days: 1 } }));
  h.clock.advance(DAY_MS + 1);
  expect((await submit(ended, { name: "Ann" })).status).toBe(410);

  const dropped = await makeForm();
  const { table } = dropped;
  await must(h.call(`DELETE ${dropped.in}?base_version=1&confirm=${table.name}`, { as: dropped.as }));
  expect((await submit(dropped, { name: "Ann" })).status).toBe(410);
});

test("once whoever made it may not write in the database, it takes none until somebody else takes it over", async () => {
  const owner = await h.person();
  const author = await h.person({ role: "member", workspace_id: owner.workspace_id });
  await must(h.call("POST /api/roots", { as: owner, json: { name: "Shared", slug: `s${owner.user_id}` } }));
  const root = `s${owner.user_id}`;
  await must(
    h.call(`POST /api/roots/${root}/access`, {
      as: owner,
      json: { subject_type: "user", subject: author.email, level: "edit" },
    }),
  );
  const db = await makeDatabase({ as: owner, root });
  const form = { ...(await makeForm({}, { ...db, as: author })), as: owner };
  const token = await ticket(form);
  expect((await submit(form, { name: "Ann" })).status).toBe(200);
  const { sql } = h.runtime.database;
  await sql`update users set disabled_at = ${h.clock.now()} where user_id = ${author.user_id}`;
  expect((await send(form, { token, data: { name: "Ann" } })).status).toBe(410);
  await expectClosed(form, "revoked");
  await change(form, { active: true });
  expect((await read(form)).closed_because).toBeNull();
  expect((await submit(form, { name: "Bea" })).status).toBe(200);
});

test("a ticket dies with its time, and with a change of the form, its page, its gate, its place or the table's fields", async () => {
  const form = await makeForm();
  const changes: (() => Promise<unknown>)[] = [
    async () => h.clock.advance(HOUR_MS / 2),
    () => change(form, { notify_drafts: true }),
    () => must(h.call(`PATCH /api/docs/${form.form.doc_id}`, { as: form.as, json: { html: "<h1>Other</h1>" } })),
    () =>
      must(
        h.call(`PATCH /api/docs/${form.form.doc_id}`, { as: form.as, json: { visibility: "password", password: "a" } }),
      ),
    () => must(h.call(`PATCH /api/docs/${form.form.doc_id}`, { as: form.as, json: { password: "another" } })),
    () => must(h.call(`PATCH /api/docs/${form.form.doc_id}`, { as: form.as, json: { folder: "elsewhere" } })),
    () =>
      must(
        h.call(`PATCH ${form.in}`, {
          as: form.as,
          json: { base_version: 1, add_fields: [{ key: "more", type: "text" }] },
        }),
      ),
  ];
  for (const [index, alter] of changes.entries()) {
    const token = await ticket(form);
    await alter();
    const late = await send(form, { token, data: { name: "Ann" } });
    expect([index, late.status, late.body.code]).toEqual([index, 403, "ticket_invalid"]);
    expect((await submit(form, { name: "Ann" })).status).toBe(200);
  }
  expect((await records(form)).length).toBe(changes.length);
});

test("a ticket of another form, of a draft, made up or mangled opens nothing", async () => {
  const form = await makeForm();
  const other = await makeForm();
  const token = await ticket(form);
  const wrong = [
    await ticket(other),
    await ticket(form, { kind: "draft" }),
    `${token}a`,
    token.slice(0, -1),
    "",
    "a.b",
  ];
  for (const text of wrong) {
    const answer = await send(form, { token: text, data: { name: "Ann" } });
    expect([text, answer.status, answer.body.code]).toEqual([text, 403, "ticket_invalid"]);
  }
  expect(await records(form)).toEqual([]);
  expect(await records(other)).toEqual([]);
});

test("of what is no form, and of one in the trash, nothing is told but that nothing is there", async () => {
  const form = await makeForm();
  const token = await ticket(form);
  await must(h.call(`DELETE ${form.form_at}`, { as: form.as }));
  const page = await must(
    h.call("POST /api/docs", { as: form.as, json: { html: "<h1>A</h1>", visibility: "unlisted" } }),
  );
  const texts = [];
  for (const slug of [form.slug, page.slug, "nothing"]) {
    const answer = await send({ slug }, { token, data: { name: "Ann" } });
    expect([slug, answer.status]).toEqual([slug, 404]);
    texts.push(JSON.stringify({ ...answer.body, request_id: null }));
  }
  expect(new Set(texts).size).toBe(1);
  await must(h.call(`POST /api/docs/${form.form.doc_id}/undelete`, { as: form.as, json: {} }));
  expect((await submit(form, { name: "Ann" })).status).toBe(200);
});

test("one of each person holds for members, whom another's ticket does not let in", async () => {
  const form = await makeForm({ visibility: "workspace", one_per_user: true });
  const member = await h.person({ role: "member", workspace_id: form.as.workspace_id });
  const stranger = await h.person();
  const by = async (user_id: number | null) =>
    (await send(form, { token: await ticket(form, { user_id }), data: { name: "Ann" } })).status;
  expect(await by(member.user_id)).toBe(200);
  expect(await by(member.user_id)).toBe(409);
  expect(await by(form.as.user_id)).toBe(200);
  expect(await by(stranger.user_id)).toBe(403);
  expect(await by(null)).toBe(403);
  const twice = await Promise.all([1, 2, 3].map(() => by(member.user_id)));
  expect(twice).toEqual([409, 409, 409]);
  await must(h.call(`DELETE ${form.in}/records/1?base_version=1`, { as: form.as }));
  expect((await Promise.all([1, 2, 3].map(() => by(member.user_id)))).sort()).toEqual([200, 409, 409]);
});

test("one of each person takes none once its page opens to people whom it cannot tell apart, and its page says so", async () => {
  const form = await makeForm({ visibility: "workspace", one_per_user: true });
  const show = (visibility: string) =>
    must(h.call(`PATCH /api/docs/${form.form.doc_id}`, { as: form.as, json: { visibility } }));
  await show("unlisted");
  await expectClosed(form, "anonymous");
  expect((await h.open(`/d/${form.slug}/`)).status).toBe(410);
  await show("workspace");
  expect((await read(form)).closed_because).toBeNull();
});

test("a database that is full of records or of bytes is a closed form to whoever answers, and makes nothing", async () => {
  const form = await makeForm();
  const { sql } = h.runtime.database;
  const [row] = await sql<{ document_id: number }[]>`select document_id from documents where doc_id = ${form.doc_id}`;
  await sql`update databases set records = 50000 where document_id = ${row?.document_id ?? 0}`;
  const full = await submit(form, { name: "Ann" });
  expect([full.status, full.body.error]).toEqual([410, NEUTRAL]);
  await sql`update databases set records = 0 where document_id = ${row?.document_id ?? 0}`;
  expect((await submit(form, { name: "Ann" })).status).toBe(200);
  expect((await read(form)).accepted).toBe(1);
});

test("records written by hand, changes of the form and answers at once are all done, and the count is exact", async () => {
  const form = await makeForm();
  const work = Array.from({ length: 6 }, async (_, index) => {
    const [answer, record] = await Promise.all([
      submit(form, { name: `a${index}` }),
      addRecord(form, { name: `r${index}` }),
      change(form, { notify_drafts: index % 2 === 0 }),
    ]);
    return [answer.status, record.id];
  });
  const done = await Promise.all(work);
  // A change between a page and its answer ends the page's ticket.
  expect(done.every(([status]) => status === 200 || status === 403)).toBe(true);
  const { accepted } = await read(form);
  expect(accepted).toBe(done.filter(([status]) => status === 200).length);
  expect((await records(form)).length).toBe(6 + accepted);
});

test("a page of somebody's own that loses its places says that nobody can answer, and takes answers again once it has them", async () => {
  const page = (action: string) =>
    `<h1>Own</h1><form data-service-form method="post" action="${action}"><input type="hidden" name="_service_token" value="__SERVICE_FORM_TOKEN__"><input name="name"></form>`;
  const form = await makeForm({ fields: ["name"], html: page("__SERVICE_FORM_ACTION__") });
  const closed = async () => {
    const shown = await must(h.call(`GET ${form.form_at}`, { as: form.as }));
    const [listed] = (await must(h.call(`GET ${form.at}/forms`, { as: form.as }))).forms;
    expect(listed).toEqual(shown);
    return shown.closed_because;
  };
  const write = (html: string) => must(h.call(`PATCH /api/docs/${form.form.doc_id}`, { as: form.as, json: { html } }));
  expect(await closed()).toBeNull();
  for (const html of [
    "<h1>Not now</h1>",
    page("https://example.com/"),
    `${page("__SERVICE_FORM_ACTION__")}${"<!-- -->".repeat(140_000)}`,
  ]) {
    await write(html);
    expect(await closed()).toBe("unfillable");
  }
  await write(page("__SERVICE_FORM_ACTION__"));
  expect(await closed()).toBeNull();
  expect((await submit(form, { name: "Ann" })).status).toBe(200);
});
