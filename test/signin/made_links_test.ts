// Sign-in links that owners and admins make for members:
// who may, for whom, in which browser, how often, and what its session may not.
import { expect, test } from "bun:test";
import { isHeldBack } from "../../kernel/auth/held_session.ts";
import { HOUR_MS, MINUTE_MS } from "../../kernel/plugin.ts";
import { proveByOperator } from "../../plugins/email_domains/port.ts";
import type { ParsedBody } from "../harness/harness.ts";
import { openSmtpServer } from "../harness/smtp_server.ts";
import { openSigninServer, sessionOf } from "./signin_server.ts";
import { createVisitor, type Visitor } from "./visitor.ts";

let count = 0;
const server = await openSigninServer({ QUOTA_LOGIN: "1000", QUOTA_INVITE: "1000" });
const { sql, clock } = server;
const owner = server.signedIn(server.anna);
const admin = await add("admin");

async function add(role: "owner" | "admin" | "member"): Promise<{ user_id: number; visitor: Visitor }> {
  const user_id = await server.addPerson(`p${++count}@example.com`, "member");
  await sql`update users set role = ${role} where user_id = ${user_id}`;
  return { user_id, visitor: server.signedIn(user_id) };
}

async function post(visitor: Visitor, path: string, json: object = {}): Promise<{ status: number; body: ParsedBody }> {
  const headers = { "content-type": "application/json", accept: "application/json", origin: server.base_url };
  const answer = await visitor.send(path, { method: "POST", headers, body: JSON.stringify(json) });
  return { status: answer.status, body: (await answer.json().catch(() => ({}))) as ParsedBody };
}

const ask = (by: Visitor, user_id: number) => post(by, `/api/members/${user_id}/sign-in-link`);

async function linkFor(user_id: number, by = owner): Promise<string> {
  const { status, body } = await ask(by, user_id);
  expect(status).toBe(200);
  return new URL(body.url).pathname;
}

test("the link signs its person in once, in the browser that opened it first, and both ends are in the log", async () => {
  const person = await add("member");
  const before = (await server.actions()).length;
  const path = await linkFor(person.user_id, admin.visitor);
  const [mine, other] = [server.visitor(), server.visitor()];
  // Nobody has opened the page, so no browser may press its button.
  expect((await other.submit(path)).status).toBe(403);
  expect((await mine.open(path)).status).toBe(200);
  expect((await mine.open(path)).status).toBe(200);
  expect([(await other.open(path)).status, (await other.submit(path)).status]).toEqual([403, 403]);
  expect((await mine.submit(path)).headers.get("location")).toBe("/app");
  expect([await sessionOf(mine), await sessionOf(other)]).toEqual([`p${count}@example.com`, null]);
  expect([(await mine.open(path)).status, (await mine.submit(path)).status]).toEqual([410, 410]);
  expect((await server.actions()).slice(before)).toEqual([
    "member.sign_in_link",
    "login.fail",
    "login.link_open",
    "login.fail",
    "login.ok",
    "login.fail",
  ]);
});

test("two presses at once sign in once", async () => {
  const { user_id } = await add("member");
  const path = await linkFor(user_id);
  const mine = server.visitor();
  await mine.open(path);
  const went = await Promise.all([1, 2, 3].map(() => mine.submit(path)));
  expect(went.map(({ status }) => status).sort()).toEqual([303, 410, 410]);
});

test("it is made for a lower role alone, never for oneself, never by a token or a member, and only in the workspace", async () => {
  const [member, peer, boss] = [await add("member"), await add("admin"), await add("owner")];
  const made = async (by: Visitor, of: number) => (await ask(by, of)).status;
  expect([await made(admin.visitor, peer.user_id), await made(admin.visitor, boss.user_id)]).toEqual([403, 403]);
  expect([await made(owner, boss.user_id), await made(owner, server.anna)]).toEqual([403, 403]);
  expect([await made(member.visitor, admin.user_id), await made(admin.visitor, admin.user_id)]).toEqual([403, 403]);
  expect([await made(owner, 999_999), await made(owner, server.otto)]).toEqual([404, 409]);
  const headers = { authorization: `Bearer ${await server.mint(server.anna)}`, "content-type": "application/json" };
  const by = { method: "POST", headers, body: "{}" };
  expect((await server.visitor().send(`/api/members/${member.user_id}/sign-in-link`, by)).status).toBe(403);
});

test("what has to hold when it is made has to hold when it is used", async () => {
  const ends: [string, (user_id: number) => Promise<unknown>, (user_id: number) => Promise<unknown>][] = [
    ["time", async () => clock.advance(15 * MINUTE_MS), async () => {}],
    ["a later link", (id) => linkFor(id), async () => {}],
    ["the person's rise", (id) => sql`update users set role = 'admin' where user_id = ${id}`, async () => {}],
    [
      "another address",
      (id) => sql`update users set email = ${`x${id}@example.com`} where user_id = ${id}`,
      async () => {},
    ],
    [
      "the maker's fall",
      () => sql`update users set role = 'member' where user_id = ${admin.user_id}`,
      () => sql`update users set role = 'admin' where user_id = ${admin.user_id}`,
    ],
  ];
  for (const [what, end, back] of ends) {
    const { user_id } = await add("member");
    const path = await linkFor(user_id, admin.visitor);
    const mine = server.visitor();
    await mine.open(path);
    await end(user_id);
    expect([what, (await mine.submit(path)).status, await sessionOf(mine)]).toEqual([what, 410, null]);
    await back(user_id);
  }
});

test("removal, enforced sign-on, a provider and mail that comes each close it", async () => {
  const gone = await add("member");
  const removed = await linkFor(gone.user_id);
  const mine = server.visitor();
  await mine.open(removed);
  await owner.send(`/api/members/${gone.user_id}`, { method: "DELETE", headers: { origin: server.base_url } });
  expect((await mine.submit(removed)).status).toBe(410);

  const known = await add("member");
  const path = await linkFor(known.user_id);
  const theirs = server.visitor();
  await theirs.open(path);
  const [{ workspace_id = 0 } = {}] = await sql<{ workspace_id: number }[]>`
    select workspace_id from users where user_id = ${known.user_id}`;
  // A domain that signs in its own people does so from then on.
  const [kept] = await sql<{ plan: string }[]>`select plan from workspaces where workspace_id = ${workspace_id}`;
  await sql`update workspaces set plan = 'business' where workspace_id = ${workspace_id}`;
  await proveByOperator(server.runtime, sql, { workspace_id, domain: "example.com", now: clock.now() });
  await sql`
    insert into sso_configs (workspace_id, issuer, client_id, client_secret_sealed, domains, enforced, updated_at)
    values (${workspace_id}, 'https://id.example', 'x', '\\x00', array['example.com'], true, ${clock.now()})`;
  expect([(await theirs.submit(path)).status, (await ask(owner, known.user_id)).status]).toEqual([403, 403]);
  await sql`delete from sso_configs`;
  await sql`update workspaces set plan = ${kept?.plan ?? "team"} where workspace_id = ${workspace_id}`;
  await sql`
    insert into provider_identities (issuer, subject, workspace_id, user_id, created_at)
    values ('https://id.example', 'known', ${workspace_id}, ${known.user_id}, ${clock.now()})`;
  expect([(await theirs.submit(path)).status, (await ask(owner, known.user_id)).status]).toEqual([409, 409]);
  await sql`delete from provider_identities`;

  const smtp = await openSmtpServer();
  const twin = await server.twin({ SMTP_URL: smtp.url, MAIL_FROM: "docs@example.org" });
  const there = createVisitor(twin.fetch, twin.base_url);
  for (const [host, jar] of theirs.cookies) there.cookies.set(host, jar);
  expect([(await there.submit(path)).status, await sessionOf(there)]).toEqual([409, null]);
  await smtp.close();
});

test("for 24 hours its session exports, mints, hands over and deletes nothing; another way in does", async () => {
  const { user_id } = await add("member");
  const path = await linkFor(user_id);
  const mine = server.visitor();
  await mine.open(path);
  await mine.submit(path);
  const { body } = await post(mine, "/api/docs", { markdown: "# Mine" });
  const tries = async (visitor: Visitor) => [
    (await post(visitor, "/api/tokens", { name: "mine" })).status,
    (await visitor.open("/api/export", { accept: "application/json" })).status,
    (await visitor.send(`/api/docs/${body.doc_id}`, { method: "DELETE", headers: { origin: server.base_url } })).status,
  ];
  expect(await tries(mine)).toEqual([403, 403, 403]);
  // By the form of the app too.
  expect((await mine.submit("/app/do/doc.delete", { doc_id: body.doc_id })).status).toBe(403);
  clock.advance(24 * HOUR_MS);
  expect((await tries(mine)).includes(403)).toBe(false);
});

test("the person sees at sign-ins of their own who made a link and when it was used, until they say so; its session cannot", async () => {
  const { user_id } = await add("member");
  const path = await linkFor(user_id, admin.visitor);
  const thief = server.visitor();
  await thief.open(path);
  await thief.submit(path);
  expect((await thief.submit("/auth/links-made", { next: "/app" })).status).toBe(403);
  const own = server.visitor();
  const email = `p${count}@example.com`;
  const signIn = async () => {
    await own.submit("/auth/login", { email });
    return (await own.submit(await server.lastLink())).headers.get("location") ?? "";
  };
  const told = await signIn();
  expect(told).toStartWith("/auth/links-made?next=");
  expect(await (await own.open(told)).text()).toContain("p1@example.com");
  expect(await signIn()).toStartWith("/auth/links-made?next=");
  expect((await own.submit("/auth/links-made", { next: "https://evil.example/" })).headers.get("location")).toBe(
    "/app",
  );
  expect(await signIn()).toBe("/app");
});

test("every operation that takes away, carries off or makes a credential is held back", () => {
  const held = server.runtime.catalogue.entries.filter((entry) => isHeldBack(entry)).map(({ id }) => id);
  for (const id of [
    "token.create",
    "oauth.authorize",
    "doc.delete",
    "doc.trash.empty",
    "account.export",
    "bundle.create",
  ])
    expect(held).toContain(id);
  for (const id of [
    "account.hand_over",
    "account.delete",
    "database.batch_records",
    "workflow.create",
    "invite.create",
  ])
    expect(held).toContain(id);
  for (const id of ["doc.get", "doc.publish", "doc.edit", "logout", "logout.all", "login.confirm", "app.do"])
    expect(held).not.toContain(id);
});
