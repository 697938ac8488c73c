// Mail links: asked for by anyone, answered the same to everyone, used once, by the browser that asked.
import { expect, test } from "bun:test";
import { SESSION_COOKIE } from "../../kernel/host.ts";
import { MINUTE_MS } from "../../kernel/plugin.ts";
import { openSigninServer, sessionOf } from "./signin_server.ts";

const server = await openSigninServer({ QUOTA_LOGIN: "1000", QUOTA_LOGIN_MAIL: "1000" });

/** What the log says of the last sign-in that let nobody in. */
async function lastFailure() {
  const [row] = await server.sql<{ actor: string; target_id: string; reason: string }[]>`
    select actor, target_id, meta ->> 'reason' as reason from audit_events
    where action = 'login.fail' order by event_id desc limit 1`;
  return row && { ...row };
}

test("sign-in page offers the mail form and carries a policy without inline script", async () => {
  const page = await server.visitor().open("/auth/login?next=/app&email=a%22%3E%3Cb%3E");
  expect(page.status).toBe(200);
  const text = await page.text();
  expect(text).toContain('action="/auth/login"');
  expect(text).toContain("a&quot;&gt;&lt;b&gt;");
  expect(text).not.toContain("/auth/oidc");
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("unsafe-inline");
  expect(page.headers.get("cache-control")).toContain("no-store");
});

test("a link signs in the browser that asked, once, and goes on to the page that was wanted", async () => {
  const anna = server.visitor();
  expect((await anna.submit("/auth/login", { email: "Anna@Example.com", next: "/app?tab=2" })).status).toBe(200);
  const link = await server.lastLink();
  const shown = await anna.open(link);
  expect(shown.status).toBe(200);
  expect(await shown.text()).toContain("anna@example.com");
  expect(await sessionOf(anna)).toBeNull();

  const before = (await server.actions()).length;
  const done = await anna.submit(link);
  expect(done.status).toBe(303);
  expect(done.headers.get("location")).toBe("/app?tab=2");
  const cookie = done.headers.getSetCookie().find((set) => set.startsWith(SESSION_COOKIE)) ?? "";
  for (const part of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/", `Max-Age=${90 * 86_400}`])
    expect(cookie).toContain(part);
  expect(cookie).not.toContain("Domain");
  expect(await sessionOf(anna)).toBe("anna@example.com");
  expect((await server.actions()).slice(before)).toEqual(["login.ok"]);
  const [row] = await server.sql`select last_sign_in_at from users where user_id = ${server.anna}`;
  expect(row?.["last_sign_in_at"]).toEqual(server.clock.now());

  const again = await anna.submit(link);
  expect(again.status).toBe(410);
  expect(again.headers.getSetCookie()).toEqual([]);
  expect((await anna.open(link)).status).toBe(410);
  expect((await server.actions()).slice(before)).toEqual(["login.ok", "login.fail"]);
  expect(await lastFailure()).toEqual({
    actor: "system",
    target_id: String(server.anna),
    reason: "the link had been used",
  });
});

test("a link ends where the account that it was mailed to gets another address", async () => {
  const anna = server.visitor();
  await anna.submit("/auth/login", { email: "anna@example.com" });
  const link = await server.lastLink();
  await server.sql`update users set email = 'anna.berg@example.com' where user_id = ${server.anna}`;
  expect((await anna.open(link)).status).toBe(410);
  const answer = await anna.submit(link);
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([410, []]);
  await server.sql`update users set email = 'anna@example.com' where user_id = ${server.anna}`;
  expect((await anna.submit(link)).status).toBe(303);
});

test("without a mail server the pages say so, the same for every address, and how the operator passes a link on", async () => {
  const visitor = server.visitor();
  const before = await (await visitor.open("/auth/login?email=anna%40example.com")).text();
  expect(before).toContain("Mail is not set up on this server");
  expect(before).toContain("npm run docsvc -- login-link anna@example.com");
  expect(before).not.toContain("you get a link by mail");
  const words = async (email: string) =>
    (await (await visitor.submit("/auth/login", { email })).text())
      .replaceAll(email, "...")
      .replaceAll(encodeURIComponent(email), "...");
  const known = await words("anna@example.com");
  expect(known).toContain("Ask for your link");
  expect(known).toContain("Mail is not set up on this server");
  expect(await words("nobody@example.com")).toBe(known);
  const hostile = await (await visitor.open("/auth/login?email=%24(rm)%40example.com")).text();
  expect(hostile).toContain("login-link you@example.com");
});

test("with a mail server the pages promise a mail", async () => {
  const mailing = await openSigninServer({ SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "docs@example.org" });
  const visitor = mailing.visitor();
  expect(await (await visitor.open("/auth/login")).text()).not.toContain("Mail is not set up");
  expect(await (await visitor.submit("/auth/login", { email: "anna@example.com" })).text()).toContain(
    "Check your mail",
  );
});

test("opening a link changes nothing, so a mail scanner does not use it up", async () => {
  const anna = server.visitor();
  await anna.submit("/auth/login", { email: "anna@example.com" });
  const link = await server.lastLink();
  for (let times = 0; times < 3; times++) await server.visitor().open(link);
  expect((await anna.submit(link)).status).toBe(303);
});

test("a link refuses another browser with 403 and stays good for its own", async () => {
  const anna = server.visitor();
  await anna.submit("/auth/login", { email: "anna@example.com" });
  const link = await server.lastLink();
  const before = await server.actions();
  const thief = server.visitor();
  expect((await thief.open(link)).status).toBe(403);
  expect((await thief.submit(link)).status).toBe(403);
  await thief.submit("/auth/login", { email: "thief@example.com" });
  expect((await thief.submit(link)).status).toBe(403);
  expect(await sessionOf(thief)).toBeNull();
  // Whose mail somebody else got hold of is of interest to who manages the workspace.
  expect(await server.actions()).toEqual([...before, "login.fail", "login.fail"]);
  expect((await lastFailure())?.reason).toBe("the link was opened in another browser than the one that asked for it");
  expect((await anna.submit(link)).status).toBe(303);
});

test("two links for one browser both work, the earlier one too", async () => {
  const anna = server.visitor();
  await anna.submit("/auth/login", { email: "anna@example.com" });
  const first = await server.lastLink();
  await anna.submit("/auth/login", { email: "anna@example.com" });
  expect((await anna.submit(first)).status).toBe(303);
});

test("a link ends after 15 minutes with 410", async () => {
  const anna = server.visitor();
  await anna.submit("/auth/login", { email: "anna@example.com" });
  const link = await server.lastLink();
  server.clock.advance(15 * MINUTE_MS);
  expect((await anna.open(link)).status).toBe(410);
  expect((await anna.submit(link)).status).toBe(410);
  expect(await sessionOf(anna)).toBeNull();
});

test("a link refuses a foreign origin with 403 and is not used up", async () => {
  const anna = server.visitor();
  await anna.submit("/auth/login", { email: "anna@example.com" });
  const link = await server.lastLink();
  for (const origin of ["https://evil.example", "null", server.runtime.config.content_url]) {
    expect((await anna.submit(link, {}, { origin })).status).toBe(403);
    expect((await anna.submit("/auth/login", { email: "anna@example.com" }, { origin })).status).toBe(403);
    expect((await anna.submit("/auth/logout", {}, { origin })).status).toBe(403);
  }
  expect((await anna.submit(link)).status).toBe(303);
});

test("an unknown, a disabled and a known address get the same answer, and only the known one gets mail", async () => {
  const [mails, links] = [(await server.readMail()).length, await server.countLinks()];
  const texts: string[] = [];
  for (const email of ["nobody@example.com", "otto@example.com", "anna@example.com"]) {
    const answer = await server.visitor().submit("/auth/login", { email });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toHaveLength(1);
    texts.push((await answer.text()).replaceAll(email, "EMAIL").replaceAll(encodeURIComponent(email), "EMAIL"));
  }
  expect(new Set(texts).size).toBe(1);
  const sent = (await server.readMail()).slice(mails);
  expect(sent.map((mail) => mail.to)).toEqual(["anna@example.com"]);
  expect(await server.countLinks()).toBe(links + 1);
  expect(await server.whoIs("nobody@example.com")).toBeNull();
});

test("an address that could break out of a mail header is refused with 400 and nothing is sent", async () => {
  const mails = (await server.readMail()).length;
  const tricks = [
    "anna@example.com\r\nBcc: all@example.com",
    "anna@example.com\nSubject: x",
    "anna@example.com,evil@example.com",
    "<anna@example.com>",
    "anna@example.com evil@example.com",
    "anna",
    "",
    `${"a".repeat(260)}@example.com`,
    "a\0@example.com",
    "a[b@example.com",
  ];
  for (const email of tricks) expect((await server.visitor().submit("/auth/login", { email })).status).toBe(400);
  expect(await server.readMail()).toHaveLength(mails);
});

test("next is not followed to another origin", async () => {
  for (const next of ["//evil.example", "/\\evil.example", "https://evil.example/", "javascript:alert(1)"]) {
    const anna = server.visitor();
    expect(await (await anna.open(`/auth/login?next=${encodeURIComponent(next)}`)).text()).toContain(
      'name="next" value="/app"',
    );
    await anna.submit("/auth/login", { email: "anna@example.com", next });
    expect((await anna.submit(await server.lastLink())).headers.get("location")).toBe("/app");
    expect((await anna.open(`/auth/login?next=${encodeURIComponent(next)}`)).headers.get("location")).toBe("/app");
  }
});

test("an account that is switched off after its link was sent is refused with 403 and no cookie", async () => {
  const userId = await server.addPerson("late@example.com", "member");
  const late = server.visitor();
  await late.submit("/auth/login", { email: "late@example.com" });
  const link = await server.lastLink();
  await server.sql`update users set disabled_at = ${server.clock.now()} where user_id = ${userId}`;
  const answer = await late.submit(link);
  expect(answer.status).toBe(403);
  expect(answer.headers.getSetCookie()).toEqual([]);
});

test("a job that runs twice for one request makes one link", async () => {
  const links = await server.countLinks();
  const visitor = server.visitor();
  await visitor.submit("/auth/login", { email: "anna@example.com" });
  await server.sql`insert into jobs (kind, payload, wanted_at, due_at) select kind, payload, wanted_at, due_at from jobs where kind = 'signin.link'`;
  const mails = (await server.readMail()).length;
  expect(await server.countLinks()).toBe(links + 1);
  expect(await server.readMail()).toHaveLength(mails);
});
