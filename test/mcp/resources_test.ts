// Documents as resources: the same to see as over REST, by address, in both eras of the protocol.
import { afterAll, expect, test } from "bun:test";
import type { ParsedBody, Person } from "../harness/harness.ts";
import { withBothClients } from "./both_clients.ts";
import { openToyServer } from "./toy_server.ts";

const server = await openToyServer({ QUOTA_PUBLISH: "1000" });
afterAll(() => server.close());
const h = server.harness;
const owner = await h.person();

async function publish(json: Record<string, unknown>, as: Person = owner): Promise<ParsedBody> {
  const answer = await h.call("POST /api/docs", { as, json });
  expect(answer.status).toBe(201);
  return answer.body;
}

const NOWHERE = "doc://doc_AAAAAAAAAAAAAAAAAAAAAA";

test("a document is listed by its address and read as the source that a person edits", async () => {
  const person = await h.person();
  const { doc_id } = await publish({ markdown: "# Plan\n\nWords\n" }, person);
  await withBothClients(server.url, person, async (client) => {
    const { resources, nextCursor } = await client.listResources();
    expect(resources).toEqual([
      {
        uri: `doc://${doc_id}`,
        name: "Plan",
        title: "Plan",
        mimeType: "text/markdown; charset=utf-8",
        annotations: { lastModified: h.clock.now().toISOString() },
      },
    ]);
    expect(nextCursor).toBeUndefined();
    const { contents } = await client.readResource(`doc://${doc_id}`);
    expect(contents).toEqual([
      { uri: `doc://${doc_id}`, mimeType: "text/markdown; charset=utf-8", text: "# Plan\n\nWords\n" },
    ]);
  });
});

test("files have addresses of their own: text as text, other bytes as base64", async () => {
  const { doc_id } = await publish({ html: "<p>page" });
  const bytes = Buffer.from([0, 255, 1, 254]);
  for (const [path, json] of [
    ["a b/ü.css", { content: "p {}" }],
    ["dot.bin", { content: bytes.toString("base64"), encoding: "base64" }],
  ] as const) {
    const at = path.split("/").map(encodeURIComponent).join("/");
    expect((await h.call(`PUT /api/docs/${doc_id}/files/${at}`, { as: owner, json })).status).toBe(200);
  }
  await withBothClients(server.url, owner, async (client) => {
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map((one: ParsedBody) => one.uriTemplate)).toEqual([
      "doc://{doc_id}",
      "doc://{doc_id}/{+path}",
      "agent://{ref}/{+path}",
    ]);
    const css = `doc://${doc_id}/a%20b/%C3%BC.css`;
    expect((await client.readResource(css)).contents).toEqual([
      { uri: css, mimeType: "text/css; charset=utf-8", text: "p {}" },
    ]);
    const [dot] = (await client.readResource(`doc://${doc_id}/dot.bin`)).contents;
    expect(dot).toMatchObject({ mimeType: "application/octet-stream", blob: bytes.toString("base64") });
  });
});

test("the list has every document that is listed to the caller, once, page by page", async () => {
  const person = await h.person();
  const ids: string[] = [];
  for (let index = 0; index < 205; index += 1) ids.push((await publish({ markdown: `# ${index}` }, person)).doc_id);
  const mate = await h.person({ workspace_id: person.workspace_id });
  const shared = await publish({ markdown: "# Theirs", visibility: "workspace", listing: "team" }, mate);
  await publish({ markdown: "# Closed" }, mate);
  await withBothClients(server.url, person, async (client) => {
    const seen: string[] = [];
    let cursor: string | undefined;
    // The modern client gathers all pages when it is asked for the first.
    do {
      const page: ParsedBody = await client.listResources(cursor);
      seen.push(...page.resources.map((one: ParsedBody) => one.uri));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(seen.sort()).toEqual([...ids, shared.doc_id].map((id) => `doc://${id}`).sort());
  });
});

test("a document that is closed to the caller is answered like one that never was", async () => {
  const { doc_id } = await publish({ markdown: "# Secret" });
  const stranger = await h.person();
  const told = async (uri: string) => {
    const { body } = await server.post(stranger.token, {
      jsonrpc: "2.0",
      id: 1,
      method: "resources/read",
      params: { uri },
    });
    return JSON.stringify(body.error).replaceAll(uri, "doc://x");
  };
  const unknown = await told(NOWHERE);
  expect(JSON.parse(unknown)).toEqual({ code: -32602, message: "document not found", data: { uri: "doc://x" } });
  expect(await told(`doc://${doc_id}`)).toBe(unknown);
  expect(await told(`doc://${doc_id}/source.md`)).toBe(await told(`${NOWHERE}/source.md`));
  await withBothClients(server.url, stranger, async (client) => {
    expect(client.readResource(`doc://${doc_id}`)).rejects.toThrow("document not found");
  });
});

test("a file that is too large names the ways to get it", async () => {
  const { doc_id } = await publish({ html: "<p>page" });
  const json = { content: "x".repeat(1024 * 1024 + 1) };
  await h.call(`PUT /api/docs/${doc_id}/files/big.txt`, { as: owner, json });
  const read = { jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri: `doc://${doc_id}/big.txt` } };
  const { error } = (await server.post(owner.token, read)).body;
  expect(error).toMatchObject({ code: -32602, data: { code: "too_large", size: 1048577, limit: 1048576 } });
  expect(error.message).toContain("create_download");
});

test("addresses of nobody, odd ones and odd cursors are refused", async () => {
  const { doc_id } = await publish({ html: "<p>page" });
  for (const uri of [
    "file:///etc/passwd",
    "doc://",
    `doc://${doc_id}/none`,
    `doc://${doc_id}/%zz`,
    `doc://${doc_id}?a`,
  ]) {
    const read = { jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri } };
    const { error } = (await server.post(owner.token, read)).body;
    expect({ uri, code: error.code, data: error.data }).toEqual({ uri, code: -32602, data: { uri } });
  }
  const climbing = { jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri: `doc://${doc_id}/../x` } };
  expect((await server.post(owner.token, climbing)).body.error).toMatchObject({
    code: -32602,
    data: { code: "invalid" },
  });
  for (const cursor of ["x", "9", "0.junk", "-1"]) {
    const list = { jsonrpc: "2.0", id: 1, method: "resources/list", params: { cursor } };
    expect((await server.post(owner.token, list)).body.error.code).toBe(-32602);
  }
});

test("a connection that is limited to other tools may not read resources", async () => {
  const person = await h.person();
  const { doc_id } = await publish({ markdown: "# Mine" });
  const limits = { read_only: false, toolsets: ["comments"], max_visibility: null, roots: null };
  await h.runtime.database.sql`
    update tokens set limits = ${JSON.stringify(limits)}::text::jsonb where user_id = ${person.user_id}`;
  for (const [method, params] of [
    ["resources/list", {}],
    ["resources/read", { uri: `doc://${doc_id}` }],
  ] as const) {
    const { error } = (await server.post(person.token, { jsonrpc: "2.0", id: 1, method, params })).body;
    expect(error).toMatchObject({ code: -32602, data: { code: "connection_limited" } });
    expect(error.message).toContain("limited to comments");
  }
});

test("a token revoked between two reads ends them", async () => {
  const person = await h.person();
  await server.endToken(person, "revoked_at");
  const list = { jsonrpc: "2.0", id: 1, method: "resources/list" };
  expect((await server.post(person.token, list)).status).toBe(401);
});

test("tool results name a document by a link with its absolute address", async () => {
  const { doc_id, url } = await publish({ markdown: "# Plan" });
  await withBothClients(server.url, owner, async (client) => {
    const found = await client.callTool("get_link", { doc_id });
    expect(found.content).toContainEqual({ type: "resource_link", uri: url, name: "Plan" });
    const written = await client.callTool("put_file", { doc_id, path: "a.css", content: client.era });
    expect(written.content).toContainEqual({ type: "resource_link", uri: url, name: doc_id });
  });
});
