// Addresses below the protocol's, from the 401 to the token, and what a limited connection is shown there.
import { afterAll, describe, expect, test } from "bun:test";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import * as oauth from "oauth4webapi";
import { manifest } from "../../plugins/manifest.ts";
import { browse } from "./browse.ts";
import { type Connected, openOauthServer, request } from "./oauth_server.ts";
import { memoryOf } from "./program.ts";

const runtime = await openOauthServer();
const { h } = runtime;
afterAll(() => runtime.close());

const { tools } = h.runtime.catalogue;
const ALL = [...tools.keys()];
const CORE: string[] = Object.values(manifest.toolsets.core.selects).flat();
const CHILDREN = [
  "/mcp/readonly",
  "/mcp/x/core",
  "/mcp/x/docs,files",
  "/mcp/x/docs,nope/readonly",
  "/mcp/x/docs%2Cfiles",
];

function post(by: Connected, path: string, method: string, params: object) {
  const headers = { authorization: `Bearer ${by.access_token}` };
  return h.call(`POST ${path}`, { headers, json: { jsonrpc: "2.0", id: 1, method, params } });
}

async function list(by: Connected, path = "/mcp"): Promise<string[]> {
  const { body } = await post(by, path, "tools/list", {});
  return body.result.tools.map((tool: { name: string }) => tool.name);
}

const within = (...sets: string[]) => ALL.filter((name) => sets.includes(tools.get(name)?.entry.toolset ?? ""));
const reading = (names: string[]) => names.filter((name) => tools.get(name)?.entry.effect === "read");

describe("the metadata of a child", () => {
  test.each(CHILDREN)("name %s as the resource, as a strict client holds it to be", async (path) => {
    const resource = new URL(runtime.origin + path);
    const insecure = { [oauth.allowInsecureRequests]: true };
    const found = await oauth.resourceDiscoveryRequest(resource, insecure);
    const described = await oauth.processResourceDiscoveryResponse(resource, found);
    expect(described).toMatchObject({ resource: resource.href, authorization_servers: [runtime.origin] });
    const server = await h.call(`GET /.well-known/oauth-authorization-server${path}`);
    expect(server.body).toMatchObject({ issuer: runtime.origin, token_endpoint: `${runtime.origin}/oauth/token` });
  });

  test.each(["other", "x", "x/docs/files", "readonly/x"])("are a 404 in JSON for /mcp/%s", async (child) => {
    for (const kind of ["oauth-protected-resource", "oauth-authorization-server"]) {
      const answer = await h.call(`GET /.well-known/${kind}/mcp/${child}`);
      expect(answer.status).toBe(404);
      expect(answer.headers.get("content-type")).toStartWith("application/json");
    }
  });
});

describe("the official SDK connects from a 401 at a child", () => {
  test.each([
    ["/mcp/x/core", ALL.filter((name) => CORE.includes(name))],
    ["/mcp/x/docs,nope/readonly", reading(within("docs"))],
    ["/mcp/x/docs%2Cfiles", within("docs", "files")],
  ])("%s", async (path, expected) => {
    const url = new URL(runtime.origin + path);
    const { kept, provider } = memoryOf();
    const first = new StreamableHTTPClientTransport(url, { authProvider: provider });
    await new Client({ name: "sdk", version: "1" }).connect(first).catch(() => {});
    expect(kept.sent?.searchParams.get("resource")).toBe(url.href);
    const back = await browse(await h.person(), kept.sent ?? url);
    await first.finishAuth(back.searchParams.get("code") ?? "");
    const client = new Client({ name: "sdk", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(url, { authProvider: provider }));
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(expected);
    expect((await client.callTool({ name: "list_docs" })).isError).toBeFalsy();
    await client.close();
  });

  test("/mcp/readonly, in the new era", async () => {
    const url = new URL(`${runtime.origin}/mcp/readonly`);
    const { kept, provider } = memoryOf();
    const options = { authProvider: provider } as unknown as ConstructorParameters<typeof ModernTransport>[1];
    const first = new ModernTransport(url, options);
    await new ModernClient({ name: "v2", version: "1" }).connect(first).catch(() => {});
    await first.finishAuth((await browse(await h.person(), kept.sent ?? url)).searchParams);
    const client = new ModernClient({ name: "v2", version: "1" });
    await client.connect(new ModernTransport(url, options));
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(reading(ALL));
    await client.close();
  });
});

describe("a token for a child", () => {
  test("of core may use the sets that core crosses, and sees core at its address", async () => {
    const by = await runtime.connect(await h.person(), { resource: `${runtime.origin}/mcp/x/core` });
    expect(await list(by, "/mcp/x/core")).toEqual(ALL.filter((name) => CORE.includes(name)));
    expect(await list(by)).toEqual(within(...Object.keys(manifest.toolsets.core.selects)));
    const headers = { authorization: `Bearer ${by.access_token}` };
    expect((await h.call("GET /api/members", { headers })).status).toBe(403);
  });

  test("of names that nobody knows may use nothing", async () => {
    const by = await runtime.connect(await h.person(), { resource: `${runtime.origin}/mcp/x/nope` });
    expect(await list(by)).toEqual([]);
    expect((await h.call("GET /api/docs", { headers: { authorization: `Bearer ${by.access_token}` } })).status).toBe(
      403,
    );
  });

  test.each(["/mcp/x/", "/mcp/other", "/mcp/x/docs/files", "/mcpx"])("%s is refused as a target", async (path) => {
    const query = request(await runtime.client(), runtime.pkce().challenge);
    const answer = await runtime.authorize(await h.person(), { ...query, resource: runtime.origin + path });
    expect(new URL(answer.headers.get("location") ?? "").searchParams.get("error")).toBe("invalid_target");
  });
});

test.each(["/mcp", "/mcp/", "/mcp/readonly/", "/mcp/x/docs/", "/mcp/x/docs/readonly/"])(
  "what the metadata of %s name is taken as a target",
  async (path) => {
    const { body } = await h.call(`GET /.well-known/oauth-protected-resource${path}`);
    const { resource } = body as { resource: string };
    expect(resource).toBe(runtime.origin + path);
    const by = await runtime.connect(await h.person(), { resource });
    expect(await list(by, path)).not.toEqual([]);
  },
);

describe("the list of a limited connection", () => {
  test("hides what changes something from one that may only read", async () => {
    const by = await runtime.connect(await h.person(), { choice: { access: "read" } });
    expect(await list(by)).toEqual(reading(ALL));
    expect(await list(by, "/mcp/x/docs")).toEqual(reading(within("docs")));
    // The call itself is answered with the reason, as REST answers it.
    const refused = await post(by, "/mcp", "tools/call", { name: "delete_doc", arguments: { doc_id: "x" } });
    expect(refused.body.result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "connection_limited" } },
    });
  });

  test("hides the toolsets that it was not given, and follows a change at once", async () => {
    const person = await h.person();
    const by = await runtime.connect(person, { choice: { tools: "some", toolset: ["docs", "comments"] } });
    expect(await list(by)).toEqual(within("docs", "comments"));
    expect(await list(by, "/mcp/x/core")).toEqual(within("docs", "comments").filter((name) => CORE.includes(name)));
    const { connections } = (await h.call("GET /api/connections", { as: person })).body;
    const json = { toolsets: ["comments"], read_only: true };
    await h.call(`PATCH /api/connections/${connections[0].id}`, { as: person, with_cookie: true, json });
    expect(await list(by)).toEqual(reading(within("comments")));
  });

  test("is not what another with the same address sees", async () => {
    const [narrow, wide] = [
      await runtime.connect(await h.person(), { choice: { access: "read" } }),
      await runtime.connect(await h.person()),
    ];
    for (let round = 0; round < 2; round++) {
      expect(await list(narrow, "/mcp/x/docs")).toEqual(reading(within("docs")));
      expect(await list(wide, "/mcp/x/docs")).toEqual(within("docs"));
    }
  });
});
