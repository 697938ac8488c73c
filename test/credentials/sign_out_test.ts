// Signing somebody else out everywhere: who may, what ends, and what stays.
import { afterAll, expect, test } from "bun:test";
import { issueSession } from "../../kernel/ports/auth.ts";
import { follow } from "../content/published.ts";
import type { Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { openOauthServer } from "../oauth/oauth_server.ts";
import { createVisitor } from "../signin/visitor.ts";

const o = await openOauthServer();
const { h } = o;
afterAll(() => o.close());

async function team() {
  const owner = await h.person({ plan: "team" });
  const { workspace_id } = owner;
  const admin = await h.person({ role: "admin", workspace_id });
  const member = await h.person({ role: "member", workspace_id });
  return { owner, admin, member };
}

const signOut = (as: Person, whom: Person, json: object = {}) => ({
  call: `POST /api/members/${whom.user_id}/sign-out`,
  as,
  with_cookie: true,
  json,
});
const isSignedIn = async (as: Person) => (await h.call("GET /api/me", { as, with_cookie: true })).status === 200;
const isLetIn = async (as: Person) => (await h.call("GET /api/me", { as })).status === 200;

test("every session of the person ends at once, on every server; tokens and connections stay", async () => {
  const { admin, member } = await team();
  const twin = await h.twin();
  const { access_token } = await o.connect(member);
  expect((await twin.call("GET /api/me", { as: member, with_cookie: true })).status).toBe(200);
  await scenario(h, {
    act: () => signOut(admin, member),
    expect: {
      status: 200,
      body: { signed_out: member.user_id, tokens: 0, connections: 0 },
      audit: [
        {
          action: "member.sign_out",
          actor: admin.email,
          target_type: "user",
          target_id: String(member.user_id),
          meta: { email: member.email, tokens: 0, connections: 0 },
        },
      ],
    },
  });
  await twin.runtime.database.bus.catchUp();
  expect(await isSignedIn(member)).toBe(false);
  expect((await twin.call("GET /api/me", { as: member, with_cookie: true })).status).toBe(401);
  expect([await isLetIn(member), await o.holds(access_token), await isSignedIn(admin)]).toEqual([true, true, true]);
});

test("with tokens their tokens, connected programs and upload tickets end too, and nobody else's", async () => {
  const { owner, admin, member } = await team();
  const { access_token, refresh_token, client_id } = await o.connect(member);
  const other = await o.connect(admin);
  const ticket = await h.call("POST /api/uploads", { as: member, with_cookie: true, json: { filename: "a.txt" } });
  expect(ticket.status).toBe(201);
  const { body } = await h.call(signOut(owner, member).call, signOut(owner, member, { tokens: true }));
  expect(body).toEqual({ signed_out: member.user_id, tokens: 1, connections: 1 });
  expect([await isSignedIn(member), await isLetIn(member), await o.holds(access_token)]).toEqual([false, false, false]);
  expect((await o.refresh({ client_id }, refresh_token)).status).toBe(400);
  const path = new URL(ticket.body.upload_url).pathname;
  expect((await h.call(`PUT ${path}`, { body: "x" })).status).toBe(403);
  expect([await isLetIn(admin), await o.holds(other.access_token), await isSignedIn(owner)]).toEqual([
    true,
    true,
    true,
  ]);
});

test("an owner is signed out by owners, nobody by members, tokens or tools, and nobody of another workspace", async () => {
  const { owner, admin, member } = await team();
  const outsider = await h.person();
  await scenario(h, { act: () => signOut(admin, owner), expect: { status: 403, error: /only an owner/ } });
  await scenario(h, { act: () => signOut(member, admin), expect: { status: 403, error: /owner or admin/ } });
  await scenario(h, {
    act: () => ({ ...signOut(owner, member), with_cookie: false }),
    expect: { status: 403, error: /a token may not sign others out/ },
  });
  await scenario(h, { act: () => signOut(owner, outsider), expect: { status: 404, error: "member not found" } });
  await scenario(h, { act: () => signOut(outsider, member), expect: { status: 404, error: "member not found" } });
  expect([...h.runtime.catalogue.tools.values()].map(({ entry }) => entry.id)).not.toContain("member.sign_out");
  for (const person of [owner, admin, member, outsider]) expect(await isSignedIn(person)).toBe(true);
});

test("admins sign out each other and themselves, which clears their own cookie", async () => {
  const { owner, admin } = await team();
  const second = await h.person({ role: "admin", workspace_id: owner.workspace_id });
  expect((await h.call(signOut(admin, second).call, signOut(admin, second))).status).toBe(200);
  const self = await h.call(signOut(admin, admin).call, signOut(admin, admin));
  expect(self.headers.get("set-cookie")).toContain("Max-Age=0");
  expect([await isSignedIn(admin), await isSignedIn(second), await isSignedIn(owner)]).toEqual([false, false, true]);
});

test("what the person reads on the content host ends with their sessions", async () => {
  const { owner, member } = await team();
  const made = await h.call("POST /api/docs", { as: owner, json: { html: "<p>secret</p>", visibility: "workspace" } });
  const visitor = createVisitor(h.fetch, h.base_url);
  const [name = "", value = ""] = member.cookie.split("=", 2);
  visitor.cookies.set(new URL(h.base_url).host, new Map([[name, value]]));
  expect((await follow(visitor, made.body.url)).response.status).toBe(200);
  await h.call(signOut(owner, member).call, signOut(owner, member));
  expect((await follow(visitor, made.body.url)).url.pathname).toBe("/auth/login");
});

/** Addresses that take a file from the person and give one to them; `by` is what their maker was known by. */
async function ticketsOf(as: Person, by: { with_cookie: boolean }) {
  const { doc_id } = (await h.call("POST /api/docs", { as, json: { html: "<p>text" } })).body;
  const download = await h.call(`POST /api/docs/${doc_id}/download`, { as, json: {}, ...by });
  const upload = await h.call("POST /api/uploads", { as, json: { filename: "a.txt" }, ...by });
  const bundle = await h.call("POST /api/bundles", { as, json: {}, ...by });
  expect([download.status, upload.status, bundle.status]).toEqual([200, 201, 201]);
  const paths = [download.body.url, upload.body.upload_url, bundle.body.url].map((url) => new URL(url).pathname);
  return { download: paths[0], upload: paths[1], bundle: paths[2] };
}

/** What the addresses answer: the file, the page to drop one on, the sending of one, and the folder as a zip. */
const tryTickets = async (on: Pick<typeof h, "open" | "call">, of: Awaited<ReturnType<typeof ticketsOf>>) => [
  (await on.open(of.download ?? "")).status,
  (await on.call(`GET ${of.upload}`)).status,
  (await on.call(`PUT ${of.upload}`, { body: "x" })).status,
  (await on.call(`GET ${of.bundle}`)).status,
];

test("addresses of uploads, downloads and bundles that a session made end with it, on every server; those that a token made stay", async () => {
  const { admin, member } = await team();
  const twin = await h.twin();
  const [bySession, byToken] = [
    await ticketsOf(member, { with_cookie: true }),
    await ticketsOf(member, { with_cookie: false }),
  ];
  for (const server of [h, twin]) expect((await server.call(`GET ${bySession.upload}`)).status).toBe(200);
  const { call, ...send } = signOut(admin, member);
  expect((await h.call(call, send)).status).toBe(200);
  await twin.runtime.database.bus.catchUp();
  for (const server of [h, twin]) expect(await tryTickets(server, bySession)).toEqual([404, 403, 403, 404]);
  expect(await tryTickets(h, byToken)).toEqual([200, 200, 201, 200]);
});

test("a browser that signs out takes along the addresses that it made, and none of another browser", async () => {
  const { member } = await team();
  const here = await ticketsOf(member, { with_cookie: true });
  const elsewhere = {
    ...member,
    cookie: issueSession(h.runtime.signer, { user_id: member.user_id, epoch: 0 }, h.clock.now()).split(";")[0] ?? "",
  };
  const there = await ticketsOf(elsewhere, { with_cookie: true });
  expect((await h.call("POST /auth/logout", { as: member, with_cookie: true })).status).toBe(204);
  expect(await tryTickets(h, here)).toEqual([404, 403, 403, 404]);
  expect(await tryTickets(h, there)).toEqual([200, 200, 201, 200]);
});
