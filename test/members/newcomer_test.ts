// An invite's link that was made while no mail was set up: it makes the account of its address once, and nothing else.
import { afterAll, expect, test } from "bun:test";
import PostalMime from "postal-mime";
import { createPerson, DAY_MS } from "../../kernel/plugin.ts";
import { mayReadAlong } from "../../plugins/billing/store/viewer_domains.ts";
import { proveByOperator } from "../../plugins/email_domains/port.ts";
import type { ParsedBody } from "../harness/harness.ts";
import { openSmtpServer } from "../harness/smtp_server.ts";
import { openSigninServer, sessionOf } from "../signin/signin_server.ts";
import { createVisitor } from "../signin/visitor.ts";
import { landing, outsider, press } from "./inviting.ts";

const server = await openSigninServer({ QUOTA_LOGIN: "1000", QUOTA_LOGIN_MAIL: "1000" });
const { sql, clock } = server;
const bearer = { authorization: `Bearer ${await server.mint(server.anna)}`, "content-type": "application/json" };

async function send(method: string, path: string, json?: unknown): Promise<ParsedBody> {
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  return (await server.visitor().send(path, { method, headers: bearer, ...body })).json();
}

async function invite(email: string, more: Record<string, unknown> = {}): Promise<{ id: number; path: string }> {
  const { id, url } = await send("POST", "/api/invites", { email, ...more });
  return { id, path: new URL(url).pathname };
}

const buttonOf = (path: string) => path.replace("/u/", "/auth/");

async function isUnproven(email: string): Promise<boolean> {
  const [row] = await sql<{ address_unproven: boolean }[]>`
    select address_unproven from users where email = ${email}`;
  return row?.address_unproven ?? false;
}

test("opening the link makes nothing; its button makes the account in its role and groups, once, and signs in", async () => {
  const group = await send("POST", "/api/groups", { name: "Design" });
  const { id, path } = await invite("new@example.com", { role: "admin", group_ids: [group.id] });
  const guest = server.visitor();
  const before = (await server.actions()).length;
  const page = await guest.open(path);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("new@example.com");
  expect(await server.whoIs("new@example.com")).toBeNull();
  expect((await server.actions()).length).toBe(before);
  const done = await guest.submit(buttonOf(path), { name: " Nora <b>" });
  expect([done.status, done.headers.get("location")]).toEqual([303, "/app?invite=joined"]);
  expect(await sessionOf(guest)).toBe("new@example.com");
  const made = await server.whoIs("new@example.com");
  expect(made).toMatchObject({ name: "Nora <b>", role: "admin", group_ids: [group.id], workspace: { slug: "berg" } });
  const rows = await sql`select action, actor, target_id from audit_events order by event_id offset ${before}`;
  const by = { actor: "new@example.com", target_id: `${made?.user_id}` };
  expect(rows.map((row) => ({ ...row }))).toEqual([
    // Anna made the invite with a token.
    { action: "member.unconfirmed", ...by, actor: "system" },
    { action: "member.join", ...by },
    { action: "invite.accept", ...by, target_id: `${id}` },
    { action: "account.create", ...by },
    { action: "login.ok", ...by },
  ]);
  const second = server.visitor();
  expect((await second.submit(buttonOf(path))).headers.get("location")).toBe("/app?invite=used");
  expect(await sessionOf(second)).toBeNull();
});

test("resending, revoking and time end the link", async () => {
  const [resent, revoked, late] = [
    await invite("re@example.com"),
    await invite("rv@example.com"),
    await invite("lt@example.com"),
  ];
  await send("POST", `/api/invites/${resent.id}/resend`);
  await send("DELETE", `/api/invites/${revoked.id}`);
  const press = async (path: string) => (await server.visitor().submit(buttonOf(path))).headers.get("location");
  expect(await press(resent.path)).toBe("/app?invite=unknown");
  expect(await press(revoked.path)).toBe("/app?invite=revoked");
  clock.advance(14 * DAY_MS);
  expect(await press(late.path)).toBe("/app?invite=expired");
  for (const email of ["re@example.com", "rv@example.com", "lt@example.com"])
    expect(await server.whoIs(email)).toBeNull();
});

test("somebody who has an account gets no session by the link: they sign in their own way and join then", async () => {
  const { path } = await invite("has@example.com");
  const asStranger = await (await server.visitor().open(path)).text();
  const known = await outsider(server, "has@example.com");
  const guest = server.visitor();
  const asKnown = await (await guest.open(path)).text();
  // Whoever holds a link does not learn by its page who has an account.
  expect(asKnown).toBe(asStranger);
  const before = await server.actions();
  expect((await guest.submit(buttonOf(path))).headers.get("location")).toStartWith("/auth/login?next=");
  expect([await sessionOf(guest), await server.actions()]).toEqual([null, before]);
  expect(await press(known.visitor, path)).toBe("/app?invite=joined");
});

test("two at once make one account and one session", async () => {
  const { path } = await invite("twice@example.com");
  const visitors = [server.visitor(), server.visitor(), server.visitor()];
  const went = await Promise.all(visitors.map((one) => one.submit(buttonOf(path))));
  const landed = went.map((answer) => answer.headers.get("location"));
  expect(landed.sort()).toEqual(["/app?invite=joined", "/app?invite=used", "/app?invite=used"]);
  const sessions = await Promise.all(visitors.map(sessionOf));
  expect(sessions.filter((one) => one !== null)).toEqual(["twice@example.com"]);
});

test("a full workspace takes nobody in, and a domain that signs in its own people makes them do so", async () => {
  const { path } = await invite("full@example.com");
  await sql`update workspaces set plan = 'free' where slug = 'berg'`;
  expect((await server.visitor().submit(buttonOf(path))).headers.get("location")).toBe("/app?invite=full");
  await sql`update workspaces set plan = 'business' where slug = 'berg'`;
  const workspace_id = (await server.whoIs("anna@example.com"))?.workspace.id ?? 0;
  const { path: ours } = await invite("staff@berg.test");
  await proveByOperator(server.runtime, sql, { workspace_id, domain: "berg.test", now: clock.now() });
  await sql`
    insert into sso_configs (workspace_id, issuer, client_id, client_secret_sealed, domains, enforced, updated_at)
    values (${workspace_id}, 'https://id.berg.test', 'x', '\\x00', array['berg.test'], true, ${clock.now()})`;
  const guest = server.visitor();
  expect(await landing(guest, ours)).toStartWith("/auth/login?next=");
  expect((await guest.submit(buttonOf(ours))).headers.get("location")).toStartWith("/auth/login?next=");
  expect([await sessionOf(guest), await server.whoIs("staff@berg.test")]).toEqual([null, null]);
  await sql`delete from sso_configs`;
});

test("a link that was made with mail makes no account, also once mail is gone; one made without still does when mail came", async () => {
  const { twin, close } = await withMail();
  const { path: without } = await invite("without@example.com");
  const headers = bearer;
  const body = JSON.stringify({ email: "with@example.com" });
  const made = await createVisitor(twin.fetch, twin.base_url).send("/api/invites", { method: "POST", headers, body });
  const { url } = (await made.json()) as { url: string };
  const guest = server.visitor();
  expect(await landing(guest, new URL(url).pathname)).toStartWith("/auth/login?next=");
  expect((await guest.submit(buttonOf(new URL(url).pathname))).headers.get("location")).toStartWith(
    "/auth/login?next=",
  );
  expect(await server.whoIs("with@example.com")).toBeNull();
  const later = createVisitor(twin.fetch, twin.base_url);
  expect((await later.submit(buttonOf(without))).headers.get("location")).toBe("/app?invite=joined");
  await close();
});

test("an address that came in so proves no viewer domain and reads along nowhere, until a mail has reached it", async () => {
  const { path } = await invite("sam@along.test");
  const thief = server.visitor();
  await thief.submit(buttonOf(path));
  const sam = await server.whoIs("sam@along.test");
  if (!sam) throw new Error("the link made no account");
  expect((await send("PATCH", "/api/billing/workspace", { viewer_domains: ["along.test"] })).error).toContain(
    "no member",
  );
  const other = await outsider(server, "boss@along.test");
  await sql`insert into viewer_domains (domain, workspace_id, added_at) values ('along.test', ${other.workspace_id}, now())`;
  const reads = () =>
    mayReadAlong(sql, { workspace_id: other.workspace_id, domain: "along.test", user_id: sam.user_id });
  expect(await reads()).toBe(false);
  const token = { authorization: `Bearer ${await server.mint(sam.user_id)}` };

  // The operator's word, and a link that lay in the outbox, show nobody's mailbox.
  const asked = server.visitor();
  await asked.submit("/auth/login", { email: "sam@along.test" });
  const mail = (await server.readMail()).findLast(({ text }) => text.includes("/auth/link/"));
  await asked.submit(new URL(/https?:\S+\/auth\/link\/\S+/.exec(mail?.text ?? "")?.[0] ?? "http://no.link").pathname);
  expect([await sessionOf(asked), await isUnproven("sam@along.test")]).toEqual(["sam@along.test", true]);

  const { twin, lastLink, close } = await withMail();
  const owner = createVisitor(twin.fetch, twin.base_url);
  await owner.submit("/auth/login", { email: "sam@along.test" });
  await twin.runtime.jobs.runDue();
  await owner.submit(await lastLink());
  expect([await sessionOf(owner), await isUnproven("sam@along.test")]).toEqual(["sam@along.test", false]);
  // Whoever had the account before it was shown whose address it is has it no more.
  expect(await sessionOf(thief)).toBeNull();
  expect((await server.visitor().open("/api/me", token)).status).toBe(401);
  expect(await reads()).toBe(true);
  await close();
});

test("proving the address in a session of theirs ends nothing", async () => {
  const { path } = await invite("mine@example.com");
  const { twin, lastLink, close } = await withMail();
  const mine = createVisitor(twin.fetch, twin.base_url);
  await mine.submit(buttonOf(path));
  const { user_id = 0 } = (await server.whoIs("mine@example.com")) ?? {};
  const token = { authorization: `Bearer ${await server.mint(user_id)}` };
  await mine.submit("/auth/login", { email: "mine@example.com" });
  await twin.runtime.jobs.runDue();
  await mine.submit(await lastLink());
  expect([await sessionOf(mine), await isUnproven("mine@example.com")]).toEqual(["mine@example.com", false]);
  expect((await server.visitor().open("/api/me", token)).status).toBe(200);
  await close();
});

test("an account with an unproven address takes nobody along into another workspace but who presses there", async () => {
  const far = await outsider(server, "far@example.com");
  const user_id = await createPerson(sql, {
    email: "moved@example.com",
    name: null,
    workspace_id: far.workspace_id,
    role: "member",
    is_unproven: true,
    now: clock.now(),
  });
  const [thief, person] = [server.signedIn(user_id), server.signedIn(user_id)];
  const { path } = await invite("moved@example.com");
  expect(await press(person, path)).toBe("/app?invite=joined");
  expect([await sessionOf(person), await sessionOf(thief)]).toEqual(["moved@example.com", null]);
});

/** The same server with mail set up. */
async function withMail() {
  const smtp = await openSmtpServer();
  const twin = await server.twin({ SMTP_URL: smtp.url, MAIL_FROM: "docs@example.org" });
  closing.add(smtp.close);
  return {
    twin,
    lastLink: async () => {
      const mail = await PostalMime.parse(smtp.deliveries.at(-1)?.bytes ?? "");
      return new URL(/https?:\/\/\S+\/auth\/link\/\S+/.exec(mail.text ?? "")?.[0] ?? "http://no.link").pathname;
    },
    close: async () => {
      closing.delete(smtp.close);
      await smtp.close();
    },
  };
}

const closing = new Set<() => Promise<void>>();
afterAll(async () => {
  for (const close of closing) await close();
});
