// What a respondent sends beside what an action reads:
// it is taken, or refused with where it belongs, and never dropped in silence.
import { expect, test } from "bun:test";
import { randomToken } from "../../kernel/plugin.ts";
import { type Answer, openHarness } from "../harness/harness.ts";
import { formsOf, type MadeForm } from "./made.ts";

const h = await openHarness();
const { makeDatabase, makeForm, ticket, send, records } = formsOf(h);

const FIELDS = [
  { key: "name", type: "text", required: true },
  { key: "mail", type: "email" },
  { key: "token", type: "text" },
];
const resume = () => randomToken(256);

async function openForm() {
  const made = await makeForm({ fields: FIELDS.map(({ key }) => key) }, await makeDatabase({ fields: FIELDS }));
  return { ...made, token: await ticket(made, { kind: "draft" }) };
}

type Open = Pick<MadeForm, "slug"> & { token: string };

const draft = ({ slug, token }: Open, resume_token: string, json: object): Promise<Answer> =>
  h.open(`/d/${slug}/_draft`, { method: "POST", json: { token, resume_token, ...json } });

test("what is sent with complete is part of the answer, of one that was begun and of one that was not", async () => {
  const form = await openForm();
  const [own, other] = [resume(), resume()];
  await draft(form, own, { action: "save", data: { name: "Ann", mail: "ann@" }, base_version: 0 });
  const end = { action: "complete", data: { mail: "ann@example.com" }, base_version: 1 };
  const done = await draft(form, own, end);
  const data = { name: "Ann", mail: "ann@example.com" };
  expect([done.status, done.body]).toEqual([200, { data, version: 2, status: "complete" }]);
  expect((await draft(form, own, end)).body).toEqual(done.body);
  const whole = await draft(form, other, { action: "complete", data: { name: "Bea" }, base_version: 0 });
  expect([whole.status, whole.body.data, whole.body.status]).toEqual([200, { name: "Bea" }, "complete"]);
  expect((await records(form)).map((record) => [record.data, record.form_status])).toEqual([
    [data, "complete"],
    [{ name: "Bea" }, "complete"],
  ]);
});

test("with complete values are held to the rules, a refusal keeps nothing of them, and a complete answer takes no others", async () => {
  const form = await openForm();
  const own = resume();
  await draft(form, own, { action: "save", data: { name: "Ann" }, base_version: 0 });
  const end = (data: object, base_version = 1) => draft(form, own, { action: "complete", data, base_version });
  for (const [data, key] of [
    [{ mail: "ann@" }, "mail"],
    [{ name: null }, "name"],
    [{ secret: "x" }, "secret"],
  ] as const) {
    const refused = await end(data);
    expect([refused.status, refused.body.fields?.[0]?.key]).toEqual([400, key]);
  }
  expect((await end({ mail: "ann@example.com" }, 7)).status).toBe(409);
  expect(await records(form)).toMatchObject([{ version: 1, form_status: "draft", data: { name: "Ann" } }]);
  expect((await end({})).status).toBe(200);
  const late = await end({ name: "Ben" }, 2);
  expect([late.status, late.body.code, late.body.data]).toEqual([409, "version_conflict", { name: "Ann" }]);
  expect((await end({ name: "Ann" }, 2)).status).toBe(200);
  expect(await records(form)).toMatchObject([{ version: 2, data: { name: "Ann" } }]);
});

test("values that stand where nothing reads them are refused with where they belong", async () => {
  const form = await openForm();
  const own = resume();
  const wrong: [object, number, string][] = [
    [{ action: "load", data: { name: "Ann" } }, 400, "save or complete"],
    [{ action: "save", name: "Ann", data: {}, base_version: 0 }, 400, '"name" stands beside data'],
    [{ action: "complete", mail: "a@example.com", data: { name: "Ann" } }, 400, '"mail" stands beside data'],
    [{ action: "save", base_version: 0 }, 422, "data is required"],
  ];
  for (const [json, status, word] of wrong) {
    const { status: got, body } = await draft(form, own, json);
    expect([json, got, JSON.stringify(body).includes(word.replaceAll('"', '\\"'))]).toEqual([json, status, true]);
  }
  const whole = await send(form, { token: await ticket(form), data: { name: "Ann" }, mail: "a@example.com" });
  expect([whole.status, whole.body.error]).toEqual([400, expect.stringContaining('"mail" stands beside data')]);
  expect(await records(form)).toEqual([]);
  // What the page's ticket alone may tell is told nobody else.
  const blind = await send(form, { token: "none", data: {}, mail: "a@example.com" });
  expect(blind.status).toBe(403);
});

test("a save of nothing keeps nothing, and says when the answer is another by now", async () => {
  const form = await openForm();
  const own = resume();
  const nothing = (base_version: number) => draft(form, own, { action: "save", data: {}, base_version });
  const before = await h.rows("form_sessions", "database_records");
  expect((await nothing(0)).body).toEqual({ data: {}, version: 0, status: "empty" });
  expect((await nothing(1)).status).toBe(409);
  expect(await h.rows("form_sessions", "database_records")).toEqual(before);
  await draft(form, own, { action: "save", data: { name: "Ann" }, base_version: 0 });
  expect([(await nothing(0)).status, (await nothing(1)).body.version]).toEqual([409, 1]);
  await draft(form, own, { action: "complete", base_version: 1 });
  expect((await nothing(2)).status).toBe(409);
});
