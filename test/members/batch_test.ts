// Many invites in one request: a result for each, seats counted exactly, and nothing kept of those that are refused.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { DAY_MS } from "../../kernel/plugin.ts";
import { openHarness, type ParsedBody, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";

const h = await openHarness();
let addresses = 0;
const newAddress = () => `batch${++addresses}@example.net`;
const batch = (as: Person, invites: object[]) => h.call("POST /api/invites/batch", { as, json: { invites } });
const statusOf = (one: ParsedBody) => (one.status === "invited" ? "invited" : one.code);

test("of five for three seats the first three are invited, and the others are told so and leave nothing", async () => {
  const owner = await h.person({ plan: "team" });
  await batch(
    owner,
    Array.from({ length: 21 }, () => ({ email: newAddress() })),
  );
  const emails = Array.from({ length: 5 }, newAddress);
  const { status, body } = await batch(
    owner,
    emails.map((email) => ({ email })),
  );
  expect([status, body.invited, body.seats_left]).toEqual([200, 3, 0]);
  expect(body.results.map((one: ParsedBody) => [one.email, statusOf(one)])).toEqual(
    emails.map((email, index) => [email, index < 3 ? "invited" : "plan_required"]),
  );
  expect(body.results[3]).toEqual({
    email: emails[3],
    status: "refused",
    code: "plan_required",
    error: expect.stringContaining("Team plan carries 25 members"),
  });
  const { invites } = (await h.call("GET /api/invites", { as: owner })).body;
  expect(invites.slice(0, 3).map((one: ParsedBody) => one.email)).toEqual(emails.slice(0, 3).reverse());
  expect(invites).toHaveLength(24);
  const rows = (await h.audit()).slice(-3);
  expect(rows.map((row) => [row.action, row.meta["email"]])).toEqual(
    emails.slice(0, 3).map((email) => ["invite.create", email]),
  );
});

test("each is refused for what it would be refused for alone, and the others go through", async () => {
  const owner = await h.person();
  const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
  const pending = newAddress();
  const group = (await h.call("POST /api/groups", { as: owner, json: { name: "Crew" } })).body;
  const kept = (await h.call("POST /api/groups", { as: owner, json: { name: "Kept" } })).body;
  await h.runtime.database.sql`update groups set source = 'scim' where group_id = ${kept.id}`;
  await h.call("POST /api/invites", { as: owner, json: { email: pending } });
  const fresh = newAddress();
  const { body } = await batch(owner, [
    { email: member.email.toUpperCase() },
    { email: pending },
    { email: ` ${fresh} `, role: "admin", group_ids: [group.id] },
    { email: fresh.toUpperCase() },
    { email: "no address" },
    { email: newAddress(), group_ids: [999_999] },
    { email: newAddress(), group_ids: [kept.id] },
    { email: newAddress() },
  ]);
  expect(body.results.map(statusOf)).toEqual([
    "already_exists",
    "already_exists",
    "invited",
    "already_exists",
    "invalid",
    "not_found",
    "conflict",
    "invited",
  ]);
  expect(body.results.map((one: ParsedBody) => one.error ?? "")).toEqual([
    expect.stringContaining("already a member"),
    expect.stringContaining("already a pending invite"),
    "",
    expect.stringContaining("in this request twice"),
    expect.stringContaining('"no address" is no e-mail address'),
    "group 999999 not found",
    expect.stringContaining("kept by scim"),
    "",
  ]);
  const { invite } = body.results[2];
  expect(invite).toMatchObject({ email: fresh, role: "admin", group_ids: [group.id], url: expect.any(String) });
  expect((await h.call(`GET /api/groups/${group.id}`, { as: owner })).body.pending).toMatchObject([{ email: fresh }]);
});

test("the links work, each for its own address", async () => {
  const owner = await h.person();
  const { body } = await batch(owner, [{ email: newAddress() }, { email: newAddress() }]);
  const [first, second] = body.results.map((one: ParsedBody) => one.invite.url);
  expect(first).not.toBe(second);
  for (const { email, invite } of body.results) {
    const joiner = await h.person({ email, plan: "free" });
    const path = new URL(invite.url).pathname;
    await h.runtime.database.sql`delete from tokens where user_id = ${joiner.user_id}`;
    const joined = await h.call(`GET ${path}`, { as: joiner, with_cookie: true });
    expect([joined.status, joined.headers.get("location")]).toEqual([302, "/app?invite=joined"]);
  }
  expect((await h.call("GET /api/members", { as: owner })).body.members).toHaveLength(3);
});

test("an expired invite makes room for a new one, and is not ended where the new one is refused", async () => {
  const owner = await h.person({ plan: "free" });
  const [kept, renewed] = [newAddress(), newAddress()];
  for (const email of [kept, renewed]) {
    expect((await batch(owner, [{ email }])).body.invited).toBe(1);
    h.clock.advance(15 * DAY_MS);
  }
  const { body } = await batch(owner, [{ email: renewed }, { email: kept }]);
  expect(body.results.map(statusOf)).toEqual(["invited", "plan_required"]);
  const { invites } = (await h.call("GET /api/invites?status=all", { as: owner })).body;
  expect(invites.map((one: ParsedBody) => [one.email, one.expired])).toEqual([
    [renewed, false],
    [kept, true],
  ]);
});

test("two requests at once for the last seats take each seat once", async () => {
  for (let round = 0; round < 3; round++) {
    const owner = await h.person({ plan: "team" });
    await batch(
      owner,
      Array.from({ length: 20 }, () => ({ email: newAddress() })),
    );
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        batch(
          owner,
          Array.from({ length: 3 }, () => ({ email: newAddress() })),
        ),
      ),
    );
    expect(answers.map(({ body }) => body.invited).reduce((sum, one) => sum + one, 0)).toBe(4);
    const { workspace } = (await h.call("GET /api/members", { as: owner })).body;
    expect(workspace).toMatchObject({ pending_invites: 24, seats_left: 0 });
  }
});

test("whatever is sent, the request decides as the same invites one after the other would", async () => {
  const letters = fc.constantFrom("a", "b", "C", "B", "no address");
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ local: letters, in_group: fc.boolean(), missing: fc.boolean() }), {
        minLength: 1,
        maxLength: 7,
      }),
      fc.integer({ min: 0, max: 3 }),
      async (wanted, seats) => {
        const worlds = [];
        for (const _ of [1, 2]) {
          // A mailbox gets so many invites a day, whichever world they come from.
          const mark = ++addresses;
          const owner = await h.person({ plan: "team" });
          const group = (await h.call("POST /api/groups", { as: owner, json: { name: "Crew" } })).body;
          const fill = Array.from({ length: 24 - seats }, () => ({ email: newAddress() }));
          await batch(owner, fill);
          const invites = wanted.map(({ local, in_group, missing }) => ({
            email: local.includes(" ") ? local : `${local}${mark}@example.net`,
            group_ids: [...(in_group ? [group.id] : []), ...(missing ? [999_999] : [])],
          }));
          worlds.push({ owner, invites });
        }
        const [together, apart] = worlds;
        if (!together || !apart) throw new Error("there are two");
        const answered = await batch(together.owner, together.invites);
        const alone = [];
        for (const json of apart.invites) {
          const { status, body } = await h.call("POST /api/invites", { as: apart.owner, json });
          alone.push(status === 201 ? "invited" : body.code);
        }
        expect(answered.body.results.map(statusOf)).toEqual(alone);
        const [one, other] = await Promise.all(
          [together, apart].map(async ({ owner }) => (await h.call("GET /api/members", { as: owner })).body.workspace),
        );
        expect(one.pending_invites).toBe(other.pending_invites);
        expect(answered.body.seats_left).toBe(one.seats_left);
      },
    ),
    { numRuns: 10 },
  );
});

test("it is for owners and admins, and takes 1 to 100 with their roles", async () => {
  const owner = await h.person();
  const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
  const act = (as: Person, invites: object[]) => () => ({ call: "POST /api/invites/batch", as, json: { invites } });
  await scenario(h, { act: act(member, [{ email: newAddress() }]), expect: { status: 403, error: /owner or admin/ } });
  await scenario(h, { act: act(owner, []), expect: { status: 400 } });
  const many = Array.from({ length: 101 }, () => ({ email: newAddress() }));
  await scenario(h, { act: act(owner, many), expect: { status: 400 } });
  await scenario(h, { act: act(owner, [{ email: newAddress(), role: "owner" }]), expect: { status: 400 } });
  const free = await h.person({ plan: "free" });
  const grouped = act(free, [{ email: newAddress(), group_ids: [1] }]);
  await scenario(h, { act: grouped, expect: { status: 403, error: /groups need the Team plan/ } });
});
