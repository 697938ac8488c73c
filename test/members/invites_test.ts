// Invites: who may send them, what the mail says, what a link costs, and what managers do with it.
import { expect, test } from "bun:test";
import { DAY_MS } from "../../kernel/plugin.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { readMail } from "../signin/mailbox.ts";

const h = await openHarness();
const stranger = await h.person();
let addresses = 0;
const newAddress = () => `guest${++addresses}@example.net`;

async function team() {
  const owner = await h.person({ plan: "team" });
  const { workspace_id } = owner;
  const admin = await h.person({ role: "admin", workspace_id });
  const member = await h.person({ role: "member", workspace_id });
  return { owner, admin, member };
}

const invite = (as: Person, json: Record<string, unknown>) => h.call("POST /api/invites", { as, json });
const makeGroup = async (as: Person, name: string) => (await h.call("POST /api/groups", { as, json: { name } })).body;

test("an invite is made by owners and admins and answers its link this once", async () => {
  for (const who of ["owner", "admin"] as const) {
    const email = newAddress();
    const answer = await scenario(h, {
      given: () => team(),
      act: (people) => ({ call: "POST /api/invites", as: people[who], json: { email, role: "admin" } }),
      expect: {
        status: 201,
        body: { email, role: "admin", accepted_at: null, group_ids: [], delivery_status: "not_configured" },
        audit: [{ action: "invite.create", target_type: "invite", meta: { email, role: "admin", group_ids: [] } }],
      },
    });
    expect(answer.body.url).toStartWith(`${h.base_url}/u/invite/`);
    expect(answer.body.expires_at).toBe(new Date(h.clock.now().getTime() + 14 * DAY_MS).toISOString());
  }
  const { owner } = await team();
  const made = await invite(owner, { email: newAddress() });
  expect(made.body.role).toBe("member");
  const [listed] = (await h.call("GET /api/invites", { as: owner })).body.invites;
  expect(listed).toEqual({ ...made.body, url: null });
  const [row] = await h.runtime.database.sql`select token_sha256, nonce from invites order by invite_id desc limit 1`;
  const token = made.body.url.slice(made.body.url.lastIndexOf("/") + 1);
  expect(JSON.stringify(row)).not.toContain(token);
});

test("without a mail server the mail lies in the outbox, and the invite says that its link is to be passed on", async () => {
  const { owner } = await team();
  await h.runtime.database.sql`update users set name = 'Anna Berg' where user_id = ${owner.user_id}`;
  const email = newAddress();
  const { url } = (await invite(owner, { email })).body;
  const mail = (await readMail(h.runtime)).find((one) => one.to === email);
  expect(mail?.subject).toContain("Anna Berg invites you to Team");
  expect(mail?.text).toContain(url);
  expect(mail?.text).toContain(`Anna Berg (${owner.email})`);
  expect(mail?.text).toContain("15 March 2026");
  const [row] = (await h.call("GET /api/invites", { as: owner })).body.invites;
  expect(row).toMatchObject({ delivery_status: "not_configured", delivery_error: null });
});

test("invites are not for members, and an invite of another workspace is as one that does not exist", async () => {
  const { owner, member } = await team();
  const { id } = (await invite(owner, { email: newAddress() })).body;
  const routes = [
    ["GET /api/invites", undefined],
    ["POST /api/invites", { email: newAddress() }],
    [`PATCH /api/invites/${id}/groups`, { group_ids: [] }],
    [`POST /api/invites/${id}/resend`, undefined],
    [`DELETE /api/invites/${id}`, undefined],
  ] as const;
  for (const [route, json] of routes) {
    const refused = await h.call(route, { as: member, json });
    expect(refused.status).toBe(403);
    expect(refused.body.error).toBe("workspace owner or admin role required");
    expect((await h.call(route, { json })).status).toBe(401);
    if (!route.includes(String(id))) continue;
    const [theirs, unknown] = await Promise.all([
      h.call(route, { as: stranger, json }),
      h.call(route.replace(String(id), "987654"), { as: stranger, json }),
    ]);
    expect(theirs.status).toBe(404);
    expect({ ...theirs.body, request_id: "" }).toEqual({ ...unknown.body, request_id: "" });
  }
});

test("a member, a pending address and a broken address are refused with 409 and 400", async () => {
  const { owner, member } = await team();
  const email = newAddress();
  await invite(owner, { email });
  for (const [json, status, words] of [
    [{ email: member.email.toUpperCase() }, 409, "already a member"],
    [{ email: email.toUpperCase() }, 409, "already a pending invite"],
    [{ email: "no address" }, 400, "email"],
    [{ email: "a@b.example\r\nBcc: c@d.example" }, 400, "email"],
    [{ email: newAddress(), role: "owner" }, 400, "role"],
    [{ role: "member" }, 422, ""],
  ] as const) {
    await scenario(h, {
      act: () => ({ call: "POST /api/invites", as: owner, json }),
      expect: words ? { status, error: new RegExp(words) } : { status },
    });
  }
});

test("groups are assigned at once or later, only those of the workspace, and never one that SCIM keeps", async () => {
  const { owner } = await team();
  const [design, sales, scim] = await Promise.all(["Design", "Sales", "Kept"].map((name) => makeGroup(owner, name)));
  await h.runtime.database.sql`update groups set source = 'scim' where group_id = ${scim.id}`;
  const foreign = await makeGroup(stranger, "Foreign");
  const made = await invite(owner, { email: newAddress(), group_ids: [design.id, design.id] });
  expect(made.body.groups).toEqual([{ id: design.id, slug: "design", name: "Design" }]);
  const shown = await h.call(`GET /api/groups/${design.id}`, { as: owner });
  expect(shown.body).toMatchObject({ pending_count: 1, member_count: 0, pending: [{ id: made.body.id }] });
  const changed = await h.call(`PATCH /api/invites/${made.body.id}/groups`, {
    as: owner,
    json: { group_ids: [sales.id] },
  });
  expect(changed.body).toMatchObject({ group_ids: [sales.id], url: null });
  expect((await h.audit()).at(-1)).toMatchObject({ action: "invite.groups", meta: { group_ids: [sales.id] } });
  for (const [id, status] of [
    [foreign.id, 404],
    [987_654, 404],
    [scim.id, 409],
  ] as const) {
    expect((await invite(owner, { email: newAddress(), group_ids: [id] })).status).toBe(status);
    const answer = await h.call(`PATCH /api/invites/${made.body.id}/groups`, { as: owner, json: { group_ids: [id] } });
    expect(answer.status).toBe(status);
  }
  await h.call(`DELETE /api/groups/${sales.id}`, { as: owner });
  expect((await h.call("GET /api/invites", { as: owner })).body.invites[0].groups).toEqual([]);
});

test("sending again rotates the link, renews the 14 days and mails the new one", async () => {
  const { owner } = await team();
  const email = newAddress();
  const made = (await invite(owner, { email })).body;
  h.clock.advance(DAY_MS);
  const again = await h.call(`POST /api/invites/${made.id}/resend`, { as: owner });
  expect(again.status).toBe(200);
  expect(again.body.url).not.toBe(made.url);
  expect(Date.parse(again.body.expires_at) - Date.parse(made.expires_at)).toBe(DAY_MS);
  const mails = (await readMail(h.runtime)).filter((mail) => mail.to === email);
  // The first was not sent before the second was asked for, so only the link that works goes out.
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(again.body.url);
  expect((await h.audit()).at(-1)?.action).toBe("invite.resend");
  const old = await h.call(`GET ${new URL(made.url).pathname}`);
  expect(old.headers.get("location")).toBe("/app?invite=unknown");
});

test("a revoked invite is off the list, frees the address, and is not found a second time", async () => {
  const { owner } = await team();
  const email = newAddress();
  const made = (await invite(owner, { email })).body;
  const revoked = await h.call(`DELETE /api/invites/${made.id}`, { as: owner });
  expect(revoked.body).toEqual({ revoked: made.id });
  expect((await h.call("GET /api/invites", { as: owner })).body.invites).toEqual([]);
  for (const route of [`DELETE /api/invites/${made.id}`, `POST /api/invites/${made.id}/resend`]) {
    expect((await h.call(route, { as: owner })).status).toBe(404);
  }
  const link = await h.call(`GET ${new URL(made.url).pathname}`);
  expect(link.headers.get("location")).toBe("/app?invite=revoked");
  expect((await readMail(h.runtime)).some((mail) => mail.to === email)).toBe(false);
  expect((await invite(owner, { email })).status).toBe(201);
});

test("after 14 days an invite is no open one any more, holds no seat, is listed as expired, and can be sent or made again", async () => {
  const { owner } = await team();
  const seats = async () => (await h.call("GET /api/members", { as: owner })).body.workspace;
  const [first, second] = [newAddress(), newAddress()];
  const made = (await invite(owner, { email: first })).body;
  const other = (await invite(owner, { email: second })).body;
  expect(await seats()).toMatchObject({ pending_invites: 2, seats_left: 20 });
  h.clock.advance(14 * DAY_MS);
  expect(await seats()).toMatchObject({ pending_invites: 0, seats_left: 22 });
  expect((await h.call("GET /api/invites", { as: owner })).body.invites).toEqual([]);
  const { invites } = (await h.call("GET /api/invites?status=expired", { as: owner })).body;
  expect(invites.map((one: { expired: boolean }) => one.expired)).toEqual([true, true]);
  expect((await h.call(`POST /api/invites/${made.id}/resend`, { as: owner })).body.expired).toBe(false);
  expect((await invite(owner, { email: second })).status).toBe(201);
  expect((await h.call(`DELETE /api/invites/${other.id}`, { as: owner })).status).toBe(404);
  expect(await seats()).toMatchObject({ pending_invites: 2 });
});
