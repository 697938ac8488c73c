// A workspace's provider as its owners and admins set it, test it and enforce it, and as the operator opens it again.
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { createWorkspace, DAY_MS, writeAudit } from "../../kernel/plugin.ts";
import { domainOf, proveByOperator } from "../../plugins/email_domains/port.ts";
import { signinPort } from "../../plugins/signin/port.ts";
import { ssoPort } from "../../plugins/sso/port.ts";
import type { Person } from "../harness/harness.ts";
import { readMail } from "../signin/mailbox.ts";
import { startRealProvider } from "../signin/real_provider.ts";
import { CALLBACK, openSsoServer, whoIs } from "./sso_server.ts";

const h = await openSsoServer();
const { sql, tls } = h;
const provider = await startRealProvider({ redirect_uri: CALLBACK, tls });
afterAll(() => provider.close());
beforeEach(async () => {
  await sql`truncate audit_events, sso_configs, sso_identities`;
});

const put = (as: Person, more: object = {}) => {
  const domains = [as.email.slice(as.email.indexOf("@") + 1)];
  return h.byHand("PUT /api/sso", as, { ...h.configOf(provider, domains), ...more });
};

let companies = 0;
const anew = (plan?: Parameters<typeof h.company>[1]) => h.company(`firma${++companies}.example`, plan);

/** Goes through a test in a browser; answers the page's words. */
async function tryIt(as: Person, visitor = h.browserOf(as)): Promise<string> {
  const { status, body } = await h.call("POST /api/sso/test", { as });
  expect(status).toBe(200);
  const start = await visitor.open(body.url);
  const back =
    start.status === 302 ? await visitor.open(await provider.visit(start.headers.get("location") ?? "")) : start;
  return /<main[^>]*>([\s\S]*)<\/main>/.exec(await back.text())?.[1] ?? "";
}

test("a provider is set, shown without its secret, changed with the secret kept, and removed", async () => {
  const as = await anew();
  const none = await h.call("GET /api/sso", { as });
  expect(none.body).toEqual({
    available: true,
    plan: "enterprise",
    sso: null,
    waiting: null,
    redirect_uri: CALLBACK,
    login_url: `${h.base_url}/auth/sso/${as.workspace}`,
  });
  const made = await put(as);
  expect(made.status).toBe(200);
  expect(made.body.sso).toEqual({
    issuer: provider.issuer,
    client_id: "docsvc-test",
    client_secret_set: true,
    domains: [as.email.split("@")[1]],
    unproven_domains: [],
    enforced: false,
    tested_at: null,
    updated_at: h.clock.now().toISOString(),
    status: "confirmed",
  });
  expect((await put(as, { client_secret: undefined, client_id: "other" })).body.sso.client_id).toBe("other");
  expect(JSON.stringify([made.body, await h.audit()])).not.toContain(provider.client_secret);
  const [row] = await sql<{ sealed: Uint8Array }[]>`select client_secret_sealed as sealed from sso_configs`;
  expect(Buffer.from(row?.sealed ?? []).toString("latin1")).not.toContain(provider.client_secret);
  expect((await h.byHand("DELETE /api/sso", as)).body).toEqual({ deleted: true });
  expect((await h.byHand("DELETE /api/sso", as)).status).toBe(404);
  expect(await h.actions()).toEqual(["sso.update", "sso.update", "sso.delete"]);
});

describe("what is refused", () => {
  test.each([
    ["plain http", { issuer: "http://login.example.com" }, "https"],
    ["a discovery document", { issuer: "https://a.example/.well-known/openid-configuration" }, ".well-known"],
    ["a password in the issuer", { issuer: "https://a:b@a.example" }, "user name"],
    ["every tenant of Microsoft", { issuer: "https://login.microsoftonline.com/Common/v2.0" }, "every tenant"],
    ["no domain", { domains: [] }, "domains"],
    ["a domain that is none", { domains: ["x"] }, '"x"'],
    ["a public provider's", { domains: ["gmail.com"] }, "gmail.com"],
    ["a domain without a member", { domains: ["empty.example"] }, "no member has an address in empty.example"],
    ["no secret the first time", { client_secret: undefined }, "client_secret is required"],
  ])("%s is a 400 that says so", async (_name, more, words) => {
    const as = await anew();
    const { status, body } = await put(as, more);
    expect(status).toBe(400);
    expect(body.error).toContain(words);
    expect((await h.call("GET /api/sso", { as })).body.sso).toBeNull();
  });

  test("members, plans below Business, and a missing member of the body", async () => {
    const as = await anew();
    const member = await h.person({ role: "member", workspace_id: as.workspace_id });
    expect((await h.call("GET /api/sso", { as: member })).status).toBe(403);
    expect((await put(member)).status).toBe(403);
    const small = await anew({ plan: "team" });
    const refused = await put(small);
    expect(refused.status).toBe(402);
    expect(refused.body.error).toContain("Business");
    expect((await h.call("GET /api/sso", { as: small })).body).toMatchObject({
      available: false,
      plan: "team",
      sso: null,
    });
    expect((await h.call("PUT /api/sso", { as, json: { issuer: provider.issuer } })).status).toBe(422);
  });

  test("a domain that another workspace routes is a 409; one that it only names is not", async () => {
    const one = await anew();
    await put(one);
    const domain = one.email.split("@")[1] ?? "";
    const other = await anew();
    await h.person({ role: "member", workspace_id: other.workspace_id, email: `guest@${domain}` });
    const refused = await put(other, { domains: [domain] });
    expect(refused.status).toBe(409);
    expect(refused.body.error).toContain("another workspace");
    await sql`update email_domains set proven_at = null, proof = null where domain = ${domain}`;
    const taken = await put(other, { domains: [domain] });
    expect([taken.status, taken.body.sso.unproven_domains]).toEqual([200, [domain]]);
    // Named and not proven, it routes nobody.
    expect((await h.call(`GET /auth/sso/lookup?email=x@${domain}`)).body).toEqual({ sso: false });
  });

  test("a secret goes to no other issuer than its own", async () => {
    const as = await anew();
    await put(as);
    const moved = await put(as, { issuer: "https://evil.example", client_secret: undefined });
    expect([moved.status, moved.body.error]).toEqual([400, expect.stringContaining("client_secret is required")]);
  });

  test("a domain that single sign-on names is not removed from the workspace", async () => {
    const as = await anew();
    await put(as);
    const [domain] = (await h.call("GET /api/email-domains", { as })).body.domains;
    const refused = await h.call(`DELETE /api/email-domains/${domain.id}`, { as });
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining("single sign-on")]);
  });
});

test("a test says what the provider answers, signs nobody in, and lets single sign-on be enforced for a day", async () => {
  const as = await anew();
  await put(as);
  const untested = await put(as, { client_secret: undefined, enforced: true });
  expect([untested.status, untested.body.error]).toEqual([409, expect.stringContaining("POST /api/sso/test")]);
  provider.signInAs({ sub: "tester", email: as.email, email_verified: true, name: "<i>Olga</i>" });
  const page = await tryIt(as);
  expect(page).toContain("The test passed");
  expect(page).toContain("&lt;i&gt;Olga&lt;/i&gt;");
  expect((await sql`select 1 from sso_identities`).count).toBe(0);
  h.clock.advance(DAY_MS);
  expect((await put(as, { client_secret: undefined, enforced: true })).status).toBe(409);
  await tryIt(as);
  expect((await put(as, { client_secret: undefined, enforced: true })).body.sso.enforced).toBe(true);
  // What is enforced stays so, and another connection needs another test.
  expect((await put(as, { client_secret: undefined })).body.sso.enforced).toBe(true);
  expect((await put(as, { client_secret: "changed" })).status).toBe(409);
});

test("a test that fails names what is wrong, and one in another's browser counts for nothing", async () => {
  const as = await anew();
  await put(as);
  provider.signInAs({ sub: "stray", email: "somebody@elsewhere.example", email_verified: true });
  expect(await tryIt(as)).toContain("is in none of the domains");
  provider.signInAs({ sub: "unverified", email: as.email, email_verified: false });
  expect(await tryIt(as)).toContain("is not verified");
  provider.signInAs({ sub: "tester", email: as.email, email_verified: true });
  const member = await h.person({ role: "member", workspace_id: as.workspace_id });
  expect(await tryIt(as, h.browserOf(member))).toContain("finished by the owner or admin who began it");
  expect(await tryIt(as, h.visitor())).toContain("finished by the owner or admin");
  await put(as, { client_secret: "wrong" });
  expect(await tryIt(as)).toContain("invalid_client");
  expect((await h.call("GET /api/sso", { as })).body.sso.tested_at).toBeNull();
  expect((await put(as, { issuer: "https://127.0.0.1:9" })).status).toBe(200);
  expect(await tryIt(as)).toContain("SSO_ALLOW");
});

test("enforced, every other way in is closed for the domain and its sessions end, on this server and the next", async () => {
  const as = await anew();
  const domain = as.email.split("@")[1] ?? "";
  const member = await h.person({ role: "member", workspace_id: as.workspace_id, email: `mia@${domain}` });
  const guest = await h.person({ role: "owner", email: `loner@${domain}` });
  const outsider = await h.person({ role: "admin", workspace_id: as.workspace_id });
  const link = await loginLinkOf(member);
  await put(as);
  provider.signInAs({ sub: "olga", email: as.email, email_verified: true });
  await tryIt(as);
  const twin = await h.twin();
  expect((await twin.call("GET /api/me", { as: member, with_cookie: true })).status).toBe(200);
  expect((await put(as, { client_secret: undefined, enforced: true })).status).toBe(200);
  for (const person of [as, member, guest]) {
    expect((await h.call("GET /api/me", { as: person, with_cookie: true })).status).toBe(401);
    expect((await h.call("GET /api/me", { as: person })).status).toBe(200);
  }
  expect((await h.call("GET /api/me", { as: outsider, with_cookie: true })).status).toBe(200);
  const enforced = (await h.audit()).find((event) => event.action === "sso.enforce");
  expect(enforced?.meta).toMatchObject({ domains: [domain], sessions_ended: 3 });

  // A link that was mailed before, one that the operator makes, and one that is asked for.
  const visitor = h.visitor();
  const used = await visitor.submit(link, {});
  expect(used.status).toBe(403);
  expect(await used.text()).toContain(`ddresses of ${domain} sign in through the provider`);
  expect(await whoIs(visitor)).toBeNull();
  await expect(loginLinkOf(member)).rejects.toThrow("sign in through the provider");
  const asked = await visitor.submit("/auth/login", { email: member.email, by: "mail" });
  expect(asked.headers.get("refresh")).toContain(`/auth/sso/${as.workspace}`);
  expect((await h.call(`GET /auth/sso/lookup?email=${member.email}`)).body).toMatchObject({
    sso: true,
    enforced: true,
  });

  // Through the provider they come in, and so does somebody of another domain by mail.
  provider.signInAs({ sub: "mia", email: member.email, email_verified: true });
  const start = await visitor.open(`/auth/sso/${as.workspace}`);
  expect((await visitor.open(await provider.visit(start.headers.get("location") ?? ""))).status).toBe(303);
  expect(await whoIs(visitor)).toBe(member.email);
  expect(await loginLinkOf(outsider)).toContain("/auth/link/");
  expect((await twin.call("GET /api/me", { as: member, with_cookie: true })).status).toBe(401);
});

test("enforced, sessions of addresses in letters beyond ASCII end too", async () => {
  const as = await h.person({ role: "owner", email: `owner@b\u00fccher${++companies}.example` });
  const now = h.clock.now();
  const domain = domainOf(as.email) ?? "";
  expect(domain).toStartWith("xn--");
  await proveByOperator(h.runtime, sql, { workspace_id: as.workspace_id, domain, now });
  expect((await put(as)).status).toBe(200);
  await sql`update sso_configs set tested_at = ${now}`;
  expect((await put(as, { client_secret: undefined, enforced: true })).status).toBe(200);
  expect((await h.call("GET /api/me", { as, with_cookie: true })).status).toBe(401);
});

test("no workspace is called as what follows /auth/sso/ is", async () => {
  const now = h.clock.now();
  for (const slug of ["lookup", "callback", "join"]) {
    const made = await createWorkspace(sql, { slug, name: slug, plan: "free", now });
    expect(made.slug).toBe(`${slug}-2`);
  }
});

test("whoever runs the server opens the other ways again, with an audit row and a mail to the owners alone", async () => {
  const as = await anew();
  await h.person({ role: "admin", workspace_id: as.workspace_id, email: `admin@${as.email.split("@")[1]}` });
  await put(as);
  await sql`update sso_configs set enforced = true where workspace_id = ${as.workspace_id}`;
  await expect(loginLinkOf(as)).rejects.toThrow("sign in through");
  const unenforce = () =>
    h.runtime.database.withTransaction((tx) =>
      h.runtime.use(ssoPort).unenforce(tx, { workspace_id: as.workspace_id, now: h.clock.now() }),
    );
  expect(await unenforce()).toBe(true);
  expect(await loginLinkOf(as)).toContain("/auth/link/");
  expect((await h.audit()).at(-1)).toMatchObject({ action: "sso.unenforce", actor: "system" });
  const told = (await readMail(h.runtime)).filter((mail) => mail.subject.includes("is not enforced any more"));
  expect(told.map((mail) => mail.to)).toEqual([as.email]);
  expect(await unenforce()).toBe(false);
});

test("a domain that is proven after its sign-on was enforced closes its other ways then", async () => {
  const as = await anew();
  const domain = as.email.split("@")[1] ?? "";
  await sql`update email_domains set proven_at = null, proof = null where domain = ${domain}`;
  await put(as);
  await sql`update sso_configs set enforced = true where workspace_id = ${as.workspace_id}`;
  expect((await h.call("GET /api/me", { as, with_cookie: true })).status).toBe(200);
  expect(await loginLinkOf(as)).toContain("/auth/link/");
  const { runtime } = h;
  const by = { user_id: null, email: "system", workspace_id: as.workspace_id };
  await runtime.database.withTransaction(async (tx) => {
    const id = await proveByOperator(runtime, tx, { workspace_id: as.workspace_id, domain, now: h.clock.now() });
    const entry = { action: "email_domain.prove", target_type: "email_domain", target_id: id, meta: { domain }, by };
    await writeAudit(tx, [entry], {
      actor: null,
      via: "system",
      request: null,
      now: h.clock.now(),
      isHeard: runtime.isHeard,
    });
  });
  await runtime.relay.relayAll();
  await runtime.jobs.runDue();
  await runtime.database.bus.catchUp();
  expect((await h.call("GET /api/me", { as, with_cookie: true })).status).toBe(401);
  await expect(loginLinkOf(as)).rejects.toThrow("sign in through");
});

function loginLinkOf(person: Person): Promise<string> {
  const { use, clock, config } = h.runtime;
  return use(signinPort)
    .createLoginLink(sql, { user_id: person.user_id, now: clock.now() })
    .then((link) => link.slice(config.base_url.length));
}
