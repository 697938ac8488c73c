// Sign-up, the first owner, and the links that the operator hands out.
import { expect, test } from "bun:test";
import { MINUTE_MS } from "../../kernel/mod.ts";
import { signinPort } from "../../plugins/signin/port.ts";
import { openSigninHouse, sessionOf } from "./signin_house.ts";

const house = await openSigninHouse();
const open = await openSigninHouse({ SIGNUP: "open", DEFAULT_PLAN: "free" });

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

function cookieHeader(visitor: ReturnType<Awaited<ReturnType<typeof openSigninHouse>>["visitor"]>): string {
  return [...visitor.cookies.values()].flatMap((jar) => [...jar].map(([name, value]) => `${name}=${value}`)).join("; ");
}

test("an operator's link signs in any browser once, and refuses unknown and disabled accounts", async () => {
  const door = house.house.use(signinPort);
  const now = house.clock.now();
  const address = await door.createLoginLink(house.sql, { user_id: house.anna, now });
  expect(address.startsWith(`${house.house.config.base_url}/auth/link/`)).toBe(true);
  const [first, second] = [house.visitor(), house.visitor()];
  expect((await first.submit(address)).status).toBe(303);
  expect(await sessionOf(first)).toBe("anna@example.com");
  expect((await second.submit(address)).status).toBe(410);
  await expect(door.createLoginLink(house.sql, { user_id: house.otto, now })).rejects.toThrow("switched off");
  await expect(door.createLoginLink(house.sql, { user_id: 999_999, now })).rejects.toThrow("no account");
  const late = await door.createLoginLink(house.sql, { user_id: house.anna, now });
  house.clock.advance(15 * MINUTE_MS);
  expect((await second.submit(late)).status).toBe(410);
});

test("signing in as somebody else is noted as that somebody", async () => {
  const nils = await house.addPerson("nils@example.com", "member");
  const address = await house.house
    .use(signinPort)
    .createLoginLink(house.sql, { user_id: nils, now: house.clock.now() });
  expect((await house.signedIn(house.anna).submit(address)).status).toBe(303);
  const [row] = await house.sql`select actor, actor_user_id from audit_events order by event_id desc limit 1`;
  expect(row).toEqual({ actor: "nils@example.com", actor_user_id: nils });
});
