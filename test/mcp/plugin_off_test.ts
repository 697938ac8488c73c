// A server starts again without a plugin while a client stays connected:
// the client notices by the answers alone, and its limits hold.
import { afterAll, expect, test } from "bun:test";
import type { Harness } from "../harness/harness.ts";
import { openOauthServer } from "../oauth/oauth_server.ts";

const runtime = await openOauthServer();
const { h } = runtime;
afterAll(() => runtime.close());

async function ask(server: Harness, token: string, method: string, params: Record<string, unknown> = {}) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await server.call("POST /mcp", { headers, json: { jsonrpc: "2.0", id: 1, method, params } });
  return { status: answer.status, body: answer.body };
}

function namesOf({ body }: Awaited<ReturnType<typeof ask>>): string[] {
  return body.result.tools.map(({ name }: { name: string }) => name);
}

test("its tools are gone from the list and unknown to a call, and the others answer the same token", async () => {
  const { access_token } = await runtime.connect(await h.person());
  expect(namesOf(await ask(h, access_token, "tools/list"))).toContain("star");
  const without = await h.twin({ PLUGINS: "-stars" });
  expect(namesOf(await ask(without, access_token, "tools/list"))).not.toContain("star");
  const called = await ask(without, access_token, "tools/call", { name: "star", arguments: { doc_id: "x" } });
  expect(called.body.error).toEqual({ code: -32602, message: 'unknown tool "star"' });
  const listed = await ask(without, access_token, "tools/call", { name: "list_docs", arguments: {} });
  expect(listed.body.result.isError).toBeUndefined();
});

test("without OAuth a connection's tokens stay as limited as they were, and nobody gets new ones", async () => {
  const given = await runtime.connect(await h.person(), { choice: { access: "read" } });
  const without = await h.twin({ PLUGINS: "-oauth,-credentials" });
  const refused = await ask(without, given.access_token, "tools/call", {
    name: "publish_html",
    arguments: { html: "<p>x</p>" },
  });
  expect(refused.body.result).toMatchObject({
    isError: true,
    structuredContent: { error: { code: "connection_limited" } },
  });
  const form = { grant_type: "refresh_token", client_id: given.client_id, refresh_token: given.refresh_token };
  expect((await without.call("POST /oauth/token", { body: new URLSearchParams(form) })).status).toBe(404);
});

test("without MCP its address is a 404 in JSON, and the token still opens the API", async () => {
  const { access_token } = await runtime.connect(await h.person());
  const without = await h.twin({ PLUGINS: "-mcp" });
  const answer = await ask(without, access_token, "tools/list");
  expect([answer.status, typeof answer.body]).toEqual([404, "object"]);
  const headers = { authorization: `Bearer ${access_token}` };
  expect((await without.call("GET /api/me", { headers })).status).toBe(200);
});
