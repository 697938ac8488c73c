// Passkeys over HTTP, with a device in software: adding, signing in, removing, and what people try who are not theirs.
import { expect, test } from "bun:test";
import PostalMime from "postal-mime";
import { MINUTE_MS } from "../../kernel/plugin.ts";
import { proveByOperator } from "../../plugins/email_domains/port.ts";
import { openSmtpServer } from "../harness/smtp_server.ts";
import { sessionOf } from "../signin/signin_server.ts";
import { openDevice } from "./device.ts";
import { ORIGIN, openPasskeysServer } from "./passkeys_server.ts";

const server = await openPasskeysServer();
const { sql, clock, json, add, prove, signIn } = server;
let count = 0;

async function person() {
  const email = `p${++count}@example.com`;
  const user_id = await server.addPerson(email, "member");
  return { user_id, email, visitor: server.signedIn(user_id) };
}

const list = async (by: Parameters<typeof json>[0]) => (await json(by, "GET", "/api/passkeys")).body;

test("a passkey is added, signs in without an address, says when, and signs nobody in once it is removed", async () => {
  const { email, visitor } = await person();
  expect((await list(visitor)).is_offered).toBe(true);
  const { status, body, device } = await add(visitor, { name: " My phone " });
  expect([status, body.name, body.last_used_at]).toEqual([201, "My phone", null]);
  const other = server.visitor();
  expect(await signIn(other, device)).toEqual({ status: 303, to: "/app" });
  expect(await sessionOf(other)).toBe(email);
  const { passkeys, is_offered } = await list(other);
  expect([passkeys.length, passkeys[0].last_used_at !== null, is_offered]).toEqual([1, true, false]);
  expect((await json(visitor, "DELETE", `/api/passkeys/${body.id}`)).status).toBe(200);
  const late = server.visitor();
  const answer = await late.submit("/auth/passkey", await prove(late, device));
  expect([answer.status, await sessionOf(late)]).toEqual([403, null]);
  expect(await answer.text()).toContain("This passkey is not known here");
  expect(await server.actions()).toEqual(expect.arrayContaining(["passkey.add", "login.ok", "passkey.remove"]));
});

test("what a device signed holds once, in the browser that asked, for what was asked, on this origin, by its person", async () => {
  const { visitor } = await person();
  const { device } = await add(visitor);
  const mine = server.visitor();
  const proof = await prove(mine, device);
  const elsewhere = await server.visitor().submit("/auth/passkey", proof);
  expect(elsewhere.status).toBe(403);
  expect((await mine.submit("/auth/passkey", proof)).status).toBe(303);
  expect((await mine.submit("/auth/passkey", proof)).status).toBe(403);
  const lies = [
    { origin: "http://evil.localhost:3000" },
    { origin: "http://localhost:3001" },
    { rp_id: "evil.test" },
    { challenge: "AAAA" },
    { unverified: true },
    { type: "webauthn.create" },
    { user_handle: "AAAA" },
    { counter: 1 },
  ] as const;
  for (const lie of lies) {
    const trial = server.visitor();
    expect([lie, (await signIn(trial, device, lie)).status, await sessionOf(trial)]).toEqual([lie, 403, null]);
  }
  const late = server.visitor();
  const old = await prove(late, device);
  clock.advance(11 * MINUTE_MS);
  expect((await late.submit("/auth/passkey", old)).status).toBe(403);
});

test("two presses of one proof at once sign in once", async () => {
  const { visitor } = await person();
  const { device } = await add(visitor);
  const mine = server.visitor();
  const proof = await prove(mine, device);
  const went = await Promise.all([1, 2, 3].map(() => mine.submit("/auth/passkey", proof)));
  expect(went.map(({ status }) => status).sort()).toEqual([303, 403, 403]);
});

test("the challenge of a sign-in adds nothing, nor that of another person or browser, nor one twice", async () => {
  const [mine, theirs] = [await person(), await person()];
  const device = await openDevice(ORIGIN);
  const { body: forSignIn } = await json(mine.visitor, "POST", "/auth/passkey/options", {});
  const { body: forTheirs } = await json(theirs.visitor, "POST", "/api/passkeys/options", {});
  const credential = await device.create(forTheirs.options);
  for (const ticket of [forSignIn.ticket, forTheirs.ticket, "none"]) {
    const sent = { ticket, name: "Mine", credential };
    expect((await json(mine.visitor, "POST", "/api/passkeys", sent)).status).toBe(400);
  }
  const again = server.signedIn(theirs.user_id);
  expect((await add(theirs.visitor, { in_browser: again })).status).toBe(400);
  const { status, sent } = await add(theirs.visitor);
  expect(status).toBe(201);
  expect((await json(theirs.visitor, "POST", "/api/passkeys", sent)).status).toBe(400);
  expect([(await list(mine.visitor)).passkeys.length, (await list(theirs.visitor)).passkeys.length]).toEqual([0, 1]);
});

test("what a device says wrongly while it is added is refused, and a key that somebody has already", async () => {
  const { visitor } = await person();
  for (const lie of [
    { origin: "http://evil.test" },
    { rp_id: "evil.test" },
    { unverified: true },
    { challenge: "AAAA" },
  ] as const)
    expect([lie, (await add(visitor, { lie })).status]).toEqual([lie, 400]);
  const { device } = await add(visitor);
  expect((await add((await person()).visitor, { device })).status).toBe(409);
});

test("somebody else's passkey is as absent as one that never was", async () => {
  const [mine, theirs] = [await person(), await person()];
  const { body } = await add(theirs.visitor);
  for (const id of [body.id, 999_999]) {
    const answers = [
      await json(mine.visitor, "DELETE", `/api/passkeys/${id}`),
      await json(mine.visitor, "PATCH", `/api/passkeys/${id}`, { name: "Mine" }),
    ];
    expect(answers).toEqual([
      { status: 404, body: expect.objectContaining({ error: "passkey not found" }) },
      { status: 404, body: expect.objectContaining({ error: "passkey not found" }) },
    ]);
  }
  expect((await list(theirs.visitor)).passkeys.length).toBe(1);
});

test("adding and removing ask a sign-in of the last ten minutes, renaming does not, and a token does none of it", async () => {
  const { user_id, visitor } = await person();
  const { body } = await add(visitor);
  clock.advance(10 * MINUTE_MS);
  for (const [method, path, sent] of [
    ["POST", "/api/passkeys/options", {}],
    ["DELETE", `/api/passkeys/${body.id}`, undefined],
  ] as const) {
    const { status, body: said } = await json(visitor, method, path, sent);
    expect([path, status, said.code]).toEqual([path, 403, "sign_in_again"]);
  }
  expect((await json(visitor, "PATCH", `/api/passkeys/${body.id}`, { name: "Old phone" })).status).toBe(200);
  const page = await (await visitor.open("/app/settings/me/passkeys")).text();
  expect([page.includes("sign in again first"), page.includes("passkey.remove")]).toEqual([true, false]);
  const headers = { authorization: `Bearer ${await server.mint(user_id)}`, "content-type": "application/json" };
  const byToken = { method: "POST", headers, body: "{}" };
  expect((await server.visitor().send("/api/passkeys/options", byToken)).status).toBe(403);
});

test("whoever is signed in may sign in once more, and comes back", async () => {
  const { visitor, email } = await person();
  expect((await visitor.open("/auth/login?next=%2Fapp%2Ftrash")).status).toBe(302);
  const page = await visitor.open("/auth/login?next=%2Fapp%2Ftrash&again=true");
  const text = await page.text();
  expect([page.status, text.includes("Sign in again"), text.includes(`value="${email}"`)]).toEqual([200, true, true]);
});

test("twenty are as many as an account has", async () => {
  const { user_id, visitor } = await person();
  const device = await openDevice(ORIGIN);
  for (let number = 1; number <= 19; number++) expect((await add(visitor)).status).toBe(201);
  const { body: asked } = await json(visitor, "POST", "/api/passkeys/options", {});
  expect((await add(visitor)).status).toBe(201);
  const credential = await device.create(asked.options);
  const late = await json(visitor, "POST", "/api/passkeys", { ticket: asked.ticket, name: "One more", credential });
  expect([late.status, late.body.code]).toEqual([409, "limit_reached"]);
  expect((await add(visitor)).status).toBe(409);
  expect((await sql`select from passkeys where user_id = ${user_id}`).count).toBe(20);
});

test("where the company signs its people in, no passkey does, and none is added", async () => {
  const { visitor } = await person();
  const { device } = await add(visitor);
  const [row] = await sql<{ workspace_id: number }[]>`select workspace_id from users where user_id = ${server.anna}`;
  await enforce(row?.workspace_id ?? 0);
  const trial = server.visitor();
  expect([(await signIn(trial, device)).status, await sessionOf(trial)]).toEqual([403, null]);
  expect((await add(visitor)).status).toBe(403);
  const { can_add, company } = await list(visitor);
  expect([can_add, company]).toEqual([false, "Berg"]);
  await sql`delete from sso_configs`;
});

/** Settles for example.com that its workspace's provider alone signs in. */
async function enforce(workspace_id: number): Promise<void> {
  await sql`update workspaces set plan = 'business' where workspace_id = ${workspace_id}`;
  await proveByOperator(server.runtime, sql, { workspace_id, domain: "example.com", now: clock.now() });
  await sql`
    insert into sso_configs (workspace_id, issuer, client_id, client_secret_sealed, domains, enforced, updated_at)
    values (${workspace_id}, 'https://id.example', 'x', '\\x00', array['example.com'], true, ${clock.now()})`;
}

test("a passkey is a way in of one's own: nobody makes a link for its person", async () => {
  const { user_id, visitor } = await person();
  const owner = server.signedIn(server.anna);
  expect((await json(owner, "POST", `/api/members/${user_id}/sign-in-link`, {})).status).toBe(200);
  await add(visitor);
  expect((await json(owner, "POST", `/api/members/${user_id}/sign-in-link`, {})).status).toBe(409);
});

test("a session that came by somebody's link adds none", async () => {
  const { user_id } = await person();
  const owner = server.signedIn(server.anna);
  const { body } = await json(owner, "POST", `/api/members/${user_id}/sign-in-link`, {});
  const held = server.visitor();
  const path = new URL(body.url).pathname;
  await held.open(path);
  await held.submit(path);
  const device = await openDevice(ORIGIN);
  expect((await add(held, { device })).status).toBe(403);
  // Nor by options that another session of theirs asked for.
  const { body: asked } = await json(server.signedIn(user_id), "POST", "/api/passkeys/options", {});
  const credential = await device.create(asked.options);
  expect((await json(held, "POST", "/api/passkeys", { ticket: asked.ticket, name: "x", credential })).status).toBe(403);
  expect((await sql`select from passkeys where user_id = ${user_id}`).count).toBe(0);
});

test("the person is told by a notice, and by a mail where mail is set up", async () => {
  const smtp = await openSmtpServer();
  const mailed = await openPasskeysServer({ SMTP_URL: smtp.url, MAIL_FROM: "docs@example.org" });
  const visitor = mailed.signedIn(mailed.anna);
  const { body } = await mailed.add(visitor, { name: "http://evil.test phone" });
  await mailed.json(visitor, "DELETE", `/api/passkeys/${body.id}`);
  await mailed.runtime.relay.relayAll();
  await mailed.runtime.jobs.runDue();
  const { body: told } = await mailed.json(visitor, "GET", "/api/notifications");
  expect(told.notifications.map(({ kind }: { kind: string }) => kind)).toEqual(["passkey.changed", "passkey.changed"]);
  // The notice leads to where it is undone.
  expect((await (await visitor.open("/app/inbox")).text()).includes('href="/app/settings/me/passkeys"')).toBe(true);
  const mails = await Promise.all(smtp.deliveries.map(({ bytes }) => PostalMime.parse(bytes)));
  expect(mails.map(({ to }) => to?.[0]?.address)).toEqual(["anna@example.com", "anna@example.com"]);
  expect(mails.map(({ text }) => text?.includes("evil.test") ?? true)).toEqual([false, false]);
  await smtp.close();
});

test("nothing is taken for a server that browsers keep no passkeys for", async () => {
  const numbered = await openPasskeysServer({ BASE_URL: "http://10.0.0.5:3000" });
  const visitor = numbered.signedIn(numbered.anna);
  expect((await numbered.json(visitor, "POST", "/api/passkeys/options", {})).status).toBe(403);
  expect(await (await numbered.visitor().open("/auth/login")).text()).not.toContain("passkey");
});

test("a passkey that whoever came by an invite's link added ends when the address's own mail signs in elsewhere", async () => {
  const smtp = await openSmtpServer();
  const mailed = await openPasskeysServer({ SMTP_URL: smtp.url, MAIL_FROM: "docs@example.org", PASSWORDS: "on" });
  const email = "guest@example.com";
  const user_id = await mailed.addPerson(email, "member");
  await mailed.sql`update users set address_unproven = true where user_id = ${user_id}`;
  const thief = mailed.signedIn(user_id);
  const { status, device } = await mailed.add(thief);
  expect(status).toBe(201);
  await mailed.json(thief, "PUT", "/api/password", { password: "quiet otters row home" });
  expect((await mailed.signIn(mailed.visitor(), device)).status).toBe(303);
  const owner = mailed.visitor();
  await owner.submit("/auth/login", { email });
  await mailed.runtime.jobs.runDue();
  const mails = await Promise.all(smtp.deliveries.map(({ bytes }) => PostalMime.parse(bytes)));
  const code = /\b\d{4} \d{4}\b/.exec(mails.at(-1)?.text ?? "")?.[0] ?? "";
  expect((await owner.submit("/auth/code", { email, code })).status).toBe(303);
  expect([await sessionOf(owner), await sessionOf(thief)]).toEqual([email, null]);
  expect((await mailed.signIn(mailed.visitor(), device)).status).toBe(403);
  const entered = await mailed.visitor().submit("/auth/password", { email, password: "quiet otters row home" });
  expect(entered.status).toBe(403);
  await smtp.close();
});
