// Users by SCIM: made, found, renamed, switched off and taken back
// (rules: provisioning/users, provisioning/deactivating, provisioning/taking_over, provisioning/addresses).
import { describe, expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { address, openProvider, patch, prove, USER, unique } from "./provider.ts";

const h = await openHarness();

test("a user is made as a member, shown whole, and found by id, externalId and userName in any case", async () => {
  const p = await openProvider(h);
  const userName = `Ann.Berg${unique()}@firm.example`;
  const answer = await p.send("POST /Users", {
    schemas: [USER, "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"],
    userName,
    externalId: "ext-Ann",
    name: { givenName: "ignored" },
    phoneNumbers: [{ value: "+1" }],
    "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": { department: "x" },
  });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([201, "application/scim+json"]);
  const { id } = answer.body;
  const location = `${h.base_url}/scim/v2/Users/${id}`;
  expect(answer.headers.get("location")).toBe(location);
  expect(answer.body).toEqual({
    schemas: [USER],
    id: expect.stringMatching(/^\d+$/),
    externalId: "ext-Ann",
    userName,
    name: { givenName: "Ann", familyName: expect.any(String), formatted: expect.stringContaining("Ann Berg") },
    displayName: expect.any(String),
    emails: [{ value: userName, primary: true, type: "work" }],
    active: true,
    meta: { resourceType: "User", created: expect.any(String), lastModified: expect.any(String), location },
  });
  for (const ref of [id, "ext-Ann", "EXT-ann"]) expect((await p.made(`GET /Users/${ref}`)).id).toBe(id);
  const found = await p.made(`GET /Users?filter=${encodeURIComponent(`userName eq "${userName.toUpperCase()}"`)}`);
  expect([found.totalResults, found.Resources[0].id]).toEqual([1, id]);
  const { members } = (await h.call("GET /api/members", { as: p.owner })).body;
  expect(members.find((one: { email: string }) => one.email === userName)).toMatchObject({
    role: "member",
    scim: true,
  });
});

test("an active user who is there already is 409 uniqueness, in the shape of SCIM", async () => {
  const p = await openProvider(h);
  const userName = address();
  await p.made("POST /Users", { userName });
  const { status, body, headers } = await p.send("POST /Users", { userName: userName.toUpperCase() });
  expect([status, headers.get("content-type")]).toEqual([409, "application/scim+json"]);
  expect(body).toEqual({
    schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
    status: "409",
    scimType: "uniqueness",
    detail: expect.stringContaining("already"),
    request_id: expect.any(String),
  });
});

test("of many who make one user at once one is answered 201, the others 409, and there is one account", async () => {
  const p = await openProvider(h);
  const other = await openProvider(h);
  const userName = address();
  const answers = await Promise.all(
    [p, other, p, other, p].map((one) => one.send("POST /Users", { userName, externalId: userName })),
  );
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409, 409]);
  expect(await h.runtime.database.sql`select from users where email = ${userName}`).toHaveLength(1);
});

describe("deactivation", () => {
  async function withUser() {
    const p = await openProvider(h);
    const person = await h.person({ role: "member", workspace_id: p.owner.workspace_id, email: address() });
    return { p, person };
  }

  for (const [how, send] of [
    [
      "PATCH with a path",
      (p, id) => p.send(`PATCH /Users/${id}`, patch({ op: "Replace", path: "active", value: "False" })),
    ],
    ["PATCH without one", (p, id) => p.send(`PATCH /Users/${id}`, patch({ op: "replace", value: { active: false } }))],
    ["PUT", (p, id, userName) => p.send(`PUT /Users/${id}`, { userName, active: false })],
    ["DELETE", (p, id) => p.send(`DELETE /Users/${id}`)],
  ] as [
    string,
    (p: Awaited<ReturnType<typeof openProvider>>, id: number, userName: string) => ReturnType<typeof p.send>,
  ][]) {
    test(`by ${how} ends session and token on the next request, on every server; documents stay with the person`, async () => {
      const { p, person } = await withUser();
      const twin = await h.twin();
      const doc = (await h.call("POST /api/docs", { as: person, json: { html: "x" } })).body;
      const group = (await h.call("POST /api/groups", { as: p.owner, json: { name: "Crew" } })).body;
      await h.call(`POST /api/groups/${group.id}/members`, { as: p.owner, json: { email: person.email } });
      for (const server of [h, twin]) expect((await server.call("GET /api/me", { as: person })).status).toBe(200);
      expect((await send(p, person.user_id, person.email)).status).toBeOneOf([200, 204]);
      expect((await h.call("GET /api/me", { as: person })).status).toBe(401);
      expect((await h.call("GET /api/me", { as: person, with_cookie: true })).status).toBe(401);
      await twin.runtime.database.bus.catchUp();
      expect((await twin.call("GET /api/me", { as: person })).status).toBe(401);
      expect(await p.made(`GET /Users/${person.user_id}`)).toMatchObject({ active: false, userName: person.email });
      const { sql } = h.runtime.database;
      const [row] =
        await sql`select d.workspace_id = u.workspace_id as along, u.workspace_id <> ${p.owner.workspace_id} as away
        from documents d join users u on u.user_id = d.owner_id where d.doc_id = ${doc.doc_id}`;
      expect({ ...row }).toEqual({ along: true, away: true });
      expect((await sql`select from group_members where user_id = ${person.user_id}`).count).toBe(0);
      const { members } = (await h.call("GET /api/members", { as: p.owner })).body;
      expect(members).toHaveLength(1);
      // Sent again it changes nothing.
      const before = (await h.audit()).length;
      expect((await p.send(`DELETE /Users/${person.user_id}`)).status).toBe(204);
      expect((await h.audit()).length).toBe(before);
      const back = await p.made(
        `PATCH /Users/${person.user_id}`,
        patch({ op: "replace", path: "active", value: "True" }),
      );
      expect(back.active).toBe(true);
      // What ended stays ended.
      expect((await h.call("GET /api/me", { as: person })).status).toBe(401);
    });
  }

  test("notes leave and join by the provider", async () => {
    const { p, person } = await withUser();
    const before = (await h.audit()).length;
    await p.send(`DELETE /Users/${person.user_id}`);
    expect((await p.send("POST /Users", { userName: person.email })).status).toBe(201);
    const actor = `scim:${p.owner.workspace}`;
    const rows = (await h.audit()).slice(before).filter((row) => row.action.startsWith("member."));
    expect(rows).toMatchObject([
      { action: "member.leave", actor, meta: { via: "scim", email: person.email } },
      { action: "member.leave", actor, meta: { via: "scim" } },
      { action: "member.join", actor, meta: { via: "scim", role: "member" } },
    ]);
  });

  test("of the last owner is 409 in plain words, and changes nothing", async () => {
    const p = await openProvider(h);
    const { status, body } = await p.send(`DELETE /Users/${p.owner.user_id}`);
    expect([status, body.detail]).toEqual([409, expect.stringContaining("last owner")]);
    expect((await h.call("GET /api/me", { as: p.owner })).status).toBe(200);
  });

  test("leaves who has a document under legal hold in the workspace, switched off, and takes them back there", async () => {
    const { p, person } = await withUser();
    const doc = (await h.call("POST /api/docs", { as: person, json: { html: "x" } })).body;
    await h.call(`POST /api/docs/${doc.doc_id}/legal-hold`, { as: p.owner, json: { on: true } });
    expect((await p.send(`DELETE /Users/${person.user_id}`)).status).toBe(204);
    expect((await h.call("GET /api/me", { as: person })).status).toBe(401);
    const { sql } = h.runtime.database;
    const [row] =
      await sql`select workspace_id, disabled_at is not null as off from users where user_id = ${person.user_id}`;
    expect({ ...row }).toEqual({ workspace_id: p.owner.workspace_id, off: true });
    expect((await p.made("GET /Users")).totalResults).toBe(2);
    await p.made(`PUT /Users/${person.user_id}`, { userName: person.email, active: true });
    const [back] = await sql`select disabled_at from users where user_id = ${person.user_id}`;
    expect(back?.["disabled_at"]).toBeNull();
  });
});

describe("an account elsewhere", () => {
  test("is taken over within a proven domain alone, with its documents, and 409 otherwise", async () => {
    const p = await openProvider(h);
    const domain = `d${unique()}.example`;
    const person = await h.person({ role: "owner", email: `anna@${domain}` });
    const refused = await p.send("POST /Users", { userName: person.email });
    expect([refused.status, refused.body.scimType]).toEqual([409, "uniqueness"]);
    expect(refused.body.detail).toContain(domain);
    await prove(h, p.owner, domain);
    expect((await p.send("POST /Users", { userName: person.email, externalId: "e1" })).status).toBe(201);
    const me = await h.call("GET /api/me", { as: person });
    expect(me.body).toMatchObject({ is_admin: false, workspace: { slug: p.owner.workspace } });
  });

  test("is not taken over while its person is the only owner of a workspace with members", async () => {
    const p = await openProvider(h);
    const domain = `d${unique()}.example`;
    const person = await h.person({ role: "owner", email: `anna@${domain}` });
    await h.person({ role: "member", workspace_id: person.workspace_id });
    await prove(h, p.owner, domain);
    const { status, body } = await p.send("POST /Users", { userName: person.email });
    expect([status, body.detail]).toEqual([409, expect.stringContaining("only owner")]);
  });

  test("that another provider switched off needs the proof too; one's own does not", async () => {
    const first = await openProvider(h);
    const second = await openProvider(h);
    const domain = `d${unique()}.example`;
    const { id, userName } = await first.made("POST /Users", { userName: `anna@${domain}` });
    await first.send(`DELETE /Users/${id}`);
    expect((await second.send("POST /Users", { userName })).status).toBe(409);
    expect((await second.send(`GET /Users/${id}`)).status).toBe(404);
    await prove(h, second.owner, domain);
    expect((await second.send("POST /Users", { userName })).status).toBe(201);
    expect((await first.send(`GET /Users/${id}`)).status).toBe(404);
    expect((await second.made(`GET /Users/${id}`)).active).toBe(true);
  });

  test("that its person has ended is left to them", async () => {
    const p = await openProvider(h);
    const person = await h.person({ role: "member", workspace_id: p.owner.workspace_id, email: address() });
    await h.call("DELETE /api/account", { as: person, json: { confirm: person.email } });
    const again = await p.send("POST /Users", { userName: person.email });
    expect([again.status, again.body.detail]).toEqual([409, expect.stringContaining("ended by its person")]);
    expect((await p.send(`DELETE /Users/${person.user_id}`)).status).toBe(204);
    expect((await p.made(`GET /Users/${person.user_id}`)).active).toBe(false);
    const back = await p.send(`PATCH /Users/${person.user_id}`, patch({ op: "replace", path: "active", value: true }));
    expect([back.status, back.body.detail]).toEqual([409, expect.stringContaining("ended by its person")]);
  });

  test("that its person has ended is as any other to who has not proven its domain", async () => {
    const p = await openProvider(h);
    const domain = `d${unique()}.example`;
    const person = await h.person({ role: "owner", email: `anna@${domain}` });
    const other = await h.person({ role: "owner", email: `beda@${domain}` });
    await h.call("DELETE /api/account", { as: person, json: { confirm: person.email } });
    const [ended, live] = [
      await p.send("POST /Users", { userName: person.email }),
      await p.send("POST /Users", { userName: other.email }),
    ];
    expect([ended.status, live.status]).toEqual([409, 409]);
    expect(ended.body.detail).toBe(live.body.detail);
  });
});

test("externalId is set, cleared by remove and by a PUT without it, and held by one user alone", async () => {
  const p = await openProvider(h);
  const { id } = await p.made("POST /Users", { userName: address(), externalId: "a" });
  const other = await p.made("POST /Users", { userName: address(), externalId: "b" });
  expect((await p.send(`PATCH /Users/${id}`, patch({ op: "add", path: "externalId", value: "B" }))).status).toBe(409);
  expect((await p.made(`PATCH /Users/${id}`, patch({ op: "Remove", path: "externalId" }))).externalId).toBeUndefined();
  await p.made(`PATCH /Users/${id}`, patch({ op: "add", value: { externalid: "c" } }));
  expect((await p.made("GET /Users/c")).id).toBe(id);
  const { userName } = other;
  expect((await p.made(`PUT /Users/${other.id}`, { userName })).externalId).toBeUndefined();
});

test("ids of other workspaces are as ids of nobody", async () => {
  const [p, other] = [await openProvider(h), await openProvider(h)];
  const { id } = await other.made("POST /Users", { userName: address(), externalId: "theirs" });
  for (const ref of [id, "theirs", "999999999", "0", "-1", "%00", "x".repeat(300)]) {
    for (const send of [
      () => p.send(`GET /Users/${ref}`),
      () => p.send(`DELETE /Users/${ref}`),
      () => p.send(`PATCH /Users/${ref}`, patch({ op: "replace", path: "active", value: false })),
      () => p.send(`PUT /Users/${ref}`, { userName: address() }),
    ])
      expect([ref, (await send()).status]).toEqual([ref, ref === "%00" ? 400 : 404]);
  }
});
