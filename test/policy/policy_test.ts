// The policy itself: who reads and sets it, on which plan, and what it does to visibility and retention
// (rules: policy/what_documents_may_be, policy/retention, policy/stricter).
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";

const h = await openHarness();

/** A workspace with a policy of its own. */
async function workspaceWith(json: object = {}): Promise<Person> {
  const owner = await h.person({ role: "owner" });
  const answer = await h.call("PUT /api/policy", { as: owner, json });
  expect(answer.status).toBe(200);
  return owner;
}

const setPolicy = async (as: Person, json: object) =>
  expect((await h.call("PUT /api/policy", { as, json })).status).toBe(200);

const publish = (as: Person, json: object = {}) =>
  h.call("POST /api/docs", { as, json: { html: "<p>a</p>", ...json } });

test("a workspace without a policy shows one that allows everything", async () => {
  const member = await h.person({ role: "member" });
  expect((await h.call("GET /api/policy", { as: member })).body).toEqual({
    allowed_visibilities: null,
    min_retention_days: null,
    max_retention_days: null,
    secret_scan: "off",
    publishing: "public",
    hand_over: "never",
    hand_over_from: null,
    ip_allowlist: null,
    enabled: true,
    plan: "enterprise",
    ip_allowlist_available: true,
    legal_hold_available: true,
    updated_at: null,
    can_edit: false,
  });
});

test("only the members sent change, each change is an audit row, and what is the same is none", async () => {
  const owner = await workspaceWith({ max_retention_days: 90, allowed_visibilities: ["workspace", "restricted"] });
  const changed = await h.call("PUT /api/policy", {
    as: owner,
    json: { min_retention_days: 7, max_retention_days: 90 },
  });
  expect(changed.body).toMatchObject({
    allowed_visibilities: ["restricted", "workspace"],
    min_retention_days: 7,
    max_retention_days: 90,
    can_edit: true,
  });
  const cleared = await h.call("PUT /api/policy", { as: owner, json: { allowed_visibilities: null } });
  expect(cleared.body).toMatchObject({ allowed_visibilities: null, min_retention_days: 7 });
  await setPolicy(owner, { min_retention_days: 7 });
  const rows = (await h.audit()).filter(({ action, actor }) => action === "policy.updated" && actor === owner.email);
  expect(rows.map(({ meta: { from, to } }) => ({ from, to }))).toEqual([
    {
      from: { max_retention_days: null, allowed_visibilities: null },
      to: { max_retention_days: 90, allowed_visibilities: ["restricted", "workspace"] },
    },
    { from: { min_retention_days: null }, to: { min_retention_days: 7 } },
    { from: { allowed_visibilities: ["restricted", "workspace"] }, to: { allowed_visibilities: null } },
  ]);
});

test.each<[string, object, number, string]>([
  ["an empty list", { allowed_visibilities: [] }, 400, "allowed_visibilities"],
  ["an unknown visibility", { allowed_visibilities: ["secret"] }, 400, "secret"],
  ["a bound below a day", { max_retention_days: 0 }, 400, "max_retention_days"],
  ["bounds that cross", { min_retention_days: 30, max_retention_days: 7 }, 400, "30"],
  ["an unknown scan", { secret_scan: "loud" }, 400, "loud"],
  ["a wrong type", { min_retention_days: "7" }, 422, "min_retention_days"],
  ["no range", { ip_allowlist: ["10.0.0/8"] }, 400, '"10.0.0/8"'],
  ["an empty allowlist", { ip_allowlist: [] }, 400, "ip_allowlist"],
])("%s is refused and nothing is set", async (_what, json, status, word) => {
  const owner = await h.person({ role: "owner" });
  const before = await h.rows("workspace_policies", "audit_events");
  const answer = await h.call("PUT /api/policy", { as: owner, json });
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([
    status,
    expect.stringContaining(word.replaceAll('"', '\\"')),
  ]);
  expect(await h.rows("workspace_policies", "audit_events")).toEqual(before);
});

test.each<["free" | "team" | "business" | "enterprise", number, number]>([
  ["free", 402, 402],
  ["team", 402, 402],
  ["business", 200, 402],
  ["enterprise", 200, 200],
])("on the %s plan a policy is %d and an allowlist %d", async (plan, policy, allowlist) => {
  const owner = await h.person({ role: "owner", plan });
  const put = async (json: object) => (await h.call("PUT /api/policy", { as: owner, json })).status;
  expect(await put({ max_retention_days: 30 })).toBe(policy);
  expect(await put({ ip_allowlist: ["127.0.0.0/8"] })).toBe(allowlist);
  const shown = (await h.call("GET /api/policy", { as: owner })).body;
  expect([shown.enabled, shown.ip_allowlist_available, shown.plan]).toEqual([policy === 200, allowlist === 200, plan]);
});

test("a policy rests while the plan does not carry it, and holds again with the plan", async () => {
  const owner = await workspaceWith({ allowed_visibilities: ["restricted"] });
  const status = async () => (await publish(owner, { visibility: "unlisted" })).status;
  expect(await status()).toBe(400);
  const setPlan = (plan: string) => h.runtime.database.sql`
    update workspaces set plan = ${plan} where workspace_id = ${owner.workspace_id}`;
  await setPlan("team");
  await h.runtime.database.bus.catchUp();
  expect(await status()).toBe(201);
  await setPlan("business");
  await h.runtime.database.bus.catchUp();
  expect(await status()).toBe(400);
});

test("a change on one server holds on the others", async () => {
  const owner = await workspaceWith({});
  const other = await h.twin();
  const json = { html: "<p>a</p>", visibility: "unlisted" };
  expect((await other.call("POST /api/docs", { as: owner, json })).status).toBe(201);
  await setPolicy(owner, { allowed_visibilities: ["restricted"] });
  await other.runtime.database.bus.catchUp();
  expect((await other.call("POST /api/docs", { as: owner, json })).status).toBe(400);
});

test("a visibility that is not allowed is refused with those that are, on a new document and on a change", async () => {
  const owner = await workspaceWith({ allowed_visibilities: ["restricted", "workspace"] });
  const refused = await publish(owner, { visibility: "unlisted" });
  expect([refused.status, refused.body.code]).toEqual([400, "policy_refused"]);
  expect(refused.body.error).toBe(
    "the workspace's policy does not allow visibility unlisted; send one of: restricted, workspace",
  );
  const { doc_id } = (await publish(owner, { visibility: "workspace" })).body;
  expect((await h.call(`PATCH /api/docs/${doc_id}`, { as: owner, json: { visibility: "unlisted" } })).status).toBe(400);
});

test("what is restricted without being asked says who can let it be, since it takes no visibility", async () => {
  const owner = await workspaceWith({});
  const { doc_id } = (await publish(owner, { visibility: "workspace" })).body;
  await setPolicy(owner, { allowed_visibilities: ["workspace", "unlisted"] });
  for (const [call, json] of [
    ["POST /api/databases", { title: "Stock", folder: "" }],
    [`POST /api/docs/${doc_id}/duplicate`, {}],
  ] as const) {
    const refused = await h.call(call, { as: owner, json });
    expect([refused.status, refused.body.error]).toEqual([
      400,
      "the document would be restricted, as it is unless another visibility is sent, and the workspace's policy does not allow that; send visibility as one of: unlisted, workspace; where none can be sent, ask an owner or admin to allow restricted",
    ]);
  }
});

test("a retention that nobody chose is brought within the policy, one that was chosen outside is refused with the range", async () => {
  const owner = await workspaceWith({ min_retention_days: 7, max_retention_days: 90 });
  expect((await publish(owner)).body.retention_days).toBe(90);
  expect((await publish(owner, { retention_days: 30 })).body.retention_days).toBe(30);
  for (const [retention_days, words] of [
    [0, "retention_days 0 (for ever); send 7 to 90"],
    [3, "retention_days 3; send 7 to 90"],
    [91, "retention_days 91; send 7 to 90"],
  ] as const) {
    const refused = await publish(owner, { retention_days });
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining(words)]);
  }
  await setPolicy(owner, { max_retention_days: null });
  expect((await publish(owner)).body.retention_days).toBe(0);
  expect((await publish(owner, { retention_days: 3 })).body.error).toContain("send 7 or more, or 0 for ever");
});

test("keeping a document keeps it for ever, or for as long as the policy lets it", async () => {
  const owner = await workspaceWith({});
  const { doc_id } = (await publish(owner, { retention_days: 5 })).body;
  const keep = async () => (await h.call(`POST /api/docs/${doc_id}/keep`, { as: owner })).body;
  await setPolicy(owner, { max_retention_days: 60 });
  expect(await keep()).toMatchObject({ retention_days: 60, kept_forever: false, expires_at: expect.any(String) });
  await setPolicy(owner, { max_retention_days: null });
  expect(await keep()).toEqual({ doc_id, retention_days: 0, kept_forever: true, expires_at: null });
});

test("a stricter policy takes nothing away until a document is changed, and lists what no longer fits", async () => {
  const owner = await workspaceWith({});
  const colleague = await h.person({ role: "member", workspace_id: owner.workspace_id });
  const open = (await publish(owner, { visibility: "unlisted", title: "Open" })).body;
  const kept = (await publish(colleague, { title: "Kept" })).body;
  const fine = (await publish(owner, { retention_days: 10 })).body;
  await setPolicy(owner, { allowed_visibilities: ["restricted"], max_retention_days: 30 });
  const read = async (doc: { doc_id: string }, as = owner) =>
    (await h.call(`GET /api/docs/${doc.doc_id}`, { as })).body;
  expect(await read(open)).toMatchObject({ visibility: "unlisted", retention_days: 0, expires_at: null });
  expect((await h.open(`/d/${open.slug}/`)).status).toBe(200);

  const list = async (query = "") => (await h.call(`GET /api/policy/violations${query}`, { as: owner })).body;
  const first = await list("?limit=1");
  expect(first.violations).toMatchObject([{ doc_id: open.doc_id, title: "Open", breaks: ["visibility", "retention"] }]);
  const second = await list(`?limit=1&cursor=${first.next_cursor}`);
  expect(second.violations).toMatchObject([
    { doc_id: kept.doc_id, title: null, owner_email: colleague.email, breaks: ["retention"] },
  ]);
  expect(second.next_cursor).toBeUndefined();
  expect((await list()).violations.map((one: { doc_id: string }) => one.doc_id)).not.toContain(fine.doc_id);

  const edit = await h.call(`PATCH /api/docs/${open.doc_id}`, { as: owner, json: { html: "<p>b</p>" } });
  expect([edit.status, edit.body.error]).toEqual([400, expect.stringContaining("no longer allows; change it first")]);
  const both = { html: "<p>b</p>" };
  expect((await h.call(`PATCH /api/docs/${kept.doc_id}`, { as: colleague, json: both })).body).toMatchObject({
    retention_days: 30,
    expires_at: expect.any(String),
  });
  await h.call(`PATCH /api/docs/${open.doc_id}`, { as: owner, json: { visibility: "restricted", retention_days: 30 } });
  expect((await list()).violations).toEqual([]);
});

test("members read the policy and neither set it nor see the list", async () => {
  const owner = await workspaceWith({});
  const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
  expect((await h.call("GET /api/policy", { as: member })).status).toBe(200);
  expect((await h.call("PUT /api/policy", { as: member, json: { secret_scan: "warn" } })).status).toBe(403);
  expect((await h.call("GET /api/policy/violations", { as: member })).status).toBe(403);
});

test("folders are published as far as the policy says", async () => {
  const owner = await workspaceWith({ publishing: "signed_in" });
  await publish(owner, { folder: "site" });
  const put = async (json: object) => (await h.call("PUT /api/folder-meta?path=site", { as: owner, json })).status;
  expect(await put({ published: true, publish_visibility: "public" })).toBe(403);
  expect(await put({ published: true, publish_visibility: "signed_in" })).toBe(200);
  await setPolicy(owner, { publishing: "off" });
  const shown = (await h.call("GET /api/folder-meta?path=site", { as: owner })).body;
  expect([shown.publishing_policy, shown.publish_blocked, shown.can_publish]).toEqual(["off", "policy", false]);
  expect(await put({ published: false })).toBe(200);
});
