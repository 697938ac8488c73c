// Respondents between each other:
// browsers and tickets of several people, answers that are gone, and files that nobody of them sent.
import { expect, test } from "bun:test";
import { randomToken } from "../../kernel/plugin.ts";
import { follow, openContentServer } from "../content/published.ts";
import type { Answer } from "../harness/harness.ts";
import { formsOf, type MadeForm } from "./made.ts";

const h = await openContentServer();
const { anna, otto, publish, call, open, visitor } = h;
const { makeDatabase, makeForm, ticket, records, send, must } = formsOf(h);

const FIELDS = [
  { key: "name", label: "Name", type: "text" },
  { key: "files", label: "Files", type: "attachment", accept: [".txt", ".html"], max_files: 3 },
];
const resume = () => randomToken(256);

const draft = ({ slug }: Pick<MadeForm, "slug">, token: string, resume_token: string, json: object): Promise<Answer> =>
  open(`/d/${slug}/_draft`, { method: "POST", json: { token, resume_token, ...json } });

/** The capability that a page's cookie holds. */
const heldIn = (cookie: string) => /^__Host-docsvc_form_[^=]{16}=([^;]{43})/.exec(cookie)?.[1] ?? "";

test("a whole answer names no file, whoever could open it", async () => {
  const db = await makeDatabase({ as: anna, fields: FIELDS });
  const form = await makeForm({ fields: ["name", "files"] }, db);
  const token = await ticket(form, { kind: "draft" });
  const headers = {
    "x-service-form-token": token,
    "x-service-resume-token": resume(),
    "x-service-filename": "a.txt",
    "x-service-upload-id": "another-s-file",
  };
  const sent = await open(`/d/${form.slug}/_media/upload/files`, { method: "PUT", headers, body: "hello" });
  expect(sent.status).toBe(200);
  const inside = await publish({ html: "<h1>Inside</h1>", visibility: "restricted" });
  const refs = [sent.body.file, { doc_id: inside.doc_id, version: 1, path: "index.html" }];
  const said = [];
  for (const ref of [...refs, { ...refs[1], doc_id: "nothing" }]) {
    const answer = await send(form, { token: await ticket(form), data: { name: "Eve", files: [ref] } });
    said.push([answer.status, answer.body.fields?.[0]?.key, answer.body.error]);
  }
  expect(said[0]?.slice(0, 2)).toEqual([400, "files"]);
  expect(said[1]).toEqual(said[0]);
  expect(said[2]).toEqual(said[0]);
  expect(await records(form)).toEqual([]);
  expect((await must(call(`GET /api/docs/${sent.body.file.doc_id}`, { as: anna }))).retention_days).toBe(7);
});

test("a browser whose answer was deleted begins another one, and a full form stays full to it", async () => {
  const form = await makeForm({ fields: ["name"], max_responses: 1 });
  const first = await open(`/d/${form.slug}/`);
  const [cookie = ""] = (first.headers.get("set-cookie") ?? "").split(";");
  const token = await ticket(form, { kind: "draft" });
  await draft(form, token, heldIn(cookie), { action: "save", data: { name: "Ann" }, base_version: 0 });
  const same = await open(`/d/${form.slug}/`, { headers: { cookie } });
  expect(same.headers.get("set-cookie")).toStartWith(cookie);
  const [{ id, version }] = await records(form);
  await must(call(`DELETE ${form.in}/records/${id}?base_version=${version}`, { as: form.as }));
  const after = await open(`/d/${form.slug}/`, { headers: { cookie } });
  const [fresh = ""] = (after.headers.get("set-cookie") ?? "").split(";");
  expect([after.status, fresh === cookie]).toEqual([200, false]);
  const begun = await draft(form, token, heldIn(fresh), { action: "save", data: { name: "Ben" }, base_version: 0 });
  expect(begun.status).toBe(200);
  expect((await draft(form, token, heldIn(fresh), { action: "complete", base_version: 1 })).status).toBe(200);
  expect((await open(`/d/${form.slug}/`, { headers: { cookie } })).status).toBe(410);
});

test("people who share a browser do not see each other's answers", async () => {
  const db = await makeDatabase({ as: anna });
  const form = await makeForm({ fields: ["name"], visibility: "workspace", one_per_user: true }, db);
  const held = async (person: typeof anna, cookie: string) => {
    const reader = visitor(person);
    const { url } = await follow(reader, form.form.url);
    const own = reader.cookies.get(url.host);
    const [name = "", value = ""] = cookie.split("=");
    if (cookie !== "") own?.set(name, value);
    const { response } = await follow(reader, form.form.url);
    expect(response.status).toBe(200);
    return (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  };
  const cookie = await held(anna, "");
  const token = await ticket(form, { kind: "draft", user_id: anna.user_id });
  await draft(form, token, heldIn(cookie), { action: "save", data: { name: "Ann" }, base_version: 0 });
  expect(await held(anna, cookie)).toBe(cookie);
  expect(await held(otto, cookie)).not.toBe(cookie);
});

test("an answer is that of whoever completes it, so that nobody completes several of them", async () => {
  const db = await makeDatabase({ as: anna });
  const form = await makeForm({ fields: ["name"], visibility: "workspace", one_per_user: true }, db);
  const [hers, his] = await Promise.all([anna, otto].map(({ user_id }) => ticket(form, { kind: "draft", user_id })));
  const begun = [resume(), resume()];
  for (const own of begun) {
    await draft(form, hers ?? "", own, { action: "save", data: { name: "Ann" }, base_version: 0 });
  }
  const statuses = [];
  for (const own of begun) {
    statuses.push((await draft(form, his ?? "", own, { action: "complete", base_version: 1 })).status);
  }
  expect(statuses).toEqual([200, 409]);
  expect((await draft(form, hers ?? "", begun[1] ?? "", { action: "complete", base_version: 1 })).status).toBe(200);
});

test("pages that somebody sends as an answer's file are kept, not run", async () => {
  const db = await makeDatabase({ as: anna, fields: FIELDS });
  const form = await makeForm({ fields: ["name", "files"] }, db);
  const [token, own] = [await ticket(form, { kind: "draft" }), resume()];
  const headers = {
    "x-service-form-token": token,
    "x-service-resume-token": own,
    "x-service-upload-id": "hostile-page",
  };
  const body = "<script>alert(1)</script>";
  const upload = (name: string) =>
    open(`/d/${form.slug}/_media/upload/files`, {
      ...{ method: "PUT", body },
      headers: { ...headers, "x-service-filename": encodeURIComponent(name) },
    });
  const turned = await upload("\u202etxt.html");
  expect([turned.status, turned.body.error]).toEqual([400, expect.stringContaining("U+202E")]);
  const sent = await upload("page.html");
  expect(sent.status).toBe(200);
  const json = { token, resume_token: own, files: [sent.body.file] };
  const [seen] = (await open(`/d/${form.slug}/_media`, { method: "POST", json })).body.files;
  const shown = await open(new URL(seen.url).pathname);
  expect(shown.status).toBe(200);
  expect(shown.headers.get("content-disposition")).toStartWith("attachment");
  expect(shown.headers.get("content-security-policy")).toContain("sandbox");
});

test("what a workspace's policy says to its writers is not said to whoever answers, by either way", async () => {
  const secret = ["gh", "p_", "q7Zk2mVx9RtB4nWc8LyD5sHg3PjF6uQaT1eY"].join("");
  const owner = await h.person({ role: "owner" });
  const form = await makeForm({ fields: ["name"] }, await makeDatabase({ as: owner }));
  await must(call("PUT /api/policy", { as: owner, json: { secret_scan: "block" } }));
  const whole = await send(form, { token: await ticket(form), data: { name: secret } });
  const token = await ticket(form, { kind: "draft" });
  const saved = await draft(form, token, resume(), { action: "save", data: { name: secret }, base_version: 0 });
  for (const { status, body } of [whole, saved]) {
    expect([status, body.code, body.findings]).toEqual([400, "validation_failed", undefined]);
    expect(body.error).toBe("the answer holds what looks like a password or a key; leave it out");
  }
  expect(await records(form)).toEqual([]);
});
