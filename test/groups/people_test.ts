// Who is in a group: one by one and many at once, all or none, also while people leave and groups end.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";

const h = await openHarness();
const stranger = await h.person();

async function team() {
  const owner = await h.person({ plan: "team" });
  const { workspace_id } = owner;
  const members: Person[] = [];
  for (let count = 0; count < 3; count++) members.push(await h.person({ role: "member", workspace_id }));
  const group = (await h.call("POST /api/groups", { as: owner, json: { name: "Design" } })).body;
  return { owner, members, path: `/api/groups/${group.id}/members`, id: group.id as number };
}

const emailsOf = (people: readonly Person[]) => people.map((person) => person.email);
const membersIn = (body: { members: { email: string }[] }) => body.members.map((one) => one.email);

test("a member of the workspace is put in by address, in whatever case, and once", async () => {
  const { owner, members, path, id } = await team();
  const [one] = members as [Person];
  const added = await h.call(`POST ${path}`, { as: owner, json: { email: one.email.toUpperCase() } });
  expect(added.status).toBe(201);
  expect(membersIn(added.body)).toEqual([one.email]);
  expect((await h.audit()).at(-1)).toMatchObject({
    action: "group.member_add",
    target_id: String(id),
    meta: { user_ids: [one.user_id], emails: [one.email] },
  });
  await scenario(h, {
    act: () => ({ call: `POST ${path}`, as: owner, json: { email: one.email } }),
    expect: { status: 201, body: { member_count: 1 } },
  });
});

test("who is not an active member of the workspace is a 404 and changes nothing", async () => {
  const { owner, members, path } = await team();
  const [one, two] = members as [Person, Person];
  await h.runtime.database.sql`update users set disabled_at = ${h.clock.now()} where user_id = ${two.user_id}`;
  for (const email of [stranger.email, "nobody@example.net", two.email]) {
    await scenario(h, {
      act: () => ({ call: `POST ${path}`, as: owner, json: { email } }),
      expect: { status: 404, error: `${email} is not a member of this workspace` },
    });
    for (const present of [true, false]) {
      await scenario(h, {
        act: () => ({ call: `PUT ${path}`, as: owner, json: { emails: [one.email, email], present } }),
        expect: { status: 404, error: new RegExp(email) },
      });
    }
  }
});

test("many are put in and taken out at once", async () => {
  await scenario(h, {
    given: () => team(),
    act: ({ owner, members, path }) => ({
      call: `PUT ${path}`,
      as: owner,
      json: { emails: emailsOf(members), present: true },
    }),
    expect: ({ id }) => ({
      status: 200,
      body: { member_count: 3 },
      audit: [{ action: "group.member_add", target_id: String(id) }],
    }),
  });
  const { owner, members, path } = await team();
  const [one, two] = members as [Person, Person];
  const put = (people: readonly Person[], present: boolean) =>
    h.call(`PUT ${path}`, { as: owner, json: { emails: emailsOf(people), present } });
  await put([one, two, one], true);
  const left = await put([one], false);
  expect(membersIn(left.body)).toEqual([two.email]);
  expect((await h.audit()).at(-1)).toMatchObject({ action: "group.member_remove", meta: { emails: [one.email] } });
  const before = (await h.audit()).length;
  await put([one], false);
  expect((await h.audit()).length).toBe(before);
});

test("a hundred addresses are taken, one more and none at all are refused", async () => {
  const { owner, path } = await team();
  const put = (count: number) =>
    h.call(`PUT ${path}`, {
      as: owner,
      json: { emails: Array.from({ length: count }, () => owner.email), present: true },
    });
  expect((await put(100)).status).toBe(200);
  expect((await put(101)).status).toBe(400);
  expect((await put(0)).status).toBe(400);
  expect((await h.call(`PUT ${path}`, { as: owner, json: { emails: "x", present: true } })).status).toBe(422);
});

test("a person is taken out by address; who is not in the group is a 404", async () => {
  const { owner, members, path } = await team();
  const [one] = members as [Person];
  await h.call(`POST ${path}`, { as: owner, json: { email: one.email } });
  const out = await h.call(`DELETE ${path}?email=${encodeURIComponent(one.email)}`, { as: owner });
  expect(out.body).toMatchObject({ member_count: 0, members: [] });
  expect((await h.audit()).at(-1)?.action).toBe("group.member_remove");
  expect((await h.call(`DELETE ${path}?email=${encodeURIComponent(one.email)}`, { as: owner })).status).toBe(404);
  expect((await h.call(`DELETE ${path}`, { as: owner })).status).toBe(422);
});

test("somebody who is put in while they are removed from the workspace is in neither afterwards", async () => {
  for (let round = 0; round < 4; round++) {
    const { owner, members, path } = await team();
    const [one] = members as [Person];
    const [added, removed] = await Promise.all([
      h.call(`POST ${path}`, { as: owner, json: { email: one.email } }),
      h.call(`DELETE /api/members/${one.user_id}`, { as: owner }),
    ]);
    expect([201, 404]).toContain(added.status);
    expect(removed.status).toBe(200);
    const { count } = await h.runtime.database.sql`select 1 from group_members where user_id = ${one.user_id}`;
    expect(count).toBe(0);
  }
});

test("a group that ends while people are put into it and assigned to it leaves nothing behind", async () => {
  for (let round = 0; round < 4; round++) {
    const { owner, members, path, id } = await team();
    const email = `group-race${round}@example.net`;
    const [put, invited, ended] = await Promise.all([
      h.call(`PUT ${path}`, { as: owner, json: { emails: emailsOf(members), present: true } }),
      h.call("POST /api/invites", { as: owner, json: { email, group_ids: [id] } }),
      h.call(`DELETE /api/groups/${id}`, { as: owner }),
    ]);
    expect([200, 404]).toContain(put.status);
    expect([201, 404]).toContain(invited.status);
    expect(ended.status).toBe(200);
    for (const table of ["group_members", "invite_groups"]) {
      const { sql } = h.runtime.database;
      expect((await sql`select 1 from ${sql(table)} where group_id = ${id}`).count).toBe(0);
    }
  }
});
