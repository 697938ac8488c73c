// Bundles: what is in the zip, who may download it and how often, and the limits before anything is read.
import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { publish, share } from "../documents/published.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { letIn, must, openSpace, put } from "../roots/space.ts";
import { unpackedFolders, unzip } from "./unzipped.ts";

const h = await openHarness();
const MINUTE_MS = 60_000;

async function bundle(as: Person, json: Record<string, unknown> = {}) {
  const { body } = await must(h.call("POST /api/bundles", { as, json }));
  return { body, get: (by?: Person) => h.call(`GET ${new URL(body.url).pathname}`, by ? { as: by } : {}) };
}

test("holds every document of the folder with its meta.json, and an index.json", async () => {
  const { as, doc } = await publish(h, { markdown: "# Plan\n", folder: "a", tags: ["x"] });
  await must(h.call(`PUT /api/docs/${doc.doc_id}/files/pic/one.svg`, { as, json: { content: "<svg/>" } }));
  await publish(h, { html: "deep", title: "Deep", folder: "a/b" }, { as });
  await publish(h, { html: "other", title: "Other" }, { as });
  const { body, get } = await bundle(as, { folder: "a" });
  expect(body).toMatchObject({
    doc_count: 2,
    file_count: 4,
    skipped: 0,
    folder: "a",
    recursive: true,
    filename: "a.zip",
  });
  expect(body.curl).toBe(`curl -fSo 'a.zip' '${body.url}'`);
  const answer = await get();
  expect(answer.headers.get("content-type")).toBe("application/zip");
  const files = await unzip(answer.bytes);
  expect(Object.keys(files)).toEqual([
    "index.json",
    "a/Plan/meta.json",
    "a/Plan/index.html",
    "a/Plan/pic/one.svg",
    "a/Plan/source.md",
    "a/b/Deep/meta.json",
    "a/b/Deep/index.html",
  ]);
  expect(files["a/Plan/source.md"]).toBe("# Plan\n");
  expect(JSON.parse(files["index.json"] ?? "")).toMatchObject({
    folder: "a",
    recursive: true,
    generated_at: h.clock.now().toISOString(),
    docs: [
      { path: "a/Plan", doc_id: doc.doc_id, title: "Plan", version: 2 },
      { path: "a/b/Deep", title: "Deep", version: 1 },
    ],
    skipped: { docs: 0 },
  });
  const meta = JSON.parse(files["a/Plan/meta.json"] ?? "");
  expect(meta).toMatchObject({
    doc_id: doc.doc_id,
    kind: "markdown",
    alias: null,
    folder: "a",
    tags: ["x"],
    version: 2,
  });
  expect(meta.files.map((file: { path: string }) => file.path)).toEqual(["index.html", "pic/one.svg", "source.md"]);
  const flat = await bundle(as, { folder: "a", recursive: false });
  expect(flat.body.doc_count).toBe(1);
});

test("writes its audit row", async () => {
  const { as } = await publish(h);
  const made = await h.call("POST /api/bundles", { as, json: {} });
  expect(made.status).toBe(201);
  const row = (await h.audit()).at(-1);
  expect(row).toMatchObject({ action: "doc.bundle", meta: { docs: 1, files: 1 } });
});

test("is downloaded once, also when many ask at the same moment, and not by asking with HEAD", async () => {
  const { as } = await publish(h);
  const { body, get } = await bundle(as);
  expect((await h.call(`HEAD ${new URL(body.url).pathname}`)).status).toBe(200);
  const answers = await Promise.all(Array.from({ length: 8 }, () => get()));
  expect(answers.map((one) => one.status).sort()).toEqual([200, ...Array(7).fill(410)]);
});

test("refuses other people with 403, and what is forged or expired with 404", async () => {
  const { as } = await publish(h);
  const other = await h.person();
  const { get } = await bundle(as);
  expect((await get(other)).status).toBe(403);
  expect((await h.call("GET /api/bundles/nonsense")).status).toBe(404);
  h.clock.advance(10 * MINUTE_MS);
  expect((await get(as)).status).toBe(404);
  h.clock.advance(50 * MINUTE_MS);
  await h.runtime.jobs.runDue();
  expect(await h.rows("bundles", "bundle_documents", "bundle_folders", "bundle_blobs")).toEqual({
    bundles: 0,
    bundle_documents: 0,
    bundle_folders: 0,
    bundle_blobs: 0,
  });
});

test("holds what it listed, whatever becomes of the documents, but nothing that was closed", async () => {
  const { as, doc } = await publish(h, { html: "before", title: "Kept" });
  const gone = (await publish(h, { html: "gone", title: "Gone" }, { as })).doc;
  const { get } = await bundle(as);
  await must(h.call(`PATCH /api/docs/${doc.doc_id}`, { as, json: { html: "after", title: "Renamed" } }));
  await must(h.call(`DELETE /api/docs/${gone.doc_id}?purge=true`, { as }));
  const files = await unzip((await get()).bytes);
  expect(Object.keys(files)).toEqual(["index.json", "Kept/meta.json", "Kept/index.html"]);
  expect(files["Kept/index.html"]).toBe("before");
  expect(JSON.parse(files["index.json"] ?? "").skipped).toEqual({ docs: 1 });
});

async function upload(as: Person, filename: string, body: string): Promise<string> {
  return (await must(h.call(`PUT /api/upload?filename=${filename}`, { as, body }))).body.doc_id;
}

test("a download under way holds what it listed, while its documents change, go and are cleared away", async () => {
  const as = await h.person();
  // Random digits, so that far more is to come than was read ahead.
  const texts = Array.from({ length: 6 }, () => randomBytes(2 * 1024 * 1024).toString("hex"));
  const docs = await Promise.all(texts.map((text, n) => upload(as, `${n}.txt`, text)));
  const { body } = await bundle(as);
  const answer = await h.fetch(new Request(body.url, { headers: { host: new URL(body.url).host } }));
  const reader = answer.body?.getReader();
  const first = await reader?.read();
  const [changed, purged, closed] = docs.slice(-3).map((id) => `/api/docs/${id}`);
  await must(h.call(`PATCH ${changed}`, { as, json: { title: "Renamed", folder: "elsewhere" } }));
  await must(h.call(`DELETE ${purged}?purge=true`, { as }));
  await must(h.call(`DELETE ${closed}`, { as }));
  h.clock.advance(30 * MINUTE_MS);
  await h.runtime.jobs.runDue();
  const pieces = [first?.value ?? new Uint8Array()];
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) pieces.push(next.value);
  const files = await unzip(Buffer.concat(pieces));
  for (const [n, text] of texts.entries()) expect(files[`${n}/${n}.txt`]).toBe(text);
  expect(JSON.parse(files["index.json"] ?? "").docs).toHaveLength(6);
});

test("leaves out and counts what is closed in a root; others' documents come with include_team alone", async () => {
  const space = await openSpace(h);
  await put(h, space.owner, { root: "plans", folder: "closed", title: "Secret" });
  await put(h, space.owner, { root: "plans", folder: "open", title: "Known" });
  await put(h, space.owner, { title: "Listed", visibility: "workspace", listing: "team" });
  await letIn(h, space, { level: "view" });
  await letIn(h, space, { level: "view", folder: "closed", person: space.creator });
  const { body, get } = await bundle(space.member, { root: "plans" });
  expect(body).toMatchObject({ doc_count: 1, skipped: 1, filename: "plans.zip" });
  expect(Object.keys(await unzip((await get()).bytes))).toContain("open/Known/index.html");
  expect((await h.call("POST /api/bundles", { as: space.member, json: {} })).status).toBe(400);
  expect((await bundle(space.member, { include_team: true })).body.doc_count).toBe(1);
  expect((await h.call("POST /api/bundles", { as: space.stranger, json: { root: "plans" } })).status).toBe(404);
});

test("keeps folders in which nothing lies, those alone that are open to who downloads it", async () => {
  const space = await openSpace(h);
  const { owner, member } = space;
  await letIn(h, space, { level: "edit" });
  await put(h, owner, { root: "plans", folder: "a", title: "Plan" });
  for (const path of ["a/empty", "a/kept/deep", "a/gone", "a/closed later", "a/closed", "b/other"]) {
    await must(h.call("POST /api/folders", { as: owner, json: { path, root: "plans" } }));
  }
  await letIn(h, space, { level: "view", folder: "a/closed", person: space.creator });
  const { get } = await bundle(member, { root: "plans", folder: "a" });
  const flat = await bundle(member, { root: "plans", folder: "a", recursive: false });
  await letIn(h, space, { level: "view", folder: "a/closed later", person: space.creator });
  await must(h.call("DELETE /api/folders?path=a/gone&root=plans", { as: owner }));
  await must(h.call("PATCH /api/folders", { as: owner, json: { path: "a/kept", new_path: "a/moved", root: "plans" } }));
  const { bytes } = await get();
  const files = await unzip(bytes);
  expect(Object.keys(files)).toEqual([
    "index.json",
    "a/empty/",
    "a/kept/deep/",
    "a/Plan/meta.json",
    "a/Plan/index.html",
  ]);
  expect(JSON.parse(files["index.json"] ?? "").folders).toEqual([
    { path: "a/empty", folder: "a/empty" },
    { path: "a/kept/deep", folder: "a/kept/deep" },
  ]);
  expect(await unpackedFolders(bytes)).toEqual(["a", "a/Plan", "a/empty", "a/kept", "a/kept/deep"]);
  expect(await unpackedFolders((await flat.get()).bytes)).toEqual(["a", "a/Plan"]);
});

test("refuses an empty folder with 400 and more than 500 MiB with 413, before anything is read", async () => {
  const as = await h.person();
  await scenario(h, {
    act: () => ({ call: "POST /api/bundles", as, json: { folder: "none" } }),
    expect: { status: 400, error: /nothing can be bundled/ },
  });
  const { doc } = await publish(h, {}, { as, form: formOf(), route: "POST /api/files" });
  await h.runtime.database.sql`update document_files set size_bytes = ${501 * 1024 ** 2}
    where document_id = (select document_id from documents where doc_id = ${doc.doc_id}) and path = 'a.bin'`;
  await scenario(h, {
    act: () => ({ call: "POST /api/bundles", as, json: {} }),
    expect: { status: 413, error: /at most 524288000/ },
  });
});

function formOf(): FormData {
  const form = new FormData();
  form.append("file", new Blob(["x"]), "a.bin");
  return form;
}

test("takes six an hour, and what is refused counts for nothing", async () => {
  const { as } = await publish(h);
  for (let count = 0; count < 7; count++) {
    expect((await h.call("POST /api/bundles", { as, json: { folder: "none" } })).status).toBe(400);
  }
  for (let count = 0; count < 6; count++) await bundle(as);
  const seventh = await h.call("POST /api/bundles", { as, json: {} });
  expect([seventh.status, typeof seventh.body.retry_after]).toEqual([429, "number"]);
});

test("the file that a document was made of has its own name in it, whatever its title is, and says where another has to stand", async () => {
  const { as } = await publish(h, { markdown: "# Over the moon\n", filename: "Intro.MD", folder: "own" });
  await publish(h, { html: "<h1>Odd</h1>", filename: "what?.htm", folder: "own" }, { as });
  await publish(h, { markdown: "# Plain\n", folder: "own" }, { as });
  const files = await unzip((await (await bundle(as, { folder: "own" })).get()).bytes);
  expect(files["own/Over the moon/Intro.MD"]).toBe("# Over the moon\n");
  expect(files["own/Odd/what_.htm"]).toBe("<h1>Odd</h1>");
  expect(files["own/Plain/source.md"]).toBe("# Plain\n");
  const meta = JSON.parse(files["own/Odd/meta.json"] ?? "");
  expect(meta).toMatchObject({ filename: "what?.htm", files: [{ path: "index.html", stored_as: "what_.htm" }] });
});

test("names are safe on every system, and no two of them meet", async () => {
  const as = await h.person();
  for (const title of ["CON", "con", "../../etc", "a:b?", "Ä", "Ä", "ends. ", "index.json"]) {
    await publish(h, { html: title, title, folder: "f" }, { as });
  }
  await publish(h, { html: "doc", title: "f" }, { as });
  const own = (await publish(h, { html: "own", title: "Own" }, { as })).doc;
  await must(h.call(`PUT /api/docs/${own.doc_id}/files/meta.json`, { as, json: { content: "mine" } }));
  await must(h.call(`PUT /api/docs/${own.doc_id}/files/A.txt`, { as, json: { content: "A" } }));
  await must(h.call(`PUT /api/docs/${own.doc_id}/files/a.txt`, { as, json: { content: "a" } }));
  await share(h, { name: "x.bin", bytes: "x" });
  const files = await unzip((await (await bundle(as)).get()).bytes);
  const names = Object.keys(files);
  expect(new Set(names.map((name) => name.normalize("NFC").toLowerCase())).size).toBe(names.length);
  for (const name of names) {
    for (const segment of name.split("/")) {
      expect(segment).not.toMatch(/^(con|nul)(\.|$)|[<>:"\\|?*]|[. ]$|^\.*$/i);
    }
  }
  expect(files["f (2)/index.html"]).toBe("doc");
  expect(files["Own/meta (2).json"]).toBe("mine");
  expect(JSON.parse(files["Own/meta.json"] ?? "").files).toContainEqual(
    expect.objectContaining({ path: "meta.json", stored_as: "meta (2).json" }),
  );
});
