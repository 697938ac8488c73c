// A token sets no provider that signs anybody in: what it sets waits until an owner confirms it in a session.
import { afterAll, expect, test } from "bun:test";
import type { Person } from "../harness/harness.ts";
import { readMail } from "../signin/mailbox.ts";
import { startForgingProvider } from "./forging_provider.ts";
import { openSsoServer, whoIs } from "./sso_server.ts";

const h = await openSsoServer();
const { sql } = h;
const honest = await startForgingProvider(h.tls);
const evil = await startForgingProvider(h.tls);
afterAll(() => Promise.all([honest.close(), evil.close()]));

type Provider = typeof honest;
let companies = 0;

async function company() {
  const domain = `wait${++companies}.example`;
  const owner = await h.company(domain);
  const admin = await h.person({ role: "admin", workspace_id: owner.workspace_id, email: `admin@${domain}` });
  const victim = await h.person({ role: "owner", workspace_id: owner.workspace_id, email: `victim@${domain}` });
  const config = (provider: Provider, more: object = {}) => ({ ...h.configOf(provider, [domain]), ...more });
  return { domain, owner, admin, victim, config };
}

const set = (as: Person, json: object, with_cookie = false) => h.call("PUT /api/sso", { as, json, with_cookie });
const read = async (as: Person) => (await h.call("GET /api/sso", { as })).body;

/** Comes in as an address through whichever provider the workspace leads to. */
async function comeIn(as: Person, provider: Provider, email: string) {
  provider.forge({ claims: { sub: `sub of ${email}`, email } });
  const visitor = h.visitor();
  const start = await visitor.open(`/auth/sso/${as.workspace}`);
  if (start.status === 302) await visitor.open(provider.redirect(start.headers.get("location") ?? ""));
  return { visitor, who: await whoIs(visitor), status: start.status };
}

/** Begins a test and goes through it in the browser of whoever began it; answers the page. */
async function tryIt(as: Person, provider: Provider, with_cookie: boolean) {
  const { body } = await h.call("POST /api/sso/test", { as, with_cookie, json: {} });
  provider.forge({ claims: { sub: `sub of ${as.email}`, email: as.email } });
  const visitor = h.browserOf(as);
  const start = await visitor.open(body.url);
  const back = await visitor.open(provider.redirect(start.headers.get("location") ?? ""));
  return (await back.text()).replace(/^[\s\S]*<main/, "<main");
}

/** The numbers of what waits, as the page shows them. */
async function waitingOn(as: Person): Promise<string[]> {
  const page = await (await h.browserOf(as).open("/auth/confirmations")).text();
  return [...page.matchAll(/aria-labelledby="setting-(\d+)"/g)].map((match) => match[1] ?? "");
}

const decide = (as: Person, id: string | undefined, decision = "confirm") =>
  h.browserOf(as).submit(`/auth/confirmations/${id}`, { decision });

test("an owner's or admin's token sets a provider that waits: it signs nobody in, the last confirmed one goes on, and owners are told", async () => {
  const { owner, admin, victim, config } = await company();
  for (const as of [owner, admin]) {
    const { status, body } = await set(as, config(evil));
    expect([status, body.sso.status, body.waiting.issuer]).toEqual([200, "waiting", evil.issuer]);
    expect(body.waiting).toMatchObject({ set_by: as.email, set_with: 'the token "test"' });
    expect((await comeIn(owner, evil, victim.email)).who).toBeNull();
    expect((await h.call(`GET /auth/sso/lookup?email=${victim.email}`)).body).toEqual({ sso: false });
  }
  const mails = (await readMail(h.runtime)).filter(
    ({ subject }) => subject === "A setting about sign-in waits for you",
  );
  expect(mails.map(({ to }) => to).sort()).toEqual([owner.email, victim.email].sort());
  await h.runtime.relay.relayAll();
  await h.runtime.jobs.runDue();
  const notices = await h.call("GET /api/notifications", { as: owner });
  expect(notices.body.notifications[0].title).toContain("Waits for an owner");

  expect((await set(owner, config(honest), true)).body).toMatchObject({ sso: { status: "confirmed" }, waiting: null });
  expect((await comeIn(owner, honest, victim.email)).who).toBe(victim.email);
  const { body } = await set(owner, config(evil));
  expect([body.sso.issuer, body.waiting.issuer]).toEqual([honest.issuer, evil.issuer]);
  expect((await comeIn(owner, honest, victim.email)).who).toBe(victim.email);
});

test("an owner confirms what waits on a page, of what they looked at alone, and then it holds", async () => {
  const { owner, admin, domain, config } = await company();
  await set(owner, config(honest));
  const [first] = await waitingOn(owner);
  await set(admin, config(evil));
  expect((await decide(owner, first)).status).toBe(404);
  expect((await read(owner)).waiting.issuer).toBe(evil.issuer);
  await set(owner, config(honest));
  const [id] = await waitingOn(owner);
  expect((await decide(admin, id)).status).toBe(403);
  const byToken = await h.call(`POST /auth/confirmations/${id}`, {
    as: owner,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "decision=confirm",
  });
  expect(byToken.status).toBe(403);
  expect((await decide(owner, id)).status).toBe(303);
  expect(await read(owner)).toMatchObject({ sso: { issuer: honest.issuer, status: "confirmed" }, waiting: null });
  expect((await comeIn(owner, honest, `new@${domain}`)).who).toBe(`new@${domain}`);
  await set(owner, config(evil));
  expect((await decide(owner, (await waitingOn(owner))[0], "discard")).status).toBe(303);
  expect(await read(owner)).toMatchObject({ sso: { issuer: honest.issuer }, waiting: null });
});

test("a test that an owner began in a session confirms by passing; one that a token began, or an admin passed, confirms nothing", async () => {
  const { owner, admin, config } = await company();
  await set(owner, config(honest));
  expect(await tryIt(owner, honest, false)).toContain("waits for an owner to confirm it");
  expect(await tryIt(admin, honest, true)).toContain("waits for an owner to confirm it");
  expect((await read(owner)).waiting.tested_at).not.toBeNull();
  expect((await read(owner)).sso.status).toBe("waiting");
  expect(await tryIt(owner, honest, true)).not.toContain("waits for an owner to confirm it");
  expect(await read(owner)).toMatchObject({
    sso: { status: "confirmed", tested_at: expect.any(String) },
    waiting: null,
  });
});

test("domains and enforcement wait too; another secret and the end of enforcement do not, and the end and a removal are told", async () => {
  const { owner, domain, config } = await company();
  await set(owner, config(honest), true);
  const changed = await set(owner, config(honest, { client_secret: `${honest.client_secret}2` }));
  expect(changed.body).toMatchObject({ sso: { status: "confirmed" }, waiting: null });
  await h.person({ role: "member", workspace_id: owner.workspace_id, email: `mia@sub.${domain}` });
  const wider = await set(owner, config(honest, { client_secret: undefined, domains: [domain, `sub.${domain}`] }));
  expect([wider.body.sso.domains, wider.body.waiting.domains]).toEqual([[domain], [domain, `sub.${domain}`]]);
  await sql`update sso_configs set tested_at = ${h.clock.now()} where workspace_id = ${owner.workspace_id}`;
  const enforced = await set(owner, config(honest, { client_secret: undefined, enforced: true }));
  expect([enforced.body.sso.enforced, enforced.body.waiting.enforced]).toEqual([false, true]);
  expect((await decide(owner, (await waitingOn(owner))[0])).status).toBe(303);
  expect((await read(owner)).sso.enforced).toBe(true);
  const told = async () =>
    (await readMail(h.runtime)).filter(({ subject, to }) => subject.includes("taken away") && to === owner.email)
      .length;
  expect((await set(owner, config(honest, { client_secret: undefined, enforced: false }))).body.sso.enforced).toBe(
    false,
  );
  expect(await told()).toBe(1);
  expect((await h.call("DELETE /api/sso", { as: owner })).body).toEqual({ deleted: true });
  expect(await told()).toBe(2);
});

test("who became owner by a token, or was invited as admin by one, sets and confirms nothing until an earlier owner says so in a session", async () => {
  const { owner, domain, config } = await company();
  const mia = await h.person({ role: "member", workspace_id: owner.workspace_id, email: `mia@${domain}` });
  const path = `PATCH /api/members/${mia.user_id}`;
  expect((await h.call(path, { as: owner, json: { role: "owner" } })).status).toBe(200);
  expect((await set(mia, config(evil), true)).body.sso.status).toBe("waiting");
  expect(await tryIt(mia, evil, true)).toContain("waits for an owner to confirm it");
  const [row] = await sql<{ setting_id: number }[]>`
    select setting_id from waiting_settings where workspace_id = ${owner.workspace_id}`;
  expect((await decide(mia, String(row?.setting_id))).status).toBe(403);
  // Nor does whom she makes an owner.
  const bo = await h.person({ role: "member", workspace_id: owner.workspace_id, email: `bo@${domain}` });
  const lift = await h.call(`PATCH /api/members/${bo.user_id}`, {
    as: mia,
    with_cookie: true,
    json: { role: "owner" },
  });
  expect(lift.status).toBe(200);
  expect((await decide(bo, String(row?.setting_id))).status).toBe(403);
  const confirm = (as: Person, of: Person) =>
    h.browserOf(as).submit(`/auth/confirmations/roles/${of.user_id}`, { role: "owner" });
  expect((await confirm(bo, mia)).status).toBe(403);
  expect((await confirm(mia, mia)).status).toBe(403);
  expect((await confirm(owner, mia)).status).toBe(303);
  expect((await decide(mia, String(row?.setting_id))).status).toBe(303);
  expect((await read(owner)).sso.status).toBe("confirmed");
});

test("an invite as admin counts once an owner made it in a session, and an owner's change of role in one does", async () => {
  const { owner, admin, domain, config } = await company();
  const join = async (as: Person, email: string, with_cookie: boolean) => {
    const { body } = await h.call("POST /api/invites", { as, with_cookie, json: { email, role: "admin" } });
    const person = await h.person({ role: "owner", email });
    // The button of its page: whoever has a token leaves something behind.
    await h.browserOf(person).submit(new URL(body.url).pathname.replace("/u/invite/", "/auth/invite/"), {});
    return { ...person, workspace_id: owner.workspace_id, workspace: owner.workspace };
  };
  const stands = async (as: Person) => (await set(as, config(honest), true)).body.waiting === null;
  expect(await stands(await join(owner, `one@${domain}`, true))).toBe(true);
  await h.call("DELETE /api/sso", { as: owner });
  const two = await join(owner, `two@${domain}`, false);
  expect(await stands(two)).toBe(false);
  expect(await stands(await join(admin, `three@${domain}`, true))).toBe(false);
  await h.call(`PATCH /api/members/${two.user_id}`, { as: owner, with_cookie: true, json: { role: "admin" } });
  expect(await stands(two)).toBe(true);
});

test("who handed ownership over by a token confirms the heir in a session, and nobody else is left who could", async () => {
  const domain = "heirs.example";
  const owner = await h.company(domain);
  const heir = await h.person({ role: "member", workspace_id: owner.workspace_id, email: `heir@${domain}` });
  await h.call("POST /api/members/transfer", { as: owner, json: { user_id: heir.user_id } });
  const json = h.configOf(honest, [domain]);
  expect((await set(heir, json, true)).body.sso.status).toBe("waiting");
  const confirm = (as: Person) =>
    h.browserOf(as).submit(`/auth/confirmations/roles/${heir.user_id}`, { role: "owner" });
  expect((await confirm(heir)).status).toBe(403);
  expect((await confirm(owner)).status).toBe(303);
  expect((await set(heir, json, true)).body.sso.status).toBe("confirmed");
});

test("who gets back the ownership that they handed over by a token counts as before, and who never counted does not", async () => {
  const domain = "returned.example";
  const owner = await h.company(domain);
  const member = (name: string) =>
    h.person({ role: "member", workspace_id: owner.workspace_id, email: `${name}@${domain}` });
  const [heir, other] = [await member("heir"), await member("other")];
  const make = (as: Person, of: Person, role: string, with_cookie = true) =>
    h.call(`PATCH /api/members/${of.user_id}`, { as, with_cookie, json: { role } });
  await h.call("POST /api/members/transfer", { as: owner, json: { user_id: heir.user_id } });
  expect((await make(heir, owner, "owner")).status).toBe(200);
  const json = h.configOf(honest, [domain]);
  expect((await set(owner, json, true)).body.sso.status).toBe("confirmed");
  expect((await set(heir, h.configOf(evil, [domain]), true)).body.sso.waiting).not.toBeNull();
  // What waits hands over nothing: neither of the two makes the other count.
  expect((await make(heir, other, "owner")).status).toBe(200);
  expect((await make(other, heir, "member")).status).toBe(200);
  expect((await make(other, heir, "owner")).status).toBe(200);
  for (const one of [heir, other])
    expect(
      (await h.browserOf(one).submit(`/auth/confirmations/roles/${other.user_id}`, { role: "owner" })).status,
    ).toBe(403);
  // Nor do they end what those have who decide on them.
  expect(
    (await h.call(`POST /api/members/${owner.user_id}/sign-out`, { as: heir, with_cookie: true, json: {} })).status,
  ).toBe(403);
  expect((await h.browserOf(owner).submit(`/auth/confirmations/roles/${heir.user_id}`, { role: "owner" })).status).toBe(
    303,
  );
  expect(
    (await h.call(`POST /api/members/${owner.user_id}/sign-out`, { as: heir, with_cookie: true, json: {} })).status,
  ).toBe(200);
});

test("what stood before settings waited counts as confirmed, and the owners hear of it once", async () => {
  const { owner, victim, admin, config } = await company();
  await set(owner, config(honest), true);
  await sql`insert into settings_to_tell (workspace_id) values (${owner.workspace_id})`;
  const told = async () => {
    h.clock.advance(3_600_000);
    await h.runtime.jobs.runDue();
    return (await readMail(h.runtime))
      .filter(({ subject }) => subject === "What decides who signs in to your workspace")
      .map(({ to }) => to)
      .sort();
  };
  expect(await told()).toEqual([owner.email, victim.email].sort());
  expect(await told()).not.toContain(admin.email);
  expect((await told()).length).toBe(2);
  expect((await sql`select from settings_to_tell`).count).toBe(0);
});
