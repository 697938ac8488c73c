// Members: who sees them, who changes their roles, who goes where when they leave.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";

const h = await openHarness();

/** A workspace with one person of each role. */
async function team(plan: "free" | "team" | "enterprise" = "enterprise") {
  const owner = await h.person({ plan });
  const { workspace_id } = owner;
  const admin = await h.person({ role: "admin", workspace_id });
  const member = await h.person({ role: "member", workspace_id });
  return { owner, admin, member };
}

const stranger = await h.person();

test("the list shows every member to each of them, with seats, and nobody else's", async () => {
  const { owner, member } = await team("team");
  await scenario(h, {
    act: () => ({ call: "GET /api/members", as: member }),
    expect: {
      status: 200,
      body: {
        me: { id: member.user_id, email: member.email, role: "member" },
        workspace: {
          id: owner.workspace_id,
          slug: owner.workspace,
          plan: "team",
          member_cap: 25,
          pending_invites: 0,
          seats_left: 22,
        },
      },
    },
  });
  const { body } = await h.call("GET /api/members", { as: member });
  expect(body.members.map((one: { role: string }) => one.role)).toEqual(["owner", "admin", "member"]);
  expect(body.members[2]).toEqual({
    id: member.user_id,
    email: member.email,
    name: null,
    role: "member",
    joined: h.clock.now().toISOString(),
    disabled: false,
    last_sign_in: null,
    sso: false,
    scim: false,
    is_me: true,
  });
  expect((await h.call("GET /api/members")).status).toBe(401);
  const theirs = (await h.call("GET /api/members", { as: stranger })).body.members;
  expect(theirs.map((one: { id: number }) => one.id)).toEqual([stranger.user_id]);
});

test("a switched-off account is listed as such and holds no seat", async () => {
  const { owner, member } = await team("team");
  await h.runtime.database.sql`update users set disabled_at = ${h.clock.now()} where user_id = ${member.user_id}`;
  const { body } = await h.call("GET /api/members", { as: owner });
  expect(body.workspace.seats_left).toBe(23);
  expect(body.members.find((one: { id: number }) => one.id === member.user_id).disabled).toBe(true);
});

test("an owner changes a role, which holds on the person's next request, their tokens included", async () => {
  const { owner, admin } = await team();
  const invites = () => h.call("GET /api/invites", { as: admin });
  expect((await invites()).status).toBe(200);
  const changed = await h.call(`PATCH /api/members/${admin.user_id}`, { as: owner, json: { role: "member" } });
  expect(changed.status).toBe(200);
  expect(changed.body).toMatchObject({ id: admin.user_id, role: "member", is_me: false });
  expect((await invites()).status).toBe(403);
  const cookie = await h.call("GET /api/invites", { as: admin, with_cookie: true });
  expect(cookie.status).toBe(403);
  const [row] = (await h.audit()).slice(-1);
  expect(row).toMatchObject({
    action: "member.role",
    target_type: "user",
    target_id: String(admin.user_id),
    meta: { email: admin.email, role: "member", previous_role: "admin" },
  });
});

test("the same role again writes no audit row", async () => {
  const { owner, admin } = await team();
  await scenario(h, {
    act: () => ({ call: `PATCH /api/members/${admin.user_id}`, as: owner, json: { role: "admin" } }),
    expect: { status: 200, body: { role: "admin" } },
  });
});

test("roles are an owner's to give: 403 for admins and members, 404 for who is not here, 400 for no owner left", async () => {
  const { owner, admin, member } = await team();
  const change = (as: Person, id: number, json: unknown) => h.call(`PATCH /api/members/${id}`, { as, json });
  for (const as of [admin, member]) {
    const refused = await change(as, member.user_id, { role: "admin" });
    expect(refused.status).toBe(403);
    expect(refused.body.error).toBe("owner role required");
  }
  expect((await change(owner, stranger.user_id, { role: "member" })).status).toBe(404);
  expect((await change(owner, 999_999, { role: "member" })).status).toBe(404);
  const last = await change(owner, owner.user_id, { role: "admin" });
  expect(last.status).toBe(400);
  expect(last.body.error).toContain("last owner");
  expect((await change(owner, member.user_id, { role: "king" })).status).toBe(400);
  expect((await change(owner, member.user_id, {})).status).toBe(422);
  expect((await change(owner, 0, { role: "member" })).status).toBe(400);
});

test("an owner who is switched off does not count as one that remains", async () => {
  const { owner, admin } = await team();
  await h.call(`PATCH /api/members/${admin.user_id}`, { as: owner, json: { role: "owner" } });
  await h.runtime.database.sql`update users set disabled_at = ${h.clock.now()} where user_id = ${admin.user_id}`;
  const last = await h.call(`PATCH /api/members/${owner.user_id}`, { as: owner, json: { role: "member" } });
  expect(last.status).toBe(400);
});

test("ownership is handed over: the caller becomes an admin, both changes are noted", async () => {
  await scenario(h, {
    given: () => team(),
    act: ({ owner, member }) => ({
      call: "POST /api/members/transfer",
      as: owner,
      json: { user_id: member.user_id },
    }),
    expect: ({ owner, member }) => ({
      status: 200,
      body: { owner: member.user_id, previous_owner: owner.user_id },
      audit: [
        { action: "member.role", target_id: String(member.user_id), meta: { role: "owner" } },
        // By a token: what the new owner sets about sign-in waits for the former.
        { action: "member.unconfirmed", target_id: String(member.user_id), meta: { role: "owner" } },
        { action: "member.role", target_id: String(owner.user_id), meta: { role: "admin" } },
      ],
    }),
  });
});

test("ownership goes to an active member of the workspace alone", async () => {
  const { owner, admin, member } = await team();
  const hand = (as: Person, user_id: number) => h.call("POST /api/members/transfer", { as, json: { user_id } });
  expect((await hand(admin, member.user_id)).status).toBe(403);
  expect((await hand(owner, owner.user_id)).status).toBe(400);
  expect((await hand(owner, stranger.user_id)).status).toBe(404);
  await h.runtime.database.sql`update users set disabled_at = ${h.clock.now()} where user_id = ${member.user_id}`;
  expect((await hand(owner, member.user_id)).status).toBe(400);
});

test("a removed person is in a new workspace of their own on their next request, tokens included", async () => {
  const { owner, member } = await team("team");
  const group = (await h.call("POST /api/groups", { as: owner, json: { name: "Design" } })).body;
  await h.call(`POST /api/groups/${group.id}/members`, { as: owner, json: { email: member.email } });
  expect((await h.call("GET /api/me", { as: member })).body.workspace.slug).toBe(owner.workspace);
  const gone = await h.call(`DELETE /api/members/${member.user_id}`, { as: owner });
  expect(gone.status).toBe(200);
  expect(gone.body.removed).toBe(member.user_id);
  const { slug, id } = gone.body.moved_to;
  for (const with_cookie of [false, true]) {
    const me = (await h.call("GET /api/me", { as: member, with_cookie })).body;
    expect(me).toMatchObject({ workspace: { slug }, is_admin: true });
    const list = (await h.call("GET /api/members", { as: member, with_cookie })).body;
    expect(list.workspace.id).toBe(id);
    expect(list.members).toHaveLength(1);
  }
  const left = await h.call("GET /api/members", { as: owner });
  expect(left.body.members.map((one: { id: number }) => one.id)).not.toContain(member.user_id);
  expect((await h.call(`GET /api/groups/${group.id}`, { as: owner })).body.members).toEqual([]);
  const [row] = (await h.audit()).slice(-1);
  expect(row).toMatchObject({ action: "member.leave", actor: owner.email, meta: { removed: true, moved_to: slug } });
  const [token] = await h.runtime.database.sql`select workspace_id from tokens where user_id = ${member.user_id}`;
  expect(token?.["workspace_id"]).toBe(id);
});

test("removal is for owners and admins, of owners for owners alone, and never of oneself", async () => {
  const { owner, admin, member } = await team();
  const remove = (as: Person, id: number) => h.call(`DELETE /api/members/${id}`, { as });
  expect((await remove(member, admin.user_id)).status).toBe(403);
  const refused = await remove(admin, owner.user_id);
  expect(refused.status).toBe(403);
  expect(refused.body.error).toBe("only an owner may remove an owner");
  for (const self of [owner, admin]) {
    const answer = await remove(self, self.user_id);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain("cannot remove yourself");
  }
  expect((await remove(owner, stranger.user_id)).status).toBe(404);
  expect((await remove(admin, member.user_id)).status).toBe(200);
  expect((await remove(admin, member.user_id)).status).toBe(404);
});

test("two owners who remove each other: one of them goes, the workspace keeps an owner", async () => {
  for (let round = 0; round < 5; round++) {
    const one = await h.person();
    const other = await h.person({ role: "owner", workspace_id: one.workspace_id });
    const answers = await Promise.all([
      h.call(`DELETE /api/members/${other.user_id}`, { as: one }),
      h.call(`DELETE /api/members/${one.user_id}`, { as: other }),
    ]);
    const [done, refused] = answers.map((answer) => answer.status).sort();
    // Who was moved is asked to come again, and who comes after that is somewhere else, where no such member is.
    expect([done, refused === 401 || refused === 404]).toEqual([200, true]);
    const [row] = await h.runtime.database.sql`
      select count(*)::int as owners from users where workspace_id = ${one.workspace_id} and role = 'owner'`;
    expect(row?.["owners"]).toBe(1);
  }
});

test("two owners who step down at once: one stays", async () => {
  for (let round = 0; round < 5; round++) {
    const one = await h.person();
    const other = await h.person({ role: "owner", workspace_id: one.workspace_id });
    const answers = await Promise.all(
      [one, other].map((as) => h.call(`PATCH /api/members/${as.user_id}`, { as, json: { role: "admin" } })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
  }
});
