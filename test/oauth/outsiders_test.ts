// Connections with a highest visibility, and what belongs to the workspace as a whole:
// they let in nobody whom it does not hold.
import { expect, test } from "bun:test";
import { VISIBILITY_LIMITS } from "../../kernel/plugin.ts";
import { openHarness } from "../harness/harness.ts";
import { limited } from "./limited.ts";
import { expectRefused, statusesOf } from "./openness_calls.ts";

const h = await openHarness();

const DOMAINS = { viewer_domains: ["example.org"] };
const INVITE = { email: "new@elsewhere.example" };

test("people outside of the workspace are let in by no connection with a highest visibility, whatever it is", async () => {
  const owner = await h.person({ role: "owner" });
  const { body: open } = await h.call("POST /api/invites", { as: owner, json: { email: "open@elsewhere.example" } });
  const before = await h.rows("invites", "viewer_domains", "workspace_policies", "email_domains", "audit_events");
  for (const max_visibility of VISIBILITY_LIMITS) {
    const as = await limited(h, owner, { max_visibility });
    await expectRefused(h, as, [
      ["PATCH /api/billing/workspace", DOMAINS],
      ["PATCH /api/billing/workspace", { ...DOMAINS, name: "Renamed" }],
      ["PATCH /api/billing/workspace", { name: "Renamed" }],
      ["PUT /api/policy", { publishing: "public" }],
      ["PUT /api/policy", { publishing: "public", secret_scan: "block" }],
      ["PUT /api/policy", { secret_scan: "off" }],
      ["PUT /api/policy", { secret_scan: "warn" }],
      ["POST /api/invites", INVITE],
      ["POST /api/invites", { ...INVITE, role: "admin" }],
      ["POST /api/invites/batch", { invites: [INVITE] }],
      [`POST /api/invites/${open.id}/resend`],
      [`PATCH /api/invites/${open.id}/groups`, { group_ids: [] }],
      ["POST /api/email-domains", { domain: "elsewhere.example" }],
      ["PUT /api/wiki-site", { enabled: true }],
      ["POST /api/webhooks", { url: "https://hooks.example.com/", events: ["*"] }],
      ["PUT /api/notifications/settings", { kinds: [{ kind: "comment.created", chat: true }] }],
    ]);
    // Given by any limited token it would go on when that has ended.
    const chat = { url: "https://hooks.slack.com/services/T0/B0/x" };
    expect((await h.call("PUT /api/notifications/chat", { as, json: chat })).status).toBe(403);
  }
  expect(await h.rows("invites", "viewer_domains", "workspace_policies", "email_domains", "audit_events")).toEqual(
    before,
  );
});

test("a policy lets no more be opened than the connection may open itself, and may always be made stricter", async () => {
  const owner = await h.person({ role: "owner" });
  const route = "PUT /api/policy";
  const restricted = await limited(h, owner, { max_visibility: "restricted" });
  await expectRefused(h, restricted, [
    [route, { publishing: "signed_in" }],
    [route, { allowed_visibilities: null }],
    [route, { allowed_visibilities: ["restricted", "workspace"] }],
    [route, { ip_allowlist: null }],
  ]);
  const workspace = await limited(h, owner, { max_visibility: "workspace" });
  await expectRefused(h, workspace, [[route, { allowed_visibilities: ["unlisted"] }]]);
  expect(
    await statusesOf(h, workspace, [
      [route, { publishing: "signed_in" }],
      [route, { allowed_visibilities: ["restricted", "workspace"] }],
    ]),
  ).toMatchObject([{ 1: 200 }, { 1: 200 }]);
  expect(
    await statusesOf(h, restricted, [
      [route, { publishing: "off", secret_scan: "block", allowed_visibilities: ["restricted"] }],
      [route, { max_retention_days: 30 }],
      ["PATCH /api/billing/workspace", { viewer_domains: [] }],
    ]),
  ).toMatchObject([{ 1: 200 }, { 1: 200 }, { 1: 200 }]);
});

test("what all members read is written by no connection that is limited to people by name", async () => {
  const owner = await h.person({ role: "owner" });
  const { body: group } = await h.call("POST /api/groups", { as: owner, json: { name: "Readers" } });
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>';
  const calls = [
    ["POST /api/groups", { name: "Words" }],
    [`PATCH /api/groups/${group.id}`, { description: "words" }],
    ["POST /api/icons", { name: "Words", svg }],
  ] as const;
  await expectRefused(h, await limited(h, owner, { max_visibility: "restricted" }), calls);
  for (const [told, status] of await statusesOf(h, await limited(h, owner, { max_visibility: "workspace" }), calls)) {
    expect([told, status < 300]).toEqual([told, true]);
  }
});
