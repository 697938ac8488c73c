// Sign-up, the first owner, and the links that the operator hands out.
import { expect, test } from "bun:test";
import { MINUTE_MS } from "../../kernel/plugin.ts";
import { signinPort } from "../../plugins/signin/port.ts";
import { openSigninServer, sessionOf } from "./signin_server.ts";

const server = await openSigninServer();
const open = await openSigninServer({ SIGNUP: "open", DEFAULT_PLAN: "free" });

test("with sign-up open an unknown address makes its own workspace by following its link", async () => {
  const nora = open.visitor();
  await nora.submit("/auth/login", { email: "nora@example.com" });
  expect(await open.whoIs("nora@example.com")).toBeNull();
  const link = await open.lastLink();
  expect(await (await nora.open(link)).text()).toContain("Your name");
  expect((await nora.submit(link, { name: "Nora Holm" })).status).toBe(303);
  const made = await open.whoIs("nora@example.com");
  expect(made).toMatchObject({ name: "Nora Holm", role: "owner", workspace: { slug: "nora-holm", plan: "free" } });
  expect(await open.actions()).toEqual(["account.create", "login.ok"]);
  expect((await nora.submit(link)).status).toBe(410);
});

test("two links for one unknown address make one account", async () => {
  const tove = open.visitor();
  const links: string[] = [];
  for (let count = 0; count < 2; count++) {
    await tove.submit("/auth/login", { email: "tove@example.com" });
    links.push(await open.lastLink());
  }
  const answers = await Promise.all(links.map((link) => tove.submit(link, {}, { cookie: cookieHeader(tove) })));
  expect(answers.map((answer) => answer.status)).toEqual([303, 303]);
  const [row] = await open.sql`select count(*)::int as count from users where email = 'tove@example.com'`;
  expect(row?.["count"]).toBe(1);
});

function cookieHeader(visitor: ReturnType<Awaited<ReturnType<typeof openSigninServer>>["visitor"]>): string {
  return [...visitor.cookies.values()].flatMap((jar) => [...jar].map(([name, value]) => `${name}=${value}`)).join("; ");
}

test("an operator's link signs in any browser once, and refuses unknown and disabled accounts", async () => {
  const door = server.runtime.use(signinPort);
  const now = server.clock.now();
  const address = await door.createLoginLink(server.sql, { user_id: server.anna, now });
  expect(address.startsWith(`${server.runtime.config.base_url}/auth/link/`)).toBe(true);
  const [first, second] = [server.visitor(), server.visitor()];
  expect((await first.submit(address)).status).toBe(303);
  expect(await sessionOf(first)).toBe("anna@example.com");
  expect((await second.submit(address)).status).toBe(410);
  await expect(door.createLoginLink(server.sql, { user_id: server.otto, now })).rejects.toThrow("switched off");
  await expect(door.createLoginLink(server.sql, { user_id: 999_999, now })).rejects.toThrow("no account");
  const late = await door.createLoginLink(server.sql, { user_id: server.anna, now });
  server.clock.advance(15 * MINUTE_MS);
  expect((await second.submit(late)).status).toBe(410);
});

test("an operator's link goes on to where this browser was to sign in, and takes no other word for it", async () => {
  const link = () =>
    server.runtime.use(signinPort).createLoginLink(server.sql, { user_id: server.anna, now: server.clock.now() });
  const leads = async (visitor: ReturnType<typeof server.visitor>, address: string) =>
    (await visitor.submit(address)).headers.get("location");
  const wanted = "/oauth/authorize?request=abc&x=%2F";
  const login = `/auth/login?next=${encodeURIComponent(wanted)}`;
  const connecting = server.visitor();
  expect((await connecting.open(login)).headers.getSetCookie().join()).toMatch(
    /^__Host-docsvc_next=[^;]+; Path=\/; Max-Age=1800; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect((await connecting.open(await link())).headers.get("content-security-policy")).toContain("form-action");
  expect(await leads(connecting, await link())).toBe(wanted);
  expect(await leads(connecting, await link())).toBe("/app");
  const elsewhere = server.visitor();
  expect(await leads(elsewhere, await link())).toBe("/app");
  const turned = server.visitor();
  await turned.open(login);
  await turned.open("/auth/login");
  expect(await leads(turned, await link())).toBe("/app");
  for (const evil of ["https%3A%2F%2Fevil.example", "%2F%2Fevil.example", "%2F%5Cevil", "%", "%00"]) {
    const answer = await server.visitor().submit(await link(), {}, { cookie: `__Host-docsvc_next=${evil}` });
    expect(answer.headers.get("location")).toBe("/app");
  }
  // A link that was asked for says itself where it leads.
  const asking = server.visitor();
  await asking.open(login);
  await asking.submit("/auth/login", { email: "anna@example.com", next: "/app?tab=2" });
  expect(await leads(asking, await server.lastLink())).toBe("/app?tab=2");
});

test("signing in as somebody else is noted as that somebody", async () => {
  const nils = await server.addPerson("nils@example.com", "member");
  const address = await server.runtime
    .use(signinPort)
    .createLoginLink(server.sql, { user_id: nils, now: server.clock.now() });
  expect((await server.signedIn(server.anna).submit(address)).status).toBe(303);
  const [row] = await server.sql`select actor, actor_user_id from audit_events order by event_id desc limit 1`;
  expect(row).toEqual({ actor: "nils@example.com", actor_user_id: nils });
});
