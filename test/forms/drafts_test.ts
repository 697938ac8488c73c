// Answers that are saved while they are written:
// one record, versions, files of one's own, and nothing of anybody else's.
import { expect, test } from "bun:test";
import { randomToken } from "../../kernel/plugin.ts";
import type { Answer, Send } from "../harness/harness.ts";
import { openHarness } from "../harness/harness.ts";
import { formsOf, type MadeForm } from "./made.ts";

const h = await openHarness();
const { makeDatabase, makeForm, ticket, records, must } = formsOf(h);

const FIELDS = [
  { key: "name", label: "Name", type: "text", required: true },
  { key: "mail", label: "Mail", type: "email" },
  { key: "secret", label: "Secret", type: "text", default: "inside" },
  { key: "files", label: "Files", type: "attachment", accept: [".txt", ".png"], max_files: 2, max_file_bytes: 1000 },
  { key: "remarks", label: "Remarks", type: "review", attachment_field: "files" },
];
const ASKED = ["name", "mail", "files", "remarks"];

const resume = () => randomToken(256);

async function openForm(options: object = {}) {
  const made = await makeForm({ fields: ASKED, ...options }, await makeDatabase({ fields: FIELDS }));
  const token = await ticket(made, { kind: "draft" });
  return { ...made, token };
}

type Open = Pick<MadeForm, "slug"> & { token: string };

const draft = ({ slug, token }: Open, resume_token: string, json: object): Promise<Answer> =>
  h.open(`/d/${slug}/_draft`, { method: "POST", json: { token, resume_token, ...json } });

const resolve = ({ slug, token }: Open, resume_token: string, files: object[]): Promise<Answer> =>
  h.open(`/d/${slug}/_media`, { method: "POST", json: { token, resume_token, files } });

function upload(
  { slug, token }: Open,
  resume_token: string,
  { name = "a.txt", id = `id-${randomToken()}`, body = "hello", field = "files" } = {},
): Promise<Answer> {
  const headers = {
    "x-service-form-token": token,
    "x-service-resume-token": resume_token,
    "x-service-filename": encodeURIComponent(name),
    "x-service-upload-id": id,
  };
  const sent: Send & { method: string } = { method: "PUT", headers, body };
  return h.open(`/d/${slug}/_media/upload/${field}`, sent);
}

test("an answer is one record from its first save to its end, and tells its respondent the form's own fields alone", async () => {
  const form = await openForm();
  const own = resume();
  expect((await draft(form, own, { action: "load" })).body).toEqual({ data: {}, version: 0, status: "empty" });
  expect(await records(form)).toEqual([]);
  const first = await draft(form, own, { action: "save", data: { mail: "anna@" }, base_version: 0 });
  expect([first.status, first.body]).toEqual([200, { data: { mail: "anna@" }, version: 1, status: "draft" }]);
  expect(first.headers.get("access-control-allow-origin")).toBe("*");
  expect(first.headers.get("set-cookie")).toBeNull();
  const early = await draft(form, own, { action: "complete", base_version: 1 });
  expect([early.status, early.body.fields.map(({ key, code }: { key: string; code: string }) => [key, code])]).toEqual([
    400,
    [
      ["name", "required"],
      ["mail", "type"],
    ],
  ]);
  expect(JSON.stringify(early.body)).not.toContain("secret");
  const data = { name: "Anna", mail: "anna@example.com" };
  const blank = await draft(form, own, { action: "save", data: { ...data, name: "  " }, base_version: 1 });
  expect(blank.body).toMatchObject({ version: 2, data: { name: "  " } });
  const blanks = await draft(form, own, { action: "complete", base_version: 2 });
  expect([blanks.status, blanks.body.fields]).toEqual([400, [early.body.fields[0]]]);
  expect((await draft(form, own, { action: "save", data, base_version: 2 })).body).toMatchObject({ version: 3 });
  const end = await draft(form, own, { action: "complete", base_version: 3 });
  expect([end.status, end.body]).toEqual([200, { data, version: 4, status: "complete" }]);
  expect((await draft(form, own, { action: "complete", base_version: 3 })).body).toEqual(end.body);
  const late = await draft(form, own, { action: "save", data: { name: "Ben" }, base_version: 4 });
  expect([late.status, late.body.status]).toEqual([409, "complete"]);
  expect(await records(form)).toMatchObject([{ form_status: "complete", data: { ...data, secret: "inside" } }]);
  const rows = (await h.audit()).filter(({ target_id }) => target_id === form.form.doc_id);
  expect(
    rows.map(({ action }) => action).filter((action) => action.startsWith("form.d") || action === "form.submitted"),
  ).toEqual(expect.arrayContaining(["form.draft_created", "form.draft_saved", "form.submitted"]));
  expect(rows.filter(({ action }) => action === "form.submitted")).toHaveLength(1);
  expect((await must(h.call(`GET ${form.form_at}`, { as: form.as }))).accepted).toBe(1);
});

test("what a respondent has cleared stays empty when the answer is complete, whatever its default is", async () => {
  const form = await openForm({ fields: [...ASKED, "secret"] });
  const own = resume();
  const first = await draft(form, own, { action: "save", data: { name: "Anna" }, base_version: 0 });
  expect(first.body.data).toEqual({ name: "Anna", secret: "inside" });
  await draft(form, own, { action: "save", data: { secret: null }, base_version: 1 });
  const end = await draft(form, own, { action: "complete", base_version: 2 });
  expect([end.status, end.body.data]).toEqual([200, { name: "Anna" }]);
});

test("a save from an old version is a 409 with the answer as it is, and many at once make one record", async () => {
  const form = await openForm();
  const own = resume();
  const all = await Promise.all(
    Array.from({ length: 6 }, (_, n) => draft(form, own, { action: "save", data: { name: `N${n}` }, base_version: 0 })),
  );
  expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  const [kept] = await records(form);
  const stale = all.find(({ status }) => status === 409);
  expect(stale?.body).toMatchObject({ version: 1, status: "draft", data: { name: kept.data.name } });
  expect(await records(form)).toHaveLength(1);
});

test("an answer that is completed several times at once is complete once, and each time is told so", async () => {
  const form = await openForm();
  const own = resume();
  await draft(form, own, { action: "save", data: { name: "Anna" }, base_version: 0 });
  const all = await Promise.all([1, 2, 3, 4].map(() => draft(form, own, { action: "complete", base_version: 1 })));
  for (const { status, body } of all) {
    expect([status, body]).toEqual([200, { data: { name: "Anna" }, version: 2, status: "complete" }]);
  }
  const rows = (await h.audit()).filter(({ target_id }) => target_id === form.form.doc_id);
  expect(rows.filter(({ action }) => action === "form.submitted")).toHaveLength(1);
  expect((await must(h.call(`GET ${form.form_at}`, { as: form.as }))).accepted).toBe(1);
});

test("a capability opens its own answer alone, and a ticket its own form", async () => {
  const [form, other] = [await openForm(), await openForm()];
  const own = resume();
  await draft(form, own, { action: "save", data: { name: "Anna" }, base_version: 0 });
  expect((await draft(form, resume(), { action: "load" })).body).toEqual({ data: {}, version: 0, status: "empty" });
  expect((await draft(other, own, { action: "load" })).body).toEqual({ data: {}, version: 0, status: "empty" });
  for (const action of ["load", "save", "complete"]) {
    const foreign = await draft({ slug: form.slug, token: other.token }, own, { action, data: { name: "Eve" } });
    expect([action, foreign.status, foreign.body.code]).toEqual([action, 403, "ticket_invalid"]);
  }
  const strange = await draft(form, own, { action: "save", data: { secret: "x" }, base_version: 1 });
  expect([strange.status, strange.body.fields[0].key]).toEqual([400, "secret"]);
  expect((await draft(form, "short", { action: "load" })).status).toBe(400);
  expect(await records(form)).toMatchObject([{ data: { name: "Anna" } }]);
});

test("a change of the form ends its tickets, and a form that is closed takes nothing", async () => {
  const form = await openForm();
  const own = resume();
  await draft(form, own, { action: "save", data: { name: "Anna" }, base_version: 0 });
  await must(h.call(`PATCH ${form.form_at}`, { as: form.as, json: { active: false } }));
  expect((await draft(form, own, { action: "load" })).status).toBe(403);
  const fresh = { slug: form.slug, token: await ticket(form, { kind: "draft" }) };
  expect((await draft(fresh, own, { action: "load" })).status).toBe(410);
  expect((await draft(fresh, own, { action: "save", data: { name: "B" }, base_version: 1 })).status).toBe(410);
  await must(h.call(`PATCH ${form.form_at}`, { as: form.as, json: { active: true } }));
  const again = { slug: form.slug, token: await ticket(form, { kind: "draft" }) };
  expect((await draft(again, own, { action: "load" })).body.data).toEqual({ name: "Anna" });
  const [{ id, version }] = await records(form);
  await must(h.call(`DELETE ${form.in}/records/${id}?base_version=${version}`, { as: form.as }));
  expect((await draft(again, own, { action: "load" })).status).toBe(410);
});

test("more answers than a form takes are not completed, those that were begun neither", async () => {
  const form = await openForm({ max_responses: 1 });
  const [one, two] = [resume(), resume()];
  for (const own of [one, two]) await draft(form, own, { action: "save", data: { name: "N" }, base_version: 0 });
  expect((await draft(form, one, { action: "complete", base_version: 1 })).status).toBe(200);
  expect((await draft(form, two, { action: "complete", base_version: 1 })).status).toBe(410);
  expect((await draft(form, two, { action: "save", data: { name: "M" }, base_version: 1 })).status).toBe(200);
  expect((await draft(form, resume(), { action: "save", data: { name: "M" }, base_version: 0 })).status).toBe(410);
});

test("a file that a stranger sends is one publish of whoever made the form, however often it is sent", async () => {
  const form = await openForm();
  const used = async () => (await must(h.call("GET /api/limits", { as: form.as }))).quotas.publish.used;
  const before = await used();
  const own = resume();
  for (const _try of [1, 2]) expect((await upload(form, own, { id: "sent-twice" })).status).toBe(200);
  expect((await upload(form, own, { name: "a.exe" })).status).toBe(415);
  expect((await used()) - before).toBe(1);
});

test("files are taken as the field says, once for an id, and stay with the answer that names them", async () => {
  const form = await openForm();
  const own = resume();
  expect((await upload(form, own, { name: "a.exe" })).status).toBe(415);
  expect((await upload(form, own, { body: "x".repeat(1001) })).status).toBe(413);
  expect((await upload(form, own, { field: "name" })).status).toBe(404);
  expect((await upload(form, own, { field: "secret" })).status).toBe(404);
  expect((await upload({ ...form, token: "none" }, own)).status).toBe(403);
  const id = "the-first-file";
  const sent = await upload(form, own, { id });
  expect(sent.status).toBe(200);
  expect((await upload(form, own, { id })).body).toEqual(sent.body);
  expect((await upload(form, own, { id, name: "b.txt" })).status).toBe(409);
  expect((await upload(form, own, { id, body: "olleh" })).status).toBe(409);
  const { file } = sent.body;
  const before = await must(h.call(`GET /api/docs/${file.doc_id}`, { as: form.as }));
  expect(before.retention_days).toBe(7);
  const saved = await draft(form, own, { action: "save", data: { files: [file] }, base_version: 0 });
  expect([saved.status, saved.body.data]).toEqual([200, { files: [file] }]);
  const kept = await must(h.call(`GET /api/docs/${file.doc_id}`, { as: form.as }));
  expect([kept.expires_at, kept.visibility]).toEqual([null, "restricted"]);
  const told = (await h.audit()).filter((row) => row.target_id === file.doc_id);
  expect(told.map(({ action, actor }) => [action, actor])).toEqual([
    ["doc.publish", "respondent"],
    ["doc.retention", "respondent"],
  ]);
});

test("a complete answer takes no more files", async () => {
  const form = await openForm();
  const own = resume();
  const sent = await upload(form, own, { id: "in-good-time" });
  await draft(form, own, { action: "save", data: { name: "Ann", files: [sent.body.file] }, base_version: 0 });
  expect((await draft(form, own, { action: "complete", base_version: 1 })).status).toBe(200);
  const late = await upload(form, own, { id: "too-late" });
  expect([late.status, late.body.error]).toEqual([409, "this answer is complete and takes no more files"]);
  expect((await upload(form, own, { id: "in-good-time" })).body).toEqual(sent.body);
});

test("nobody names, sees or guesses a file that somebody else sent", async () => {
  const form = await openForm();
  const [one, two] = [resume(), resume()];
  const { file } = (await upload(form, one)).body;
  const stolen = await draft(form, two, { action: "save", data: { files: [file] }, base_version: 0 });
  expect([stolen.status, stolen.body.fields?.[0]?.key]).toEqual([400, "files"]);
  const inside = await must(
    h.call("POST /api/docs", { as: form.as, json: { html: "<h1>Inside</h1>", folder: "data" } }),
  );
  const other = { doc_id: inside.doc_id, version: 1, path: "index.html" };
  const [mine] = (await resolve(form, one, [file, other])).body.files;
  expect(mine).toMatchObject({ available: true, name: "a.txt", size: 5 });
  const seen = (await resolve(form, one, [file, other])).body.files;
  const unseen = (await resolve(form, two, [file, other])).body.files;
  expect([...seen.slice(1), ...unseen].map(({ available, url }) => [available, url])).toEqual(
    Array(3).fill([false, null]),
  );
  const path = new URL(mine.url).pathname;
  const shown = await h.open(path);
  expect([shown.status, new TextDecoder().decode(shown.bytes)]).toEqual([200, "hello"]);
  expect(shown.headers.get("content-disposition")).toStartWith("attachment");
  expect(shown.headers.get("content-security-policy")).toContain("sandbox");
  expect((await h.open(`${path.slice(0, -1)}x`)).status).toBe(404);
  await must(h.call(`PATCH ${form.form_at}`, { as: form.as, json: { active: false } }));
  expect((await h.open(path)).status).toBe(404);
});

test("an answer takes so many files and no more", async () => {
  const form = await openForm();
  const own = resume();
  const statuses: number[] = [];
  for (let n = 0; n < 21; n++) statuses.push((await upload(form, own, { body: `file ${n}` })).status);
  expect(statuses).toEqual([...Array(20).fill(200), 409]);
  expect((await upload(form, resume())).status).toBe(200);
});
