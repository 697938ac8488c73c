// What keeps programs away, and plain HTML forms: traps, work, and bodies that no page sends.
import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { openHarness } from "../harness/harness.ts";
import { formsOf } from "./made.ts";

const h = await openHarness();
const { makeForm, ticket, send, records, makeDatabase, must } = formsOf(h);
const PAGE = { accept: "text/html", "content-type": "application/x-www-form-urlencoded" };

test("what fills the field that people do not see is thanked alike and dropped, where the form says so", async () => {
  const form = await makeForm();
  const sent = { token: await ticket(form), data: { name: "Ann" }, _service_website: "https://spam.example" };
  const trapped = await send(form, sent);
  expect([trapped.status, trapped.body]).toEqual([
    200,
    { received: true, receipt_id: expect.stringMatching(/^[\w-]{22}$/), replayed: false },
  ]);
  expect(await records(form)).toEqual([]);
  const open = await makeForm({ spam: { honeypot: false } });
  await send(open, { ...sent, token: await ticket(open) });
  expect((await records(open)).length).toBe(1);
});

test("the same of an answer that is saved as it is written: it is told to be kept, and makes nothing", async () => {
  const form = await makeForm();
  const token = await ticket(form, { kind: "draft" });
  const draft = (json: object) =>
    h.open(`/d/${form.slug}/_draft`, { method: "POST", json: { token, resume_token: "r".repeat(43), ...json } });
  const trap = { _service_website: "https://spam.example" };
  const saved = await draft({ action: "save", data: { name: "Ann" }, base_version: 0, ...trap });
  expect([saved.status, saved.body]).toEqual([200, { data: { name: "Ann" }, version: 1, status: "draft" }]);
  const done = await draft({ action: "complete", base_version: 1, ...trap });
  expect([done.status, done.body]).toEqual([200, { data: {}, version: 2, status: "complete" }]);
  expect((await draft({ action: "load", ...trap })).body.status).toBe("empty");
  expect(await records(form)).toEqual([]);
});

test("with pow an answer needs work for its very ticket", async () => {
  const form = await makeForm({ spam: { pow: true } });
  const token = await ticket(form);
  const work = workFor(token);
  const other = await ticket(form);
  expect((await send(form, { token, data: { name: "Ann" } })).status).toBe(403);
  expect((await send(form, { token: other, data: { name: "Ann" }, work })).status).toBe(403);
  expect((await send(form, { token, data: { name: "Ann" }, work })).status).toBe(200);
});

/** Fifteen zero bits, by another implementation of the hash. */
function workFor(token: string): string {
  for (let number = 0; ; number++) {
    const hash = createHash("sha256").update(`${token}.${number}`).digest();
    if (hash[0] === 0 && (hash[1] ?? 255) < 2) return String(number);
  }
}

test("a plain HTML form is taken with its boxes and choices, thanked for with a page, and told its faults on one", async () => {
  const fields = [
    { key: "name", label: "Your name", type: "text", required: true },
    { key: "agree", type: "checkbox" },
    { key: "tags", type: "multi_select", options: ["a", "b", "c"] },
    { key: "amount", type: "number" },
  ];
  const made = await makeDatabase({ fields });
  const form = await makeForm({ fields: ["name", "agree", "tags", "amount"] }, made);
  const post = async (text: string) => {
    const body = `_service_token=${encodeURIComponent(await ticket(form))}&${text}`;
    return h.open(`/d/${form.slug}/_submit`, { method: "POST", body, headers: PAGE });
  };
  const done = await post("name=Ann&agree=on&tags=c&tags=a&amount=2.5&button=Send");
  expect([done.status, done.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  await post("name=Bea&tags=&amount=");
  const wrong = await post("name=&amount=<b>many</b>");
  const page = new TextDecoder().decode(wrong.bytes);
  expect([
    wrong.status,
    page.includes("<b>many"),
    page.includes('<li dir="auto">Your name: An answer is needed here.</li>'),
  ]).toEqual([400, false, true]);
  expect((await records(form)).map(({ data }) => data)).toEqual([
    { name: "Ann", agree: true, tags: ["a", "c"], amount: 2.5 },
    { name: "Bea", agree: false },
  ]);
});

test("a plain HTML form that is out of date is told where it is loaded again, and that what was written is not lost", async () => {
  const form = await makeForm();
  const body = `_service_token=${encodeURIComponent(await ticket(form))}&name=Ann`;
  await must(h.call(`PATCH ${form.form_at}`, { as: form.as, json: { notify_drafts: true } }));
  const over = await h.open(`/d/${form.slug}/_submit`, { method: "POST", body, headers: PAGE });
  const page = new TextDecoder().decode(over.bytes);
  expect([over.status, page.includes(`href="/d/${form.slug}/"`), page.includes("when you go back")]).toEqual([
    403,
    true,
    true,
  ]);
  expect(page).not.toContain('href="/app"');
});

test("bodies that no page sends are refused by what they are, and write nothing", async () => {
  const form = await makeForm();
  const token = await ticket(form);
  const wrong: [BodyInit, number][] = [
    ["", 422],
    ["[]", 422],
    ["null", 422],
    ["{", 422],
    [JSON.stringify({ token }), 422],
    [JSON.stringify({ token: 5, data: {} }), 422],
    [JSON.stringify({ token, data: [] }), 422],
    [JSON.stringify({ token, data: { name: { a: 1 } } }), 400],
    [`{"token": ${JSON.stringify(token)}, "data": {"name": "a", "__proto__": {"x": 1}}}`, 400],
    [JSON.stringify({ token, data: { name: "x".repeat(16_385) } }), 400],
    ["x".repeat(8 * 1024 * 1024 + 1), 413],
  ];
  for (const [body, status] of wrong) {
    const headers = { "content-type": "application/json" };
    const answer = await h.open(`/d/${form.slug}/_submit`, { method: "POST", body, headers });
    expect([String(body).slice(0, 60), answer.status]).toEqual([String(body).slice(0, 60), status]);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  }
  expect(await records(form)).toEqual([]);
});

test("a browser may ask from a page without an origin, and is let send nothing that names a person", async () => {
  const form = await makeForm();
  const asked = await h.open(`/d/${form.slug}/_submit`, {
    method: "OPTIONS",
    headers: { origin: "null", "access-control-request-method": "POST" },
  });
  expect([asked.status, asked.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  expect(asked.headers.get("access-control-allow-credentials")).toBeNull();
});

test("an address that sends too much is told to wait", async () => {
  const form = await makeForm();
  const { limit } = h.runtime.quotas.entry("form_send");
  const statuses = new Set<number>();
  for (let at = 0; at < limit + 2; at += 50) {
    const some = Array.from({ length: 50 }, () => send(form, { token: "none", data: {} }));
    for (const { status } of await Promise.all(some)) statuses.add(status);
  }
  expect([...statuses].sort()).toEqual([403, 429]);
});
