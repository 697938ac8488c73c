// Groups by SCIM: kept by the provider, used in grants as any other (rules: provisioning/groups).
import { describe, expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { openProvider, type Provider, patch } from "./provider.ts";

const h = await openHarness();
let counter = 0;
const address = () => `user${++counter}@firm.example`;
const idsOf = (group: { members: { value: string }[] }) => group.members.map((member) => member.value);

async function withUsers(count = 3) {
  const p = await openProvider(h);
  const users = [];
  for (let n = 0; n < count; n++)
    users.push(await p.made("POST /Users", { userName: address(), externalId: `ext-${n}` }));
  return { p, users, ids: users.map((user): string => user.id) };
}

const group = (p: Provider, json: object) => p.made("POST /Groups", json);

test("a group is made with a handle from its name, and its members by id, externalId and address", async () => {
  const { p, users, ids } = await withUsers();
  const members = [{ value: ids[0] }, { value: "EXT-1" }, { value: users[2].userName.toUpperCase() }];
  const answer = await p.send("POST /Groups", { displayName: "Sales EMEA", externalId: "g-1", members });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([201, "application/scim+json"]);
  const { id } = answer.body;
  const location = `${h.base_url}/scim/v2/Groups/${id}`;
  expect(answer.headers.get("location")).toBe(location);
  expect(answer.body).toEqual({
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:Group"],
    id: expect.stringMatching(/^\d+$/),
    externalId: "g-1",
    displayName: "Sales EMEA",
    members: users.map((user) => ({
      value: user.id,
      display: user.userName,
      type: "User",
      $ref: `${h.base_url}/scim/v2/Users/${user.id}`,
    })),
    meta: { resourceType: "Group", created: expect.any(String), lastModified: expect.any(String), location },
  });
  const { groups } = (await h.call("GET /api/groups", { as: p.owner })).body;
  expect(groups).toMatchObject([{ slug: "sales-emea", source: "scim", member_count: 3 }]);
  const changed = await h.call(`PATCH /api/groups/${id}`, { as: p.owner, json: { name: "Mine" } });
  expect(changed.status).toBe(409);
});

test("a group acts in grants on the next request, and its end takes the grants along", async () => {
  const { p } = await withUsers(0);
  const person = await h.person({ role: "member", workspace_id: p.owner.workspace_id });
  const { id } = await group(p, { displayName: "Readers" });
  const doc = (await h.call("POST /api/docs", { as: p.owner, json: { html: "x" } })).body;
  const grant = { subject_type: "group", subject: "readers", level: "edit" };
  expect((await h.call(`POST /api/docs/${doc.doc_id}/access`, { as: p.owner, json: grant })).status).toBe(201);
  const status = async () => (await h.call(`GET /api/docs/${doc.doc_id}`, { as: person })).status;
  const member = [{ value: String(person.user_id) }];
  expect(await status()).toBe(404);
  await p.made(`PATCH /Groups/${id}`, patch({ op: "Add", path: "members", value: member }));
  expect(await status()).toBe(200);
  await p.made(`PATCH /Groups/${id}`, patch({ op: "Remove", path: "members", value: member }));
  expect(await status()).toBe(404);
  await p.made(`PATCH /Groups/${id}`, patch({ op: "Add", path: "members", value: member }));
  expect((await p.send(`DELETE /Groups/${id}`)).status).toBe(204);
  expect(await status()).toBe(404);
  expect((await h.call(`GET /api/docs/${doc.doc_id}/access`, { as: p.owner })).body.grants).toEqual([]);
  expect((await p.send(`GET /Groups/${id}`)).status).toBe(404);
});

describe("PATCH of members", () => {
  test.each([
    ["add a list", [{ op: "add", path: "members", value: [{ value: "1" }, { value: "2" }] }], [0, 1, 2]],
    ["add what is there", [{ op: "Add", path: "members", value: [{ value: "0" }] }], [0]],
    ["add one object", [{ op: "add", path: "members", value: { value: "1" } }], [0, 1]],
    ["add without a path", [{ op: "add", value: { members: [{ value: "1" }] } }], [0, 1]],
    ["replace", [{ op: "replace", path: "members", value: [{ value: "2" }] }], [2]],
    ["replace without a path", [{ op: "Replace", value: { members: [{ value: "1" }] } }], [1]],
    ["replace by nobody", [{ op: "replace", path: "members", value: [] }], []],
    ["remove by a list", [{ op: "remove", path: "members", value: [{ value: "0" }, { value: "1" }] }], []],
    ["remove by a filter", [{ op: "Remove", path: 'members[value eq "0"]' }], []],
    ["remove by a filter in capitals", [{ op: "REMOVE", path: 'Members[Value EQ "0"]' }], []],
    ["remove somebody who is not in it", [{ op: "remove", path: 'members[value eq "1"]' }], [0]],
    ["remove everybody", [{ op: "remove", path: "members" }], []],
    [
      "one after the other",
      [
        { op: "add", path: "members", value: [{ value: "1" }] },
        { op: "remove", path: 'members[value eq "0"]' },
        { op: "remove", path: 'members[value eq "1"]' },
        { op: "add", path: "members", value: [{ value: "2" }] },
      ],
      [2],
    ],
    [
      "with the schema's name before it",
      [{ op: "remove", path: 'urn:ietf:params:scim:schemas:core:2.0:Group:members[value eq "0"]' }],
      [],
    ],
  ])("%s", async (_, operations, expected) => {
    const { p, ids } = await withUsers();
    const named = JSON.parse(
      JSON.stringify(operations).replace(/(value\\?":|eq \\?|EQ \\?)"(\d)/g, (_w, a, n) => `${a}"${ids[n]}`),
    );
    const { id } = await group(p, { displayName: "G", members: [{ value: ids[0] }] });
    const send = () => p.send(`PATCH /Groups/${id}`, patch(...named));
    for (const answer of [await send(), await send()]) {
      expect([answer.status, idsOf(answer.body)]).toEqual([200, expected.map((n) => ids[n] ?? "")]);
    }
  });

  test.each([
    ["an escape that there is not", 'members[value eq "\\q"]', "invalidPath"],
    ["a line break within the quotes", 'members[value eq "a\nb"]', "invalidPath"],
    ["a NUL", 'members[value eq "\\u0000"]', "invalidPath"],
    ["half a character", 'members[value eq "\\ud800"]', "invalidPath"],
    ["nobody", 'members[value eq ""]', "invalidValue"],
  ])("%s in a path is a 400", async (_name, path, scimType) => {
    const { p, ids } = await withUsers();
    const { id } = await group(p, { displayName: "G", members: [{ value: ids[0] }] });
    const { status, body } = await p.send(`PATCH /Groups/${id}`, patch({ op: "remove", path }));
    expect([status, body.scimType]).toEqual([400, scimType]);
  });

  test("somebody unknown, deactivated or of another workspace is 400 invalidValue, and nothing changes", async () => {
    const { p, ids } = await withUsers();
    const other = await openProvider(h);
    const { id } = await group(p, { displayName: "G", members: [{ value: ids[0] }] });
    await p.send(`DELETE /Users/${ids[2]}`);
    for (const value of ["999999", "nobody", String(other.owner.user_id), other.owner.email, ids[2]]) {
      const op = { op: "add", path: "members", value: [{ value: ids[1] }, { value }] };
      const { status, body } = await p.send(`PATCH /Groups/${id}`, patch(op));
      expect([value, status, body.scimType]).toEqual([value, 400, "invalidValue"]);
    }
    expect(idsOf(await p.made(`GET /Groups/${id}`))).toEqual([ids[0] ?? ""]);
  });
});

test("PUT replaces name and externalId, and members only where they are sent", async () => {
  const { p, ids } = await withUsers();
  const { id } = await group(p, { displayName: "G", externalId: "g", members: [{ value: ids[0] }] });
  const renamed = await p.made(`PUT /Groups/${id}`, { displayName: "H" });
  expect([renamed.displayName, renamed.externalId, idsOf(renamed)]).toEqual(["H", undefined, [ids[0] ?? ""]]);
  const moved = await p.made(`PUT /Groups/${id}`, {
    displayName: "H",
    members: [{ value: ids[1] }, { value: ids[2] }],
  });
  expect(idsOf(moved)).toEqual(ids.slice(1));
  expect(idsOf(await p.made(`PUT /Groups/${id}`, { displayName: "H", members: [] }))).toEqual([]);
});

test("names are held by one group, whoever keeps it and whoever is faster; handles are told apart", async () => {
  const { p } = await withUsers(0);
  await h.call("POST /api/groups", { as: p.owner, json: { name: "Native" } });
  const native = await p.send("POST /Groups", { displayName: "native" });
  expect([native.status, native.body.scimType]).toEqual([409, "uniqueness"]);
  const races = await Promise.all([1, 2, 3, 4].map(() => p.send("POST /Groups", { displayName: "Race" })));
  expect(races.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409]);
  for (const displayName of ["R&D", "R D", "東京", "大阪", "京都"]) await group(p, { displayName });
  const { groups } = (await h.call("GET /api/groups", { as: p.owner })).body;
  const slugs = groups.map((one: { slug: string }) => one.slug).sort();
  expect(slugs).toEqual(["group", "group-2", "group-3", "native", "r-d", "r-d-2", "race"]);
  const { id } = await group(p, { displayName: "Other" });
  const taken = await p.send(`PATCH /Groups/${id}`, patch({ op: "replace", path: "displayName", value: "race" }));
  expect(taken.status).toBe(409);
  const okta = await p.made(`PATCH /Groups/${id}`, patch({ op: "replace", value: { id, displayName: "OTHER" } }));
  expect(okta.displayName).toBe("OTHER");
});

test("native groups and those of other workspaces are as groups of nobody", async () => {
  const { p } = await withUsers(0);
  const other = await openProvider(h);
  const native = (await h.call("POST /api/groups", { as: p.owner, json: { name: "Native" } })).body;
  const theirs = await group(other, { displayName: "Theirs", externalId: "theirs" });
  for (const ref of [native.id, theirs.id, "theirs", "999999", "x"]) {
    for (const send of [
      () => p.send(`GET /Groups/${ref}`),
      () => p.send(`DELETE /Groups/${ref}`),
      () => p.send(`PATCH /Groups/${ref}`, patch({ op: "replace", path: "displayName", value: "x" })),
      () => p.send(`PUT /Groups/${ref}`, { displayName: "x" }),
    ])
      expect([ref, (await send()).status]).toEqual([ref, 404]);
  }
  expect((await p.made("GET /Groups")).totalResults).toBe(0);
});

test.each(["\r\n", "\t", "\u202e", "\u2066", "\u2028"])(
  "a name that holds %j is refused by its character, on every way",
  async (unshown) => {
    const { p } = await withUsers(0);
    const displayName = `Sales${unshown}EMEA`;
    const { id } = await group(p, { displayName: "Kept" });
    for (const answer of [
      await p.send("POST /Groups", { displayName }),
      await p.send(`PUT /Groups/${id}`, { displayName }),
      await p.send(`PATCH /Groups/${id}`, patch({ op: "replace", path: "displayName", value: displayName })),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { scimType: "invalidValue" } });
      expect(answer.body.detail).toContain(`U+${unshown.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`);
    }
    expect((await p.made("GET /Groups")).Resources).toMatchObject([{ displayName: "Kept" }]);
  },
);

test("a name is one in whatever normal form it is sent, and is found by each", async () => {
  const { p } = await withUsers(0);
  const { id, displayName } = await group(p, { displayName: "Cafe\u0301" });
  expect(displayName).toBe("Caf\u00e9");
  expect((await p.send("POST /Groups", { displayName: "Caf\u00e9" })).status).toBe(409);
  for (const name of ["Cafe\u0301", "Caf\u00e9"]) {
    const filter = encodeURIComponent(`displayName eq "${name}"`);
    expect((await p.made(`GET /Groups?filter=${filter}`)).Resources).toMatchObject([{ id }]);
  }
});

test("two providers who change one group at once lose nothing", async () => {
  const { p, ids } = await withUsers(8);
  const { id } = await group(p, { displayName: "G" });
  const steps = ids.map((value) =>
    p.send(`PATCH /Groups/${id}`, patch({ op: "add", path: "members", value: [{ value }] })),
  );
  const off = p.send(`DELETE /Users/${ids[7]}`);
  const answers = await Promise.all(steps);
  expect((await off).status).toBe(204);
  expect(answers.slice(0, 7).map((answer) => answer.status)).toEqual(Array(7).fill(200));
  expect(idsOf(await p.made(`GET /Groups/${id}`))).toEqual(ids.slice(0, 7));
  expect(await h.runtime.database.sql`select from group_members where user_id = ${Number(ids[7])}`).toHaveLength(0);
});

test("every change is noted as the provider's, and none where nothing changes", async () => {
  const { p, ids } = await withUsers();
  const before = (await h.audit()).length;
  const { id } = await group(p, { displayName: "G", members: [{ value: ids[0] }] });
  for (let n = 0; n < 2; n++) await p.made(`PUT /Groups/${id}`, { displayName: "H", members: [{ value: ids[1] }] });
  await p.send(`DELETE /Groups/${id}`);
  const rows = (await h.audit()).slice(before);
  expect(rows.map((row) => row.action)).toEqual([
    "group.create",
    "group.member_add",
    "group.update",
    "group.member_remove",
    "group.member_add",
    "group.delete",
  ]);
  const actor = `scim:${p.owner.workspace}`;
  for (const row of rows)
    expect(row).toMatchObject({ actor, target_type: "group", target_id: id, meta: { via: "scim" } });
});

test("a provider's group ends at the provider while the workspace has a SCIM token, and here afterwards", async () => {
  const p = await openProvider(h);
  const { id } = await p.made("POST /Groups", { displayName: "Left behind" });
  const end = () => h.call(`DELETE /api/groups/${id}`, { as: p.owner });
  const refused = await end();
  expect([refused.status, refused.body.error]).toEqual([
    409,
    expect.stringContaining("revoke the workspace's SCIM tokens"),
  ]);
  expect((await p.send(`GET /Groups/${id}`)).status).toBe(200);
  const { sql } = h.runtime.database;
  await sql`update scim_tokens set revoked_at = ${h.clock.now()} where workspace_id = ${p.owner.workspace_id}`;
  expect((await end()).status).toBe(200);
  expect(await sql`select from scim_groups where group_id = ${Number(id)}`).toHaveLength(0);
});

test("a name that the workspace itself takes at the same moment is one group's, whoever is faster", async () => {
  const p = await openProvider(h);
  for (const name of ["Red", "Green", "Blue", "White", "Black"]) {
    const answers = await Promise.all([
      ...[1, 2].map(() => h.call("POST /api/groups", { as: p.owner, json: { name } })),
      ...[1, 2].map(() => p.send("POST /Groups", { displayName: name })),
    ]);
    expect([name, answers.map(({ status }) => status).sort()]).toEqual([name, [201, 409, 409, 409]]);
  }
});
