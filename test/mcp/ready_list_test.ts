// The list of tools that goes out ahead of the pipeline, held against what the pipeline answers to the same message.
import { afterAll, expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { openToyServer } from "./toy_server.ts";

const server = await openToyServer();
const { harness, origin } = server;
const { token } = await harness.person();
afterAll(() => server.close());

const listOf = (id: unknown, params?: object) => JSON.stringify({ jsonrpc: "2.0", id, method: "tools/list", params });

interface Sent {
  body?: string;
  path?: string;
  headers?: Record<string, string>;
}

async function send({ body = listOf(1), path = "/mcp", headers = {} }: Sent) {
  const response = await harness.fetch(
    new Request(origin + path, {
      method: "POST",
      headers: {
        host: new URL(origin).host,
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
        ...headers,
      },
      body,
    }),
  );
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Ids of requests tell the ways apart: the short one counts on behind an id of its own. */
const isShort = ({ headers }: { headers: Headers }) =>
  /^[0-9a-f-]{36}-[0-9a-z]+$/.test(headers.get("x-request-id") ?? "");
/** A parameter of the media type sends the same message the long way. */
const LONG = { "content-type": "application/json; charset=utf-8" };

function comparable({ headers }: { headers: Headers }) {
  return [...headers].filter(([name]) => name !== "x-request-id" && name !== "content-length").sort();
}

test.each<[string, Sent]>([
  ["the whole list", {}],
  ["no parameters", { body: listOf(2, {}) }],
  ["a token of progress", { body: listOf(3, { _meta: { progressToken: 1 } }) }],
  ["an address of toolsets", { path: "/mcp/x/docs,files" }],
  ["an address that reads", { path: "/mcp/readonly" }],
  ["both", { path: "/mcp/x/comments/readonly" }],
  ["headers that select", { headers: { "x-mcp-tools": "list_docs", "x-mcp-legacy": "true" } }],
  ["a revision in the header", { headers: { "mcp-protocol-version": "2025-06-18" } }],
])("a plain list is the pipeline's answer in every header and member: %s", async (_name, sent) => {
  const short = await send(sent);
  const long = await send({ ...sent, headers: { ...sent.headers, ...LONG } });
  expect([isShort(short), isShort(long)]).toEqual([true, false]);
  expect([short.status, long.status]).toEqual([200, 200]);
  expect(comparable(short)).toEqual(comparable(long));
  expect(JSON.parse(short.bytes.toString())).toEqual(JSON.parse(long.bytes.toString()));
});

test("ids are spliced into every encoding as they were sent", async () => {
  for (const id of [0, -7, 2 ** 53 - 1, "", 'a"b\\ü\n€', "x".repeat(1500)]) {
    const plain = await send({ body: listOf(id) });
    expect(JSON.parse(plain.bytes.toString()).id).toBe(id);
    for (const [encoding, unpack] of [
      ["gzip", gunzipSync],
      ["br", brotliDecompressSync],
    ] as const) {
      const packed = await send({ body: listOf(id), headers: { "accept-encoding": encoding } });
      expect([isShort(packed), packed.headers.get("content-encoding")]).toEqual([true, encoding]);
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
      expect(unpack(packed.bytes).equals(plain.bytes)).toBeTrue();
    }
  }
});

test.each<[string, Sent]>([
  [
    "a call",
    {
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "get_toy", arguments: { toy_id: "tools/list" } },
      }),
    },
  ],
  ["a batch", { body: `[${listOf(1)}]` }],
  ["a notification", { body: JSON.stringify({ jsonrpc: "2.0", method: "tools/list" }) }],
  ["an id of another kind", { body: listOf(1.5) }],
  ["no JSON", { body: '{"method":"tools/list"' }],
  ["a revision that is not spoken", { headers: { "mcp-protocol-version": "1999-01-01" } }],
  ["no token", { headers: { authorization: "" } }],
  ["another's token", { headers: { authorization: "Bearer dsk_00000000_aaaaaaaaaaaaaaaaaaaaaaaa" } }],
  ["a cookie", { headers: { cookie: "a=b" } }],
  ["an unknown version of the service", { headers: { "service-version": "0" } }],
  ["an address with a query", { path: "/mcp?a=b" }],
  ["an address of no agent", { path: "/mcp/x" }],
])("whatever is no plain list is answered as before: %s", async (_name, sent) => {
  const answer = await send(sent);
  const long = await send({ ...sent, headers: { ...sent.headers, ...LONG } });
  expect(isShort(answer)).toBeFalse();
  expect(answer.status).toBe(long.status);
  const shown = (bytes: Buffer) => bytes.toString().replace(/[0-9a-f-]{36}/g, "id");
  expect(shown(answer.bytes)).toBe(shown(long.bytes));
});

test("a token that ends is refused with its next list", async () => {
  const person = await harness.person();
  const headers = { authorization: `Bearer ${person.token}` };
  expect((await send({ headers })).status).toBe(200);
  await server.endToken(person, "revoked_at");
  expect((await send({ headers })).status).toBe(401);
});

test("lists are counted under the operation that serves the address", async () => {
  const count = async () => {
    const { body: text } = await harness.runtime.metrics.render();
    return Number(
      /docsvc_requests_total\{operation="mcp\.serve\.toolsets\.readonly",host="app",status="2xx"\} (\d+)/.exec(
        text,
      )?.[1] ?? 0,
    );
  };
  const before = await count();
  await send({ path: "/mcp/x/docs/readonly" });
  expect(await count()).toBe(before + 1);
});
