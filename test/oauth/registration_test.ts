// Discovery and registration:
// what clients read and send before anybody is asked, and how misses and preflights are answered.
import { afterAll, describe, expect, test } from "bun:test";
import { DAY_MS, HOUR_MS } from "../../kernel/plugin.ts";
import { openHarness } from "../harness/harness.ts";
import { openOauthServer, REDIRECT } from "./oauth_server.ts";

const runtime = await openOauthServer();
const { h } = runtime;
afterAll(() => runtime.close());
const throttled = await openHarness();
const closed = await openHarness({ env: { OAUTH_DISABLE_DCR: "true" } });

describe("the metadata", () => {
  test.each(["", "/mcp"])("of the resource stand at oauth-protected-resource%s", async (suffix) => {
    const answer = await h.call(`GET /.well-known/oauth-protected-resource${suffix}`);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.body).toMatchObject({
      resource: `${runtime.origin}/mcp`,
      authorization_servers: [runtime.origin],
      scopes_supported: ["mcp"],
      bearer_methods_supported: ["header"],
    });
  });

  test.each(["", "/mcp"])("of the server stand at oauth-authorization-server%s", async (suffix) => {
    const { body } = await h.call(`GET /.well-known/oauth-authorization-server${suffix}`);
    expect(body).toMatchObject({
      issuer: runtime.origin,
      authorization_endpoint: `${runtime.origin}/oauth/authorize`,
      token_endpoint: `${runtime.origin}/oauth/token`,
      registration_endpoint: `${runtime.origin}/oauth/register`,
      revocation_endpoint: `${runtime.origin}/oauth/revoke`,
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      token_endpoint_auth_methods_supported: ["none"],
      code_challenge_methods_supported: ["S256"],
      scopes_supported: ["mcp"],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    });
  });
});

describe("other addresses", () => {
  test.each([
    "/.well-known/openid-configuration",
    "/.well-known/oauth-protected-resource/other",
    "/oauth/userinfo",
    "/oauth",
  ])("%s is a 404 in JSON, for a browser too", async (path) => {
    const answer = await h.call(`GET ${path}`, { headers: { accept: "text/html" } });
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toStartWith("application/json");
  });

  test.each([
    ["/.well-known/oauth-protected-resource", "GET"],
    ["/.well-known/oauth-protected-resource/mcp", "GET"],
    ["/.well-known/oauth-authorization-server", "GET"],
    ["/.well-known/oauth-authorization-server/mcp", "GET"],
    ["/oauth/register", "POST"],
    ["/oauth/token", "POST"],
    ["/oauth/revoke", "POST"],
  ])("%s lets any page ask for %s", async (path, method) => {
    const response = await fetch(runtime.origin + path, {
      method: "OPTIONS",
      headers: { origin: "https://inspector.example", "access-control-request-method": method },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-allow-methods")).toContain(method);
    expect(response.headers.get("access-control-allow-headers")).toContain("content-type");
  });
});

describe("a registration", () => {
  test("answers the client without a secret", async () => {
    const answer = await runtime.register({ client_name: "Bot", token_endpoint_auth_method: "client_secret_basic" });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.body).toEqual({
      client_id: expect.stringMatching(/^ahc_[A-Za-z0-9_-]{22}$/),
      client_id_issued_at: h.clock.now().getTime() / 1000,
      client_name: "Bot",
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      scope: "mcp",
    });
  });

  test("needs no name, and takes nothing from one that could turn the page around", async () => {
    for (const client_name of [undefined, "", "\u3164", "\u2800 \u2800", "\u0007\u202e"]) {
      expect((await runtime.register({ client_name })).body.client_name).toBe("Unnamed program");
    }
    expect((await runtime.register({ client_name: "a\u202Eb\u0007\n c" })).body.client_name).toBe("a b c");
    expect((await runtime.register({ client_name: "x".repeat(500) })).body.client_name).toHaveLength(100);
  });

  const long = `https://app.example/${"x".repeat(492)}`;
  test.each([
    "https://app.example/cb",
    "https://app.example/cb?x=1",
    "http://localhost/cb",
    "http://127.0.0.1:4567",
    "http://[::1]:99/cb",
    "cursor://anysphere.cursor-retrieval/oauth/callback",
    "com.example.app:/cb",
    long,
  ])("takes %s", async (uri) => {
    expect((await runtime.register({ redirect_uris: [uri] })).status).toBe(201);
  });

  test.each([
    "http://app.example/cb",
    "http://localhost.evil.example/cb",
    "http://127.0.0.1.evil.example/cb",
    "http://localhost@evil.example/cb",
    "https://me:pw@app.example/cb",
    "https://app.example/cb#f",
    "https://app.example/cb#",
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "vbscript:x",
    "blob:https://app.example/x",
    "ftp://app.example/cb",
    "sftp://app.example/cb",
    "ws://app.example/cb",
    "wss://app.example/cb",
    "mailto:me@app.example",
    "TEL:+1",
    "urn:ietf:wg:oauth:2.0:oob",
    "view-source:https://app.example/cb",
    "filesystem:https://app.example/temporary/cb",
    "https://a;script-src *.example/",
    "https://a,b.example/",
    "//app.example/cb",
    "/cb",
    "cb",
    "",
    "https:app.example",
    "https://app.example\\@evil.example/",
    "https://app.example/a b",
    `${long}x`,
  ])("refuses %s", async (uri) => {
    const answer = await runtime.register({ redirect_uris: [REDIRECT, uri] });
    expect([answer.status, answer.body.error]).toEqual([400, "invalid_redirect_uri"]);
  });

  test("refuses none, eleven, and what is no list of texts", async () => {
    for (const redirect_uris of [[], new Array(11).fill(REDIRECT), undefined, REDIRECT, [7], null]) {
      expect((await runtime.register({ redirect_uris })).body.error).toBe("invalid_redirect_uri");
    }
    expect((await runtime.register({ redirect_uris: new Array(10).fill(REDIRECT) })).status).toBe(201);
    expect((await runtime.register({ client_name: 7 })).body.error).toBe("invalid_client_metadata");
    expect((await h.call("POST /oauth/register", { body: "{" })).body.error).toBe("invalid_request");
  });

  test("is throttled by address at 600 an hour, with temporarily_unavailable", async () => {
    const json = { redirect_uris: [REDIRECT] };
    for (let sent = 0; sent < 600; sent++) {
      expect((await throttled.call("POST /oauth/register", { json })).status).toBe(201);
    }
    const answer = await throttled.call("POST /oauth/register", { json });
    expect([answer.status, answer.body.error]).toEqual([429, "temporarily_unavailable"]);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    throttled.clock.advance(HOUR_MS);
    expect((await throttled.call("POST /oauth/register", { json })).status).toBe(201);
  });
});

test("a registration that nobody uses is removed after 30 days, one with a connection stays", async () => {
  const [unused, used] = [await runtime.client(), await runtime.client()];
  const known = async (id: string) =>
    (await runtime.authorize(null, { client_id: id, redirect_uri: REDIRECT })).status === 302;
  await runtime.connect(await h.person(), { client_id: used, choice: { days: "365" } });
  h.clock.advance(29 * DAY_MS);
  await h.runtime.jobs.runDue();
  expect(await known(unused)).toBe(true);
  h.clock.advance(2 * DAY_MS);
  await h.runtime.jobs.runDue();
  expect([await known(unused), await known(used)]).toEqual([false, true]);
});

test("with OAUTH_DISABLE_DCR nobody registers, and the metadata do not offer it", async () => {
  const answer = await closed.call("POST /oauth/register", { json: { redirect_uris: [REDIRECT] } });
  expect([answer.status, answer.body.error]).toEqual([403, "access_denied"]);
  const { body } = await closed.call("GET /.well-known/oauth-authorization-server");
  expect(body).not.toHaveProperty("registration_endpoint");
  expect(body.client_id_metadata_document_supported).toBe(true);
});
