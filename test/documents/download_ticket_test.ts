// A download ticket sends one file to whoever has its address,
// for as long as its maker may read it and ten minutes at most.
import { expect, test } from "bun:test";
import { MINUTE_MS, sha256Hex } from "../../kernel/plugin.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";

const h = await openHarness();
const owner = await h.person();
const HTML = "<script>alert(1)</script>";

async function published(as: Person = owner): Promise<{ doc_id: string; version: number }> {
  return (await h.call("POST /api/docs", { as, json: { html: HTML } })).body;
}

async function ticketFor(doc_id: string, { as = owner, json = {} as object, with_cookie = false } = {}) {
  const answer = await h.call(`POST /api/docs/${doc_id}/download`, { as, json, with_cookie });
  expect(answer.status).toBe(200);
  return { ...answer.body, path: new URL(answer.body.url).pathname };
}

test("a ticket tells where the file is, how large, its hash, until when, and how to fetch it with curl", async () => {
  const { doc_id } = await published();
  await h.call(`PUT /api/docs/${doc_id}/files/a/it's.txt`, { as: owner, json: { content: "text" } });
  const answer = await scenario(h, {
    act: () => ({ as: owner, call: `POST /api/docs/${doc_id}/download`, json: { path: "a/it's.txt" } }),
    expect: { status: 200, body: { sha256: sha256Hex("text"), size: 4 } },
  });
  const { url } = answer.body;
  expect(url).toStartWith(`${h.content_url}/download/`);
  expect(answer.body).toEqual({
    url,
    expires_at: new Date(h.clock.now().getTime() + 10 * MINUTE_MS).toISOString(),
    sha256: sha256Hex("text"),
    size: 4,
    curl: `curl --globoff -fSo 'it'\\''s.txt' '${url}'`,
  });
});

test("the address sends a hostile page as an attachment that no browser runs, with ranges and a validator", async () => {
  const { doc_id } = await published();
  const { path, sha256 } = await ticketFor(doc_id);
  const whole = await h.open(path);
  expect({ status: whole.status, text: new TextDecoder().decode(whole.bytes) }).toEqual({ status: 200, text: HTML });
  expect(whole.headers.get("content-disposition")).toStartWith("attachment");
  expect(whole.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  expect(whole.headers.get("x-content-type-options")).toBe("nosniff");
  expect(whole.headers.get("etag")).toBe(`"${sha256}"`);
  const part = await h.open(path, { headers: { range: "bytes=1-6" } });
  expect({ status: part.status, text: new TextDecoder().decode(part.bytes) }).toEqual({ status: 206, text: "script" });
  expect((await h.open(path, { headers: { range: "bytes=900-" } })).status).toBe(416);
  expect((await h.open(path, { headers: { "if-none-match": `"${sha256}"` } })).status).toBe(304);
  expect((await h.open(path, { method: "HEAD" })).headers.get("content-length")).toBe(String(HTML.length));
});

test("the app host does not answer the address", async () => {
  const { path } = await ticketFor((await published()).doc_id);
  expect((await h.call(`GET ${path}`)).status).toBe(404);
});

test("a ticket sends the version that its maker looked at, whatever is published meanwhile", async () => {
  const { doc_id } = await published();
  const { path } = await ticketFor(doc_id);
  await h.call(`PATCH /api/docs/${doc_id}`, { as: owner, json: { html: "<p>two" } });
  expect(new TextDecoder().decode((await h.open(path)).bytes)).toBe(HTML);
});

test("a ticket ends after ten minutes, with one 404 for it and for what never was one", async () => {
  const { path } = await ticketFor((await published()).doc_id);
  h.clock.advance(10 * MINUTE_MS);
  const late = await h.open(path);
  const upload = h.runtime.signer.sign("upload", { user: owner.user_id }, null);
  for (const other of [`${path}x`, "/download/nothing", `/download/${upload}`]) {
    const { status, body } = await h.open(other);
    expect({ status, error: body.error }).toEqual({ status: 404, error: late.body.error });
  }
  expect(late.status).toBe(404);
});

test("somebody who tries addresses is throttled, a good one is not in their way", async () => {
  h.clock.advance(MINUTE_MS);
  const { path } = await ticketFor((await published()).doc_id);
  const statuses = [];
  for (let index = 0; index < 12; index += 1) statuses.push((await h.open("/download/guess")).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429, 429]);
  expect((await h.open(path)).status).toBe(200);
});

test("losing the right to read ends a ticket at once", async () => {
  const { doc_id } = await published();
  const reader = await h.person({ workspace_id: owner.workspace_id });
  const json = { subject_type: "user", subject: reader.email, level: "view" };
  const grant = await h.call(`POST /api/docs/${doc_id}/access`, { as: owner, json });
  const { path } = await ticketFor(doc_id, { as: reader });
  expect((await h.open(path)).status).toBe(200);
  expect((await h.call(`DELETE /api/access/${grant.body.id}`, { as: owner })).status).toBeLessThan(300);
  expect((await h.open(path)).status).toBe(404);
});

test("a document that goes to the trash ends its tickets", async () => {
  const { doc_id } = await published();
  const { path } = await ticketFor(doc_id);
  await h.call(`DELETE /api/docs/${doc_id}`, { as: owner });
  expect((await h.open(path)).status).toBe(404);
});

test("revoking the token that made a ticket ends it, one made in a session stays", async () => {
  const author = await h.person();
  const { doc_id } = await published(author);
  const [byToken, bySession] = [
    await ticketFor(doc_id, { as: author }),
    await ticketFor(doc_id, { as: author, with_cookie: true }),
  ];
  const [token] = await h.runtime.database.sql`select token_id from tokens where user_id = ${author.user_id}`;
  await h.call(`POST /api/tokens/${token?.["token_id"]}/revoke`, { as: author, with_cookie: true, json: {} });
  h.clock.advance(MINUTE_MS);
  expect((await h.open(byToken.path)).status).toBe(404);
  expect((await h.open(bySession.path)).status).toBe(200);
});

test("whoever may not read the document gets no ticket, and learns nothing", async () => {
  const { doc_id } = await published();
  const stranger = await h.person();
  await scenario(h, {
    act: () => ({ as: stranger, call: `POST /api/docs/${doc_id}/download`, json: {} }),
    expect: { status: 404, error: "document not found" },
  });
});

test("a path or a version that is not there is a 404 that names it", async () => {
  const { doc_id } = await published();
  for (const [json, words] of [
    [{ path: "none.txt" }, 'no file at "none.txt"'],
    [{ version: 9 }, "no such version: 9"],
  ] as const) {
    await scenario(h, {
      act: () => ({ as: owner, call: `POST /api/docs/${doc_id}/download`, json }),
      expect: { status: 404, error: new RegExp(words) },
    });
  }
});
