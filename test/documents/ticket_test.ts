// Upload tickets: made by a person with what the file is to become, used once by whoever holds the address.

import { expect, test } from "bun:test";
import { MINUTE_MS, sha256Hex } from "../../kernel/plugin.ts";
import { openHarness } from "../harness/harness.ts";
import { endlessBody } from "./endless_body.ts";
import { tickets } from "./tickets.ts";
import { countTraces, expectTraceless } from "./traces.ts";

const h = await openHarness();
const owner = await h.person();
const { sql } = h.runtime.database;

const { issue, issued, send, stateOf } = tickets(h, owner);

test("a ticket says where to send what, until when, and how with curl", async () => {
  const { body } = await issue({ filename: "it's.pdf", size: 3, content_type: "application/pdf" });
  expect(body).toMatchObject({
    ticket_id: expect.any(Number),
    method: "PUT",
    expires_at: new Date(h.clock.now().getTime() + 60 * MINUTE_MS).toISOString(),
    max_bytes: 2 * 1024 ** 3,
  });
  expect(body.upload_url).toStartWith(`${h.base_url}/u/`);
  expect(body.curl).toBe(`curl --globoff -T 'it'\\''s.pdf' '${body.upload_url}'`);
  expect(body.doc_id).toBeUndefined();
  expect((await issued({ filename: "a.html" })).max_bytes).toBe(20 * 1024 ** 2);
  expect((await issued({ filename: "-" })).curl).toContain("-T './-'");
  expect((await h.audit()).at(-1)).toMatchObject({ action: "upload.create", actor: owner.email });
});

test("the first whole file answers 201, every later request 200 with the same document and no trace", async () => {
  const options = {
    title: "T",
    description: "D",
    visibility: "unlisted",
    listing: "team",
    retention_days: 2,
    tags: ["a", "b"],
    folder: "x/y",
  };
  const ticket = await issued({ filename: "a.pdf", ...options });
  expect(await stateOf(ticket)).toEqual({ state: "waiting" });
  const first = await send(ticket.path, "%PDF-");
  expect(first).toMatchObject({ status: 201, body: { ...options, kind: "pdf", version: 1 } });
  expect(await stateOf(ticket)).toEqual({ state: "done", doc_id: first.body.doc_id, version: 1 });
  const before = await countTraces(h);
  for (const body of ["%PDF-", "other bytes"]) {
    expect(await send(ticket.path, body)).toMatchObject({ status: 200, body: { doc_id: first.body.doc_id } });
  }
  expect(await countTraces(h)).toEqual(before);
});

test("what the ticket's holder does is the maker's: in the log, in the quota, on their token", async () => {
  const author = await h.person();
  const ticket = await issued({ filename: "a.txt" }, author);
  const { body } = await send(ticket.path, "a", { authorization: `Bearer ${owner.token}` });
  expect((await h.audit()).at(-1)).toMatchObject({
    action: "doc.publish",
    actor: author.email,
    target_id: body.doc_id,
    meta: { via: "api", token: "test" },
  });
  const [used] =
    await sql`select used from quota_counters where bucket = 'publish' and subject = ${`user:${author.user_id}`}`;
  expect(used).toEqual({ used: 1 });
  expect((await h.call(`GET /api/docs/${body.doc_id}`, { as: author })).status).toBe(200);
  expect((await h.call(`GET /api/docs/${body.doc_id}`, { as: owner })).status).toBe(404);
});

test("a ticket replaces a file of a document, once", async () => {
  const doc = (await h.call("POST /api/docs", { as: owner, json: { html: "<h1>One</h1>" } })).body;
  const ticket = await issued({ filename: "x.html", doc_id: doc.doc_id, path: "index.html", base_version: 1 });
  expect(ticket.doc_id).toBe(doc.doc_id);
  expect(await send(ticket.path, "<h1>Two</h1>")).toMatchObject({
    status: 201,
    body: { doc_id: doc.doc_id, version: 2 },
  });
  expect(await send(ticket.path, "<h1>Three</h1>")).toMatchObject({ status: 200, body: { version: 2 } });
  expect(await stateOf(ticket)).toEqual({ state: "done", doc_id: doc.doc_id, version: 2 });
});

test("a document that somebody else changed meanwhile is a 409 with the documented body, and the ticket says why", async () => {
  const doc = (await h.call("POST /api/docs", { as: owner, json: { html: "<h1>One</h1>" } })).body;
  const ticket = await issued({ filename: "x.html", doc_id: doc.doc_id, path: "index.html", base_version: 1 });
  await h.call(`PATCH /api/docs/${doc.doc_id}`, { as: owner, json: { html: "<h1>Two</h1>" } });
  const stale = await expectTraceless(h, 409, () => send(ticket.path, "<h1>Three</h1>"));
  expect(stale.body).toMatchObject({ current_version: 2, base_version: 1, error: expect.any(String) });
  expect(await stateOf(ticket)).toEqual({ state: "failed", error: stale.body.error });
});

test("two requests at once on one ticket make one document", async () => {
  const ticket = await issued({ filename: "twin.bin" });
  const before = await countTraces(h);
  const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => send(ticket.path, `bytes ${index}`)));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
  expect(new Set(answers.map((answer) => answer.body.doc_id)).size).toBe(1);
  const after = await countTraces(h);
  expect(after["documents"]).toBe((before["documents"] ?? 0) + 1);
  // The payload and its page.
  expect(after["objects"]).toBe((before["objects"] ?? 0) + 2);
});

const REFUSED: [name: string, status: number, json: Record<string, unknown>, words: string][] = [
  ["no filename", 422, {}, "filename is required"],
  ["visibility password", 400, { filename: "a", visibility: "password" }, "restricted, unlisted, workspace"],
  ["a description over 2000 characters", 400, { filename: "a", description: "d".repeat(2001) }, "2000"],
  ["a description of a page", 400, { filename: "a.html", description: "d" }, "file shares"],
  ["a size over the limit", 413, { filename: "a.html", size: 20 * 1024 ** 2 + 1 }, "at most 20971520"],
  ["a size over 2 GiB", 413, { filename: "a.zip", size: 2 * 1024 ** 3 + 1 }, "at most 2147483648"],
  ["a size of nothing", 400, { filename: "a.zip", size: 0 }, "at least 1"],
  ["a hash that is none", 400, { filename: "a.zip", sha256: "abc" }, "64 hex digits"],
  ["tags as text", 422, { filename: "a.zip", tags: "a,b" }, "array"],
  ["a climbing filename", 400, { filename: "../a.zip" }, ".."],
  ["a NUL in the filename", 400, { filename: "a\0" }, "NUL"],
  ["a lone surrogate in the title", 400, { filename: "a.zip", title: "\ud800" }, "surrogate"],
  ["a path without a document", 400, { filename: "a.zip", path: "a" }, "doc_id"],
  ["no base_version", 400, { filename: "a.html", doc_id: "doc_x", path: "index.html" }, "base_version"],
  [
    "a document of nobody",
    404,
    { filename: "a.html", doc_id: "doc_x", path: "index.html", base_version: 1 },
    "document not found",
  ],
  ["an unknown root", 404, { filename: "a.zip", root: "nowhere" }, "nowhere"],
];

test.each(REFUSED)("a ticket with %s is refused with %d and leaves nothing", async (_name, status, json, words) => {
  const answer = await expectTraceless(h, status, () => issue(json));
  expect(JSON.stringify(answer.body)).toContain(words);
});

test("a ticket for what an upload may not replace is refused when it is made", async () => {
  const { body } = await h.call("PUT /api/upload?filename=p.png", { as: owner, body: "png" });
  await expectTraceless(h, 400, () =>
    issue({ filename: "p.png", doc_id: body.doc_id, path: "p.png", base_version: 1 }),
  );
  const page = (await h.call("POST /api/docs", { as: owner, json: { html: "<p>" } })).body;
  const stranger = await h.person();
  const foreign = { filename: "i.html", doc_id: page.doc_id, path: "index.html", base_version: 1 };
  await expectTraceless(h, 404, () => issue(foreign, stranger));
});

test("no ticket is made for a full store or a full hour", async () => {
  const poor = await h.person({ plan: "free" });
  await h.call("PUT /api/upload?filename=a.txt", { as: poor, body: "a" });
  await sql`update document_counters set bytes = ${1024 ** 3 - 500} where workspace_id = ${poor.workspace_id}`;
  await expectTraceless(h, 413, () => issue({ filename: "a.bin", size: 1000 }, poor));
  const { limit } = h.runtime.quotas.entry("publish");
  await sql`update quota_counters set used = ${limit} where bucket = 'publish' and subject = ${`user:${poor.user_id}`}`;
  await expectTraceless(h, 429, () => issue({ filename: "a.bin" }, poor));
});

test("a full hour or a full store found only when the bytes come is refused then", async () => {
  const poor = await h.person({ plan: "free" });
  const ticket = await issued({ filename: "a.bin" }, poor);
  await h.call("PUT /api/upload?filename=a.txt", { as: poor, body: "a" });
  await sql`update document_counters set bytes = ${1024 ** 3 - 500} where workspace_id = ${poor.workspace_id}`;
  for (const body of [new Uint8Array(1000), new Blob([new Uint8Array(1000)]).stream()]) {
    const answer = await expectTraceless(h, 413, () => send(ticket.path, body));
    expect(answer.body.detail).toContain("storage quota exceeded");
  }
  const { limit } = h.runtime.quotas.entry("publish");
  await sql`update quota_counters set used = ${limit} where bucket = 'publish' and subject = ${`user:${poor.user_id}`}`;
  const full = await expectTraceless(h, 429, () => send(ticket.path, "a"));
  expect(full.body.detail).toContain("publish rate limit exceeded");
});

test("the same idempotency key answers the same ticket", async () => {
  const json = { filename: "a.bin", idempotency_key: "k" };
  const first = await issue(json);
  expect((await issue(json)).body).toEqual(first.body);
  await expectTraceless(h, 409, () => issue({ ...json, filename: "b.bin" }));
});

test("bytes of another size or hash than promised are a 400, nothing is kept, and the right ones still come through", async () => {
  const right = "right bytes";
  const ticket = await issued({ filename: "a.bin", size: right.length, sha256: sha256Hex(right).toUpperCase() });
  const wrong: BodyInit[] = [
    "longer than that",
    new Blob(["short"]).stream(),
    "wrong bytes",
    new Blob(["wrong bytes"]).stream(),
  ];
  for (const body of wrong) {
    const answer = await expectTraceless(h, 400, () => send(ticket.path, body));
    expect(answer.body.detail).toBeString();
  }
  expect(await stateOf(ticket)).toMatchObject({ state: "failed", error: expect.stringContaining("sha256") });
  expect((await send(ticket.path, right)).status).toBe(201);
  expect(await stateOf(ticket)).toMatchObject({ state: "done" });
});

test("promises hold for pages too", async () => {
  const ticket = await issued({ filename: "a.html", sha256: sha256Hex("<p>right</p>") });
  await expectTraceless(h, 400, () => send(ticket.path, "<p>wrong</p>"));
  expect((await send(ticket.path, "<p>right</p>")).status).toBe(201);
});

test("an empty body, a length over the limit and a page that is no text are refused as detail", async () => {
  const ticket = await issued({ filename: "a.html" });
  for (const body of ["", new Blob([]).stream()]) {
    const empty = await expectTraceless(h, 400, () => send(ticket.path, body));
    expect(empty.body.detail).toContain("empty");
  }
  const large = await expectTraceless(h, 413, () =>
    send(ticket.path, "x", { "content-length": String(20 * 1024 ** 2 + 1) }),
  );
  expect(large.body.detail).toBeString();
  await expectTraceless(h, 400, () => send(ticket.path, new Uint8Array([0xff, 0xfe])));
});

test("a page without a declared length is cut off at its limit, whatever size its ticket was promised", async () => {
  const ticket = await issued({ filename: "a.html", size: 5 });
  const endless = endlessBody();
  await expectTraceless(h, 413, () => send(ticket.path, endless.stream));
  expect(endless.pulled_mib()).toBeLessThan(25);
});

test("looking at a ticket changes nothing", async () => {
  const ticket = await issued({ filename: "<b>.bin" });
  const before = await countTraces(h);
  const page = await h.call(`GET ${ticket.path}`, { headers: { accept: "text/html" } });
  expect(page.status).toBe(200);
  expect(page.headers.get("upload-offset")).toBe("0");
  expect(page.body).toContain("&lt;b&gt;.bin");
  expect(page.body).not.toContain("<b>.bin");
  expect((await h.call(`HEAD ${ticket.path}`)).headers.get("upload-offset")).toBe("0");
  expect(await stateOf(ticket)).toEqual({ state: "waiting" });
  expect(await countTraces(h)).toEqual(before);
  for (const file of ["/u/page/upload.js", "/u/page/upload.css"]) {
    const first = await h.call(`GET ${file}`);
    const etag = first.headers.get("etag") ?? "";
    expect((await h.call(`GET ${file}`, { headers: { "if-none-match": etag } })).status).toBe(304);
  }
});
