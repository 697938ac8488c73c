// A staged upload: a file that waits, verified and unpublished, for the one write of its sender that takes it.
import { afterAll, expect, test } from "bun:test";
import { DAY_MS, MINUTE_MS, sha256Hex } from "../../kernel/plugin.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { callTool } from "../harness/scenario.ts";
import { openOauthServer } from "../oauth/oauth_server.ts";
import { callBy, openScene, plansAlone, toolBy } from "../oauth/root_scene.ts";
import { publish } from "./published.ts";
import { tickets } from "./tickets.ts";
import { countTraces, expectTraceless, sweep } from "./traces.ts";

const h = await openHarness();
const owner = await h.person();
const { sql } = h.runtime.database;
const { issue, issued, send, stateOf } = tickets(h, owner);

async function staged(bytes: string, as: Person = owner) {
  const ticket = await issued({ filename: "sent.md", stage: true }, as);
  expect(await send(ticket.path, bytes)).toMatchObject({ status: 201 });
  return ticket;
}

async function pageOf({ path }: { path: string }): Promise<string> {
  return new TextDecoder().decode((await h.call(`GET ${path}`)).bytes);
}

const json = (upload_id: number) => ({ upload_id, format: "markdown" });

test("what comes is kept and verified, published nowhere, and told to whoever sends it and whoever asked for it", async () => {
  const ticket = await issued({ filename: "sent.md", stage: true, size: 5, sha256: sha256Hex("# Hi\n") });
  expect(ticket.upload_id).toBe(ticket.ticket_id);
  await expectTraceless(h, 400, () => send(ticket.path, "# Ha\n"));
  expect(await stateOf(ticket)).toMatchObject({ state: "failed", error: expect.stringContaining("sha256") });
  const before = await h.rows("documents", "document_files");
  h.clock.advance(30 * MINUTE_MS);
  const until = new Date(h.clock.now().getTime() + 60 * MINUTE_MS).toISOString();
  const came = { upload_id: ticket.ticket_id, state: "staged", size: 5, expires_at: until };
  expect(await send(ticket.path, "# Hi\n")).toMatchObject({ status: 201, body: came });
  expect((await h.audit()).at(-1)).toMatchObject({
    action: "upload.stage",
    actor: owner.email,
    target_id: String(ticket.ticket_id),
  });
  const traces = await countTraces(h);
  expect(await send(ticket.path, "other bytes")).toMatchObject({ status: 200, body: came });
  expect(await countTraces(h)).toEqual(traces);
  expect(await h.rows("documents", "document_files")).toEqual(before);
  expect(await stateOf(ticket)).toEqual({ state: "staged" });
  expect(await pageOf(ticket)).toContain("can use it now");
  const [used] =
    await sql`select used from quota_counters where bucket = 'publish' and subject = ${`user:${owner.user_id}`}`;
  expect(used).toBeUndefined();
});

test("it comes in parts too, and its page says what it is for", async () => {
  const ticket = await issued({ filename: "sent.md", stage: true });
  expect(await pageOf(ticket)).toContain("Nothing is published yet");
  expect((await send(ticket.path, "# He", { "content-range": "bytes 0-3/8" })).status).toBe(202);
  expect(await send(ticket.path, "llo\n", { "content-range": "bytes 4-7/8" })).toMatchObject({
    status: 201,
    body: { size: 8 },
  });
  const { body } = await h.call("POST /api/docs", { as: owner, json: json(ticket.upload_id) });
  expect(body).toMatchObject({ title: "Hello", kind: "markdown" });
});

test("every route whose body is a file's content takes it", async () => {
  const { at, doc } = await publish(h, { html: "x" }, { as: owner });
  const page = await staged("<title>New</title>");
  expect(await h.call(`PATCH ${at}`, { as: owner, json: { upload_id: page.upload_id } })).toMatchObject({
    status: 200,
    body: { version: 2, title: "New" },
  });
  const side = await staged("a,b\n");
  expect(await h.call(`PUT ${at}/files/a.csv`, { as: owner, json: { upload_id: side.upload_id } })).toMatchObject({
    status: 200,
    body: { size: 4, version: 3 },
  });
  const code = await staged("select 1");
  expect(
    await h.call("POST /api/snippets", { as: owner, json: { upload_id: code.upload_id, language: "sql" } }),
  ).toMatchObject({ status: 201, body: { kind: "snippet" } });
  expect(await stateOf(side)).toEqual({ state: "done", doc_id: doc.doc_id, version: 3 });
  expect(await h.call("POST /api/docs", { as: owner, json: { content: "# Hi" } })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ["body", "format"] }] },
  });
  const encoded = { content_base64: Buffer.from("# Hi").toString("base64"), format: "markdown" };
  expect(await h.call("POST /api/docs", { as: owner, json: encoded })).toMatchObject({
    status: 201,
    body: { title: "Hi" },
  });
  const again = await send(side.path, "other");
  expect(again).toMatchObject({ status: 200, body: { doc_id: doc.doc_id } });
});

test("a file that a page cannot be, or that is too large for the write, leaves it for another", async () => {
  const broken = await issued({ filename: "a.bin", stage: true });
  await send(broken.path, new Uint8Array([0xff, 0x00]));
  expect((await h.call("POST /api/docs", { as: owner, json: json(broken.upload_id) })).status).toBe(400);
  const args = { filename: "a.bin", upload_id: broken.upload_id };
  expect((await callTool(h, owner, { name: "publish_file", arguments: args })).isError ?? false).toBe(false);
  const large = await issued({ filename: "large.bin", stage: true });
  const bytes = new Uint8Array(20 * 1024 ** 2 + 1);
  expect((await send(large.path, bytes)).status).toBe(201);
  expect(await h.call("POST /api/docs", { as: owner, json: json(large.upload_id) })).toMatchObject({ status: 413 });
  const shared = { filename: "large.bin", upload_id: large.upload_id };
  const result = await callTool(h, owner, { name: "publish_file", arguments: shared });
  const { doc_id } = result.structuredContent ?? {};
  const { manifest } = (await h.call(`GET /api/docs/${doc_id}/manifest`, { as: owner })).body;
  expect(manifest["large.bin"]).toMatchObject({ size: bytes.byteLength, sha256: sha256Hex(bytes) });
});

test("of many writes at once one takes it, the others hear so, and what they stored is gone", async () => {
  const { at } = await publish(h, { html: "x" }, { as: owner });
  const { upload_id } = await staged("# Many\n");
  const documents = await h.rows("documents");
  const writes = Array.from({ length: 4 }, (_, index) => [
    h.call("POST /api/docs", { as: owner, json: json(upload_id) }),
    h.call(`PUT ${at}/files/${index}.txt`, { as: owner, json: { upload_id } }),
  ]).flat();
  const statuses = (await Promise.all(writes)).map((answer) => answer.status);
  expect(statuses.filter((status) => status < 300)).toHaveLength(1);
  expect(statuses.filter((status) => status === 410)).toHaveLength(7);
  const version = (await h.call(`GET ${at}`, { as: owner })).body.version - 1;
  expect((await h.rows("documents"))["documents"]).toBe((documents["documents"] ?? 0) + 1 - version);
});

test("a write that is refused leaves it staged, and one that finds nothing changed uses it up", async () => {
  const { at } = await publish(h, { markdown: "# One" }, { as: owner });
  const { upload_id, ...ticket } = await staged("# One");
  const write = (base_version: number) =>
    h.call(`PUT ${at}/files/source.md`, { as: owner, json: { upload_id, base_version } });
  await h.call(`PUT ${at}/files/source.md`, { as: owner, json: { content: "# Two" } });
  expect((await write(1)).status).toBe(409);
  expect(await stateOf({ ticket_id: upload_id })).toEqual({ state: "staged" });
  await h.call(`PUT ${at}/files/source.md`, { as: owner, json: { content: "# One" } });
  expect(await write(3)).toMatchObject({ status: 200, body: { changed: false, version: 3 } });
  expect((await write(3)).status).toBe(410);
  expect(ticket.ticket_id).toBe(upload_id);
});

test("what is published from it outlives the sweep; what nobody takes ends an hour after it came, bytes and all", async () => {
  const [taken, left] = [await staged("x".repeat(40_000)), await staged("y".repeat(40_000))];
  await sweep(h, 50 * MINUTE_MS);
  const { body } = await h.call("POST /api/snippets", { as: owner, json: { upload_id: taken.upload_id } });
  await sweep(h, 20 * MINUTE_MS);
  const late = await h.call("POST /api/docs", { as: owner, json: json(left.upload_id) });
  expect(late).toMatchObject({
    status: 410,
    body: { error: `upload ${left.upload_id} has expired; send the file again` },
  });
  // The store's own sweep comes round after that of the tickets.
  await sweep(h, DAY_MS);
  await sweep(h, DAY_MS);
  expect((await h.rows("upload_parts"))["upload_parts"]).toBe(0);
  const read = await h.call(`GET /api/docs/${body.doc_id}/files/source.txt`, { as: owner });
  expect(sha256Hex(read.bytes)).toBe(sha256Hex("x".repeat(40_000)));
  const [lost] =
    await sql`select count(*)::int as n from blobs where sha256 = decode(${sha256Hex("y".repeat(40_000))}, 'hex')`;
  expect(lost).toEqual({ n: 0 });
  expect(await stateOf(left)).toEqual({ state: "expired" });
});

test("what belongs to the write has no place beside stage, and what is held counts against the plan's storage", async () => {
  for (const stray of [
    { title: "T" },
    { folder: "a" },
    { visibility: "unlisted" },
    { doc_id: "doc_x", path: "a", base_version: 1 },
    { message: "m" },
  ]) {
    const answer = await issue({ filename: "a.md", stage: true, ...stray });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining("beside stage: true")]);
  }
  const poor = await h.person({ plan: "free" });
  await h.call("PUT /api/upload?filename=a.txt", { as: poor, body: "a" });
  await sql`update document_counters set bytes = ${1024 ** 3 - 500} where workspace_id = ${poor.workspace_id}`;
  await staged("x".repeat(400), poor);
  const second = await issued({ filename: "b.md", stage: true }, poor);
  await expectTraceless(h, 413, () => send(second.path, "x".repeat(200)));
});

const runtime = await openOauthServer();
afterAll(() => runtime.close());

test("a connection that is limited to roots takes what it staged itself and nothing else of its person's", async () => {
  const { by, person } = await openScene(runtime, plansAlone);
  const others = (await runtime.h.call("POST /api/uploads", { as: person, json: { filename: "a.md", stage: true } }))
    .body;
  await runtime.h.call(`PUT ${new URL(others.upload_url).pathname}`, { body: "# Secret" });
  const own = (await callBy(runtime.h, by, "POST /api/uploads", { filename: "a.md", stage: true })).body;
  await runtime.h.call(`PUT ${new URL(own.upload_url).pathname}`, { body: "# Mine" });
  const place = { root: "plans", folder: "a" };
  const refused = await toolBy(runtime.h, by, "publish_markdown", { upload_id: others.upload_id, ...place });
  const unknown = await toolBy(runtime.h, by, "publish_markdown", { upload_id: 987_654_321, ...place });
  const words = (result: { content: { text: string }[] }) => result.content[0]?.text.replace(/\d+/, "");
  expect([words(refused), refused.structuredContent.error.code]).toEqual([words(unknown), "not_found"]);
  expect((await callBy(runtime.h, by, `GET /api/uploads/${others.ticket_id}`)).status).toBe(404);
  expect((await callBy(runtime.h, by, `GET /api/uploads/${own.ticket_id}`)).body).toEqual({ state: "staged" });
  const made = await toolBy(runtime.h, by, "publish_markdown", { upload_id: own.upload_id, ...place });
  expect(made.structuredContent).toMatchObject({ title: "Mine" });
});
