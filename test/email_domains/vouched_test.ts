// A domain that the server's own sign-in provider says it serves, proven by an owner or admin who came through it
// (rules: companies/domains).
import { afterAll, beforeEach, expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { startNameServer } from "../harness/name_server.ts";
import { startRealProvider } from "../signin/real_provider.ts";
import { createVisitor } from "../signin/visitor.ts";

const dns = await startNameServer();
const provider = await startRealProvider({ redirect_uri: "http://localhost:3000/auth/callback", inIdToken: true });
const { issuer: OIDC_ISSUER, client_id: OIDC_CLIENT_ID, client_secret: OIDC_CLIENT_SECRET } = provider;
const h = await openHarness({
  env: { DNS_SERVERS: dns.address, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, QUOTA_LOGIN: "1000" },
});
const { sql } = h.runtime.database;
const owner = await h.person({ role: "owner", email: "olga@berg.example" });
const member = await h.person({ role: "member", workspace_id: owner.workspace_id, email: "mia@berg.example" });
const rival = await h.person({ role: "owner", email: "rita@tal.example" });

beforeEach(async () => {
  await sql`truncate email_domains, provider_identities`;
});
afterAll(async () => {
  await dns.close();
  await provider.close();
});

async function signIn({ email, user_id }: Person, hd: string | undefined, verified = true): Promise<number> {
  provider.signInAs({ sub: `s-${user_id}`, email, email_verified: verified, ...(hd ? { hd } : {}) });
  const visitor = createVisitor(h.fetch, h.base_url);
  const start = await visitor.open("/auth/oidc");
  return (await visitor.open(await provider.visit(start.headers.get("location") ?? ""))).status;
}

async function check(as = owner, domain = "berg.example") {
  const listed = (await h.call("GET /api/email-domains", { as })).body.domains;
  const known = listed.find((one: { domain: string }) => one.domain === domain);
  const { id } = known ?? (await h.call("POST /api/email-domains", { as, json: { domain } })).body;
  return h.call(`POST /api/email-domains/${id}/verify`, { as, with_cookie: true });
}

test("an owner for whom the provider names their own domain proves it, without a record", async () => {
  expect(await signIn(owner, "berg.example")).toBe(303);
  expect((await check()).body).toMatchObject({ status: "proven", proven_by: "provider", error: null });
});

test("a member, no hosted domain, and that of another address prove nothing", async () => {
  await signIn(member, "berg.example");
  expect((await check()).body.status).toBe("pending");
  await signIn(owner, undefined);
  expect((await check()).body.status).toBe("pending");
  await signIn(owner, "tal.example");
  expect((await check()).body.status).toBe("pending");
  expect((await check(owner, "tal.example")).body.status).toBe("pending");
});

test("a record in the zone takes it from who was vouched for, and who was vouched for takes it from nobody", async () => {
  await signIn(owner, "berg.example");
  await check();
  const refused = await check(rival);
  expect(refused.body.status).toBe("pending");
  const { record } = refused.body;
  dns.set(record.name, { TXT: [record.value] });
  expect((await check(rival)).body).toMatchObject({ status: "proven", proven_by: "dns" });
  expect((await check()).status).toBe(409);
  dns.set(record.name, {});
  expect((await check()).status).toBe(409);
});
