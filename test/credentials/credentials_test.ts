// What can act in a workspace, for its owners and admins:
// everybody's tokens and connections, to see, to search and to end.
import { afterAll, expect, test } from "bun:test";
import { DAY_MS } from "../../kernel/plugin.ts";
import type { ParsedBody, Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { openOauthServer } from "../oauth/oauth_server.ts";

const o = await openOauthServer();
const { h } = o;
afterAll(() => o.close());
const { sql } = h.runtime.database;

async function team() {
  const owner = await h.person({ plan: "team" });
  const { workspace_id } = owner;
  const admin = await h.person({ role: "admin", workspace_id });
  const member = await h.person({ role: "member", workspace_id });
  return { owner, admin, member };
}
const outsider = await h.person();

const list = async (as: Person, query = "") => (await h.call(`GET /api/workspace/tokens${query}`, { as })).body.tokens;
const mint = async (as: Person, name: string, ttl_days = 365) =>
  (await h.call("POST /api/tokens", { as, with_cookie: true, json: { name, ttl_days } })).body;
const revoke = (as: Person, id: number) =>
  ({ call: `POST /api/workspace/tokens/${id}/revoke`, as, with_cookie: true }) as const;
const names = (tokens: ParsedBody[]) => tokens.map((one) => one.name);

test("owners and admins see every token with its owner, last use and limits, and nothing of a secret", async () => {
  const { owner, admin, member } = await team();
  const made = await mint(member, "backup script");
  const [shown] = await list(admin);
  expect(shown).toEqual({
    id: made.id,
    name: "backup script",
    prefix: made.prefix,
    created_at: h.clock.now().toISOString(),
    expires_at: new Date(h.clock.now().getTime() + 365 * DAY_MS).toISOString(),
    last_used_at: null,
    revoked: false,
    client: null,
    limits: null,
    owner: { id: member.user_id, email: member.email, name: null, role: "member", disabled: false },
  });
  const whole = JSON.stringify(await list(owner));
  const secret = made.token.slice(`dsk_${made.prefix}_`.length);
  expect(whole).not.toContain(secret);
  const [row] = await sql<{ hash: string }[]>`
    select encode(secret_sha256, 'hex') as hash from tokens where token_id = ${made.id}`;
  expect(whole).not.toContain(row?.hash ?? "a hash");
  expect(names(await list(owner))).toEqual(["backup script", "test", "test", "test"]);
  expect(names(await list(outsider))).toEqual(["test"]);
  for (const call of ["GET /api/workspace/tokens", "GET /api/workspace/connections"]) {
    await scenario(h, { act: () => ({ call, as: member }), expect: { status: 403, error: /owner or admin/ } });
    expect((await h.call(call)).status).toBe(401);
  }
});

test("tokens are searched by their name, prefix and owner, and filtered by owner, last use and whether they hold, in pages", async () => {
  const { owner, admin, member } = await team();
  await sql`update tokens set revoked_at = ${h.clock.now()} where user_id = ${admin.user_id}`;
  await sql`update users set name = 'Berta_B' where user_id = ${member.user_id}`;
  const old = await mint(member, "100% old", 10);
  h.clock.advance(11 * DAY_MS);
  const used = await mint(member, "Used");
  const at = h.clock.now();
  await sql`update tokens set last_used_at = ${at} where token_id = ${used.id}`;
  const day = (days: number) => new Date(at.getTime() + days * DAY_MS).toISOString();
  expect(names(await list(owner, "?q=100%25"))).toEqual(["100% old"]);
  expect(names(await list(owner, `?q=${used.prefix.toUpperCase()}`))).toEqual(["Used"]);
  expect(names(await list(owner, "?q=berta_b"))).toEqual(["Used", "100% old", "test"]);
  expect(names(await list(owner, `?q=${encodeURIComponent(admin.email)}`))).toEqual(["test"]);
  expect(names(await list(owner, `?user_id=${member.user_id}&status=live`))).toEqual(["Used", "test"]);
  expect((await list(owner, "?status=ended")).map((one: ParsedBody) => one.id)).toEqual([old.id, expect.any(Number)]);
  expect(names(await list(owner, `?user_id=${member.user_id}&last_used_before=${day(-1)}`))).toEqual([
    "100% old",
    "test",
  ]);
  expect(names(await list(owner, `?user_id=${member.user_id}&last_used_before=${day(1)}`))).toHaveLength(3);
  const first = (await h.call("GET /api/workspace/tokens?limit=2&q=berta", { as: owner })).body;
  const rest = (await h.call(`GET /api/workspace/tokens?limit=2&q=berta&cursor=${first.next_cursor}`, { as: owner }))
    .body;
  expect([...names(first.tokens), ...names(rest.tokens)]).toEqual(["Used", "100% old", "test"]);
  expect(rest.next_cursor).toBeUndefined();
  await scenario(h, {
    act: () => ({ call: "GET /api/workspace/tokens?last_used_before=soon", as: owner }),
    expect: { status: 400, error: /last_used_before "soon" is no time/ },
  });
});

test("an admin revokes a member's token at once on every server, and the log says whose", async () => {
  const { admin, member } = await team();
  const made = await mint(member, "leaked");
  const me = { headers: { authorization: `Bearer ${made.token}` } };
  expect((await h.call("GET /api/me", me)).status).toBe(200);
  await scenario(h, {
    act: () => revoke(admin, made.id),
    expect: {
      status: 200,
      body: { revoked: true },
      audit: [
        {
          action: "token.revoke",
          actor: admin.email,
          target_id: String(made.id),
          meta: { email: member.email, name: "leaked" },
        },
      ],
    },
  });
  expect((await h.call("GET /api/me", me)).status).toBe(401);
  // Again, and nothing is written.
  await scenario(h, { act: () => revoke(admin, made.id), expect: { status: 200, body: { revoked: true } } });
});

test("an owner's token is for owners to revoke; a token revokes nobody's; another workspace's is a 404", async () => {
  const { owner, admin, member } = await team();
  const second = await h.person({ workspace_id: owner.workspace_id });
  const [ofOwner, ofMember, foreign] = await Promise.all([mint(owner, "o"), mint(member, "m"), mint(outsider, "x")]);
  await scenario(h, { act: () => revoke(admin, ofOwner.id), expect: { status: 403, error: /only an owner/ } });
  await scenario(h, { act: () => revoke(member, ofMember.id), expect: { status: 403, error: /owner or admin/ } });
  await scenario(h, {
    act: () => ({ ...revoke(owner, ofMember.id), with_cookie: false }),
    expect: { status: 403, error: /a token may not revoke the tokens of others/ },
  });
  await scenario(h, { act: () => revoke(owner, foreign.id), expect: { status: 404, error: "token not found" } });
  await scenario(h, { act: () => revoke(owner, 999_999), expect: { status: 404, error: "token not found" } });
  expect((await h.call(revoke(second, ofOwner.id).call, revoke(second, ofOwner.id))).status).toBe(200);
  expect((await h.call(revoke(admin, ofMember.id).call, revoke(admin, ofMember.id))).status).toBe(200);
});

test("connections are listed with what they may do and whom they act for, searched, and ended with all their tokens", async () => {
  const { owner, admin, member } = await team();
  const read = await o.connect(member, {
    client_id: await o.client("Reader"),
    choice: { access: "read", toolsets: ["docs"] },
  });
  await o.connect(owner, { client_id: await o.client("Writer") });
  const shown = (await h.call("GET /api/workspace/connections", { as: admin })).body.connections;
  expect(shown.map((one: ParsedBody) => [one.client.name, one.owner.email])).toEqual([
    ["Writer", owner.email],
    ["Reader", member.email],
  ]);
  const [ofOwner, ofMember] = shown;
  const own = (await h.call("GET /api/connections", { as: member })).body.connections[0];
  const { owner: whose, ...rest } = ofMember;
  expect(rest).toEqual(own);
  expect(whose).toEqual({ id: member.user_id, email: member.email, name: null, role: "member", disabled: false });
  expect(JSON.stringify(shown)).not.toContain(read.refresh_token);
  const found = async (query: string) =>
    (await h.call(`GET /api/workspace/connections?${query}`, { as: admin })).body.connections.map(
      (one: ParsedBody) => one.client.name,
    );
  expect(await found("q=READ")).toEqual(["Reader"]);
  expect(await found(`q=${encodeURIComponent(owner.email)}`)).toEqual(["Writer"]);
  expect(await found(`user_id=${member.user_id}`)).toEqual(["Reader"]);
  expect(await found(`last_used_before=${new Date(h.clock.now().getTime() + 1000).toISOString()}`)).toEqual([
    "Writer",
    "Reader",
  ]);
  const end = (as: Person, id: number) => ({ call: `DELETE /api/workspace/connections/${id}`, as, with_cookie: true });
  await scenario(h, { act: () => end(admin, ofOwner.id), expect: { status: 403, error: /only an owner/ } });
  await scenario(h, { act: () => end(outsider, ofMember.id), expect: { status: 404, error: "connection not found" } });
  await scenario(h, {
    act: () => ({ ...end(admin, ofMember.id), with_cookie: false }),
    expect: { status: 403, error: /a token may not end the connections of others/ },
  });
  expect(await o.holds(read.access_token)).toBe(true);
  await scenario(h, {
    act: () => end(admin, ofMember.id),
    expect: {
      status: 200,
      body: { id: ofMember.id, deleted: true },
      audit: [{ action: "connection.end", actor: admin.email, meta: { client: "Reader", email: member.email } }],
    },
  });
  expect(await o.holds(read.access_token)).toBe(false);
  expect((await o.refresh(read, read.refresh_token)).status).toBe(400);
  await scenario(h, { act: () => end(admin, ofMember.id), expect: { status: 404, error: "connection not found" } });
});

test("the lists answer the same on every plan, since they only take access away", async () => {
  const owner = await h.person({ plan: "free" });
  expect(names(await list(owner))).toEqual(["test"]);
  expect((await h.call("GET /api/workspace/connections", { as: owner })).body).toEqual({ connections: [] });
});
