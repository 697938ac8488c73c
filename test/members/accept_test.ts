// The link of an invite, from the mail to the workspace: signed in, signed out, for somebody else, too late, twice.

import { expect, test } from "bun:test";
import { createPerson, DAY_MS } from "../../kernel/plugin.ts";
import type { ParsedBody } from "../harness/harness.ts";
import { openSigninServer, sessionOf } from "../signin/signin_server.ts";
import { landing, outsider, press } from "./inviting.ts";

const server = await openSigninServer({ QUOTA_LOGIN: "1000", QUOTA_LOGIN_MAIL: "1000" });
const { sql, clock } = server;
const anna = server.signedIn(server.anna);
const bearer = { authorization: `Bearer ${await server.mint(server.anna)}`, accept: "application/json" };

interface Made {
  id: number;
  path: string;
}

/** Invites an address into anna's workspace, and answers the link's path. */
async function inviteByAnna(email: string, more: Record<string, unknown> = {}): Promise<Made> {
  const made = await send("POST", "/api/invites", { email, ...more });
  expect(made.status).toBe(201);
  const { id, url } = await made.json();
  return { id, path: new URL(url).pathname };
}

async function send(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; json(): Promise<ParsedBody> }> {
  const headers = { ...bearer, "content-type": "application/json" };
  return server.visitor().send(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
}

async function setPlan(plan: string): Promise<void> {
  await sql`update workspaces set plan = ${plan} where slug = 'berg'`;
}

test("signed in with the invited address the link joins: role, groups, audit, and the old workspace is left", async () => {
  const group = await (await send("POST", "/api/groups", { name: "Design" })).json();
  const nora = await outsider(server, "nora@example.com");
  const { id, path } = await inviteByAnna("Nora@Example.com", { role: "admin", group_ids: [group.id] });
  const before = (await server.actions()).length;
  expect(await landing(nora.visitor, path)).toBe("/app?invite=joined");
  expect(await server.whoIs("nora@example.com")).toMatchObject({ role: "admin", workspace: { slug: "berg" } });
  const me = await (await nora.visitor.open("/api/me", { accept: "application/json" })).json();
  expect(me).toMatchObject({ workspace: { slug: "berg" }, is_admin: true });
  const shown = await (await send("GET", `/api/groups/${group.id}`)).json();
  expect(shown).toMatchObject({ member_count: 1, pending_count: 0, members: [{ id: nora.user_id }] });
  const rows = await sql`
    select action, actor, workspace_id, target_id from audit_events order by event_id offset ${before}`;
  const berg = (await server.whoIs("anna@example.com"))?.workspace.id ?? 0;
  expect(rows.map((row) => ({ ...row }))).toEqual([
    {
      action: "member.leave",
      actor: "nora@example.com",
      workspace_id: nora.workspace_id,
      target_id: `${nora.user_id}`,
    },
    { action: "member.join", actor: "nora@example.com", workspace_id: berg, target_id: `${nora.user_id}` },
    // Anna made the invite with a token.
    { action: "member.unconfirmed", actor: "system", workspace_id: berg, target_id: `${nora.user_id}` },
    { action: "invite.accept", actor: "nora@example.com", workspace_id: berg, target_id: `${id}` },
  ]);
  const { invites } = await (await send("GET", "/api/invites")).json();
  expect(invites).toEqual([]);
  const { members } = await (await send("GET", "/api/members")).json();
  expect(members.at(-1)).toMatchObject({ id: nora.user_id, role: "admin", joined: clock.now().toISOString() });
  expect((await send("POST", `/api/invites/${id}/resend`)).status).toBe(410);
  expect((await send("DELETE", `/api/invites/${id}`)).status).toBe(410);
});

test("who invited somebody is told that they have come, once", async () => {
  const { path, id } = await inviteByAnna("told@example.com");
  const { visitor } = await outsider(server, "told@example.com");
  await landing(visitor, path);
  await server.runtime.relay.relayAll();
  await server.runtime.jobs.runDue();
  const { notifications } = await (await send("GET", "/api/notifications?kind=invite.accepted")).json();
  const told = notifications.filter((one: { actor: string }) => one.actor === "told@example.com");
  expect(told).toMatchObject([
    { title: "told@example.com has joined the workspace", target: { type: "invite", id: `${id}` }, read_at: null },
  ]);
});

test("signed out, with no account and sign-up closed: the mail leads through sign-in into the workspace", async () => {
  const { path } = await inviteByAnna("ivo@example.com");
  const mail = (await server.readMail()).find((one) => one.to === "ivo@example.com");
  expect(mail?.text).toContain(path);
  // As a link that was made while mail was set up, which makes no account by itself.
  await sql`update invites set without_mail = false where email = 'ivo@example.com'`;
  const ivo = server.visitor();
  const login = (await landing(ivo, path)) ?? "";
  expect(login).toBe(`/auth/login?next=${encodeURIComponent(path)}&email=ivo%40example.com`);
  const invited = await (await ivo.open(login)).text();
  expect(invited).toContain('value="ivo@example.com"');
  expect(invited).toMatch(/anna@example\.com\S* invites you to the workspace <strong><bdi>[^<]+<\/bdi>/);
  await ivo.submit("/auth/login", { email: "ivo@example.com", next: path });
  const link = await server.lastLink();
  expect(await (await ivo.open(link)).text()).toContain("Your name");
  const done = await ivo.submit(link, { name: "Ivo Lund" });
  expect(done.headers.get("location")).toBe(path);
  expect(await landing(ivo, path)).toBe("/app?invite=joined");
  expect(await server.whoIs("ivo@example.com")).toMatchObject({
    name: "Ivo Lund",
    role: "member",
    workspace: { slug: "berg" },
  });
  expect(await sessionOf(ivo)).toBe("ivo@example.com");
});

test("the sign-in page names no inviter for an invite that was taken back, nor for a path that is none", async () => {
  const { id, path } = await inviteByAnna("past@example.com");
  await send("DELETE", `/api/invites/${id}`);
  for (const next of [path, "/u/invite/", "/u/invite/%E0%A4%A", "/u/invite/nothing", "/app"]) {
    const page = await server.visitor().open(`/auth/login?next=${encodeURIComponent(next)}`);
    expect({ next, status: page.status }).toEqual({ next, status: 200 });
    expect(await page.text()).not.toContain("invites you");
  }
});

test("an address that is not invited any more gets no sign-in link where sign-up is closed", async () => {
  const { id } = await inviteByAnna("gone@example.com");
  await send("DELETE", `/api/invites/${id}`);
  const links = await server.countLinks();
  await server.visitor().submit("/auth/login", { email: "gone@example.com" });
  await server.visitor().submit("/auth/login", { email: "nobody@example.com" });
  await server.readMail();
  expect(await server.countLinks()).toBe(links);
});

test("a link that was asked for while invited makes no account after the invite is revoked", async () => {
  const { id } = await inviteByAnna("late@example.com");
  const late = server.visitor();
  await late.submit("/auth/login", { email: "late@example.com" });
  const link = await server.lastLink();
  await send("DELETE", `/api/invites/${id}`);
  expect((await late.submit(link)).status).toBe(410);
  expect(await server.whoIs("late@example.com")).toBeNull();
});

test("a different account, a bearer token and a scanner join nobody; the link stays good for whom it is for", async () => {
  const { path } = await inviteByAnna("kim@example.com");
  const before = await server.actions();
  const other = await outsider(server, "other@example.com");
  expect(await landing(other.visitor, path)).toBe("/app?invite=other_account");
  expect((await server.visitor().open(path)).status).toBe(200);
  const kim = await outsider(server, "kim@example.com");
  const token = { authorization: `Bearer ${await server.mint(kim.user_id)}` };
  expect((await server.visitor().open(path, token)).status).toBe(200);
  expect(await server.actions()).toEqual(before);
  expect(await server.whoIs("other@example.com")).toMatchObject({ workspace: { slug: "other" } });
  expect(await press(kim.visitor, path)).toBe("/app?invite=joined");
});

test("a link is good once, for 14 days, and says which of it was wrong", async () => {
  const used = await inviteByAnna("used@example.com");
  const { visitor } = await outsider(server, "used@example.com");
  expect(await landing(visitor, used.path)).toBe("/app?invite=joined");
  // The same person again, as from a second tab, is where the link leads already.
  expect(await landing(visitor, used.path)).toBe("/app?invite=joined");
  const another = (await outsider(server, "another@example.com")).visitor;
  expect(await landing(another, used.path)).toBe("/app?invite=used");
  expect(await landing(server.visitor(), used.path)).toBe("/app?invite=used");
  expect(await landing(another, "/u/invite/guessed")).toBe("/app?invite=unknown");
  const old = await inviteByAnna("old@example.com");
  const guest = (await outsider(server, "old@example.com")).visitor;
  clock.advance(14 * DAY_MS);
  expect(await landing(guest, old.path)).toBe("/app?invite=expired");
  expect(await landing(server.visitor(), old.path)).toBe("/app?invite=expired");
});

test("a caller that wants data is refused with the statuses of the contract", async () => {
  const data = { accept: "application/json" };
  const { path } = await inviteByAnna("data@example.com");
  const other = (await outsider(server, "wrong@example.com")).visitor;
  const refused = await other.open(path, data);
  expect(refused.status).toBe(403);
  expect((await refused.json()).error).toContain("different account");
  expect((await server.visitor().open(path, data)).status).toBe(401);
  expect((await other.open("/u/invite/guessed", data)).status).toBe(404);
  clock.advance(14 * DAY_MS);
  const gone = await other.open(path, data);
  expect(gone.status).toBe(410);
  expect((await gone.json()).error).toContain("expired");
});

test("the only owner of a workspace with others stays until there is another; alone they may go", async () => {
  const { path } = await inviteByAnna("boss@example.com");
  const boss = await outsider(server, "boss@example.com");
  const { workspace_id } = boss;
  const now = clock.now();
  const second = await createPerson(sql, {
    email: "second@example.com",
    name: null,
    workspace_id,
    role: "member",
    now,
  });
  expect(await landing(boss.visitor, path)).toBe("/app?invite=last_owner");
  expect((await boss.visitor.open(path, { accept: "application/json" })).status).toBe(409);
  await sql`update users set role = 'owner' where user_id = ${second}`;
  expect(await press(boss.visitor, path)).toBe("/app?invite=joined");
  const { path: next } = await inviteByAnna("second@example.com");
  expect(await landing(server.signedIn(second), next)).toBe("/app?invite=joined");
});

test("whoever leaves a workspace empty takes back the invites into it", async () => {
  const lone = await outsider(server, "lone@example.com");
  const token = { authorization: `Bearer ${await server.mint(lone.user_id)}`, "content-type": "application/json" };
  const body = JSON.stringify({ email: "friend@example.com" });
  const made = await server.visitor().send("/api/invites", { method: "POST", headers: token, body });
  const { url } = (await made.json()) as { url: string };
  const { path } = await inviteByAnna("lone@example.com");
  expect(await press(lone.visitor, path)).toBe("/app?invite=joined");
  const friend = await outsider(server, "friend@example.com");
  expect(await landing(friend.visitor, new URL(url).pathname)).toBe("/app?invite=revoked");
});

test("a plan that has shrunk since the invite carries nobody more", async () => {
  const { path } = await inviteByAnna("crowd@example.com");
  const crowd = await outsider(server, "crowd@example.com");
  await setPlan("free");
  expect(await landing(crowd.visitor, path)).toBe("/app?invite=full");
  expect((await crowd.visitor.open(path, { accept: "application/json" })).status).toBe(402);
  await setPlan("team");
  expect(await landing(crowd.visitor, path)).toBe("/app?invite=joined");
});

test("one link opened in several tabs at once joins once", async () => {
  for (let round = 0; round < 3; round++) {
    const email = `tabs${round}@example.com`;
    const { path } = await inviteByAnna(email);
    const { user_id, visitor } = await outsider(server, email);
    const tabs = await Promise.all([1, 2, 3].map(() => visitor.open(path)));
    for (const tab of tabs) expect(tab.headers.get("location")).toBe("/app?invite=joined");
    const [row] = await sql`
      select count(*)::int as joins from audit_events where action = 'member.join' and target_id = ${`${user_id}`}`;
    expect(row?.["joins"]).toBe(1);
  }
});

test("two owners who leave through invites at once: one stays with those who are left", async () => {
  for (let round = 0; round < 3; round++) {
    const first = await outsider(server, `pair${round}a@example.com`);
    const { workspace_id } = first;
    const now = clock.now();
    const make = (email: string, role: "owner" | "member") =>
      createPerson(sql, { email, name: null, workspace_id, role, now });
    const second = await make(`pair${round}b@example.com`, "owner");
    await make(`pair${round}c@example.com`, "member");
    const paths = [await inviteByAnna(`pair${round}a@example.com`), await inviteByAnna(`pair${round}b@example.com`)];
    const visitors = [first.visitor, server.signedIn(second)];
    const landings = await Promise.all(visitors.map((visitor, index) => press(visitor, paths[index]?.path ?? "")));
    expect(landings.sort()).toEqual(["/app?invite=joined", "/app?invite=last_owner"]);
  }
});

test("joining while the invite is revoked: either the person is in, or the invite is gone, never both", async () => {
  for (let round = 0; round < 4; round++) {
    const email = `race${round}@example.com`;
    const { id, path } = await inviteByAnna(email);
    const { visitor } = await outsider(server, email);
    const [joined, revoked] = await Promise.all([visitor.open(path), send("DELETE", `/api/invites/${id}`)]);
    const isIn = joined.headers.get("location") === "/app?invite=joined";
    expect(joined.status).toBe(302);
    expect(revoked.status).toBe(isIn ? 410 : 200);
    expect((await server.whoIs(email))?.workspace.slug === "berg").toBe(isIn);
  }
});

test("the app says what became of the link, also to somebody who is not signed in", async () => {
  const signedIn = await (await anna.open("/app?invite=other_account")).text();
  expect(signedIn).toContain("This invite is addressed to a different account");
  expect(await (await anna.open("/app?invite=%3Cb%3E")).text()).not.toContain('notice" role');
  const signedOut = await server.visitor().open("/app?invite=expired");
  expect(signedOut.status).toBe(200);
  const page = await signedOut.text();
  expect(page).toContain("This invite has expired");
  expect(page).toContain('href="/auth/login?next=%2Fapp"');
  expect((await server.visitor().open("/app?invite=nonsense")).status).toBe(302);
});

test("anna is still the owner", async () => {
  expect(await sessionOf(anna)).toBe("anna@example.com");
  expect(await server.whoIs("anna@example.com")).toMatchObject({ role: "owner", workspace: { slug: "berg" } });
});
