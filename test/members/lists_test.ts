// Lists of a company: members, invites, groups and the people of a group, in pages, searched and filtered.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { DAY_MS, later } from "../../kernel/plugin.ts";
import { openHarness, type ParsedBody, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";

const h = await openHarness();
const { sql } = h.runtime.database;

interface Row {
  email: string;
  name: string | null;
  role: "owner" | "admin" | "member";
  disabled: boolean;
  last_sign_in: number | null;
  scim: boolean;
  sso: boolean;
  in_group: boolean;
}

/** Characters that mean something to LIKE, to regular expressions or to case. */
const LETTERS = ["a", "B", "%", "_", "\\", ".", "*", "ß", "é"];
const words = fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 4 });
const row: fc.Arbitrary<Omit<Row, "email"> & { local: string }> = fc.record({
  local: words,
  name: fc.option(words, { nil: null }),
  role: fc.constantFrom("admin", "member"),
  disabled: fc.boolean(),
  last_sign_in: fc.option(fc.integer({ min: 0, max: 20 }), { nil: null }),
  scim: fc.boolean(),
  sso: fc.boolean(),
  in_group: fc.boolean(),
});

let addresses = 0;

/** A company with these people in it, and a group of some of them. */
async function company(rows: readonly (Omit<Row, "email"> & { local: string })[]) {
  const owner = await h.person();
  const { workspace_id } = owner;
  const group = (await h.call("POST /api/groups", { as: owner, json: { name: "Some" } })).body;
  await sql`insert into sso_configs (workspace_id, issuer, client_id, client_secret_sealed, domains, updated_at)
    values (${workspace_id}, 'https://idp.example/', 'x', 'x', '{}', ${h.clock.now()})`;
  const people: (Row & { user_id: number })[] = [];
  for (const { local, ...one } of rows) {
    h.clock.advance(1000);
    const email = `${local}${++addresses}@example.net`;
    const { user_id } = await h.person({ workspace_id, role: one.role, email });
    const at = h.clock.now();
    await sql`update users set name = ${one.name}, disabled_at = ${one.disabled ? at : null},
      last_sign_in_at = ${one.last_sign_in === null ? null : later(at, one.last_sign_in * DAY_MS)} where user_id = ${user_id}`;
    if (one.in_group) await sql`insert into group_members values (${group.id}, ${user_id}, ${workspace_id}, ${at})`;
    if (one.scim)
      await sql`insert into scim_users (user_id, workspace_id, updated_at) values (${user_id}, ${workspace_id}, ${at})`;
    if (one.sso)
      await sql`insert into sso_identities values ('https://idp.example', ${email}, ${workspace_id}, ${user_id}, ${at}, ${at})`;
    people.push({ ...one, email, user_id });
  }
  return { owner, group, people };
}

/** Everything that a list answers, in pages of `limit`. */
async function walk(as: Person, list: { call: string; member: string; query: Record<string, string>; limit: number }) {
  const entries: ParsedBody[] = [];
  let cursor: string | undefined = "";
  while (cursor !== undefined) {
    const query = new URLSearchParams({ ...list.query, limit: String(list.limit), cursor });
    const { status, body } = await h.call(`GET ${list.call}?${query}`, { as });
    expect([status, body.error, body.detail]).toEqual([200, undefined, undefined]);
    expect(body[list.member].length).toBeLessThanOrEqual(list.limit);
    entries.push(...body[list.member]);
    cursor = body.next_cursor;
  }
  return entries;
}

const holds = (text: string | null, q: string) => text?.toLowerCase().includes(q.toLowerCase()) ?? false;

test("members: whatever is searched and filtered, the pages together are those of whom all of it is true, in the order of the list", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 3, maxLength: 8 }),
      fc.array(
        fc.record(
          {
            q: words,
            role: fc.constantFrom("admin", "member", "owner"),
            status: fc.constantFrom("active", "disabled"),
            sso: fc.constantFrom("true", "false"),
            scim: fc.constantFrom("true", "false"),
            group: fc.constant("some"),
            last_sign_in_before: fc.integer({ min: 0, max: 20 }),
            limit: fc.integer({ min: 1, max: 4 }),
          },
          { requiredKeys: ["limit"] },
        ),
        { minLength: 4, maxLength: 4 },
      ),
      async (rows, asked) => {
        const { owner, people } = await company(rows);
        for (const { limit, last_sign_in_before: days, ...filters } of asked) {
          const before = days === undefined ? null : later(h.clock.now(), days * DAY_MS);
          const query = { ...filters, ...(before && { last_sign_in_before: before.toISOString() }) };
          const found = await walk(owner, { call: "/api/members", member: "members", query, limit });
          const whole = await h.call("GET /api/members", { as: owner });
          const wanted = whole.body.members.filter((member: ParsedBody) => {
            const person = people.find((one) => one.user_id === member.id);
            const { q, role, status, sso, scim, group } = filters;
            const was = member.last_sign_in;
            return (
              (!q || holds(member.email, q) || holds(member.name, q)) &&
              (!role || member.role === role) &&
              (!status || (person?.disabled ?? false) === (status === "disabled")) &&
              (!sso || (person?.sso ?? false) === (sso === "true")) &&
              (!scim || (person?.scim ?? false) === (scim === "true")) &&
              (!group || (person?.in_group ?? false)) &&
              (!before || was === null || new Date(was) < before)
            );
          });
          expect(found).toEqual(wanted);
        }
      },
    ),
    { numRuns: 12 },
  );
});

test("the characters of LIKE stand for themselves, and blanks alone look for nothing", async () => {
  const plain = {
    name: null,
    role: "member",
    disabled: false,
    last_sign_in: null,
    scim: false,
    sso: false,
    in_group: true,
  };
  const { owner, group } = await company(["a%b", "a_b", "a\\b", "axb"].map((local) => ({ ...plain, local }) as never));
  const emails = async (call: string) =>
    (await h.call(`GET ${call}`, { as: owner })).body.members.map((one: Row) => one.email.replace(/\d+@.*/, ""));
  for (const call of ["/api/members", `/api/groups/${group.id}/members`]) {
    expect(await emails(`${call}?q=a%25B`)).toEqual(["a%b"]);
    expect(await emails(`${call}?q=A_b`)).toEqual(["a_b"]);
    expect(await emails(`${call}?q=a%5Cb`)).toEqual(["a\\b"]);
    expect(await emails(`${call}?q=%25%25`)).toEqual([]);
    expect((await emails(`${call}?q=%20&role=member`)).sort()).toEqual(["a%b", "a\\b", "a_b", "axb"]);
  }
});

test("marks of another workspace's provider are none here, and a mark is one of the list's own", async () => {
  const plain = { name: null, role: "member", disabled: false, last_sign_in: null, in_group: false } as const;
  const { owner, people } = await company([
    { ...plain, local: "both", scim: true, sso: true },
    { ...plain, local: "none", scim: false, sso: false },
  ]);
  const { body } = await h.call("GET /api/members?scim=true&sso=true", { as: owner });
  expect(body.members).toMatchObject([{ id: people[0]?.user_id, scim: true, sso: true }]);
  const stranger = await h.person({ role: "owner" });
  await sql`update scim_users set workspace_id = ${stranger.workspace_id} where user_id = ${people[0]?.user_id ?? 0}`;
  expect((await h.call("GET /api/members?scim=true", { as: owner })).body.members).toEqual([]);
});

test.each([
  ["GET /api/members?role=king", 400, /role/],
  ["GET /api/members?status=gone", 400, /status/],
  ["GET /api/members?last_sign_in_before=soon", 400, /last_sign_in_before "soon" is no time/],
  ["GET /api/members?group=nobodys", 404, /group "nobodys" not found/],
  ["GET /api/invites?group=nobodys", 404, /group "nobodys" not found/],
  ["GET /api/invites?delivery_status=lost", 400, /delivery_status/],
  ["GET /api/groups/999999/members", 404, /group not found/],
] as const)("%s answers %i and says why", async (call, status, error) => {
  const owner = await h.person();
  await scenario(h, { act: () => ({ call, as: owner }), expect: { status, error } });
});

test("another workspace's group filters nothing, and its people are nobody's to see", async () => {
  const { group, owner } = await company([]);
  const stranger = await h.person();
  expect((await h.call("GET /api/members?group=some", { as: stranger })).status).toBe(404);
  expect((await h.call(`GET /api/groups/${group.id}/members`, { as: stranger })).status).toBe(404);
  expect((await h.call(`GET /api/groups/${group.id}/members`)).status).toBe(401);
  expect((await h.call(`GET /api/groups/${group.id}/members`, { as: owner })).body).toEqual({ members: [] });
});

test("where the plan has no groups, filtering by one is refused like groups themselves", async () => {
  const owner = await h.person({ plan: "free" });
  for (const call of ["GET /api/members?group=some", "GET /api/invites?group=some", "GET /api/groups/1/members"]) {
    expect((await h.call(call, { as: owner })).status).toBe(403);
  }
});

test("invites: by a part of the address, role, whether the link has ended, how the mail fares, and the group it leads to", async () => {
  const owner = await h.person();
  const group = (await h.call("POST /api/groups", { as: owner, json: { name: "Crew" } })).body;
  const invite = (json: object) => h.call("POST /api/invites", { as: owner, json });
  await invite({ email: "old_anna@example.net", role: "admin" });
  h.clock.advance(15 * DAY_MS);
  await invite({ email: "oldXanna@example.net", group_ids: [group.id] });
  await invite({ email: "berta@example.net" });
  const emails = async (query: Record<string, string>) => {
    const found = await walk(owner, { call: "/api/invites", member: "invites", query, limit: 1 });
    return found.map((one) => one.email.split("@")[0]);
  };
  expect(await emails({})).toEqual(["berta", "oldXanna"]);
  expect(await emails({ status: "all" })).toEqual(["berta", "oldXanna", "old_anna"]);
  expect(await emails({ status: "all", q: "D_A" })).toEqual(["old_anna"]);
  expect(await emails({ status: "all", q: "ANNA" })).toEqual(["oldXanna", "old_anna"]);
  expect(await emails({ status: "all", role: "admin" })).toEqual(["old_anna"]);
  expect(await emails({ status: "open" })).toEqual(["berta", "oldXanna"]);
  expect(await emails({ status: "expired", q: "a" })).toEqual(["old_anna"]);
  expect(await emails({ group: "crew" })).toEqual(["oldXanna"]);
  expect(await emails({ delivery_status: "not_configured" })).toEqual(["berta", "oldXanna"]);
  expect(await emails({ delivery_status: "sent" })).toEqual([]);
});

test("groups: by a part of the name or handle, by who keeps them, and by who is in them", async () => {
  const { owner } = await company([]);
  const make = (json: object) => h.call("POST /api/groups", { as: owner, json });
  const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
  const legal = (await make({ name: "Legal 100%", handle: "law" })).body;
  await make({ name: "Design" });
  await sql`update groups set source = 'scim' where workspace_id = ${owner.workspace_id} and slug = 'design'`;
  await h.call(`POST /api/groups/${legal.id}/members`, { as: owner, json: { email: member.email } });
  const slugs = async (query: Record<string, string>) => {
    const found = await walk(owner, { call: "/api/groups", member: "groups", query, limit: 1 });
    return found.map((one) => one.slug);
  };
  expect(await slugs({})).toEqual(["design", "law", "some"]);
  expect(await slugs({ q: "100%" })).toEqual(["law"]);
  expect(await slugs({ q: "LAW" })).toEqual(["law"]);
  expect(await slugs({ q: "e" })).toEqual(["design", "law", "some"]);
  expect(await slugs({ source: "scim" })).toEqual(["design"]);
  expect(await slugs({ user_id: String(member.user_id) })).toEqual(["law"]);
  expect(await slugs({ user_id: String(owner.user_id) })).toEqual([]);
});

test("the people of a group come by address, with when they came in, by role and by whether they are switched off", async () => {
  const plain = { last_sign_in: null, scim: false, sso: false, in_group: true } as const;
  const { owner, group, people } = await company([
    { ...plain, local: "c", name: "Cleo", role: "admin", disabled: false },
    { ...plain, local: "B", name: null, role: "member", disabled: true },
    { ...plain, local: "a", name: "Ann", role: "member", disabled: false },
    { ...plain, local: "z", name: "Zoe", role: "member", disabled: false, in_group: false },
  ]);
  const ids = async (query: Record<string, string>) =>
    (await walk(owner, { call: `/api/groups/${group.id}/members`, member: "members", query, limit: 2 })).map(
      (one) => one.id,
    );
  const [cleo, bert, ann] = people.map((one) => one.user_id);
  expect(await ids({})).toEqual([ann, bert, cleo]);
  expect(await ids({ q: "LEO" })).toEqual([cleo]);
  expect(await ids({ role: "member" })).toEqual([ann, bert]);
  expect(await ids({ status: "disabled" })).toEqual([bert]);
  const { body } = await h.call(`GET /api/groups/${group.id}/members?q=ann`, { as: owner });
  expect(body).toEqual({
    members: [
      {
        id: ann,
        email: people[2]?.email,
        name: "Ann",
        role: "member",
        disabled: false,
        added_at: expect.stringContaining("T"),
      },
    ],
  });
});
