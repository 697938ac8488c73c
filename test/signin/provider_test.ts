// Sign-in through a real OpenID Connect provider, and everything that must not get through it.
import { afterAll, beforeEach, expect, test } from "bun:test";
import { ConfigError, MINUTE_MS } from "../../kernel/plugin.ts";
import { openProvider } from "../../plugins/signin/provider.ts";
import { type RealProvider, startRealProvider } from "./real_provider.ts";
import { openSigninServer, sessionOf } from "./signin_server.ts";
import type { Visitor } from "./visitor.ts";

const REDIRECT = "http://localhost:3000/auth/callback";
const VISIT_COOKIE = "__Host-docsvc_oidc";
const provider = await startRealProvider({ redirect_uri: REDIRECT });
const talkative = await startRealProvider({ redirect_uri: REDIRECT, inIdToken: true });
const gone = await startRealProvider({ redirect_uri: REDIRECT });
await gone.close();
const server = await openSigninServer(settings(provider));
const open = await openSigninServer({ ...settings(provider), SIGNUP: "open" });
const other = await openSigninServer(settings(talkative));
const away = await openSigninServer(settings(gone));
const without = await openSigninServer();

beforeEach(async () => {
  await server.sql`truncate provider_identities, audit_events`;
});
afterAll(async () => {
  await provider.close();
  await talkative.close();
});

function settings(from: Pick<RealProvider, "issuer" | "client_id" | "client_secret">): Record<string, string> {
  return {
    OIDC_ISSUER: from.issuer,
    OIDC_CLIENT_ID: from.client_id,
    OIDC_CLIENT_SECRET: from.client_secret,
    QUOTA_LOGIN: "1000",
  };
}

/** Goes to the provider and back; answers the address of the redirect back, which is still to be opened. */
async function goAndReturn(visitor: Visitor, next = "/app"): Promise<URL> {
  const start = await visitor.open(`/auth/oidc?next=${encodeURIComponent(next)}`);
  expect(start.status).toBe(302);
  return new URL(await provider.visit(start.headers.get("location") ?? ""));
}

async function expectRefused(visitor: Visitor, callback: URL, noted: string[] = []): Promise<void> {
  const before = await server.actions();
  const answer = await visitor.open(callback.href);
  expect(answer.status).toBe(403);
  expect(answer.headers.get("content-type")).toContain("text/html");
  expect(await sessionOf(visitor)).toBeNull();
  expect(await server.actions()).toEqual([...before, ...noted]);
  expect((await server.sql`select 1 from provider_identities`).count).toBe(0);
}

test("the way to the provider carries state, nonce and an S256 challenge, and nothing of them is in clear elsewhere", async () => {
  const anna = server.visitor();
  expect(await (await anna.open("/auth/login?next=/app")).text()).toContain('href="/auth/oidc?next=%2Fapp"');
  const start = await anna.open("/auth/oidc");
  const to = new URL(start.headers.get("location") ?? "");
  expect(to.searchParams.get("code_challenge_method")).toBe("S256");
  expect(to.searchParams.get("redirect_uri")).toBe(REDIRECT);
  for (const name of ["state", "nonce", "code_challenge"])
    expect(to.searchParams.get(name)?.length).toBeGreaterThan(40);
  const cookie = start.headers.getSetCookie().join();
  for (const part of ["__Host-", "HttpOnly", "Secure", "SameSite=Lax", "Max-Age=600"]) expect(cookie).toContain(part);
});

test("a verified address joins the existing account, and the identity stays when the address changes", async () => {
  provider.signInAs({ sub: "anna-1", email: "ANNA@example.com", email_verified: true, name: "Anna" });
  const anna = server.visitor();
  const done = await anna.open((await goAndReturn(anna, "/app?x=1")).href);
  expect(done.status).toBe(303);
  expect(done.headers.get("location")).toBe("/app?x=1");
  expect(await sessionOf(anna)).toBe("anna@example.com");
  expect(await server.actions()).toEqual(["login.ok"]);

  provider.signInAs({ sub: "anna-1", email: "married@example.com", email_verified: false });
  const later = server.visitor();
  expect((await later.open((await goAndReturn(later)).href)).status).toBe(303);
  expect(await sessionOf(later)).toBe("anna@example.com");
});

test("an address inside the ID token is taken too", async () => {
  talkative.signInAs({ sub: "anna-2", email: "anna@example.com", email_verified: true });
  const anna = other.visitor();
  const start = await anna.open("/auth/oidc");
  expect((await anna.open(await talkative.visit(start.headers.get("location") ?? ""))).status).toBe(303);
  expect(await sessionOf(anna)).toBe("anna@example.com");
});

test("an address that the provider has not verified is refused, for a known account too", async () => {
  for (const email_verified of [false, undefined]) {
    provider.signInAs({ sub: `mallory-${email_verified}`, email: "anna@example.com", email_verified });
    const mallory = server.visitor();
    await expectRefused(mallory, await goAndReturn(mallory));
  }
});

test("an invited stranger signs in through the provider where sign-up is closed, and joins by the invite's link", async () => {
  const json = { email: "invited@example.com" };
  const headers = { authorization: `Bearer ${await server.mint(server.anna)}`, "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(json) };
  const { url } = (await (await server.visitor().send("/api/invites", init)).json()) as { url: string };
  const { pathname } = new URL(url);
  provider.signInAs({ sub: "invited", email: "Invited@example.com", email_verified: true, name: "Ivo" });
  const ivo = server.visitor();
  const done = await ivo.open((await goAndReturn(ivo, pathname)).href);
  expect(done.headers.get("location")).toBe(pathname);
  expect((await ivo.open(pathname)).headers.get("location")).toBe("/app?invite=joined");
  const person = await server.whoIs("invited@example.com");
  expect(person).toMatchObject({ name: "Ivo", role: "member", workspace: { slug: "berg" } });
  const [identity] = await server.sql`select workspace_id from provider_identities where subject = 'invited'`;
  expect(identity?.["workspace_id"]).toBe(person?.workspace.id);
});

test("a stranger is refused where sign-up is closed and gets a workspace where it is open", async () => {
  provider.signInAs({ sub: "nora", email: "nora@example.com", email_verified: true, name: "Nora Holm" });
  const nora = server.visitor();
  await expectRefused(nora, await goAndReturn(nora));
  expect(await server.whoIs("nora@example.com")).toBeNull();

  const again = open.visitor();
  const start = await again.open("/auth/oidc");
  expect((await again.open(await provider.visit(start.headers.get("location") ?? ""))).status).toBe(303);
  expect(await open.whoIs("nora@example.com")).toMatchObject({ name: "Nora Holm", role: "owner" });
  expect(await open.actions()).toEqual(["account.create", "login.ok"]);
});

test("what is no e-mail address is refused, where sign-up is open too", async () => {
  for (const email of ["nobody", "an\u200bna@example.com", "a@example.com,b@example.com"]) {
    provider.signInAs({ sub: email, email, email_verified: true });
    const visitor = open.visitor();
    const start = await visitor.open("/auth/oidc");
    const answer = await visitor.open(await provider.visit(start.headers.get("location") ?? ""));
    expect([email, answer.status, answer.headers.get("location")]).toEqual([email, 403, null]);
  }
});

test("a disabled account is refused", async () => {
  provider.signInAs({ sub: "otto", email: "otto@example.com", email_verified: true });
  const otto = server.visitor();
  await expectRefused(otto, await goAndReturn(otto), ["login.fail"]);
  const [row] = await server.sql<{ target_id: string; meta: object }[]>`
    select target_id, meta from audit_events where action = 'login.fail'`;
  const person = await server.whoIs("otto@example.com");
  expect(row?.target_id).toBe(String(person?.user_id));
  const reason = "the account otto@example.com is switched off; ask an owner of its workspace";
  expect(row?.meta).toMatchObject({ method: "oidc", reason });
});

test("a redirect back with another state, another issuer or an error is refused", async () => {
  provider.signInAs({ sub: "anna-3", email: "anna@example.com", email_verified: true });
  const anna = server.visitor();
  const changes: Record<string, string>[] = [
    { state: "x".repeat(43) },
    { iss: "https://evil.example" },
    { code: "nonsense" },
    { error: "access_denied" },
  ];
  for (const change of changes) {
    const callback = await goAndReturn(anna);
    for (const [name, value] of Object.entries(change)) callback.searchParams.set(name, value);
    await expectRefused(anna, callback);
  }
  const bare = await goAndReturn(anna);
  bare.search = "";
  await expectRefused(anna, bare);
});

test("a redirect back into another browser is refused: with no visit, and with a visit of its own", async () => {
  provider.signInAs({ sub: "anna-4", email: "anna@example.com", email_verified: true });
  const callback = await goAndReturn(server.visitor());
  const victim = server.visitor();
  await expectRefused(victim, callback);
  await victim.open("/auth/oidc");
  await expectRefused(victim, callback);
});

test("another nonce or another PKCE verifier is refused", async () => {
  provider.signInAs({ sub: "anna-5", email: "anna@example.com", email_verified: true });
  for (const wrong of [{ n: "y".repeat(43) }, { v: "z".repeat(43) }]) {
    const anna = server.visitor();
    const callback = await goAndReturn(anna);
    const jar = anna.cookies.get("localhost:3000");
    const visit = server.runtime.signer.verify("oidc", jar?.get(VISIT_COOKIE) ?? "", server.clock.now());
    const expires = new Date(server.clock.now().getTime() + MINUTE_MS);
    jar?.set(VISIT_COOKIE, server.runtime.signer.sign("oidc", { ...visit, ...wrong }, expires));
    await expectRefused(anna, callback);
  }
});

test("a visit ends after 10 minutes, and a code works once", async () => {
  provider.signInAs({ sub: "anna-6", email: "anna@example.com", email_verified: true });
  const slow = server.visitor();
  const callback = await goAndReturn(slow);
  server.clock.advance(10 * MINUTE_MS);
  await expectRefused(slow, callback);

  const anna = server.visitor();
  const good = await goAndReturn(anna);
  const visit = anna.cookies.get("localhost:3000")?.get(VISIT_COOKIE) ?? "";
  expect((await anna.open(good.href)).status).toBe(303);
  const replay = await server.visitor().open(good.href, { cookie: `${VISIT_COOKIE}=${visit}` });
  expect(replay.status).toBe(403);
});

test("a provider that is away is a 503 page, and a plain http issuer elsewhere stops the start", async () => {
  const answer = await away.visitor().open("/auth/oidc");
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain("sign in by mail");
  const plain = { OIDC_ISSUER: "http://login.example.com", OIDC_CLIENT_ID: "a", OIDC_CLIENT_SECRET: "b" };
  expect(() => openProvider(plain, away.runtime)).toThrow(ConfigError);
});

test("without a provider its routes are 404", async () => {
  expect((await without.visitor().open("/auth/oidc")).status).toBe(404);
  expect((await without.visitor().open("/auth/callback?code=x&state=y")).status).toBe(404);
});
