// Both eras of the protocol as SDKs speak them: the clients of two, and the library that the server leans on.
import { afterAll, describe, expect, test } from "bun:test";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CALLER, META, messagesTo, VERSION } from "./messages.ts";
import { openToyServer } from "./toy_server.ts";

const server = await openToyServer();
const { token } = await server.harness.person();
afterAll(() => server.close());

const { ask, modern } = messagesTo(server, token);

describe("clients that nobody here wrote", () => {
  const requestInit = () => ({ headers: { authorization: `Bearer ${token}` } });

  test("the first SDK's client shakes hands, lists, calls and reads an error", async () => {
    const client = new Client(CALLER);
    await client.connect(new StreamableHTTPClientTransport(server.url, { requestInit: requestInit() }));
    expect(client.getServerVersion()).toMatchObject({ name: "docsvc" });
    expect(client.getInstructions()).toContain("publishes documents");
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual([...server.harness.runtime.catalogue.tools.keys()]);
    const got = await client.callTool({ name: "get_toy", arguments: { toy_id: "t1" } });
    expect(got.structuredContent).toMatchObject({ toy_id: "t1" });
    // This client holds an error's structured content against the tool's output schema too.
    const refused = await client.callTool({ name: "get_toy", arguments: { toy_id: "none" } });
    expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: "not_found" } } });
    expect(client.callTool({ name: "no_such_tool" })).rejects.toThrow("-32602");
    await client.close();
  });

  test("the second SDK's client does the same in the era without a handshake", async () => {
    const client = new ModernClient(CALLER, { versionNegotiation: { mode: { pin: VERSION } } });
    await client.connect(new ModernTransport(server.url, { requestInit: requestInit() }));
    expect(client.getNegotiatedProtocolVersion()).toBe(VERSION);
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(server.harness.runtime.catalogue.tools.size);
    const got = await client.callTool({ name: "get_toy", arguments: { toy_id: "t1" } });
    expect(got.structuredContent).toMatchObject({ toy_id: "t1" });
    const refused = await client.callTool({ name: "get_toy", arguments: { toy_id: "none" } });
    expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: "not_found" } } });
    expect(client.callTool({ name: "no_such_tool" })).rejects.toThrow("unknown tool");
    await client.close();
  });
});

test("a plain message is answered as the library would answer it", async () => {
  const call = { name: "get_toy", arguments: { toy_id: "t1" } };
  const list = await modern("tools/list");
  const called = await modern("tools/call", call, "get_toy");
  // A log level in the envelope sends the message through the library.
  const META_LONG = { ...META, "io.modelcontextprotocol/logLevel": "error" };
  for (const [method, params, plain] of [
    ["tools/list", {}, list],
    ["tools/call", call, called],
  ] as const) {
    const message = { jsonrpc: "2.0", id: 7, method, params: { ...params, _meta: META_LONG } };
    const headers = { "mcp-protocol-version": VERSION, "mcp-method": method, "mcp-name": "get_toy" };
    expect((await ask(message, headers)).body).toEqual(plain.body);
  }
  const older = { jsonrpc: "2.0", id: 7, method: "tools/call", params: call };
  const [batched, single] = [await ask([older]), await ask(older)];
  expect(batched.body).toEqual([single.body]);
});
