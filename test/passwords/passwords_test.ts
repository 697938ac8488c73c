// Passwords where the operator takes them: set, changed and removed, signing in, and what people try who have none.
import { expect, test } from "bun:test";
import PostalMime from "postal-mime";
import { MINUTE_MS } from "../../kernel/plugin.ts";
import { proveByOperator } from "../../plugins/email_domains/port.ts";
import type { ParsedBody } from "../harness/harness.ts";
import { openSmtpServer } from "../harness/smtp_server.ts";
import { openSigninServer, sessionOf } from "../signin/signin_server.ts";
import type { Visitor } from "../signin/visitor.ts";

const GOOD = "quiet otters row home";
const server = await openSigninServer({ PASSWORDS: "on", QUOTA_LOGIN: "10000" });
const { sql, clock, base_url: origin } = server;
let count = 0;

async function person() {
  const email = `p${++count}@example.com`;
  const user_id = await server.addPerson(email, "member");
  return { user_id, email, visitor: server.signedIn(user_id) };
}

async function json(by: Visitor, method: string, path: string, body?: object) {
  const headers = { "content-type": "application/json", accept: "application/json", origin };
  const answer = await by.send(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: answer.status, body: (await answer.json().catch(() => ({}))) as ParsedBody };
}

const set = (by: Visitor, password: string) => json(by, "PUT", "/api/password", { password });
const enter = (by: Visitor, email: string, password: string) =>
  by.submit("/auth/password", { email, password, next: "/app/trash" });

test("a password is set, signs in, ends other sessions when it is changed, and signs nobody in once it is removed", async () => {
  const { user_id, email, visitor } = await person();
  const elsewhere = server.signedIn(user_id);
  expect((await set(visitor, GOOD)).status).toBe(200);
  expect([await sessionOf(visitor), await sessionOf(elsewhere)]).toEqual([email, null]);
  const mine = server.visitor();
  const went = await enter(mine, email.toUpperCase(), GOOD);
  expect([went.status, went.headers.get("location"), await sessionOf(mine)]).toEqual([303, "/app/trash", email]);
  expect((await set(mine, "another quiet otter")).status).toBe(200);
  expect([await sessionOf(visitor), await sessionOf(mine)]).toEqual([null, email]);
  const late = server.visitor();
  expect([(await enter(late, email, GOOD)).status, await sessionOf(late)]).toEqual([403, null]);
  expect((await json(mine, "DELETE", "/api/password")).status).toBe(200);
  expect((await enter(late, email, "another quiet otter")).status).toBe(403);
  expect((await json(mine, "GET", "/api/password")).body).toEqual({ is_on: true, is_set: false, changed_at: null });
});

test("the form of the app sets it, keeps its person signed in here, and never comes back filled", async () => {
  const { email, visitor } = await person();
  const weak = await visitor.submit("/app/do/password.set", {
    password: "tiny otter".slice(1),
    "~back": "/app/settings/me/passkeys",
  });
  expect([weak.status, (await weak.text()).includes("iny otter")]).toEqual([400, false]);
  const sent = await visitor.submit("/app/do/password.set", { password: GOOD, "~back": "/app/settings/me/passkeys" });
  expect([sent.status, await sessionOf(visitor)]).toEqual([303, email]);
});

test("what is tried first is refused, and what is too short or long", async () => {
  const { visitor } = await person();
  const bad = [
    "password123",
    "Password2026!",
    "1234567890",
    "qwertyuiop",
    "aaaaaaaaaaaa",
    "P@ssw0rd2026",
    "abcabcabcabc",
    "iloveyou2026",
  ];
  for (const one of bad) expect([one, (await set(visitor, one)).status]).toEqual([one, 400]);
  expect([(await set(visitor, "a b c d e")).status, (await set(visitor, "x".repeat(201))).status]).toEqual([400, 400]);
  expect((await set(visitor, "otter und 10 Ruderboote")).status).toBe(200);
});

test("a wrong password and an address without an account get the same answer, and are noted for who has one", async () => {
  const [mine, none] = [await person(), await person()];
  await set(mine.visitor, GOOD);
  const texts = await Promise.all(
    [mine.email, none.email, "nobody@elsewhere.test"].map(async (email) => {
      const answer = await enter(server.visitor(), email, "not the password");
      return [
        answer.status,
        (await answer.text()).replaceAll(encodeURIComponent(email), "X"),
        [...answer.headers.keys()],
      ];
    }),
  );
  expect(texts[1]).toEqual(texts[0]);
  expect(texts[2]).toEqual(texts[0]);
  await server.runtime.jobs.runDue();
  const rows =
    await sql`select target_id from audit_events where action = 'login.fail' and meta ->> 'method' = 'password'
    and target_id in (${String(mine.user_id)}, ${String(none.user_id)}) order by event_id`;
  expect(rows.length).toBe(2);
});

test("ten tries for a mailbox from one network, whether it has an account or not", async () => {
  for (const email of [(await person()).email, "nobody@office.test"]) {
    const statuses: number[] = [];
    for (let number = 0; number < 11; number++) statuses.push((await enter(server.visitor(), email, "wrong")).status);
    expect(statuses).toEqual([...Array(10).fill(403), 429]);
    clock.advance(16 * MINUTE_MS);
    expect((await enter(server.visitor(), email, "wrong")).status).toBe(403);
  }
});

test("those who sign in are not held, however often they do", async () => {
  const { email, visitor } = await person();
  await set(visitor, GOOD);
  for (let number = 0; number < 12; number++) expect((await enter(server.visitor(), email, GOOD)).status).toBe(303);
});

test("setting it asks a sign-in of the last ten minutes, and no token does", async () => {
  const { user_id, visitor } = await person();
  clock.advance(10 * MINUTE_MS);
  const late = await set(visitor, GOOD);
  expect([late.status, late.body.code]).toEqual([403, "sign_in_again"]);
  const headers = { authorization: `Bearer ${await server.mint(user_id)}`, "content-type": "application/json" };
  const byToken = { method: "PUT", headers, body: JSON.stringify({ password: GOOD }) };
  expect((await server.visitor().send("/api/password", byToken)).status).toBe(403);
});

test("where the company signs its people in, no password does, and none is set", async () => {
  const { email, visitor } = await person();
  await set(visitor, GOOD);
  const [{ workspace_id = 0 } = {}] = await sql<
    { workspace_id: number }[]
  >`select workspace_id from users where user_id = ${server.anna}`;
  await sql`update workspaces set plan = 'business' where workspace_id = ${workspace_id}`;
  await proveByOperator(server.runtime, sql, { workspace_id, domain: "example.com", now: clock.now() });
  await sql`
    insert into sso_configs (workspace_id, issuer, client_id, client_secret_sealed, domains, enforced, updated_at)
    values (${workspace_id}, 'https://id.example', 'x', '\\x00', array['example.com'], true, ${clock.now()})`;
  const answers = await Promise.all([email, "nobody@example.com"].map((one) => enter(server.visitor(), one, GOOD)));
  expect([...answers.map(({ status }) => status), (await set(visitor, "another quiet otter")).status]).toEqual([
    403, 403, 403,
  ]);
  await sql`delete from sso_configs`;
});

test("many who sign in at once wait for each other, and the server answers others meanwhile", async () => {
  const { email, visitor } = await person();
  await set(visitor, GOOD);
  const all = Promise.all(Array.from({ length: 40 }, () => enter(server.visitor(), email, GOOD)));
  const other = await server.visitor().open("/auth/login");
  expect(other.status).toBe(200);
  expect(new Set((await all).map(({ status }) => status)).size).toBeGreaterThan(0);
});

test("where passwords are off nothing speaks of them, and none is set or taken", async () => {
  const off = await openSigninServer();
  const visitor = off.signedIn(off.anna);
  const headers = { "content-type": "application/json", accept: "application/json", origin: off.base_url };
  const refused = await visitor.send("/api/password", {
    method: "PUT",
    headers,
    body: JSON.stringify({ password: GOOD }),
  });
  const entered = await off.visitor().submit("/auth/password", { email: "anna@example.com", password: GOOD });
  expect([refused.status, entered.status]).toEqual([409, 409]);
  for (const path of ["/auth/login?again=true", "/app/settings/me/passkeys"])
    expect([path, /type="password"/.test(await (await visitor.open(path)).text())]).toEqual([path, false]);
});

test("its person is told by a notice, and by a mail where mail is set up", async () => {
  const smtp = await openSmtpServer();
  const mailed = await openSigninServer({ PASSWORDS: "on", SMTP_URL: smtp.url, MAIL_FROM: "docs@example.org" });
  const visitor = mailed.signedIn(mailed.anna);
  const headers = { "content-type": "application/json", accept: "application/json", origin: mailed.base_url };
  await visitor.send("/api/password", { method: "PUT", headers, body: JSON.stringify({ password: GOOD }) });
  await mailed.runtime.relay.relayAll();
  await mailed.runtime.jobs.runDue();
  const told = (await (await visitor.open("/api/notifications", { accept: "application/json" })).json()) as ParsedBody;
  expect(told.notifications.map(({ kind }: { kind: string }) => kind)).toEqual(["password.changed"]);
  const [mail] = await Promise.all(smtp.deliveries.map(({ bytes }) => PostalMime.parse(bytes)));
  expect([mail?.to?.[0]?.address, mail?.text?.includes(GOOD)]).toEqual(["anna@example.com", false]);
  await smtp.close();
});
