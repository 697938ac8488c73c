// Groups: who sees and changes them, their handles, what becomes of a directory's, and what their page shows.
import { expect, test } from "bun:test";
import { groupEndHook, handle, type Plan } from "../../kernel/plugin.ts";
import { type GroupGrant, groupGrantsHook } from "../../plugins/groups/port.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";

const ended: number[] = [];
const GRANT: GroupGrant = {
  id: 7,
  resource_type: "root",
  label: "Handbook",
  root_id: 3,
  folder: null,
  doc_id: null,
  level: "view",
};
/** A plugin above, as those that keep grants are. */
const above = {
  plugin: {
    name: "granting",
    operations: [],
    handles: () => [
      handle(groupGrantsHook, ({ actor }) => (actor.role === "owner" ? [GRANT] : [])),
      handle(groupEndHook, ({ group_id }) => void ended.push(group_id)),
    ],
  },
  entry: {
    purpose: "Grants for a test.",
    needs: ["groups"],
    toolset: "docs",
    editions: ["publisher", "community", "cloud"],
  },
};
const h = await openHarness({ extra: [above] });
const stranger = await h.person();

async function team(plan: Plan = "team") {
  const owner = await h.person({ plan });
  const { workspace_id } = owner;
  const admin = await h.person({ role: "admin", workspace_id });
  const member = await h.person({ role: "member", workspace_id });
  return { owner, admin, member };
}

const make = (as: Person, json: unknown) => h.call("POST /api/groups", { as, json });

test("owners and admins make groups, every member sees them, and who may change them", async () => {
  for (const who of ["owner", "admin"] as const) {
    await scenario(h, {
      given: () => team(),
      act: (people) => ({ call: "POST /api/groups", as: people[who], json: { name: " Design & Brand " } }),
      expect: {
        status: 201,
        body: {
          name: "Design & Brand",
          slug: "design-brand",
          source: "native",
          description: "",
          member_count: 0,
          pending_count: 0,
          members: [],
          created_at: h.clock.now().toISOString(),
        },
        audit: [
          { action: "group.create", target_type: "group", meta: { name: "Design & Brand", slug: "design-brand" } },
        ],
      },
    });
  }
  const { owner, member } = await team();
  const made = (await make(owner, { name: "Sales", description: "Who sells" })).body;
  await h.call(`POST /api/groups/${made.id}/members`, { as: owner, json: { email: member.email } });
  await scenario(h, {
    act: () => ({ call: "GET /api/groups", as: member }),
    expect: {
      status: 200,
      body: {
        can_manage: false,
        groups: [
          {
            ...made,
            description: "Who sells",
            member_count: 1,
            members: [{ id: member.user_id, email: member.email, role: "member" }],
          },
        ],
      },
    },
  });
  expect((await h.call("GET /api/groups", { as: owner })).body.can_manage).toBe(true);
  expect((await h.call("GET /api/groups", { as: stranger })).body.groups).toEqual([]);
  expect((await h.call("GET /api/groups")).status).toBe(401);
});

test("a second group of one name is a 409; a name without Latin letters gets a handle with a number", async () => {
  const { owner } = await team();
  expect((await make(owner, { name: "Design" })).status).toBe(201);
  await scenario(h, {
    act: () => ({ call: "POST /api/groups", as: owner, json: { name: "design!" } }),
    expect: { status: 409, error: /already a group with the handle "design"/ },
  });
  const slugs: string[] = [];
  for (const name of ["设计", "销售"]) slugs.push((await make(owner, { name })).body.slug);
  expect(slugs).toEqual(["group", "group-2"]);
  expect((await make(stranger, { name: "Design" })).status).toBe(201);
  for (const json of [{ name: "" }, { name: "  " }, { name: "x".repeat(101) }]) {
    expect((await make(owner, json)).status).toBe(400);
  }
  for (const json of [{}, { name: 7 }]) expect((await make(owner, json)).status).toBe(422);
});

test("of two groups of one name made at once exactly one is", async () => {
  const { owner } = await team();
  const answers = await Promise.all([1, 2, 3].map(() => make(owner, { name: "Race" })));
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409]);
});

test("a group gets the handle that its maker chose; one that is taken is a 409, one of another form a 400", async () => {
  const { owner, admin } = await team();
  await scenario(h, {
    given: () => team(),
    act: (people) => ({
      call: "POST /api/groups",
      as: people.admin,
      json: { name: "Design", handle: "design-berlin" },
    }),
    expect: {
      status: 201,
      body: { name: "Design", slug: "design-berlin" },
      audit: [{ action: "group.create", meta: { name: "Design", slug: "design-berlin" } }],
    },
  });
  expect((await make(owner, { name: "Design", handle: "x" })).body.slug).toBe("x");
  expect((await make(owner, { name: "Design" })).body.slug).toBe("design");
  await scenario(h, {
    act: () => ({ call: "POST /api/groups", as: admin, json: { name: "Other", handle: "x" } }),
    expect: { status: 409, body: { code: "already_exists", slug: "x" }, error: /handle "x"; choose another handle/ },
  });
  for (const handle of ["", "Design", "-a", "a--b", "a_b", "ä", "a".repeat(41)]) {
    await scenario(h, {
      act: () => ({ call: "POST /api/groups", as: admin, json: { name: "Other", handle } }),
      expect: { status: 400, error: /handle/ },
    });
  }
  const { body } = await h.call("GET /api/members?group=x", { as: admin });
  expect(body.members).toEqual([]);
});

test("renaming keeps the handle; the description is cleared with null; nothing to change is a 400", async () => {
  const { owner } = await team();
  const { id } = (await make(owner, { name: "Design" })).body;
  const change = (json: unknown) => h.call(`PATCH /api/groups/${id}`, { as: owner, json });
  expect((await change({ name: "Brand", description: "Colours" })).body).toMatchObject({
    name: "Brand",
    slug: "design",
    description: "Colours",
  });
  expect((await change({ description: null })).body).toMatchObject({ name: "Brand", description: "" });
  const rows = (await h.audit()).slice(-2);
  expect(rows.map((row) => row.action)).toEqual(["group.update", "group.update"]);
  const { length } = await h.audit();
  expect((await change({ name: "Brand" })).status).toBe(200);
  expect(await h.audit()).toHaveLength(length);
  expect((await change({})).status).toBe(400);
  expect((await change({ description: "x".repeat(513) })).status).toBe(400);
});

test("the page of a group shows what waits, what was changed, and only grants that the caller can inspect", async () => {
  const { owner, admin, member } = await team();
  const { id } = (await make(owner, { name: "Design" })).body;
  const invited = { email: "guest@example.net", group_ids: [id] };
  const invite = (await h.call("POST /api/invites", { as: owner, json: invited })).body;
  await h.call(`POST /api/groups/${id}/members`, { as: admin, json: { email: member.email } });
  const page = (await h.call(`GET /api/groups/${id}`, { as: owner })).body;
  expect(page).toMatchObject({
    id,
    member_count: 1,
    pending_count: 1,
    pending: [{ id: invite.id, email: "guest@example.net", role: "member", expires_at: invite.expires_at }],
    recent_changes: [
      { action: "group.member_add", actor: admin.email, meta: { emails: [member.email] } },
      { action: "group.create", actor: owner.email },
    ],
    grants: [GRANT],
  });
  expect((await h.call(`GET /api/groups/${id}`, { as: admin })).body.grants).toEqual([]);
  expect((await h.call(`GET /api/groups/${id}`, { as: member })).status).toBe(403);
});

test("a deleted group is asked about first, and gone with its members and assignments", async () => {
  const { owner, member } = await team();
  const { id } = (await make(owner, { name: "Design" })).body;
  await h.call(`POST /api/groups/${id}/members`, { as: owner, json: { email: member.email } });
  await h.call("POST /api/invites", { as: owner, json: { email: "else@example.net", group_ids: [id] } });
  const gone = await h.call(`DELETE /api/groups/${id}`, { as: owner });
  expect(gone.body).toEqual({ id, deleted: true });
  expect(ended).toContain(id);
  expect((await h.audit()).at(-1)).toMatchObject({ action: "group.delete", meta: { name: "Design", slug: "design" } });
  const { sql } = h.runtime.database;
  expect((await sql`select 1 from group_members where group_id = ${id}`).count).toBe(0);
  expect((await sql`select 1 from invite_groups where group_id = ${id}`).count).toBe(0);
  expect((await h.call(`DELETE /api/groups/${id}`, { as: owner })).status).toBe(404);
  expect((await make(owner, { name: "Design" })).status).toBe(201);
});

test("a group that SCIM, a directory or the provider keeps rejects every local change with 409", async () => {
  const { owner, member } = await team();
  for (const source of ["scim", "idp", "directory:example"]) {
    const { id } = (await make(owner, { name: `Kept by ${source}` })).body;
    await h.runtime.database.sql`update groups set source = ${source} where group_id = ${id}`;
    const changes = [
      [`PATCH /api/groups/${id}`, { name: "Mine" }],
      [`POST /api/groups/${id}/members`, { email: member.email }],
      [`DELETE /api/groups/${id}/members?email=${member.email}`, undefined],
      [`PUT /api/groups/${id}/members`, { emails: [member.email], present: true }],
    ] as const;
    for (const [call, json] of changes) {
      await scenario(h, {
        act: () => ({ call, as: owner, json }),
        expect: { status: 409, error: new RegExp(`is kept by ${source}`) },
      });
    }
    expect((await h.call("GET /api/groups", { as: owner })).body.groups[0].source).toBe(source);
  }
});

test("changes are not for members, and a group of another workspace is as one that does not exist", async () => {
  const { owner, member } = await team();
  const { id } = (await make(owner, { name: "Design" })).body;
  const routes = [
    [`GET /api/groups/${id}`, undefined],
    [`PATCH /api/groups/${id}`, { name: "Mine" }],
    [`DELETE /api/groups/${id}`, undefined],
    [`POST /api/groups/${id}/members`, { email: member.email }],
    [`DELETE /api/groups/${id}/members?email=${member.email}`, undefined],
    [`PUT /api/groups/${id}/members`, { emails: [member.email], present: true }],
  ] as const;
  expect((await make(member, { name: "Mine" })).status).toBe(403);
  for (const [route, json] of routes) {
    const refused = await h.call(route, { as: member, json });
    expect(refused.status).toBe(403);
    expect(refused.body.error).toBe("workspace owner or admin role required");
    expect((await h.call(route, { json })).status).toBe(401);
    const theirs = await h.call(route, { as: stranger, json });
    const unknown = await h.call(route.replace(String(id), "987654"), { as: stranger, json });
    expect(theirs.status).toBe(404);
    expect({ ...theirs.body, request_id: "" }).toEqual({ ...unknown.body, request_id: "" });
  }
});

test.each([
  ["free", 403],
  ["team", 200],
] as const)("on the %s plan groups answer %i, and taking away always works", async (plan, status) => {
  const { owner, member } = await team(plan);
  const [row] = await h.runtime.database.sql`
    insert into groups (workspace_id, slug, name, created_at)
    values (${owner.workspace_id}, 'old', 'Old', ${h.clock.now()}) returning group_id`;
  const id = row?.["group_id"];
  await h.runtime.database.sql`
    insert into group_members (group_id, user_id, workspace_id, added_at)
    values (${id}, ${member.user_id}, ${owner.workspace_id}, ${h.clock.now()})`;
  const gated = [
    ["GET /api/groups", undefined],
    [`GET /api/groups/${id}`, undefined],
    [`PATCH /api/groups/${id}`, { description: "old" }],
    [`PUT /api/groups/${id}/members`, { emails: [member.email], present: true }],
  ] as const;
  for (const [route, json] of gated) {
    const answer = await h.call(route, { as: owner, json });
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.body.error).toContain("groups need the Team plan or above");
  }
  const made = await make(owner, { name: "New" });
  expect(made.status).toBe(status === 403 ? 403 : 201);
  const added = await h.call(`POST /api/groups/${id}/members`, { as: owner, json: { email: member.email } });
  expect(added.status).toBe(status === 403 ? 403 : 201);
  const out = { emails: [member.email], present: false };
  expect((await h.call(`PUT /api/groups/${id}/members`, { as: owner, json: out })).status).toBe(200);
  expect((await h.call(`DELETE /api/groups/${id}`, { as: owner })).status).toBe(200);
});
