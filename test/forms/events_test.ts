// What others hear of answers: people in notices and mail, and connected webhooks, each as far as they may read them.
import { expect, test } from "bun:test";
import { openHarness, type ParsedBody } from "../harness/harness.ts";
import { newMailsOf } from "../harness/outbox.ts";
import { deliver, deliveriesOf, hook, OPENED, openReceiver } from "../webhooks/receiver.ts";
import { formsOf, type MadeForm } from "./made.ts";

const h = await openHarness({ env: OPENED });
const receiver = openReceiver();
const { makeForm, submit, must } = formsOf(h);
const newMails = newMailsOf(h.runtime);
const MINUTE_MS = 60_000;

const noticesOf = async (form: MadeForm): Promise<ParsedBody[]> =>
  (await must(h.call("GET /api/notifications", { as: form.as }))).notifications.filter(
    ({ kind }: { kind: string }) => kind === "form.submitted",
  );

test("each answer is a notice to the form's maker, without a word of it", async () => {
  const form = await makeForm();
  await must(submit(form, { name: "Anna-Secret" }));
  await must(submit(form, { name: "Bea-Secret" }));
  await deliver(h);
  await deliver(h);
  const notices = await noticesOf(form);
  expect(notices.map(({ title }) => title)).toEqual(Array(2).fill('New answer in "Register"'));
  expect(JSON.stringify(notices)).not.toContain("Secret");
});

test("mails of answers are gathered, say nothing of them, and end with email_notify or the maker's access", async () => {
  const form = await makeForm({ email_notify: true });
  await must(submit(form, { name: "Anna-Secret" }));
  await deliver(h);
  const [first, ...more] = await newMails();
  expect([first?.subject, more.length]).toEqual(['A new answer to "Register"', 0]);
  expect(first?.text).not.toContain("Secret");
  for (const name of ["B", "C", "D"]) await must(submit(form, { name }));
  await deliver(h);
  expect(await newMails()).toEqual([]);
  h.clock.advance(15 * MINUTE_MS);
  await deliver(h);
  expect((await newMails()).map(({ subject }) => subject)).toEqual(['3 new answers to "Register"']);
  await must(submit(form, { name: "E" }));
  await deliver(h);
  await must(h.call(`PATCH ${form.form_at}`, { as: form.as, json: { email_notify: false } }));
  h.clock.advance(15 * MINUTE_MS);
  await deliver(h);
  expect(await newMails()).toEqual([]);
});

/** A webhook that is connected to a form's table, and what of a form's events comes to it. */
async function connect(form: MadeForm, more: object = {}): Promise<ParsedBody> {
  const json = {
    url: receiver.url,
    events: ["form.submitted"],
    database_id: form.doc_id,
    table_id: form.table.id,
    ...more,
  };
  return must(h.call("POST /api/webhooks", { as: form.as, json }));
}

/** What came, by answers: receivers are sent several at once. */
function sent(): ParsedBody[] {
  const events = receiver.received.splice(0).map(({ body }) => body);
  return events
    .filter(({ action }) => action.startsWith("form."))
    .sort((one, other) => one.meta.record_id - other.meta.record_id);
}

test("a connection is sent its table's answers with the fields that it names, and everything else none of them", async () => {
  const form = await makeForm();
  const other = await makeForm({}, form);
  const connected = await connect(form, { fields: ["name"], provider: "sheet" });
  expect(connected).toMatchObject({
    database_id: form.doc_id,
    table_id: form.table.id,
    fields: ["name"],
    provider: "sheet",
  });
  await hook(h, form.as, { url: receiver.url, events: ["*"] });
  const elsewhere = await makeForm();
  await must(submit(form, { name: "Ann", amount: 3 }));
  await must(submit(other, { name: "Bea", amount: 4 }));
  await must(submit(elsewhere, { name: "Zoe" }));
  await deliver(h);
  const events = sent();
  expect(events.map(({ data }) => data)).toEqual([{ name: "Ann" }, { name: "Bea" }]);
  expect(events[0]).toMatchObject({ target_id: form.form.doc_id, meta: { database_id: form.doc_id, record_id: 1 } });
});

test("what waits honours fields that were taken off, a deleted answer and an owner who lost the database; tests hold no answer", async () => {
  const form = await makeForm();
  const { id } = await connect(form, { fields: ["name", "amount"] });
  receiver.answer = () => new Response(null, { status: 500 });
  await must(submit(form, { name: "Ann", amount: 3 }));
  await must(submit(form, { name: "Bea", amount: 4 }));
  await deliver(h);
  expect(sent().map(({ data }) => data)).toEqual([
    { name: "Ann", amount: 3 },
    { name: "Bea", amount: 4 },
  ]);
  await must(h.call(`PATCH /api/webhooks/${id}`, { as: form.as, json: { fields: ["amount"] } }));
  await must(h.call(`DELETE ${form.in}/records/2?base_version=1`, { as: form.as }));
  h.clock.advance(MINUTE_MS);
  await deliver(h);
  const again = sent();
  expect(again.map(({ data }) => data)).toEqual([{ amount: 3 }, undefined]);
  await must(h.call(`DELETE /api/docs/${form.doc_id}`, { as: form.as }));
  h.clock.advance(5 * MINUTE_MS);
  await deliver(h);
  expect(sent()).toEqual([]);
  const [last] = await deliveriesOf(h, form.as, id);
  expect(last.last_error).toContain("may not open the database");
  receiver.answer = () => new Response(null, { status: 204 });
  await must(h.call(`POST /api/webhooks/${id}/test`, { as: form.as }));
  await deliver(h);
  const tests = receiver.received.splice(0).map(({ body }) => body);
  expect(tests.filter(({ action }) => action === "webhook.test").map(({ data }) => data)).toEqual([undefined]);
});

test("a connection to what one may not read, or to what is not there, is refused and makes nothing", async () => {
  const form = await makeForm();
  const stranger = await h.person();
  const json = { url: receiver.url, events: ["form.submitted"], database_id: form.doc_id, table_id: form.table.id };
  const by = async (as: typeof stranger, more: object) =>
    (await h.call("POST /api/webhooks", { as, json: { ...json, ...more } })).status;
  expect(await by(stranger, {})).toBe(404);
  expect(await by(form.as, { table_id: form.table.id + 1000 })).toBe(404);
  expect(await by(form.as, { fields: ["none"] })).toBe(400);
  expect(await by(form.as, { events: ["*"] })).toBe(400);
  expect(await by(form.as, { events: ["form.submitted", "doc.*"] })).toBe(400);
  expect(await by(form.as, { database_id: undefined })).toBe(400);
  expect((await must(h.call("GET /api/webhooks", { as: form.as }))).webhooks).toEqual([]);
});
