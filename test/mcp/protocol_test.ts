// Both eras of the protocol on one address, and everything a client can get wrong about the messages themselves.
import { afterAll, describe, expect, test } from "bun:test";
import { CALLER, META, messagesTo, VERSION } from "./messages.ts";
import { openToyServer } from "./toy_server.ts";
import { madeToys } from "./toys.ts";

const server = await openToyServer();
const { token } = await server.harness.person();
afterAll(() => server.close());

const { ask, modern } = messagesTo(server, token);
const ping = (id: unknown) => ({ jsonrpc: "2.0", id, method: "ping" });

describe("the era of the handshake", () => {
  test("initialize agrees on every older version without a session", async () => {
    for (const version of ["2025-03-26", "2025-06-18", "2025-11-25"]) {
      const params = { protocolVersion: version, capabilities: {}, clientInfo: CALLER };
      const answer = await ask({ jsonrpc: "2.0", id: 0, method: "initialize", params });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("mcp-session-id")).toBeNull();
      expect(answer.body.result).toMatchObject({ protocolVersion: version, capabilities: { tools: {} } });
    }
  });

  test("notifications are accepted with 202 and no body", async () => {
    const answer = await ask({ jsonrpc: "2.0", method: "notifications/initialized" });
    expect(answer).toMatchObject({ status: 202, body: null });
  });

  test("replies are JSON whatever Accept says", async () => {
    for (const accept of ["application/json", "*/*", "text/event-stream", "application/json, text/event-stream"]) {
      const answer = await ask(ping("p"), { accept });
      expect(answer.headers.get("content-type")).toStartWith("application/json");
      expect(answer.body).toEqual({ jsonrpc: "2.0", id: "p", result: {} });
    }
  });

  test("batches are answered together, and none waits for a call that it cancels itself", async () => {
    const call = {
      jsonrpc: "2.0",
      id: 2,
      method: "tools/call",
      params: { name: "get_toy", arguments: { toy_id: "t" } },
    };
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } };
    const answer = await ask([ping(1), call, cancel]);
    expect(answer.body).toMatchObject([
      { id: 1, result: {} },
      { id: 2, result: { structuredContent: { toy_id: "t" } } },
    ]);
  });

  test("a batch that uses an id twice, is empty or too long runs nothing", async () => {
    const make = {
      jsonrpc: "2.0",
      id: 2,
      method: "tools/call",
      params: { name: "make_toy", arguments: { title: "twin" } },
    };
    for (const batch of [[make, make], [], [make, ...Array.from({ length: 100 }, (_, id) => ping(id + 10))]]) {
      const answer = await ask(batch);
      expect(answer.status).toBe(400);
      expect(answer.body.error.code).toBe(-32600);
    }
    expect(madeToys()).not.toContain("twin");
  });

  test("a batch of one message is answered by an array, as any batch", async () => {
    expect((await ask([ping(1)])).body).toEqual([{ jsonrpc: "2.0", id: 1, result: {} }]);
    const note = { jsonrpc: "2.0", method: "notifications/initialized" };
    expect((await ask([note, ping(2)])).body).toEqual([{ jsonrpc: "2.0", id: 2, result: {} }]);
    expect(await ask([note])).toMatchObject({ status: 202, body: null });
  });

  test("an unknown protocol version in the header is refused with the known ones", async () => {
    for (const version of ["1999-01-01", "2099-01-01", "x"]) {
      const answer = await ask(ping(1), { "mcp-protocol-version": version });
      expect(answer.status).toBe(400);
      expect(answer.body.id).toBe(1);
      expect(answer.body.error.message).toBe(
        `the MCP-Protocol-Version header names "${version}", which is not spoken here; send one of 2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05, 2024-10-07`,
      );
    }
  });
});

describe("what is no message", () => {
  test.each([
    [null, "it must be an object, not null", null],
    [7, "it must be an object, not a number", null],
    [{ id: 1, method: "ping" }, 'jsonrpc must be "2.0", and is missing', 1],
    [{ jsonrpc: "1.0", id: 1, method: "ping" }, 'jsonrpc must be "2.0", not "1.0"', 1],
    [{ jsonrpc: "2.0", id: null, method: "ping" }, "id must be a string or an integer, not null", null],
    [{ jsonrpc: "2.0", id: 1.5, method: "ping" }, "id must be a string or an integer, not 1.5", 1.5],
    [{ jsonrpc: "2.0", id: 1 }, "method is missing; send the name of one, such as tools/list", null],
    [{ jsonrpc: "2.0", id: 1, method: 5 }, "method must be a string, not a number", null],
    [
      { jsonrpc: "2.0", id: 1, method: "ping", params: null },
      "params must be an object, not null; leave it out where there is nothing to say",
      1,
    ],
    [
      { jsonrpc: "2.0", id: 1, method: "ping", parameters: {} },
      '"parameters" is none of its members, which are jsonrpc, id, method, params',
      1,
    ],
  ])("%j is refused in plain words", async (message, fault, id) => {
    const alone = await ask(message);
    expect(alone).toMatchObject({
      status: 400,
      body: { jsonrpc: "2.0", id, error: { code: -32600, message: `the message is not JSON-RPC 2.0: ${fault}` } },
    });
    const together = await ask([ping(9), message]);
    expect(together).toMatchObject({
      status: 400,
      body: {
        id: null,
        error: { message: `message 2 of the batch is not JSON-RPC 2.0: ${fault}; nothing of the batch was run` },
      },
    });
  });

  test("another content type is named", async () => {
    const answer = await ask(ping(1), { "content-type": "text/plain" });
    expect(answer).toMatchObject({
      status: 415,
      body: { error: { message: "content-type is text/plain; send application/json" } },
    });
  });
});

describe("params that the protocol does not take", () => {
  const strayCursor = (given: string) =>
    `cursor "${given}" is none of ours; this list comes whole, so leave cursor out`;
  const request = (method: string, params?: unknown) => ({ jsonrpc: "2.0", id: 3, method, params });
  test.each([
    ["initialize", undefined, "initialize: params is missing; send an object"],
    ["initialize", { protocolVersion: 7 }, "initialize: params.protocolVersion must be a string, not a number"],
    ["resources/read", {}, "resources/read: params.uri is missing; send a string"],
    ["resources/list", { cursor: null }, "resources/list: params.cursor must be a string, not null"],
    ["tools/list", { cursor: 7 }, "tools/list: params.cursor must be a string, not a number"],
    ["tools/list", { cursor: "x" }, `tools/list: ${strayCursor("x")}`],
    ["tools/list", { cursor: "" }, `tools/list: ${strayCursor("")}`],
    ["prompts/list", { cursor: "0" }, `prompts/list: ${strayCursor("0")}`],
    [
      "resources/templates/list",
      { cursor: "x".repeat(90) },
      `resources/templates/list: ${strayCursor("x".repeat(80))}`,
    ],
    ["tools/call", { name: ["x"] }, "tools/call: params.name must be a string, not an array"],
    ["tools/call", { name: "get_toy", arguments: [] }, "tools/call: params.arguments must be an object, not an array"],
    [
      "prompts/get",
      { name: "x", arguments: { a: 7 } },
      "prompts/get: params.arguments.a must be a string, not a number",
    ],
  ])("%s with %j is refused in plain words", async (method, params, message) => {
    const error = { code: -32602, message };
    expect((await ask(request(method, params))).body).toEqual({ jsonrpc: "2.0", id: 3, error });
    const batch = await ask([ping(1), request(method, params)]);
    expect(batch.body).toEqual([
      { jsonrpc: "2.0", id: 1, result: {} },
      { jsonrpc: "2.0", id: 3, error },
    ]);
    expect((await ask([request(method, params)])).body).toEqual([{ jsonrpc: "2.0", id: 3, error }]);
  });

  test("in the envelope's era too", async () => {
    const { body } = await modern("resources/read", { uri: 7 }, "7");
    expect(body.error).toEqual({ code: -32602, message: "resources/read: params.uri must be a string, not a number" });
    expect((await modern("tools/list", { cursor: "x" })).body.error).toEqual({
      code: -32602,
      message: `tools/list: ${strayCursor("x")}`,
    });
  });
});

describe("the era of the envelope", () => {
  test("server/discover tells versions, capabilities and instructions", async () => {
    const { body } = await modern("server/discover");
    expect(body.result).toMatchObject({ supportedVersions: [VERSION], capabilities: { tools: {} } });
    expect(body.result.instructions).toContain("structuredContent.error");
  });

  test("tools/list may be cached by its caller alone", async () => {
    const { body } = await modern("tools/list");
    expect(body.result).toMatchObject({ resultType: "complete", cacheScope: "private", ttlMs: expect.any(Number) });
  });

  test("headers that are missing or disagree with the body are refused with 400", async () => {
    const message = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "get_toy", arguments: {}, _meta: META },
    };
    const right = { "mcp-protocol-version": VERSION, "mcp-method": "tools/call", "mcp-name": "get_toy" };
    for (const wrong of [
      { "mcp-name": "make_toy" },
      { "mcp-method": "tools/list" },
      { "mcp-protocol-version": "2025-11-25" },
    ]) {
      expect((await ask(message, { ...right, ...wrong })).status).toBe(400);
    }
    for (const missing of Object.keys(right)) {
      const headers = Object.fromEntries(Object.entries(right).filter(([name]) => name !== missing));
      expect((await ask(message, headers)).status).toBe(400);
    }
  });

  test("a version of the future is refused with the one that is spoken", async () => {
    const params = { _meta: { ...META, "io.modelcontextprotocol/protocolVersion": "2030-01-01" } };
    const headers = { "mcp-protocol-version": "2030-01-01", "mcp-method": "tools/list" };
    const answer = await ask({ jsonrpc: "2.0", id: 1, method: "tools/list", params }, headers);
    expect(answer.status).toBe(400);
    expect(answer.body.error.data.supported).toEqual([VERSION]);
  });

  test("a batch, which this era has not, runs nothing", async () => {
    const make = { name: "make_toy", arguments: { title: "batched" }, _meta: META };
    const headers = { "mcp-protocol-version": VERSION, "mcp-method": "tools/call", "mcp-name": "make_toy" };
    const answer = await ask([{ jsonrpc: "2.0", id: 1, method: "tools/call", params: make }], headers);
    expect([answer.status, answer.body.error.code]).toEqual([400, -32600]);
    expect(madeToys()).not.toContain("batched");
  });

  test("ids of every JSON type: text and whole numbers are echoed, the rest refused", async () => {
    const headers = { "mcp-protocol-version": VERSION, "mcp-method": "tools/call", "mcp-name": "get_toy" };
    const params = { name: "get_toy", arguments: { toy_id: "t1" }, _meta: META };
    const call = (id: unknown) => ask({ jsonrpc: "2.0", id, method: "tools/call", params }, headers);
    for (const id of ["", "a", 0, -5, 9007199254740991])
      expect((await call(id)).body).toMatchObject({ id, result: {} });
    for (const id of [null, 1.5, true, {}, []]) {
      const answer = await call(id);
      expect([answer.status, answer.body.error.code]).toEqual([400, -32600]);
    }
  });

  test("methods that are not served are -32601, subscriptions too", async () => {
    for (const method of ["no/such/method", "ping", "resources/subscribe", "subscriptions/listen"]) {
      const answer = await modern(method);
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ id: 7, error: { code: -32601 } });
    }
  });
});

describe("what is no message", () => {
  test("malformed JSON is -32700, valid JSON of another shape -32600", async () => {
    for (const text of ["{", "", '{"jsonrpc":"2.0"', "\u0000"]) {
      const answer = await ask(text);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32700 } });
    }
    for (const text of ["null", "5", '"x"', "{}", '{"jsonrpc":"1.0","id":1,"method":"ping"}']) {
      const answer = await ask(text);
      expect(answer.status).toBe(400);
      expect(answer.body.error.code).toBe(-32600);
    }
  });

  test("ids of every JSON type: text and whole numbers are echoed, the rest refused", async () => {
    for (const id of ["", "a", 0, -5, 9007199254740991, "é"])
      expect((await ask(ping(id))).body).toMatchObject({ id, result: {} });
    for (const id of [null, 1.5, true, {}, []]) {
      const answer = await ask(ping(id));
      expect(answer.status).toBe(400);
      expect(answer.body.error.code).toBe(-32600);
    }
  });

  test("another content type is 415, a body above the cap 413", async () => {
    expect((await ask(ping(1), { "content-type": "text/plain" })).status).toBe(415);
    const huge = JSON.stringify({ ...ping(1), params: { pad: "x".repeat(33 * 1024 * 1024) } });
    const answer = await ask(huge);
    expect(answer.status).toBe(413);
    expect(answer.body.error).toContain("request body too large");
  });

  test("unknown methods and tools are protocol errors", async () => {
    expect((await ask({ jsonrpc: "2.0", id: 1, method: "nope" })).body.error.code).toBe(-32601);
    expect((await server.call(token, "nope")).body.error).toEqual({ code: -32602, message: 'unknown tool "nope"' });
    const shapeless = await ask({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "get_toy", arguments: [] },
    });
    expect(shapeless.body.error.code).toBe(-32602);
  });
});
