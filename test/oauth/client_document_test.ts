// Clients that describe themselves:
// what is fetched and what is not, what a description must say, and how such a client connects.
import { afterAll, describe, expect, test } from "bun:test";
import type { Outside } from "../../kernel/ports/outbound.ts";
import { INTERNET } from "../../kernel/ports/outbound.ts";
import { describeClient, isDocumentId, readDocument } from "../../plugins/oauth/client_document.ts";
import { makeCertificate } from "../harness/certificate.ts";
import { codeOf, exchange, openOauthServer, REDIRECT, request } from "./oauth_server.ts";

const runtime = await openOauthServer();
const { h } = runtime;
const { cert, key } = makeCertificate("client.test");
let answer: (url: URL) => Response | Promise<Response> = () => new Response("none", { status: 404 });
const server = Bun.serve({ port: 0, tls: { cert, key }, fetch: (asked) => answer(new URL(asked.url)) });
afterAll(async () => {
  await runtime.close();
  await server.stop(true);
});

const ID = `https://client.test:${server.port}/app.json`;
/** The test's server stands for one on the internet. */
const OUTSIDE: Outside = { resolve: async () => ["127.0.0.1"], isPublic: () => true, ca: cert, time_ms_max: 60_000 };
const now = new Date("2026-03-01T12:00:00Z");
const DESCRIPTION = { client_id: ID, client_name: "Self", redirect_uris: [REDIRECT] };

const describeIt = (outside: Outside = OUTSIDE) => describeClient(ID, now, outside);

describe("a description is fetched", () => {
  test("from https, and believed for a day", async () => {
    answer = () => Response.json(DESCRIPTION);
    expect(await describeIt()).toEqual({
      client_id: ID,
      kind: "document",
      name: "Self",
      redirect_uris: [REDIRECT],
      fresh_until: new Date("2026-03-02T12:00:00Z"),
    });
  });

  test.each([
    ["redirects", () => Response.redirect("https://elsewhere.test/app.json", 302), "302"],
    ["is not there", () => new Response("no", { status: 404 }), "404"],
    ["is a page", () => new Response("<p>", { headers: { "content-type": "text/html" } }), "not JSON"],
    ["is not JSON", () => new Response("{", { headers: { "content-type": "application/json" } }), "not JSON"],
    ["is too large", () => Response.json({ ...DESCRIPTION, pad: "x".repeat(70_000) }), "larger"],
  ] as const)("not when it %s", async (_what, answers, why) => {
    answer = answers;
    await expect(describeIt()).rejects.toThrow(why);
  });

  test.each([
    ["is slow", (waited: Promise<void>) => waited.then(() => Response.json(DESCRIPTION))],
    ["drips", () => new Response(drip(), { headers: { "content-type": "application/json" } })],
  ])("not when it %s", async (_what, answers) => {
    const refused = Promise.withResolvers<void>();
    answer = () => answers(refused.promise);
    const described = describeIt({ ...OUTSIDE, time_ms_max: 500 });
    await expect(described).rejects.toThrow("has not answered within 0.5 seconds");
    refused.resolve();
  });

  test("not from a server whose certificate is for another name", async () => {
    answer = () => Response.json({ ...DESCRIPTION, client_id: ID.replace("client.test", "other.test") });
    await expect(describeClient(ID.replace("client.test", "other.test"), now, OUTSIDE)).rejects.toThrow(
      "cannot be fetched",
    );
  });
});

test.each([
  ["https://client.test/app.json", true],
  ["https://client.test/app.json?v=1", true],
  ["http://client.test/app.json", false],
  ["https://client.test/", false],
  ["https://client.test", false],
  ["https://CLIENT.test/app.json", false],
  ["https://client.test/a/../app.json", false],
  ["https://me@client.test/app.json", false],
  ["https://client.test/app.json#x", false],
])("%s can be a client's id: %p", (id, expected) => {
  expect(isDocumentId(id)).toBe(expected);
});

test.each([
  ["speaks for another address", { client_id: "https://else.test/app.json" }],
  ["wants a secret", { token_endpoint_auth_method: "client_secret_post" }],
  ["has a secret", { client_secret: "x" }],
  ["lists no redirect address", { redirect_uris: [] }],
  ["lists one that may not be registered", { redirect_uris: ["http://app.example/cb"] }],
  ["lists what is no text", { redirect_uris: [7] }],
])("a description that %s is refused", (_what, change) => {
  expect(() => readDocument(ID, { ...DESCRIPTION, ...change }, now)).toThrow();
});

test("a client id that cannot be used is one plain 400, whatever is or is not at its address, and nothing is kept of it", async () => {
  const closed = Bun.serve({ port: 0, fetch: () => new Response() });
  const refused: string[] = [];
  for (const id of [
    "https://127.0.0.1/app.json",
    "https://localhost/app.json",
    "https://[::1]/app.json",
    "https://[::7f00:1]/app.json",
    "https://nowhere.invalid/app.json",
    `https://127.0.0.1:${closed.port}/app.json`,
    `https://127.0.0.1:${server.port}/app.json`,
  ]) {
    const answer = await runtime.authorize(await h.person(), { ...request(id, runtime.pkce().challenge) });
    expect([id, answer.status]).toEqual([id, 400]);
    const words = /<p>(The client[^<]*)<\/p>/.exec(answer.body)?.[1] ?? answer.body;
    refused.push(words.replace(id, "ID"));
  }
  await closed.stop(true);
  expect(refused[0]).toContain("cannot be used");
  expect(new Set(refused).size).toBe(1);
  expect(await h.rows("oauth_clients")).toEqual({ oauth_clients: 0 });
});

test("on the internet a description lies at the port of https, so that no other can be looked at through us", async () => {
  const outside = { ...INTERNET, resolve: async () => ["93.184.216.34"] };
  for (const port of ["22", "80", "8443"]) {
    const id = `https://client.test:${port}/app.json`;
    await expect(describeClient(id, now, outside)).rejects.toThrow("port");
  }
});

test("a client that describes itself is shown with its domain, may use any port of this computer, and connects", async () => {
  const person = await h.person();
  const client_id = "https://agent.example/client.json";
  const { sql } = h.runtime.database;
  await sql`
    insert into oauth_clients (client_id, kind, name, redirect_uris, created_at, fresh_until, used_at) values (${client_id},
      'document', 'Agent', ${["http://127.0.0.1/callback"]}, ${h.clock.now()}, ${new Date("2030-01-01")}, ${h.clock.now()})`;
  const { verifier, challenge } = runtime.pkce();
  const asked = request(client_id, challenge);
  for (const redirect_uri of [
    "http://127.0.0.1:4567/callback/",
    "http://localhost:4567/callback",
    "https://127.0.0.1/callback",
  ]) {
    expect((await runtime.authorize(person, { ...asked, redirect_uri })).status).toBe(400);
  }
  const page = await runtime.authorize(person, asked);
  expect(page.body).toContain("agent.example");
  const given = await runtime.token(exchange(client_id, codeOf(await runtime.decide(person, page)), verifier));
  expect(given.status).toBe(200);
  const { connections } = (await h.call("GET /api/connections", { as: person })).body;
  expect(connections[0].client).toEqual({ id: client_id, name: "Agent", domain: "agent.example" });
});

function drip(): ReadableStream<Uint8Array> {
  let timer: Timer;
  return new ReadableStream({
    start: (controller) => {
      timer = setInterval(() => controller.enqueue(new TextEncoder().encode(" ")), 50);
    },
    cancel: () => clearInterval(timer),
  });
}
