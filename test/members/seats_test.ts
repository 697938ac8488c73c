// Seats: a plan carries so many people, pending invites included, also when several are asked for at once.
import { expect, test } from "bun:test";
import { DAY_MS, type Plan } from "../../kernel/plugin.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";

const h = await openHarness();
const entry = {
  purpose: "Sells plans, for a test.",
  needs: [],
  toolset: "docs",
  editions: ["publisher", "community", "cloud"],
  pricing_path: "/pricing",
};
const selling = await openHarness({ extra: [{ plugin: { name: "selling", operations: [] }, entry }] });
let addresses = 0;
const newAddress = () => `seat${++addresses}@example.net`;
const invite = (as: Person, email = newAddress()) => h.call("POST /api/invites", { as, json: { email } });

test.each([
  ["free", 2],
  ["team", 25],
  ["business", 50],
] as const)("the %s plan carries %i people, and the refusal names the plan and the cap", async (plan, cap) => {
  const owner = await h.person({ plan });
  for (let seat = 2; seat <= cap; seat++) expect((await invite(owner)).status).toBe(201);
  await scenario(h, {
    act: () => ({ call: "POST /api/invites", as: owner, json: { email: newAddress() } }),
    expect: { status: 402, error: new RegExp(`the ${plan} plan carries ${cap} members`, "i") },
  });
  expect((await h.call("GET /api/members", { as: owner })).body.workspace).toMatchObject({
    member_cap: cap,
    pending_invites: cap - 1,
    seats_left: 0,
  });
});

test("where plans are sold the refusal names the address at which", async () => {
  const owner = await selling.person({ plan: "free" });
  const send = () => selling.call("POST /api/invites", { as: owner, json: { email: newAddress() } });
  expect((await send()).status).toBe(201);
  const refused = await send();
  expect(refused.status).toBe(402);
  expect(refused.body.error).toContain(`see ${selling.base_url}/pricing`);
});

test("Enterprise has no cap, and says so with null", async () => {
  const owner = await h.person({ plan: "enterprise" });
  for (let count = 0; count < 3; count++) expect((await invite(owner)).status).toBe(201);
  const { body } = await h.call("GET /api/invites", { as: owner });
  expect(body).toMatchObject({ member_cap: null, members: 1 });
  const { workspace } = (await h.call("GET /api/members", { as: owner })).body;
  expect(workspace).toMatchObject({ member_cap: null, seats_left: null, pending_invites: 3 });
});

test("a revoked or expired invite gives its seat back, and an expired one needs a seat to be sent again", async () => {
  const owner = await h.person({ plan: "free" });
  const first = (await invite(owner)).body;
  expect((await invite(owner)).status).toBe(402);
  await h.call(`DELETE /api/invites/${first.id}`, { as: owner });
  const second = (await invite(owner)).body;
  expect((await h.call(`POST /api/invites/${second.id}/resend`, { as: owner })).status).toBe(200);
  h.clock.advance(15 * DAY_MS);
  expect((await invite(owner)).status).toBe(201);
  expect((await h.call(`POST /api/invites/${second.id}/resend`, { as: owner })).status).toBe(402);
});

test("a member or pending address is told so also where no seat is left", async () => {
  const owner = await h.person({ plan: "free" });
  const email = newAddress();
  await invite(owner, email);
  expect((await invite(owner, email)).status).toBe(409);
  expect((await invite(owner, owner.email)).status).toBe(409);
});

test("of invites for the last seat at once exactly one is made", async () => {
  for (let round = 0; round < 5; round++) {
    const owner = await h.person({ plan: "free" });
    const answers = await Promise.all([invite(owner), invite(owner), invite(owner)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 402, 402]);
  }
});

test("of two invites for one address at once exactly one is made", async () => {
  const owner = await h.person({ plan: "team" });
  const email = newAddress();
  const answers = await Promise.all([invite(owner, email), invite(owner, email.toUpperCase())]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
});

test.each([
  ["free", 403],
  ["team", 201],
] as const)("on the %s plan an invite with groups answers %i", async (plan: Plan, status) => {
  const owner = await h.person({ plan: "team" });
  const group = (await h.call("POST /api/groups", { as: owner, json: { name: "Design" } })).body;
  await h.runtime.database.withTransaction(async (sql) => {
    await sql`update workspaces set plan = ${plan} where workspace_id = ${owner.workspace_id}`;
    await sql`select pg_notify('actors', ${`token:${owner.token.slice(4, 12)}`})`;
  });
  await h.runtime.database.bus.catchUp();
  const json = { email: newAddress(), group_ids: [group.id] };
  const answer = await h.call("POST /api/invites", { as: owner, json });
  expect(answer.status).toBe(status);
  if (status === 403) expect(answer.body.error).toContain("Team plan");
});
