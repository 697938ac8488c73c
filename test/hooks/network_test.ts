// The hook of a rule about networks:
// a toy that closes a workspace to one address is asked before every answer, quick ones too.
import { beforeEach, expect, test } from "bun:test";
import { handle, type Plugin, refuse } from "../../kernel/plugin.ts";
import { type NetworkQuestion, networkHook } from "../../kernel/ports/access.ts";
import { openHarness } from "../harness/harness.ts";

const OUTSIDE = { "x-forwarded-for": "203.0.113.9" };
const INSIDE = { "x-forwarded-for": "198.51.100.7" };
const asked: NetworkQuestion[] = [];
let isSlow = false;
/** The workspace that keeps the toy's rule; others have none. */
let guarded = 0;

const gatekeeper: Plugin = {
  name: "gatekeeper",
  operations: [],
  handles: () => [
    handle(networkHook, (question) => {
      asked.push(question);
      const answer = () => {
        if (question.workspace_id !== guarded || question.ip !== "203.0.113.9") return;
        throw question.host === "app" ? refuse.forbidden("this address may not") : refuse.notFound("not found");
      };
      return isSlow ? Promise.resolve().then(answer) : answer();
    }),
  ],
};

const h = await openHarness({
  env: { TRUSTED_PROXIES: "127.0.0.1" },
  extra: [
    { plugin: gatekeeper, entry: { purpose: "Keeps a gate.", needs: [], toolset: "docs", editions: ["community"] } },
  ],
});
const person = await h.person();
const stranger = await h.person();

beforeEach(() => {
  guarded = person.workspace_id;
  isSlow = false;
  asked.length = 0;
});

test("the app host asks with the workspace, the client's address and the caller, whatever the surface", async () => {
  const refused = await h.call("GET /api/me", { as: person, headers: OUTSIDE });
  expect([refused.status, refused.body.error]).toEqual([403, "this address may not"]);
  expect((await h.call("GET /api/me", { as: person, headers: INSIDE })).status).toBe(200);
  expect((await h.call("GET /api/me", { as: stranger, headers: OUTSIDE })).status).toBe(200);
  const json = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  expect((await h.call("POST /mcp", { as: person, headers: OUTSIDE, json })).status).toBe(403);
  expect(asked.map(({ host, ip, actor }) => [host, ip, actor?.user_id])).toEqual([
    ["app", "203.0.113.9", person.user_id],
    ["app", "198.51.100.7", person.user_id],
    ["app", "203.0.113.9", stranger.user_id],
    ["app", "203.0.113.9", person.user_id],
  ]);
});

test("a list of tools that is ready is refused as the pipeline refuses it, and asked about once", async () => {
  const json = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const length = { "content-length": String(JSON.stringify(json).length) };
  const listFrom = (headers: Record<string, string>) => h.call("POST /mcp", { as: person, headers, json });
  for (isSlow of [false, true]) {
    const [ready, piped] = [await listFrom({ ...OUTSIDE, ...length }), await listFrom(OUTSIDE)];
    expect(ready.headers.get("x-request-id")).toHaveLength("00000000-0000-0000-0000-000000000000-1".length);
    expect(piped.headers.get("x-request-id")).toHaveLength("00000000-0000-0000-0000-000000000000".length);
    for (const { status, body } of [ready, piped]) {
      expect({ status, error: body.error, code: body.code }).toEqual({
        status: 403,
        error: "this address may not",
        code: piped.body.code,
      });
    }
    expect((await listFrom({ ...INSIDE, ...length })).status).toBe(200);
  }
  expect(asked.map(({ ip }) => ip)).toEqual([
    "203.0.113.9",
    "203.0.113.9",
    "198.51.100.7",
    "203.0.113.9",
    "203.0.113.9",
    "198.51.100.7",
  ]);
});

test("the content host asks with the document's workspace, before and after its answer is ready", async () => {
  const json = { html: "<p>hello</p>", visibility: "unlisted" };
  const { slug } = (await h.call("POST /api/docs", { as: person, json })).body;
  const statusFrom = async (headers: Record<string, string>) => (await h.open(`/d/${slug}/`, { headers })).status;
  for (const _round of ["first", "ready"]) {
    expect([await statusFrom(OUTSIDE), await statusFrom(INSIDE)]).toEqual([404, 200]);
  }
  asked.length = 0;
  expect(await statusFrom(INSIDE)).toBe(200);
  expect(asked).toEqual([
    expect.objectContaining({ host: "content", workspace_id: person.workspace_id, ip: "198.51.100.7", actor: null }),
  ]);
  isSlow = true;
  expect([await statusFrom(OUTSIDE), await statusFrom(INSIDE)]).toEqual([404, 200]);
  guarded = 0;
  expect(await statusFrom(OUTSIDE)).toBe(200);
});

test("the form for a document's password is as closed as the document", async () => {
  const json = { html: "<p>hello</p>", visibility: "password", password: "open sesame" };
  const { slug } = (await h.call("POST /api/docs", { as: person, json })).body;
  expect((await h.open(`/d/${slug}/~unlock`, { headers: OUTSIDE })).status).toBe(404);
  expect((await h.open(`/d/${slug}/~unlock`, { headers: INSIDE })).status).toBe(200);
});

test("the holder of a ticket is asked for as the person who made it", async () => {
  const upload = (await h.call("POST /api/uploads", { as: person, json: { filename: "a.txt" } })).body;
  const before = await h.rows("documents", "document_versions");
  const put = async (headers: Record<string, string>) =>
    (await h.call(`PUT ${pathOf(upload.upload_url)}`, { headers, body: "hello" })).status;
  expect(await put(OUTSIDE)).toBe(403);
  expect(await h.rows("documents", "document_versions")).toEqual(before);
  expect(await put(INSIDE)).toBe(201);

  const { doc_id } = (await h.call("POST /api/docs", { as: person, json: { html: "<p>hello</p>" } })).body;
  const download = (await h.call(`POST /api/docs/${doc_id}/download`, { as: person, json: {} })).body;
  expect((await h.open(pathOf(download.url), { headers: OUTSIDE })).status).toBe(403);
  expect((await h.open(pathOf(download.url), { headers: INSIDE })).status).toBe(200);
});

function pathOf(url: string): string {
  return new URL(url).pathname;
}
