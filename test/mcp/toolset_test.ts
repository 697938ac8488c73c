// What a client may ask to see less of, by address and by headers, and how former names of tools go on working.
import { afterAll, describe, expect, test } from "bun:test";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { manifest } from "../../plugins/manifest.ts";
import { openToyServer } from "./toy_server.ts";
import { madeToys } from "./toys.ts";

const server = await openToyServer();
const { token } = await server.harness.person();
afterAll(() => server.close());

const { tools } = server.harness.runtime.catalogue;
const ALL = [...tools.keys()];
const FORMER = [...tools.values()].flatMap(({ tool }) => tool.formerly ?? []);
const CORE: string[] = Object.values(manifest.toolsets.core.selects).flat();
const within = (...sets: string[]) => ALL.filter((name) => sets.includes(tools.get(name)?.entry.toolset ?? ""));
const reading = (names: string[]) => names.filter((name) => tools.get(name)?.entry.effect === "read");

const VERSION = "2026-07-28";
const META = {
  "io.modelcontextprotocol/protocolVersion": VERSION,
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "tests", version: "1" },
};

type Sent = Record<string, string>;
const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const namesOf = (result: { tools: { name: string }[] }) => result.tools.map((tool) => tool.name);

/** The names listed at an address: straight, in a batch, which the library reads, and in the modern era, which have to agree. */
async function list(path: string, headers: Sent = {}): Promise<string[]> {
  const plain = namesOf((await server.post(token, LIST, headers, path)).body.result);
  const batched = namesOf((await server.post(token, [LIST], headers, path)).body[0].result);
  const modern = namesOf((await askModern("tools/list", {}, { path, headers })).body.result);
  expect(batched).toEqual(plain);
  expect(modern).toEqual(plain);
  return plain;
}

function askModern(method: string, params: object, { path = "/mcp", headers = {} }: { path?: string; headers?: Sent }) {
  const message = { jsonrpc: "2.0", id: 7, method, params: { ...params, _meta: META } };
  const name: Sent = "name" in params ? { "mcp-name": String(params.name) } : {};
  return server.post(
    token,
    message,
    { "mcp-protocol-version": VERSION, "mcp-method": method, ...name, ...headers },
    path,
  );
}

function call(name: string, path: string, headers: Sent = {}) {
  const params = { name, arguments: name === "make_toy" ? { title: "outside" } : { toy_id: "t1" } };
  return server.post(token, { ...LIST, method: "tools/call", params }, headers, path);
}

async function instructions(path: string, headers: Sent = {}): Promise<string> {
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "tests", version: "1" } };
  const shaken = await server.post(token, { ...LIST, method: "initialize", params }, headers, path);
  const discovered = await askModern("server/discover", {}, { path, headers });
  expect(discovered.body.result.instructions).toBe(shaken.body.result.instructions);
  return shaken.body.result.instructions;
}

describe("an address", () => {
  test("of the whole protocol lists every tool, in the catalogue's order", async () => {
    expect(await list("/mcp")).toEqual(ALL);
  });

  test.each(Object.keys(manifest.toolsets))("of toolset %s lists what is in it", async (set) => {
    const expected = set === "core" ? ALL.filter((name) => CORE.includes(name)) : within(set);
    expect(await list(`/mcp/x/${set}`)).toEqual(expected);
  });

  test("of several toolsets lists what is in any of them, whatever case and spaces", async () => {
    expect(await list("/mcp/x/docs,files")).toEqual(within("docs", "files"));
    expect(await list("/mcp/x/Docs%2C%20files,docs")).toEqual(within("docs", "files"));
  });

  test("that reads lists what changes nothing, with toolsets too", async () => {
    expect(await list("/mcp/readonly")).toEqual(reading(ALL));
    expect(await list("/mcp/x/docs,sharing/readonly")).toEqual(reading(within("docs", "sharing")));
  });

  test("below the protocol's that names nothing is a 404, and each takes POST alone", async () => {
    expect((await server.post(token, LIST, {}, "/mcp/other")).status).toBe(404);
    expect((await server.post(token, LIST, {}, "/mcp/x/docs/writeonly")).status).toBe(404);
    for (const path of ["/mcp/readonly", "/mcp/x/docs", "/mcp/x/docs/readonly"]) {
      const answer = await fetch(server.origin + path, { headers: { authorization: `Bearer ${token}` } });
      expect(answer.status).toBe(405);
      expect(answer.headers.get("allow")).toBe("POST");
    }
  });

  test("challenges with the metadata of its own", async () => {
    for (const path of ["/mcp/readonly", "/mcp/x/docs,nope", "/mcp/x/docs%2Cfiles/readonly"]) {
      const answer = await server.post(null, LIST, {}, path);
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toBe(
        `Bearer resource_metadata="${server.origin}/.well-known/oauth-protected-resource${path}"`,
      );
    }
  });
});

describe("the headers", () => {
  test("select toolsets and single tools beside them", async () => {
    expect(await list("/mcp", { "x-mcp-toolsets": "comments, history" })).toEqual(within("comments", "history"));
    expect(await list("/mcp", { "x-mcp-tools": "list_docs,get_toy" })).toEqual(["list_docs", "get_toy"]);
    const both = await list("/mcp", { "x-mcp-toolsets": "comments", "x-mcp-tools": "get_toy" });
    expect(both).toEqual([...within("comments"), "get_toy"]);
  });

  test("leave out single tools and whatever changes something", async () => {
    expect(await list("/mcp", { "x-mcp-exclude-tools": "delete_doc" })).toEqual(
      ALL.filter((name) => name !== "delete_doc"),
    );
    expect(await list("/mcp", { "x-mcp-readonly": "true" })).toEqual(reading(ALL));
    expect(await list("/mcp", { "x-mcp-tools": "list_docs,delete_doc", "x-mcp-readonly": "1" })).toEqual(["list_docs"]);
  });

  test("leave out what changes something in whatever words it is asked for", async () => {
    for (const word of ["TRUE", "yes", "on", "y", "readonly"]) {
      expect(await list("/mcp", { "x-mcp-readonly": word })).toEqual(reading(ALL));
    }
    for (const word of ["false", "False", "0", "no", "off"]) {
      expect(await list("/mcp", { "x-mcp-readonly": word })).toEqual(ALL);
    }
  });

  test("narrow what the address leaves and never widen it", async () => {
    expect(await list("/mcp/x/docs", { "x-mcp-toolsets": "comments" })).toEqual([]);
    expect(await list("/mcp/x/docs", { "x-mcp-tools": "list_docs,get_toy" })).toEqual(["list_docs"]);
    expect(await list("/mcp/readonly", { "x-mcp-readonly": "false" })).toEqual(reading(ALL));
  });

  test("that are empty ask for nothing", async () => {
    const empty = { "x-mcp-toolsets": "", "x-mcp-tools": " ", "x-mcp-exclude-tools": "", "x-mcp-readonly": "false" };
    expect(await list("/mcp", empty)).toEqual(ALL);
  });
});

describe("a call of a tool that is not selected", () => {
  test("is a protocol error that says so, in both eras, and runs nothing", async () => {
    for (const [path, headers] of [
      ["/mcp/x/docs", {}],
      ["/mcp/readonly", {}],
      ["/mcp", { "x-mcp-exclude-tools": "make_toy" }],
    ] as [string, Sent][]) {
      const older = await call("make_toy", path, headers);
      expect(older.body.error).toEqual({
        code: -32602,
        message: 'tool "make_toy" is outside what this address and its X-MCP headers select',
      });
      const params = { name: "make_toy", arguments: { title: "outside" } };
      const modern = await askModern("tools/call", params, { path, headers });
      expect(modern.body.error).toMatchObject(older.body.error);
    }
    expect((await call("no_such_tool", "/mcp/x/docs")).body.error.message).toBe('unknown tool "no_such_tool"');
    expect(madeToys()).not.toContain("outside");
    expect((await call("get_toy", "/mcp/x/admin")).body.result.structuredContent).toMatchObject({ toy_id: "t1" });
  });
});

describe("names that nobody knows", () => {
  test("select nothing and are reported in the instructions", async () => {
    expect(await list("/mcp/x/docs,nope")).toEqual(within("docs"));
    expect(await list("/mcp/x/nope")).toEqual([]);
    const told = await instructions("/mcp/x/docs,nope", {
      "x-mcp-toolsets": "docs,bogus",
      "x-mcp-tools": "no_tool",
      "x-mcp-exclude-tools": "other_tool",
    });
    expect(told).toContain('No such toolsets, so they select nothing: "nope", "bogus". There are core, docs, files');
    expect(told).toContain('No such tools, so their names do nothing: "no_tool", "other_tool".');
    for (const path of ["/mcp", "/mcp/x/databases,core"]) expect(await instructions(path)).not.toContain("No such");
  });

  test("are repeated to a bounded length however many come", async () => {
    const many = Array.from({ length: 300 }, (_, place) => `${place}${"x".repeat(40)}`).join(",");
    const told = await instructions("/mcp", { "x-mcp-tools": many });
    expect(told).toContain("and 290 more");
    expect(told.length).toBeLessThan(2000);
  });
});

test("instructions speak of the tools that are selected alone", async () => {
  expect(await instructions("/mcp")).toContain("publish_html");
  expect(await instructions("/mcp/readonly")).not.toContain("publish_html");
});

describe("a tool's former name", () => {
  test("is called and not listed, unless the client asks for such names", async () => {
    const params = { name: "fetch_toy", arguments: { toy_id: "t1" } };
    const older = await server.post(token, { ...LIST, method: "tools/call", params });
    expect(older.body.result.structuredContent).toMatchObject({ toy_id: "t1" });
    const modern = await askModern("tools/call", params, {});
    expect(modern.body.result.structuredContent).toMatchObject({ toy_id: "t1" });
    expect(await list("/mcp", { "x-mcp-legacy": "true" })).toEqual([...ALL, ...FORMER]);
    expect(await list("/mcp", { "x-mcp-legacy": "false" })).toEqual(ALL);
  });

  test("stands for the tool in the headers, and is narrowed with it", async () => {
    expect(await list("/mcp", { "x-mcp-tools": "fetch_toy" })).toEqual(["get_toy"]);
    expect(await list("/mcp", { "x-mcp-tools": "fetch_toy", "x-mcp-legacy": "true" })).toEqual([
      "get_toy",
      "fetch_toy",
    ]);
    expect(await instructions("/mcp", { "x-mcp-tools": "fetch_toy" })).not.toContain("No such");
    expect((await call("fetch_toy", "/mcp/x/docs")).body.error.message).toContain("outside");
    expect(await list("/mcp/x/docs", { "x-mcp-legacy": "true" })).toEqual(within("docs"));
  });
});

describe("clients that nobody here wrote", () => {
  const requestInit = { headers: { authorization: `Bearer ${token}`, "x-mcp-exclude-tools": "delete_doc" } };
  const url = new URL(`${server.origin}/mcp/x/core`);
  const expected = ALL.filter((name) => CORE.includes(name) && name !== "delete_doc");

  test("the first SDK's client sees the core tools and is refused the rest", async () => {
    const client = new Client({ name: "tests", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    expect(namesOf(await client.listTools())).toEqual(expected);
    expect((await client.callTool({ name: "list_docs" })).isError).toBeFalsy();
    await expect(client.callTool({ name: "delete_doc", arguments: { doc_id: "x" } })).rejects.toThrow("outside");
    await client.close();
  });

  test("the second SDK's client does too", async () => {
    const client = new ModernClient(
      { name: "tests", version: "1" },
      { versionNegotiation: { mode: { pin: VERSION } } },
    );
    await client.connect(new ModernTransport(url, { requestInit }));
    expect(namesOf(await client.listTools())).toEqual(expected);
    await expect(client.callTool({ name: "delete_doc", arguments: { doc_id: "x" } })).rejects.toThrow("outside");
    await client.close();
  });
});
