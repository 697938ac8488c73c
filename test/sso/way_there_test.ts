// The way to a company's provider: who is led to which, with what, and for whom none is opened.
import { afterAll, beforeEach, expect, test } from "bun:test";
import { CALLBACK, whoIs } from "./sso_server.ts";
import { openTwoCompanies } from "./two_companies.ts";

const { h, sql, berg, olga, put, goThrough, close } = await openTwoCompanies();

beforeEach(async () => {
  await sql`truncate audit_events`;
});
afterAll(close);

test("lookup and the sign-in page lead an address of a routed domain to its provider, and tell of no account", async () => {
  const ask = (email: string) => h.call(`GET /auth/sso/lookup?email=${encodeURIComponent(email)}`);
  const url = `${h.base_url}/auth/sso/${olga.workspace}`;
  expect((await ask("owner@berg.example")).body).toEqual({ sso: true, url, enforced: false });
  expect((await ask("nobody@BERG.example")).body).toEqual({ sso: true, url, enforced: false });
  for (const email of ["mia@example.org", "berg.example", "", "@", "a@sub.berg.example"]) {
    expect((await ask(email)).body).toEqual({ sso: false });
  }
  const visitor = h.visitor();
  const led = await visitor.submit("/auth/login", { email: "nobody@berg.example", next: "/app?x=1" });
  expect(led.status).toBe(200);
  const refresh = led.headers.get("refresh") ?? "";
  // Not enforced, so it says that a link can be had, and stays long enough for that to be chosen.
  const words = await led.text();
  expect(words).toContain("On to");
  const form = /<form method="post" action="\/auth\/login">([\s\S]*?)<\/form>/.exec(words)?.[1] ?? "";
  const fields = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]);
  const sent = Object.fromEntries(fields);
  expect(sent).toEqual({ email: "nobody@berg.example", next: "/app?x=1", by: "mail" });
  expect(refresh).toBe(`5; url=/auth/sso/${olga.workspace}?email=nobody%40berg.example&next=%2Fapp%3Fx%3D1`);
  const start = await visitor.open(refresh.slice("5; url=".length));
  expect(new URL(start.headers.get("location") ?? "").searchParams.get("login_hint")).toBe("nobody@berg.example");
  const mailed = await visitor.submit("/auth/login", sent);
  expect(mailed.headers.get("refresh")).toBeNull();
  await sql`update sso_configs set enforced = true where workspace_id = ${olga.workspace_id}`;
  const enforced = await visitor.submit("/auth/login", { email: "nobody@berg.example" });
  expect(enforced.headers.get("refresh")).toStartWith("0; url=");
  expect(await enforced.text()).not.toContain('name="by"');
  await sql`update sso_configs set enforced = false where workspace_id = ${olga.workspace_id}`;
});

test("the way there carries state, nonce and an S256 challenge, and a callback without its browser's visit is refused", async () => {
  const visitor = h.visitor();
  const start = await visitor.open(`/auth/sso/${olga.workspace}`);
  const to = new URL(start.headers.get("location") ?? "");
  expect(to.searchParams.get("code_challenge_method")).toBe("S256");
  expect(to.searchParams.get("redirect_uri")).toBe(CALLBACK);
  for (const name of ["state", "nonce", "code_challenge"])
    expect(to.searchParams.get(name)?.length).toBeGreaterThan(40);
  berg.signInAs({ sub: "b-8", email: "kai@berg.example", email_verified: true });
  const back = await berg.visit(to.href);
  const stranger = await h.visitor().open(back);
  expect(stranger.status).toBe(403);
  expect(await stranger.text()).toContain("begin again");
  h.clock.advance(10 * 60_000);
  expect((await visitor.open(back)).status).toBe(403);
});

test("unknown names, and workspaces whose plan carries no single sign-on any more, are the same 404, and route nobody", async () => {
  const owner = await h.company("arm.example", { plan: "business" });
  await put(owner, berg, ["arm.example"]);
  expect((await h.visitor().open(`/auth/sso/${owner.workspace}`)).status).toBe(302);
  await sql`update workspaces set plan = 'team' where workspace_id = ${owner.workspace_id}`;
  expect((await h.visitor().open(`/auth/sso/${owner.workspace}`)).status).toBe(404);
  expect((await h.visitor().open("/auth/sso/nowhere")).status).toBe(404);
  expect((await h.call("GET /auth/sso/lookup?email=owner@arm.example")).body).toEqual({ sso: false });
});

test("a provider of a workspace that has proven nothing sees no visit, and one under test only its tester's", async () => {
  const evil = await h.person({ role: "owner", email: "eve@evil.example" });
  await put(evil, berg, ["evil.example"]);
  const victim = h.visitor();
  const sent = await victim.open(`/auth/sso/${evil.workspace}`);
  expect([sent.status, sent.headers.get("location")]).toEqual([409, null]);
  const { url } = (await h.call("POST /api/sso/test", { as: evil })).body;
  for (const browser of [victim, h.browserOf(olga)]) {
    const lured = await browser.open(url);
    expect([lured.status, lured.headers.get("location")]).toEqual([403, null]);
  }
  expect((await h.browserOf(evil).open(url)).status).toBe(302);
});

test("a provider that an admin has set signs in no owner, nor is enforced, until an owner has tested it", async () => {
  const owner = await h.company("wald.example");
  const admin = await h.person({ role: "admin", workspace_id: owner.workspace_id, email: "adam@wald.example" });
  await put(admin, berg, ["wald.example"]);
  berg.signInAs({ sub: "w-owner", email: owner.email, email_verified: true });
  const mallory = h.visitor();
  const refused = await goThrough(mallory, berg, owner.workspace);
  expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining("no owner of")]);
  expect(await whoIs(mallory)).toBeNull();
  const tryIt = async (as: typeof owner) => {
    const { url } = (await h.byHand("POST /api/sso/test", as)).body;
    const browser = h.browserOf(as);
    const start = await browser.open(url);
    return (await browser.open(await berg.visit(start.headers.get("location") ?? ""))).text();
  };
  berg.signInAs({ sub: "w-adam", email: admin.email, email_verified: true });
  expect(await tryIt(admin)).toContain("The test passed");
  const enforce = (as: typeof owner) =>
    h.byHand("PUT /api/sso", as, { ...h.configOf(berg, ["wald.example"]), client_secret: undefined, enforced: true });
  const shut = await enforce(admin);
  expect([shut.status, shut.body.error]).toEqual([409, expect.stringContaining("no owner has set or tested")]);
  expect((await goThrough(h.visitor(), berg, owner.workspace)).status).toBe(303);
  berg.signInAs({ sub: "w-owner", email: owner.email, email_verified: true });
  expect(await tryIt(owner)).toContain("The test passed");
  const theirs = h.visitor();
  expect((await goThrough(theirs, berg, owner.workspace)).status).toBe(303);
  expect(await whoIs(theirs)).toBe(owner.email);
  expect((await enforce(admin)).status).toBe(200);
});
