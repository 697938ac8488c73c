// What an answer costs whose form it is, asked for before the first thing is kept of it:
// work, counts by form and address, and bytes.
import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { randomToken } from "../../kernel/plugin.ts";
import { manifest } from "../../plugins/manifest.ts";
import { type Answer, openHarness } from "../harness/harness.ts";
import { formsOf, type MadeForm } from "./made.ts";

const LIMITS = { form_answer: 8, form_send: 12, form_kib: 64 } as const;
const limited = Object.entries(LIMITS).map(([name, limit]) => {
  const entry = Object.entries(manifest.quotas).find(([one]) => one === name)?.[1];
  if (!entry) throw new Error(`there is no quota ${name}`);
  return [name, { ...entry, limit, editions: {} }] as const;
});
const h = await openHarness({ manifest: { quotas: { ...manifest.quotas, ...Object.fromEntries(limited) } } });
const { makeDatabase, makeForm, ticket, send, records, must } = formsOf(h);

const FIELDS = [
  { key: "name", type: "text", required: true },
  { key: "text", type: "long_text" },
  { key: "files", type: "attachment" },
];
const resume = () => randomToken(256);

async function openForm(options: object = {}) {
  // Addresses are counted for ten minutes.
  h.clock.advance(11 * 60_000);
  const made = await makeForm(
    { fields: ["name", "text", "files"], ...options },
    await makeDatabase({ fields: FIELDS }),
  );
  return { ...made, token: await ticket(made, { kind: "draft" }) };
}

type Open = Pick<MadeForm, "slug"> & { token: string };

const draft = ({ slug, token }: Open, resume_token: string, json: object): Promise<Answer> =>
  h.open(`/d/${slug}/_draft`, { method: "POST", json: { token, resume_token, ...json } });

const first = (form: Open, own: string, more: object = {}) =>
  draft(form, own, { action: "save", data: { name: "Ann" }, base_version: 0, ...more });

function upload({ slug, token }: Open, resume_token: string, work?: string): Promise<Answer> {
  const headers = {
    "x-service-form-token": token,
    "x-service-resume-token": resume_token,
    "x-service-filename": "a.txt",
    "x-service-upload-id": `id-${randomToken()}`,
    ...(work !== undefined && { "x-service-form-work": work }),
  };
  return h.open(`/d/${slug}/_media/upload/files`, { method: "PUT", headers, body: "hello" });
}

/** Fifteen zero bits, by another implementation of the hash. */
function workFor(token: string): string {
  for (let number = 0; ; number++) {
    const hash = createHash("sha256").update(`${token}.${number}`).digest();
    if (hash[0] === 0 && (hash[1] ?? 255) < 2) return String(number);
  }
}

const rows = () => h.rows("database_records", "form_responses", "form_sessions", "form_proofs", "documents");

test("with pow nothing is kept of an answer before its work, which buys that one answer and no other", async () => {
  const form = await openForm({ spam: { pow: true } });
  const [one, two] = [resume(), resume()];
  const before = await rows();
  for (const refused of [
    await first(form, one),
    await first(form, one, { work: "1" }),
    await draft(form, one, { action: "complete", data: { name: "Ann" } }),
    await upload(form, one),
  ]) {
    expect([refused.status, refused.body.code, refused.body.work_bits]).toEqual([403, "work_required", 15]);
  }
  expect(await rows()).toEqual(before);
  const work = workFor(form.token);
  expect((await first(form, one, { work })).status).toBe(200);
  for (const refused of [await first(form, two, { work }), await upload(form, two, work)]) {
    expect([refused.status, refused.body.code]).toEqual([403, "work_required"]);
  }
  expect((await upload(form, one)).status).toBe(200);
  const more = await draft(form, one, { action: "save", data: { text: "More" }, base_version: 1 });
  expect(more.status).toBe(200);
  expect((await draft(form, one, { action: "complete", base_version: 2 })).status).toBe(200);
  expect(await records(form)).toMatchObject([{ form_status: "complete", data: { name: "Ann", text: "More" } }]);
});

test("of many first saves by one proof at once one is kept, and a whole answer by a spent one is not", async () => {
  const form = await openForm({ spam: { pow: true } });
  const token = await ticket(form);
  const own = { slug: form.slug, token };
  const work = workFor(token);
  const all = await Promise.all([1, 2, 3, 4].map(() => first(own, resume(), { work })));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
  const whole = await send(form, { token, data: { name: "Ann" }, work });
  expect([whole.status, whole.body.code]).toEqual([403, "work_required"]);
  expect((await records(form)).length).toBe(1);
  const other = await ticket(form);
  const sent = { token: other, data: { name: "Bea" }, work: workFor(other) };
  expect([(await send(form, sent)).status, (await send(form, sent)).body.replayed]).toEqual([200, true]);
  expect((await first({ slug: form.slug, token: other }, resume(), { work: sent.work })).status).toBe(403);
});

test("a file may be the first thing of an answer, and its work counts for the rest", async () => {
  const form = await openForm({ spam: { pow: true } });
  const own = resume();
  expect((await upload(form, own, workFor(form.token))).status).toBe(200);
  expect((await first(form, own)).status).toBe(200);
  expect((await draft(form, own, { action: "complete", base_version: 1 })).status).toBe(200);
});

test("an answer that was begun before work was asked for is gone on with, and proves it in the end", async () => {
  const form = await openForm();
  const own = resume();
  expect((await first(form, own)).status).toBe(200);
  await must(h.call(`PATCH ${form.form_at}`, { as: form.as, json: { spam: { pow: true } } }));
  const now = { slug: form.slug, token: await ticket(form, { kind: "draft" }) };
  expect((await draft(now, own, { action: "save", data: { text: "x" }, base_version: 1 })).status).toBe(200);
  expect((await draft(now, own, { action: "complete", base_version: 2 })).status).toBe(403);
  const work = workFor(now.token);
  expect((await draft(now, own, { action: "complete", base_version: 2, work })).status).toBe(200);
});

test("pages of people's own that send as the contract says go on working where no work is asked for, with one ticket too", async () => {
  const form = await openForm();
  for (const own of [resume(), resume()]) {
    expect((await draft(form, own, { action: "load" })).body).toEqual({ data: {}, version: 0, status: "empty" });
    expect((await draft(form, own, { action: "save", data: {}, base_version: 0 })).body.version).toBe(0);
    expect((await first(form, own)).body).toEqual({ data: { name: "Ann" }, version: 1, status: "draft" });
    expect((await draft(form, own, { action: "complete", base_version: 1 })).body.status).toBe("complete");
  }
  expect((await send(form, { token: await ticket(form), data: { name: "Bea" } })).status).toBe(200);
});

test("answers are counted by their form when they begin, and not again when they go on", async () => {
  const form = await openForm();
  const all = Array.from({ length: LIMITS.form_answer }, resume);
  for (const own of all) expect((await first(form, own)).status).toBe(200);
  const before = await rows();
  for (const refused of [await first(form, resume()), await upload(form, resume())]) {
    expect([refused.status, refused.body.detail]).toEqual([429, "too many answers at once; try again later"]);
  }
  expect(await rows()).toEqual(before);
  const [own = ""] = all;
  expect((await draft(form, own, { action: "save", data: { text: "x" }, base_version: 1 })).status).toBe(200);
  expect((await draft(form, own, { action: "complete", base_version: 2 })).status).toBe(200);
});

test("an address begins as many answers as it may send whole ones, whichever forms they are of", async () => {
  const [one, two] = [await openForm(), await openForm()];
  const statuses = new Map<number, number>();
  for (let at = 0; at < LIMITS.form_send + 2; at++) {
    const { status } = await first(at % 2 === 0 ? one : two, resume());
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([
    [200, LIMITS.form_send],
    [429, 2],
  ]);
});

test("what answers hold is counted by their form as it grows, first saves, later ones and whole answers alike", async () => {
  const form = await openForm();
  const own = resume();
  const text = (kib: number) => "x".repeat(kib * 1024);
  const save = (kib: number, base_version: number) =>
    draft(form, own, { action: "save", data: { text: text(kib) }, base_version });
  expect((await save(20, 0)).status).toBe(200);
  expect((await save(40, 1)).status).toBe(200);
  // What is there already is written again for nothing.
  for (const base_version of [2, 2, 2]) expect((await save(40, base_version)).status).toBe(200);
  const before = await rows();
  const refused = [
    await draft(form, resume(), { action: "save", data: { text: text(30) }, base_version: 0 }),
    await save(80, 2),
    await send(form, { token: await ticket(form), data: { name: "Ann", text: text(30) } }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([429, 429, 429]);
  expect(await rows()).toEqual(before);
  expect((await first(form, resume())).status).toBe(200);
});

test("drafts take no place among the answers of a form that takes so many", async () => {
  const form = await openForm({ max_responses: 1 });
  const all = [resume(), resume(), resume()];
  for (const own of all) expect((await first(form, own)).status).toBe(200);
  const ends = [];
  for (const own of all) ends.push((await draft(form, own, { action: "complete", base_version: 1 })).status);
  expect(ends).toEqual([200, 410, 410]);
});
