// An office of hundreds behind one address:
// it comes in, and whoever only tries from the same address is held (rules: limits/throttles).
import { expect, test } from "bun:test";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { createPerson, MINUTE_MS, SECOND_MS } from "../../kernel/plugin.ts";
import { openSigninServer, sessionOf } from "./signin_server.ts";
import type { Visitor } from "./visitor.ts";

/** At least three hundred, who come by hundreds below. */
const PEOPLE = 300;
const HOUR_SECONDS = 3600;
const runtime = await openSigninServer();
const { anna, clock, sql, runtime: server } = runtime;
const [owner] = await sql<{ workspace_id: number }[]>`select workspace_id from users where user_id = ${anna}`;
const emails = Array.from({ length: PEOPLE }, (_, n) => `worker${n}@example.com`);
for (const email of emails) {
  const workspace_id = owner?.workspace_id ?? 0;
  await createPerson(sql, { email, name: null, workspace_id, role: "member", now: clock.now() });
}

/** The links by address, of the mails that came since; hundreds are not read hundreds of times. */
const links = new Map<string, string>();
const read = new Set<string>();

async function linkTo(email: string): Promise<string> {
  await server.jobs.runDue();
  const folder = join(server.config.data_dir, "outbox");
  for (const name of (await readdir(folder)).sort()) {
    if (read.has(name)) continue;
    read.add(name);
    const { to, text } = await PostalMime.parse(await readFile(join(folder, name)));
    links.set(to?.[0]?.address ?? "", new URL(/https?:\/\/\S+\/auth\/link\/\S+/.exec(text ?? "")?.[0] ?? "").pathname);
  }
  return links.get(email) ?? "";
}

/** Presses the button of the link that the mail to an address holds. */
async function follow(visitor: Visitor, email: string): Promise<number> {
  return (await visitor.submit(await linkTo(email))).status;
}

async function ask(visitor: Visitor, email: string): Promise<number> {
  return (await visitor.submit("/auth/login", { email })).status;
}

const usedUp = async () => {
  const { limit } = server.quotas.entry("login");
  let passed = 0;
  while (passed <= limit && (await ask(runtime.visitor(), `guess${passed}@example.com`)) === 200) passed++;
  return passed;
};

test(`${PEOPLE} people behind one address sign in within an hour, and then an attacker there is held as ever`, async () => {
  for (const email of emails) {
    const visitor = runtime.visitor();
    expect([email, await ask(visitor, email)]).toEqual([email, 200]);
    expect([email, await follow(visitor, email)]).toEqual([email, 303]);
    if (email === emails.at(-1)) expect(await sessionOf(visitor)).toBe(email);
    clock.advance((HOUR_SECONDS / PEOPLE) * SECOND_MS);
  }
  const { limit } = server.quotas.entry("login");
  expect(await usedUp()).toBeLessThanOrEqual(limit);
  expect(await ask(runtime.visitor(), emails[0] ?? "")).toBe(429);
});

test("100 people who begin at once are let in, and what they began is not held against those who come after them", async () => {
  clock.advance(60 * MINUTE_MS);
  for (const hundred of [0, 100, 200]) {
    const visitors = emails.slice(hundred, hundred + 100).map((email) => ({ email, visitor: runtime.visitor() }));
    for (const { email, visitor } of visitors) expect(await ask(visitor, email)).toBe(200);
    for (const { email, visitor } of visitors) expect(await follow(visitor, email)).toBe(303);
  }
  const { used } =
    (await server.quotas.standingOf({ request: { network: "127.0.0.1" }, now: clock.now() }))["login"] ?? {};
  expect(used).toBe(0);
});

test("links that are guessed count, and a link that signed in once gives nothing back twice", async () => {
  clock.advance(60 * MINUTE_MS);
  const [email = ""] = emails;
  const used = async () =>
    (await server.quotas.standingOf({ request: { network: "127.0.0.1" }, now: clock.now() }))["login"]?.used;
  const visitor = runtime.visitor();
  for (let count = 0; count < 5; count++) await visitor.submit(`/auth/link/guess${count}`);
  expect(await used()).toBe(5);
  await ask(visitor, email);
  const link = await linkTo(email);
  expect((await visitor.submit(link)).status).toBe(303);
  expect(await used()).toBe(5);
  expect((await visitor.submit(link)).status).toBe(410);
  expect(await used()).toBe(6);
});

test("the links of one mailbox are counted apart, so that nobody's colleagues are held by them", async () => {
  clock.advance(60 * MINUTE_MS);
  const [flooded = "", other = ""] = emails;
  const { limit } = server.quotas.entry("login_mail");
  for (let count = 0; count < limit; count++) expect(await ask(runtime.visitor(), flooded)).toBe(200);
  expect(await ask(runtime.visitor(), flooded)).toBe(429);
  expect(await ask(runtime.visitor(), other)).toBe(200);
});

test("once they are signed in, people of one address make their tokens each by a count of their own", async () => {
  const { limit } = server.quotas.entry("token_mint");
  const make = (visitor: Visitor) =>
    visitor.send("/api/tokens", {
      method: "POST",
      body: JSON.stringify({ name: "script" }),
      headers: { "content-type": "application/json", accept: "application/json", origin: runtime.base_url },
    });
  const [first, second] = [
    runtime.signedIn(anna),
    runtime.signedIn(await runtime.addPerson("berta@example.com", "member")),
  ];
  for (let count = 0; count < limit; count++) expect((await make(first)).status).toBe(201);
  const refused = await make(first);
  expect([refused.status, await refused.json()]).toMatchObject([429, { detail: "too many requests" }]);
  expect((await make(second)).status).toBe(201);
});

test("every throttle is among the limits, with whose uses count together", async () => {
  const token = await runtime.mint(anna);
  const { body } = await runtime.call("GET /api/limits", { headers: { authorization: `Bearer ${token}` } });
  const per = (name: string) => (body.throttles[name] ?? body.quotas[name]).per;
  expect(["login", "sso_lookup", "oauth_register"].map(per)).toEqual(["address", "address", "address"]);
  expect(["token_mint", "oauth_authorize", "client_document"].map(per)).toEqual(["caller", "caller", "caller"]);
  expect(["login_mail", "login_mail_total"].map(per)).toEqual(["key", "key"]);
  expect(body.throttles.login).toMatchObject({ limit: 300, window_seconds: 600, used: expect.any(Number) });
});
