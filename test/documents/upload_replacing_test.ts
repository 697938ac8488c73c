// PUT /api/upload of a file that takes another's place: what says which, what is stale, and what cannot be replaced.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { expectTraceless } from "./traces.ts";

const MIB = 1024 ** 2;
const h = await openHarness();
const owner = await h.person();

function put(
  query: Record<string, string>,
  body: BodyInit,
  send: { as?: Person; headers?: Record<string, string> } = {},
) {
  return h.call(`PUT /api/upload?${new URLSearchParams(query)}`, { as: owner, body, ...send });
}

async function publishPage() {
  const made = await put({ filename: "page.html" }, "<h1>One</h1>");
  expect(made.status).toBe(201);
  return made.body;
}

test("replacing a page's file keeps the address, makes a version and is told in the audit log", async () => {
  const doc = await publishPage();
  const query = { filename: "new.html", doc_id: doc.doc_id, path: "index.html", base_version: "1", message: "better" };
  const replaced = await put(query, "<h1>Two</h1>");
  expect(replaced.status).toBe(200);
  expect(replaced.body).toMatchObject({ doc_id: doc.doc_id, url: doc.url, version: 2 });
  expect((await h.audit()).at(-1)).toMatchObject({
    action: "doc.edit",
    target_id: doc.doc_id,
    meta: { path: "index.html" },
  });
  const again = await put({ ...query, base_version: "2" }, "<h1>Two</h1>");
  expect(again.body.version).toBe(2);
});

test("a replacement needs no filename, since its path names the file", async () => {
  const doc = await publishPage();
  const query = { doc_id: doc.doc_id, path: "index.html", base_version: "1" };
  const replaced = await put(query, "<h1>Two</h1>");
  expect([replaced.status, replaced.body.version]).toEqual([200, 2]);
  const unnamed = await expectTraceless(h, 400, () => put({ doc_id: doc.doc_id, base_version: "2" }, "x"));
  expect(unnamed.body.detail).toBe("doc_id needs a path; use path=index.html for an HTML document");
});

test("a stale base_version is a 409 with the documented body, and leaves nothing", async () => {
  const doc = await publishPage();
  const query = { filename: "x.html", doc_id: doc.doc_id, path: "index.html", base_version: "1" };
  await put(query, "<h1>Two</h1>");
  const stale = await expectTraceless(h, 409, () => put(query, "<h1>Three</h1>"));
  expect(stale.body).toMatchObject({ current_version: 2, base_version: 1, changed_by: owner.email });
  expect(stale.body.error).toBeString();
  expect(stale.body.diff).toContain("-<h1>One</h1>");
});

test("a replacement that does not say what it replaces is a 400 that leaves nothing, whoever sends it", async () => {
  const doc = await publishPage();
  const query = { filename: "x.html", doc_id: doc.doc_id, path: "index.html" };
  const blind = await expectTraceless(h, 400, () => put(query, "<h1>Two</h1>"));
  expect(blind.body.detail).toContain("base_version");
  const stranger = await h.person();
  await expectTraceless(h, 400, () => put(query, "<h1>Two</h1>", { as: stranger }));
  const keyed = { ...query, idempotency_key: "blind" };
  await expectTraceless(h, 400, () => put(keyed, "<h1>Two</h1>"));
});

test("If-Match with the file's ETag, or base_sha256, stands in for base_version of a replacement", async () => {
  const doc = await publishPage();
  const query = new URLSearchParams({ filename: "x.html", doc_id: doc.doc_id, path: "index.html" });
  const etag = async () =>
    (await h.call(`GET /api/docs/${doc.doc_id}/files/index.html`, { as: owner })).headers.get("etag") ?? "";
  const first = await etag();
  const send = (tag: string, body: string) =>
    h.call(`PUT /api/upload?${query}`, { as: owner, body, headers: { "if-match": tag } });
  expect(await send(first, "<h1>Two</h1>")).toMatchObject({ status: 200, body: { version: 2 } });
  const stale = await expectTraceless(h, 409, () => send(first, "<h1>Three</h1>"));
  expect(stale.body).toMatchObject({ current_version: 2, path: "index.html" });
  const base_sha256 = (await etag()).replaceAll('"', "");
  expect(await put({ ...Object.fromEntries(query), base_sha256 }, "<h1>Three</h1>")).toMatchObject({
    status: 200,
    body: { version: 3 },
  });
});

test("what cannot be replaced is refused by name and leaves nothing", async () => {
  const page = await publishPage();
  const note = (await put({ filename: "n.md" }, "# Note")).body;
  const picture = (await put({ filename: "p.png" }, "png")).body;
  const cases: [number, Record<string, string>, string][] = [
    [400, { doc_id: note.doc_id, path: "index.html" }, "source.md"],
    [400, { doc_id: picture.doc_id, path: "p.png" }, "cannot be replaced"],
    [400, { doc_id: picture.doc_id, path: "index.html" }, "is made from"],
    [404, { doc_id: page.doc_id, path: "other.css" }, "no file at"],
    [400, { doc_id: page.doc_id }, "needs a path"],
    [400, { doc_id: page.doc_id, path: "../index.html" }, "stays inside"],
    [400, { doc_id: page.doc_id, path: "index.html", title: "T" }, "title goes with a new document"],
    [400, { doc_id: page.doc_id, path: "index.html", visibility: "unlisted" }, "visibility goes with"],
    [400, { doc_id: page.doc_id, path: "index.html", tags: "a" }, "tags goes with"],
    [404, { doc_id: "doc_nobody", path: "index.html" }, "document not found"],
  ];
  for (const [status, query, words] of cases) {
    const sent = { filename: "x.html", base_version: "1", ...query };
    const answer = await expectTraceless(h, status, () => put(sent, "<p>x</p>"));
    expect(answer.body.detail).toContain(words);
  }
  const stranger = await h.person();
  const foreign = { filename: "x.html", doc_id: page.doc_id, path: "index.html", base_version: "1" };
  const hidden = await expectTraceless(h, 404, () => put(foreign, "<p>x</p>", { as: stranger }));
  expect(hidden.body.detail).toBe("document not found");
});

test("replacing a supporting file over 20 MiB, alone or with the rest of the document, is a 413", async () => {
  const doc = await publishPage();
  const form = new FormData();
  form.set("file", new File([new Uint8Array(12 * MIB)], "a.bin"));
  form.set("path", "a.bin");
  expect((await h.call(`POST /api/docs/${doc.doc_id}/files`, { as: owner, form })).status).toBe(201);
  const query = { filename: "i.html", doc_id: doc.doc_id, path: "index.html", base_version: "2" };
  await expectTraceless(h, 413, () => put(query, new Uint8Array(20 * MIB + 1).fill(97)));
  const together = await expectTraceless(h, 413, () => put(query, new Uint8Array(12 * MIB).fill(97)));
  expect(together.body.detail).toContain("together");
});

test("64 replacements of one version at once: one succeeds, the others are told of it", async () => {
  const doc = await publishPage();
  const query = { filename: "x.html", doc_id: doc.doc_id, path: "index.html", base_version: "1" };
  const answers = await Promise.all(Array.from({ length: 64 }, (_, index) => put(query, `<h1>Writer ${index}</h1>`)));
  const statuses = answers.map((answer) => answer.status).sort();
  expect(statuses).toEqual([200, ...Array.from({ length: 63 }, () => 409)]);
});
