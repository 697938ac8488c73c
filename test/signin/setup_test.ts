// The one-time setup of an empty server.
import { beforeEach, expect, test } from "bun:test";
import { signinPort } from "../../plugins/signin/port.ts";
import { openSigninServer, sessionOf } from "./signin_server.ts";

const OWNER = { email: "owner@example.com", name: "Olga Owner", workspace: "Acme & Sons" };
const server = await openSigninServer();
beforeEach(async () => {
  await server.sql`truncate users, setup_links, audit_events cascade`;
});

test("the setup link makes the first owner and ends", async () => {
  const link = (await server.runtime.use(signinPort).setupLinkIfEmpty()) ?? "";
  const olga = server.visitor();
  expect(await (await olga.open(link)).text()).toContain("Set up this server");
  const done = await olga.submit(link, OWNER);
  expect(done.status).toBe(303);
  expect(done.headers.get("location")).toBe("/app");
  expect(await sessionOf(olga)).toBe("owner@example.com");
  const made = await server.whoIs("owner@example.com");
  expect(made).toMatchObject({
    name: "Olga Owner",
    role: "owner",
    workspace: { name: "Acme & Sons", slug: "acme-sons" },
  });
  expect(await server.actions()).toEqual(["account.create", "login.ok"]);
  expect((await server.visitor().open(link)).status).toBe(410);
  expect((await server.visitor().submit(link, { ...OWNER, email: "second@example.com" })).status).toBe(410);
  expect(await server.whoIs("second@example.com")).toBeNull();
  expect(await server.runtime.use(signinPort).setupLinkIfEmpty()).toBeNull();
  await expect(server.runtime.use(signinPort).createSetupLink(server.sql)).rejects.toThrow("has an account already");
});

test("the setup goes on to what this browser was to sign in for, also where documents are read", async () => {
  const wanted = "/viewer/authorize?slug=abc&nonce=n";
  const link = (await server.runtime.use(signinPort).setupLinkIfEmpty()) ?? "";
  const olga = server.visitor();
  await olga.open(`/auth/login?next=${encodeURIComponent(wanted)}`);
  const policy = (await olga.open(link)).headers.get("content-security-policy");
  expect(policy).toContain(`form-action 'self' ${server.runtime.config.content_url};`);
  expect((await olga.submit(link, OWNER)).headers.get("location")).toBe(wanted);
});

test("while nobody has an account the sign-in page says how the first one is made", async () => {
  const told = "Nobody has an account on this server yet";
  expect(await (await server.visitor().open("/auth/login")).text()).toContain(told);
  await server.visitor().submit((await server.runtime.use(signinPort).setupLinkIfEmpty()) ?? "", OWNER);
  expect(await (await server.visitor().open("/auth/login")).text()).not.toContain(told);
});

test("every start prints the same setup link, until a new one replaces it", async () => {
  const door = server.runtime.use(signinPort);
  const first = await door.setupLinkIfEmpty();
  expect(await door.setupLinkIfEmpty()).toBe(first);
  const second = await door.createSetupLink(server.sql);
  expect(second).not.toBe(first);
  expect(await door.setupLinkIfEmpty()).toBe(second);
  expect((await server.visitor().open(first ?? "")).status).toBe(410);
  expect((await server.visitor().open(second)).status).toBe(200);
});

test("a setup link refuses missing, empty and malformed fields and makes nobody", async () => {
  const link = (await server.runtime.use(signinPort).setupLinkIfEmpty()) ?? "";
  const { workspace: _left, ...withoutWorkspace } = OWNER;
  expect((await server.visitor().submit(link, withoutWorkspace)).status).toBe(422);
  for (const broken of [{ email: "nonsense" }, { name: "  " }, { workspace: "" }, { name: "n".repeat(101) }]) {
    expect((await server.visitor().submit(link, { ...OWNER, ...broken })).status).toBe(400);
  }
  expect((await server.visitor().submit(`${link}x`, OWNER)).status).toBe(410);
  expect((await server.sql`select 1 from users`).count).toBe(0);
});

test("of two setups at once one wins", async () => {
  const link = (await server.runtime.use(signinPort).setupLinkIfEmpty()) ?? "";
  const answers = await Promise.all([
    server.visitor().submit(link, OWNER),
    server.visitor().submit(link, { ...OWNER, email: "other@example.com" }),
  ]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([303, 410]);
  expect((await server.sql`select 1 from users`).count).toBe(1);
});
