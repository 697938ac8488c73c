// Providers that lie, fail, hang and change their keys:
// nobody is let in, nothing else opens, and a plain page says what to do.
import { afterAll, beforeEach, expect, setSystemTime, test } from "bun:test";
import { openOidc } from "../../plugins/signin/port.ts";
import { findConfig } from "../../plugins/sso/store/configs.ts";
import { demandAddress } from "../../plugins/sso/verdict.ts";
import { startForgingProvider } from "./forging_provider.ts";
import { openSsoServer, whoIs } from "./sso_server.ts";

const h = await openSsoServer();
const { sql, tls } = h;
const forged = await startForgingProvider(tls);
const owner = await h.company("falsch.example");
await configure();

beforeEach(async () => {
  await sql`truncate audit_events`;
  forged.forge({});
});
afterAll(() => {
  setSystemTime();
  return forged.close();
});

/** A fresh connection: nothing of the provider is remembered. */
async function configure(more: object = {}) {
  const json = { ...h.configOf(forged, ["falsch.example"]), ...more };
  const answer = await h.byHand("PUT /api/sso", owner, json);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
}

async function goThrough(visitor = h.visitor()) {
  const start = await visitor.open(`/auth/sso/${owner.workspace}`);
  if (start.status !== 302) return { visitor, answer: start };
  return { visitor, answer: await visitor.open(forged.redirect(start.headers.get("location") ?? "")) };
}

const words = async (answer: Response) => /<main[^>]*>([\s\S]*)<\/main>/.exec(await answer.text())?.[1] ?? "";

test("the forging provider lets people in when it forges nothing, and its keys are asked for once", async () => {
  const { visitor, answer } = await goThrough();
  expect(answer.status).toBe(303);
  expect(await whoIs(visitor)).toBe("fay@falsch.example");
  forged.asked();
  expect((await goThrough()).answer.status).toBe(303);
  expect(forged.asked()).toEqual(["/token"]);
});

const now = Math.floor(Date.now() / 1000);
const lies = [
  ["an ID token without a signature", { alg_none: true }],
  ["a key that the provider does not publish", { foreign_key: true }],
  ["another nonce", { claims: { nonce: "another" } }],
  ["no nonce", { claims: { nonce: undefined } }],
  ["another issuer in the token", { claims: { iss: "https://evil.example" } }],
  ["another audience", { claims: { aud: "another-client" } }],
  ["a token that has expired", { claims: { iat: now - 900, exp: now - 600 } }],
  ["a token without an end", { claims: { exp: undefined } }],
  ["no subject", { claims: { sub: undefined } }],
  ["a subject that no index holds", { claims: { sub: "s".repeat(3000) } }],
  ["a subject with a NUL", { claims: { sub: "s\0" } }],
] as const;

test.each(lies)("%s is refused, and the page names no inside", async (_name, forgery) => {
  forged.forge(forgery);
  const { visitor, answer } = await goThrough();
  expect(answer.status).toBe(403);
  const page = await words(answer);
  expect(page).toContain("could not be verified");
  expect(page).toContain("Try again");
  expect(page).not.toMatch(/JWT|JWS|claim/);
  expect(await whoIs(visitor)).toBeNull();
  expect(await h.actions()).toEqual([]);
});

test("what cannot be stored in a name or an address is a page like any other, and no fault of ours", async () => {
  for (const email of ["a\0@falsch.example", "fay\u200b@falsch.example"]) {
    forged.forge({ claims: { email } });
    expect((await goThrough()).answer.status).toBe(403);
  }
  forged.forge({ claims: { name: "Fay\0 Falsch" } });
  expect((await goThrough()).answer.status).toBe(303);
  forged.forge({ claims: { sub: "f-2", email: "gil@falsch.example", name: "Gil\0 Falsch" } });
  expect((await goThrough()).answer.status).toBe(303);
  const [gil] = await sql<{ name: string }[]>`select name from users where email = 'gil@falsch.example'`;
  expect(gil?.name).toBe("Gil  Falsch");
  const visitor = h.browserOf(owner);
  const { url } = (await h.call("POST /api/sso/test", { as: owner })).body;
  const start = await visitor.open(url);
  const back = new URL(forged.redirect(start.headers.get("location") ?? ""));
  back.searchParams.delete("code");
  back.searchParams.set("error", "access_denied");
  back.searchParams.set("error_description", "no\0body");
  const answer = await visitor.open(back.href);
  expect([answer.status, await words(answer)]).toEqual([200, expect.stringContaining("no body")]);
});

test("keys that a provider has changed are fetched anew, a minute after the last ones at the earliest", async () => {
  expect((await goThrough()).answer.status).toBe(303);
  await forged.rotate();
  forged.asked();
  expect((await goThrough()).answer.status).toBe(403);
  expect(forged.asked()).toEqual(["/token"]);
  setSystemTime(Date.now() + 61_000);
  expect((await goThrough()).answer.status).toBe(303);
  expect(forged.asked()).toEqual(["/token", "/jwks"]);
});

test("a provider that calls itself otherwise than its configuration is refused before anybody is sent there", async () => {
  await configure({ client_secret: "a fourth" });
  forged.forge({ issuer: "https://evil.example" });
  const { answer } = await goThrough();
  expect(answer.status).toBe(403);
  expect(await words(answer)).toContain("could not be verified");
});

test.each([
  ["fails", { status: 500 }],
  ["floods", { flood_bytes: 2_000_000 }],
  ["hangs", { silent: true }],
] as const)("a provider that %s is a 503 page with a way on, and opens nothing", async (_name, forgery) => {
  await configure({ client_secret: `for ${_name}` });
  forged.forge(forgery);
  const { visitor, answer } = await goThrough();
  expect(answer.status).toBe(503);
  const page = await words(answer);
  expect(page).toContain("does not answer");
  // Not enforced, so a link by mail is another way.
  expect(page).toContain("Get a sign-in link by mail instead");
  expect(await whoIs(visitor)).toBeNull();
});

test("while it is enforced, a provider that is away opens no side door, not even by mail", async () => {
  await configure({ client_secret: "a fifth" });
  await sql`update sso_configs set enforced = true where workspace_id = ${owner.workspace_id}`;
  forged.forge({ status: 502 });
  const { answer } = await goThrough();
  expect(answer.status).toBe(503);
  expect(await words(answer)).not.toContain("by mail");
  const asked = await h.visitor().submit("/auth/login", { email: "fay@falsch.example", by: "mail" });
  expect(asked.headers.get("refresh")).toStartWith(`0; url=/auth/sso/${owner.workspace}?`);
  await h.runtime.jobs.runDue();
  expect((await sql`select 1 from login_links`).count).toBe(0);
  await sql`update sso_configs set enforced = false where workspace_id = ${owner.workspace_id}`;
});

test("an issuer off the public internet is asked only where the operator opens it", async () => {
  for (const issuer of ["https://127.0.0.1:9", "https://169.254.169.254", "https://[::1]"]) {
    await configure({ issuer, client_secret: "s3cret" });
    forged.asked();
    const { answer } = await goThrough();
    expect([issuer, answer.status]).toEqual([issuer, 503]);
    expect(forged.asked()).toEqual([]);
  }
});

test("the provider's own no is told in its words, escaped", async () => {
  await configure({ client_secret: "a sixth" });
  const visitor = h.visitor();
  const start = await visitor.open(`/auth/sso/${owner.workspace}`);
  const back = new URL(forged.redirect(start.headers.get("location") ?? ""));
  back.searchParams.delete("code");
  back.searchParams.set("error", "access_denied");
  back.searchParams.set("error_description", "<b>not assigned to this app</b>");
  const answer = await visitor.open(back.href);
  expect(answer.status).toBe(403);
  const page = await words(answer);
  expect(page).toContain("&lt;b&gt;not assigned to this app&lt;/b&gt;");
  expect(page).not.toContain("<b>not");
});

test("metadata that stand for every tenant are refused, however the address is spelled", async () => {
  const at = "https://login.microsoftonline.com/{tenantid}/v2.0";
  const metadata = { issuer: at, authorization_endpoint: `${at}/a`, token_endpoint: `${at}/t`, jwks_uri: `${at}/k` };
  const provider = openOidc({
    issuer: new URL("https://login.microsoftonline.com/%63ommon/v2.0"),
    client_id: "c",
    client_secret: "s",
    redirect_uri: "https://docs.example/auth/sso/callback",
    single_tenant: true,
    fetch: async () => Response.json(metadata),
  });
  expect(provider.start()).rejects.toMatchObject({ kind: "unproven", reason: expect.stringContaining("every tenant") });
});

test("Google is believed of accounts that it serves for the company, and of no private one with such an address", async () => {
  const config = await findConfig(sql, owner.workspace_id);
  if (!config) throw new Error("the configuration is gone");
  const known = { issuer: "https://accounts.google.com", subject: "g-1", email: "fay@falsch.example", name: null };
  const ask = (hosted_domain: string | null) =>
    demandAddress(sql, { config, identity: { ...known, email_verified: true, hosted_domain } });
  expect(ask(null)).rejects.toThrow("private account");
  expect(ask("evil.example")).rejects.toThrow("private account");
  expect((await ask("FALSCH.example")).email).toBe(known.email);
});
