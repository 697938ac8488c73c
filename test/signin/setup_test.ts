// The one-time setup of an empty server.
import { beforeEach, expect, test } from "bun:test";
import { signinPort } from "../../plugins/signin/port.ts";
import { openSigninHouse, sessionOf } from "./signin_house.ts";

const OWNER = { email: "owner@example.com", name: "Olga Owner", workspace: "Acme & Sons" };
const house = await openSigninHouse();
beforeEach(async () => {
  await house.sql`truncate users, setup_links, audit_events cascade`;
});

test("the setup link makes the first owner and ends", async () => {
  const link = (await house.house.use(signinPort).setupLinkIfEmpty()) ?? "";
  const olga = house.visitor();
  expect(await (await olga.open(link)).text()).toContain("Set up this server");
  const done = await olga.submit(link, OWNER);
  expect(done.status).toBe(303);
  expect(done.headers.get("location")).toBe("/app");
  expect(await sessionOf(olga)).toBe("owner@example.com");
  const made = await house.whoIs("owner@example.com");
  expect(made).toMatchObject({
    name: "Olga Owner",
    role: "owner",
    workspace: { name: "Acme & Sons", slug: "acme-sons" },
  });
  expect(await house.actions()).toEqual(["account.create", "login.ok"]);
  expect((await house.visitor().open(link)).status).toBe(410);
  expect((await house.visitor().submit(link, { ...OWNER, email: "second@example.com" })).status).toBe(410);
  expect(await house.whoIs("second@example.com")).toBeNull();
  expect(await house.house.use(signinPort).setupLinkIfEmpty()).toBeNull();
  await expect(house.house.use(signinPort).createSetupLink(house.sql)).rejects.toThrow("has an account already");
});

test("the setup goes on to what this browser was to sign in for, also where documents are read", async () => {
  const wanted = "/viewer/authorize?slug=abc&nonce=n";
  const link = (await house.house.use(signinPort).setupLinkIfEmpty()) ?? "";
  const olga = house.visitor();
  await olga.open(`/auth/login?next=${encodeURIComponent(wanted)}`);
  const policy = (await olga.open(link)).headers.get("content-security-policy");
  expect(policy).toContain(`form-action 'self' ${house.house.config.content_url};`);
  expect((await olga.submit(link, OWNER)).headers.get("location")).toBe(wanted);
});

test("while nobody has an account the sign-in page says how the first one is made", async () => {
  const told = "Nobody has an account on this server yet";
  expect(await (await house.visitor().open("/auth/login")).text()).toContain(told);
  await house.visitor().submit((await house.house.use(signinPort).setupLinkIfEmpty()) ?? "", OWNER);
  expect(await (await house.visitor().open("/auth/login")).text()).not.toContain(told);
});

test("every start prints the same setup link, until a new one replaces it", async () => {
  const door = house.house.use(signinPort);
  const first = await door.setupLinkIfEmpty();
  expect(await door.setupLinkIfEmpty()).toBe(first);
  const second = await door.createSetupLink(house.sql);
  expect(second).not.toBe(first);
  expect(await door.setupLinkIfEmpty()).toBe(second);
  expect((await house.visitor().open(first ?? "")).status).toBe(410);
  expect((await house.visitor().open(second)).status).toBe(200);
});

test("a setup link refuses missing, empty and malformed fields and makes nobody", async () => {
  const link = (await house.house.use(signinPort).setupLinkIfEmpty()) ?? "";
  const { workspace: _left, ...withoutWorkspace } = OWNER;
  expect((await house.visitor().submit(link, withoutWorkspace)).status).toBe(422);
  for (const broken of [{ email: "nonsense" }, { name: "  " }, { workspace: "" }, { name: "n".repeat(101) }]) {
    expect((await house.visitor().submit(link, { ...OWNER, ...broken })).status).toBe(400);
  }
  expect((await house.visitor().submit(`${link}x`, OWNER)).status).toBe(410);
  expect((await house.sql`select 1 from users`).count).toBe(0);
});

test("of two setups at once one wins", async () => {
  const link = (await house.house.use(signinPort).setupLinkIfEmpty()) ?? "";
  const answers = await Promise.all([
    house.visitor().submit(link, OWNER),
    house.visitor().submit(link, { ...OWNER, email: "other@example.com" }),
  ]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([303, 410]);
  expect((await house.sql`select 1 from users`).count).toBe(1);
});
