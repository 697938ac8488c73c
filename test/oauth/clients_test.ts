// Clients that nobody here wrote, over a real socket: the official SDK in both generations, and a strict OAuth library.
import { afterAll, expect, test } from "bun:test";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import * as oauth from "oauth4webapi";
import { forgetToken, parseToken } from "../../kernel/host.ts";
import { browse } from "./browse.ts";
import { openOauthServer, REDIRECT } from "./oauth_server.ts";
import { memoryOf } from "./program.ts";

const runtime = await openOauthServer();
const { h } = runtime;
afterAll(() => runtime.close());
const resource = new URL(`${runtime.origin}/mcp`);

async function endToken(token: string): Promise<void> {
  const { prefix } = parseToken(token) ?? { prefix: "" };
  await h.runtime.database.sql`update tokens set expires_at = ${h.clock.now()} where prefix = ${prefix}`;
  await forgetToken(h.runtime.database.sql, prefix);
  await h.runtime.database.bus.catchUp();
}

interface Called {
  isError?: boolean;
  structuredContent?: Record<string, unknown>;
}

test("the official SDK connects from a 401, publishes, reads, and refreshes by itself", async () => {
  const person = await h.person();
  const { kept, provider } = memoryOf();
  const first = new StreamableHTTPClientTransport(resource, { authProvider: provider });
  await expect(new Client({ name: "sdk", version: "1" }).connect(first)).rejects.toBeInstanceOf(UnauthorizedError);
  expect(kept.sent?.searchParams.get("resource")).toBe(resource.href);
  const back = await browse(person, kept.sent ?? resource);
  expect(back.searchParams.get("state")).toBe("from the client");
  await first.finishAuth(back.searchParams.get("code") ?? "");

  const client = new Client({ name: "sdk", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(resource, { authProvider: provider }));
  const { tools } = await client.listTools();
  expect(tools.map((tool) => tool.name)).toContain("publish_html");
  const made = (await client.callTool({ name: "publish_html", arguments: { html: "<h1>Hi</h1>" } })) as Called;
  expect(made.isError).toBeFalsy();
  const before = kept.tokens?.access_token ?? "";
  await endToken(before);
  const read = (await client.callTool({
    name: "get_file",
    arguments: { doc_id: made.structuredContent?.["doc_id"], path: "index.html" },
  })) as Called;
  expect(read.isError).toBeFalsy();
  expect(kept.tokens?.access_token).not.toBe(before);
  await client.close();
});

test("the official SDK has to ask again when its connection is ended between two calls", async () => {
  const person = await h.person();
  const { kept, provider } = memoryOf();
  const first = new StreamableHTTPClientTransport(resource, { authProvider: provider });
  await new Client({ name: "sdk", version: "1" }).connect(first).catch(() => {});
  await first.finishAuth((await browse(person, kept.sent ?? resource)).searchParams.get("code") ?? "");
  const client = new Client({ name: "sdk", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(resource, { authProvider: provider }));
  await client.listTools();
  const { connections } = (await h.call("GET /api/connections", { as: person })).body;
  await h.call(`DELETE /api/connections/${connections[0].id}`, { as: person });
  kept.sent = null;
  await expect(client.listTools()).rejects.toBeInstanceOf(Error);
  expect(kept.sent).not.toBeNull();
});

test("the SDK of the new protocol era connects, publishes and reads", async () => {
  const person = await h.person();
  const { kept, provider } = memoryOf();
  const options = { authProvider: provider } as unknown as ConstructorParameters<typeof ModernTransport>[1];
  const first = new ModernTransport(resource, options);
  await expect(new ModernClient({ name: "v2", version: "1" }).connect(first)).rejects.toBeInstanceOf(Error);
  const back = await browse(person, kept.sent ?? resource);
  await first.finishAuth(back.searchParams);
  const client = new ModernClient({ name: "v2", version: "1" });
  await client.connect(new ModernTransport(resource, options));
  const made = (await client.callTool({ name: "publish_html", arguments: { html: "<h1>Hi</h1>" } })) as Called;
  expect(made.isError).toBeFalsy();
  const read = (await client.callTool({
    name: "get_file",
    arguments: { doc_id: made.structuredContent?.["doc_id"], path: "index.html" },
  })) as Called;
  expect(read.isError).toBeFalsy();
  await client.close();
});

test("oauth4webapi takes every answer: metadata, registration, authorization, tokens, refresh, errors, revocation", async () => {
  const insecure = { [oauth.allowInsecureRequests]: true };
  const person = await h.person();
  const described = await oauth.processResourceDiscoveryResponse(
    resource,
    await oauth.resourceDiscoveryRequest(resource, insecure),
  );
  const issuer = new URL(described.authorization_servers?.[0] ?? "");
  const found = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
  const server = await oauth.processDiscoveryResponse(issuer, found);
  const registering = await oauth.dynamicClientRegistrationRequest(
    server,
    { client_name: "Strict", redirect_uris: [REDIRECT], token_endpoint_auth_method: "none" },
    insecure,
  );
  const client = await oauth.processDynamicClientRegistrationResponse(registering);
  const verifier = oauth.generateRandomCodeVerifier();
  const address = new URL(server.authorization_endpoint ?? "");
  address.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: REDIRECT,
    response_type: "code",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state: "s",
    resource: resource.href,
  }).toString();
  const params = oauth.validateAuthResponse(server, client, await browse(person, address), "s");
  const given = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    params,
    REDIRECT,
    verifier,
    insecure,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, given);
  expect(tokens.expires_in).toBeGreaterThan(0);
  const refreshing = (token: string) => oauth.refreshTokenGrantRequest(server, client, oauth.None(), token, insecure);
  const next = await oauth.processRefreshTokenResponse(server, client, await refreshing(tokens.refresh_token ?? ""));
  const refused = oauth.processRefreshTokenResponse(server, client, await refreshing("dsr_unknown"));
  await expect(refused).rejects.toMatchObject({ error: "invalid_grant" });
  const revoking = await oauth.revocationRequest(server, client, oauth.None(), next.access_token, insecure);
  await oauth.processRevocationResponse(revoking);
  expect(await runtime.holds(next.access_token)).toBe(false);
});
