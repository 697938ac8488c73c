// Who is let in at the protocol's address: whoever the bearer token says, and nobody by a cookie.
import { afterAll, describe, expect, test } from "bun:test";
import { openToyServer } from "./toy_server.ts";

const server = await openToyServer();
afterAll(() => server.close());

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };

describe("a request without a token that holds", () => {
  test("is a 401 that names the metadata and no error when no token was sent", async () => {
    const answer = await server.post(null, LIST);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("content-type")).toStartWith("application/json");
    expect(answer.headers.get("www-authenticate")).toBe(
      `Bearer resource_metadata="${server.origin}/.well-known/oauth-protected-resource/mcp"`,
    );
    expect(answer.body).toEqual({ error: "unauthorized", detail: expect.any(String) });
  });

  test("adds invalid_token when a token was sent and rejected", async () => {
    for (const token of ["dsk_00000000_nobody", "nonsense"]) {
      const answer = await server.post(token, LIST);
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toBe(
        `Bearer resource_metadata="${server.origin}/.well-known/oauth-protected-resource/mcp", error="invalid_token"`,
      );
      expect(answer.body).toEqual({ error: "unauthorized", detail: expect.any(String) });
    }
  });

  test("is refused with a session cookie alone, and let in when a token comes with it", async () => {
    const person = await server.harness.person();
    expect((await server.post(null, LIST, { cookie: person.cookie })).status).toBe(401);
    expect((await server.post(person.token, LIST, { cookie: person.cookie })).status).toBe(200);
    expect((await server.post(person.token, LIST, { cookie: "__Host-docsvc_session=forged" })).status).toBe(200);
  });

  test("is refused as soon as the token is revoked or expired", async () => {
    for (const by of ["revoked_at", "expires_at"] as const) {
      const person = await server.harness.person();
      expect((await server.post(person.token, LIST)).status).toBe(200);
      await server.endToken(person, by);
      expect((await server.post(person.token, LIST)).status).toBe(401);
    }
  });

  test("is refused before its body is looked at", async () => {
    expect((await server.post(null, "{")).status).toBe(401);
  });
});

test("a token revoked while the body is on its way fails the call and asks for a retry", async () => {
  const person = await server.harness.person();
  const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "touch_toys" } });
  let begun = () => {};
  const first = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      controller.enqueue(new TextEncoder().encode(message.slice(0, 10)));
      await first;
      controller.enqueue(new TextEncoder().encode(message.slice(10)));
      controller.close();
    },
  });
  const headers = { "content-type": "application/json", authorization: `Bearer ${person.token}` };
  const answering = fetch(server.url, { method: "POST", headers, body });
  await server.untilUsed(person);
  await server.endToken(person, "revoked_at");
  begun();
  const { result } = (await (await answering).json()) as { result: unknown };
  expect(result).toMatchObject({
    isError: true,
    content: [{ type: "text", text: "authentication lost; retry the request" }],
    structuredContent: { error: { code: "unauthenticated" } },
  });
});

test("other methods are a 405 that allows POST, in JSON", async () => {
  const person = await server.harness.person();
  for (const method of ["GET", "DELETE", "OPTIONS", "PUT"]) {
    const answer = await fetch(server.url, { method, headers: { authorization: `Bearer ${person.token}` } });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("POST");
    expect(answer.headers.get("content-type")).toStartWith("application/json");
    await answer.json();
  }
});

test("a browser is told what the address is for, by a 405 too", async () => {
  const open = (path: string) => fetch(server.origin + path, { headers: { accept: "text/html,*/*;q=0.8" } });
  for (const path of ["/mcp", "/mcp/", "/mcp/readonly", "/mcp/x/docs,files"]) {
    const answer = await open(path);
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("POST");
    expect(answer.headers.get("content-type")).toStartWith("text/html");
    expect(await answer.text()).toContain(`<code>${server.origin}${path}</code>`);
  }
  const odd = await (await open("/mcp/x/docs;$(reboot)")).text();
  expect(odd).toContain(`<code>${server.origin}/mcp</code>`);
  expect(odd).not.toContain("reboot");
  expect((await open("/mcp/other")).status).toBe(404);
});

test("a page of an origin that the operator allows asks, connects and reads, and one of any other does not", async () => {
  const allowing = await openToyServer({ MCP_ORIGINS: "https://client.example, http://localhost:5173" });
  const person = await allowing.harness.person();
  const ask = (origin: string, path = "/mcp") =>
    fetch(allowing.origin + path, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "authorization" },
    });
  for (const origin of ["https://client.example", "http://localhost:5173"]) {
    for (const path of ["/mcp", "/mcp/", "/mcp/readonly", "/mcp/x/docs", "/mcp/x/docs/readonly"]) {
      const answer = await ask(origin, path);
      expect([path, answer.status]).toEqual([path, 204]);
      expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
      expect(answer.headers.get("access-control-allow-headers")).toContain("mcp-protocol-version");
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
      expect(answer.headers.get("vary")).toContain("origin");
    }
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const listed = await allowing.post(person.token, list, { origin });
    expect(listed.status).toBe(200);
    expect(listed.headers.get("access-control-allow-origin")).toBe(origin);
    const refused = await allowing.post(null, list, { origin });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("access-control-allow-origin")).toBe(origin);
    expect(refused.headers.get("access-control-expose-headers")).toContain("www-authenticate");
  }
  for (const origin of [
    "https://evil.example",
    "https://client.example.evil.example",
    "null",
    "http://client.example",
  ]) {
    const answer = await ask(origin);
    expect([origin, answer.status]).toEqual([origin, 405]);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    const posted = await allowing.post(person.token, { jsonrpc: "2.0", id: 1, method: "tools/list" }, { origin });
    expect(posted.headers.get("access-control-allow-origin")).toBeNull();
  }
  await allowing.close();
});
