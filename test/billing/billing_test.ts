// Plans bought and lost: checkout, the processor's events in whatever order, and what a workspace then holds.
import { afterAll, describe, expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { START } from "../harness/server_database.ts";
import { openProcessor, signedEvent } from "./stripe_stand_in.ts";

const processor = openProcessor({ start: START });
const h = await openHarness({ env: { EDITION: "cloud", ...processor.env } });
afterAll(processor.close);

let events = 0;

/** Sends an event about a customer. */
async function tell(customer: string, type = "customer.subscription.updated", id = `evt_${++events}`) {
  return h.call("POST /api/billing/webhook", await signedEvent({ id, type, customer }, h.clock.now()));
}

/** Somebody whose workspace has begun to buy. */
async function buyer(price = "team_monthly"): Promise<{ as: Person; customer: string }> {
  const as = await h.person({ role: "owner", plan: "free" });
  const { status, body } = await h.call("POST /api/billing/checkout", { as, json: { price } });
  expect(status).toBe(200);
  return { as, customer: body.url.split("/").at(-1) };
}

const read = async (as: Person) => (await h.call("GET /api/billing/workspace", { as })).body;

test("a workspace that has bought nothing", async () => {
  const as = await h.person({ role: "owner", plan: "free" });
  expect(await read(as)).toMatchObject({
    workspace: {
      id: as.workspace_id,
      plan: "free",
      is_paid: false,
      viewer_domains: [],
      members: 1,
      storage_addon_units: 0,
      has_billing_account: false,
    },
    storage: { used: 0, cap: 1024 ** 3 },
    billing_enabled: true,
    pricing_url: `${h.base_url}/pricing`,
    subscription: null,
    notices: [],
  });
  const portal = await h.call("POST /api/billing/portal", { as });
  expect([portal.status, portal.body.error]).toEqual([404, "no billing account yet"]);
});

test("a checkout leads to the processor, makes one customer a workspace, and changes nothing yet", async () => {
  const { as, customer } = await buyer();
  const again = await h.call("POST /api/billing/checkout", { as, json: { price: "storage_50gb_monthly" } });
  expect(again.body.url).toEndWith(`/${customer}`);
  const session = processor.sent.findLast((one) => one.path === "/v1/checkout/sessions" && one.form.size > 0)?.form;
  expect(session?.get("line_items[0][price]")).toBe("price_s");
  expect(session?.get("success_url")).toBe(`${h.base_url}/app/settings/company/billing?from=checkout`);
  expect((await read(as)).workspace.plan).toBe("free");
});

test("two who begin at once pay as one customer, and so does whoever comes after a checkout that failed", async () => {
  const owner = await h.person({ role: "owner", plan: "free" });
  const admin = await h.person({ role: "admin", workspace_id: owner.workspace_id });
  const begin = (as: Person) => h.call("POST /api/billing/checkout", { as, json: { price: "team_monthly" } });
  processor.state.sells = false;
  expect((await begin(owner)).status).toBe(503);
  processor.state.sells = true;
  expect((await begin(admin)).status).toBe(200);

  const other = await h.person({ role: "owner", plan: "free" });
  const second = await h.person({ role: "admin", workspace_id: other.workspace_id });
  const answers = await Promise.all([begin(other), begin(second)]);
  expect(answers.map((one) => one.status)).toEqual([200, 200]);
  const [customer, ...more] = new Set(answers.map((one) => one.body.url.split("/").at(-1)));
  expect(more).toEqual([]);
  processor.has.set(customer, [{ price: "price_tm" }]);
  await tell(customer);
  expect((await read(other)).workspace.plan).toBe("team");
});

test("what cannot be bought", async () => {
  const as = await h.person({ role: "owner", plan: "team" });
  const unknown = await h.call("POST /api/billing/checkout", { as, json: { price: "gold" } });
  expect(unknown.status).toBe(404);
  expect(unknown.body.error).toContain("storage_50gb_monthly");
  const held = await h.call("POST /api/billing/checkout", { as, json: { price: "team_yearly" } });
  expect(held.status).toBe(409);
  const member = await h.person({ role: "member", workspace_id: as.workspace_id });
  expect((await h.call("GET /api/billing/workspace", { as: member })).status).toBe(403);
  expect((await h.call("POST /api/billing/checkout", { as: member, json: { price: "team_yearly" } })).status).toBe(403);
});

test("a paid plan holds from the event on, and ends with the subscription; nothing is deleted", async () => {
  const { as, customer } = await buyer();
  processor.has.set(customer, [{ price: "price_tm" }, { price: "price_s", quantity: 3 }]);
  expect((await tell(customer)).body).toEqual({ received: true, type: "customer.subscription.updated" });
  expect(await read(as)).toMatchObject({
    workspace: { plan: "team", is_paid: true, storage_addon_units: 3, has_billing_account: true },
    storage: { cap: 250 * 1024 ** 3 },
    subscription: { status: "active", price: "team_monthly", ends_at: null },
  });
  expect((await h.call("POST /api/billing/portal", { as })).body).toEqual({ url: "https://pay.example/portal" });
  const doc = await h.call("POST /api/docs", { as, json: { html: "<p>kept</p>" } });

  processor.has.set(customer, [{ price: "price_tm", status: "canceled" }]);
  await tell(customer, "customer.subscription.deleted");
  const after = await read(as);
  expect(after).toMatchObject({ workspace: { plan: "free", storage_addon_units: 0 }, storage: { cap: 1024 ** 3 } });
  expect(after.notices[0]).toContain("has ended");
  expect((await h.call(`GET /api/docs/${doc.body.doc_id}`, { as })).status).toBe(200);
  const rows = (await h.audit()).filter((row) => row.action === "billing.plan" && row.actor === "system");
  expect(rows.slice(-2).map(({ meta }) => [meta["was"], meta["plan"]])).toEqual([
    ["free", "team"],
    ["team", "free"],
  ]);
});

test.each([
  ["trialing", "business"],
  ["past_due", "business"],
  ["unpaid", "free"],
  ["incomplete", "free"],
  ["incomplete_expired", "free"],
])("while a subscription is %s the plan is %s", async (status, plan) => {
  const { as, customer } = await buyer();
  processor.has.set(customer, [{ price: "price_by", status }]);
  await tell(customer);
  const shown = await read(as);
  expect(shown.workspace.plan).toBe(plan);
  expect(shown.notices.length).toBe(status === "trialing" ? 0 : 1);
});

test("a first payment that never came leaves nothing to pay", async () => {
  const { as, customer } = await buyer();
  processor.has.set(customer, [{ price: "price_by", status: "incomplete_expired" }]);
  await tell(customer);
  expect((await read(as)).notices).toEqual(["The subscription has ended; the Free plan holds."]);
});

describe("events", () => {
  test("count by what the processor says now, whatever they are about, once each", async () => {
    const { as, customer } = await buyer();
    processor.has.set(customer, [{ price: "price_bm" }]);
    await tell(customer, "customer.subscription.deleted", "evt_same");
    expect((await read(as)).workspace.plan).toBe("business");
    processor.has.set(customer, []);
    const { asked } = await standing(as);
    expect((await tell(customer, "customer.subscription.deleted", "evt_same")).status).toBe(200);
    expect((await read(as)).workspace.plan).toBe("business");
    expect((await standing(as)).asked).toBe(asked + 1);
  });

  test("a reading that was begun earlier and ends later does not undo a newer one", async () => {
    const { as, customer } = await buyer();
    processor.has.set(customer, [{ price: "price_tm" }]);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    processor.state.before_answer = async () => {
      processor.state.before_answer = async () => {};
      reach();
      await held;
    };
    const slow = tell(customer);
    await reached;
    processor.has.set(customer, [{ price: "price_by" }]);
    await tell(customer);
    release();
    expect((await slow).status).toBe(200);
    expect((await read(as)).workspace.plan).toBe("business");
  });

  test("ten at once come to one plan and one audit row", async () => {
    const { as, customer } = await buyer();
    processor.has.set(customer, [{ price: "price_tm" }]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => tell(customer)));
    expect(new Set(answers.map((one) => one.status))).toEqual(new Set([200]));
    const rows = (await h.audit()).filter(
      (row) => row.action === "billing.plan" && row.target_id === String(as.workspace_id),
    );
    expect(rows.length).toBe(1);
  });

  test("forged, old, altered and oversized ones are refused and leave nothing", async () => {
    const { customer } = await buyer();
    const event = { id: "evt_forged", type: "invoice.paid", customer };
    const good = await signedEvent(event, h.clock.now());
    const old = await signedEvent(event, new Date(h.clock.now().getTime() - 301_000));
    const cases = [
      { ...good, headers: { "content-type": "application/json" } },
      { ...good, headers: { ...good.headers, "stripe-signature": "t=1,v1=00" } },
      { ...good, body: good.body.replace("invoice.paid", "invoice.void") },
      old,
    ];
    for (const one of cases) {
      const answer = await h.call("POST /api/billing/webhook", one);
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining("signature does not hold")]);
    }
    const large = await h.call("POST /api/billing/webhook", { ...good, body: "x".repeat(1024 * 1024 + 1) });
    expect(large.status).toBe(413);
    const [{ n } = { n: 1 }] = await h.runtime.database.sql<{ n: number }[]>`
      select count(*)::int as n from billing_events where event_id = 'evt_forged'`;
    expect(n).toBe(0);
  });

  test("a customer who is not ours is heard and means nothing; a processor that is away is asked again", async () => {
    expect((await tell("cus_stranger")).status).toBe(200);
    const { as, customer } = await buyer();
    processor.has.set(customer, [{ price: "price_tm" }]);
    processor.state.away = true;
    const away = await tell(customer, "invoice.paid", "evt_twice");
    processor.state.away = false;
    expect(away.status).toBe(503);
    expect((await tell(customer, "invoice.paid", "evt_twice")).status).toBe(200);
    expect((await read(as)).workspace.plan).toBe("team");
  });

  test("an operator's Enterprise plan is not taken away by a subscription that ends", async () => {
    const { as, customer } = await buyer();
    await h.runtime.database.sql`update workspaces set plan = 'enterprise' where workspace_id = ${as.workspace_id}`;
    processor.has.set(customer, [{ price: "price_tm", status: "canceled" }, { price: "price_s" }]);
    await tell(customer);
    expect(await standing(as)).toMatchObject({ plan: "enterprise", addon_units: 1 });
  });
});

test("storage bought alone takes no plan that an operator gave, and a plan that was bought ends all the same", async () => {
  const given = await h.person({ role: "owner", plan: "business" });
  const { body } = await h.call("POST /api/billing/checkout", { as: given, json: { price: "storage_50gb_monthly" } });
  const customer = body.url.split("/").at(-1);
  processor.has.set(customer, [{ price: "price_s" }]);
  await tell(customer);
  expect(await standing(given)).toMatchObject({ plan: "business", addon_units: 1 });

  const bought = await buyer();
  processor.has.set(bought.customer, [{ price: "price_tm" }, { price: "price_s" }]);
  await tell(bought.customer);
  processor.has.set(bought.customer, [{ price: "price_s" }]);
  await tell(bought.customer);
  expect(await standing(bought.as)).toMatchObject({ plan: "free", addon_units: 1 });
});

test("whoever is alone with a subscription ends it before their account", async () => {
  const { as, customer } = await buyer();
  processor.has.set(customer, [{ price: "price_tm" }]);
  await tell(customer);
  const leave = () => h.call("DELETE /api/account", { as, with_cookie: true, json: { confirm: as.email } });
  const refused = await leave();
  expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining("/api/billing/portal")]);
  const host = await h.person({ role: "owner", plan: "team" });
  const invited = await h.call("POST /api/invites", { as: host, json: { email: as.email } });
  const asked = await h.call(`GET ${new URL(invited.body.url).pathname}`, { as, with_cookie: true });
  expect(Buffer.from(asked.bytes).toString()).toContain("1 subscription, which goes on");
  const cancel_at = Math.floor(START.getTime() / 1000) + 86_400;
  processor.has.set(customer, [{ price: "price_tm", cancel_at }]);
  await tell(customer);
  expect((await leave()).status).toBe(200);
});

test("a workspace over its plan says why it does not grow", async () => {
  const { as, customer } = await buyer();
  processor.has.set(customer, [{ price: "price_tm" }]);
  await tell(customer);
  for (let i = 0; i < 3; i++) await h.person({ workspace_id: as.workspace_id });
  processor.has.set(customer, [{ price: "price_tm", status: "canceled" }]);
  await tell(customer);
  expect((await read(as)).notices.join(" ")).toContain("carries 2 members and there are 4");
});

async function standing(as: Person) {
  const [row] = await h.runtime.database.sql<{ plan: string; addon_units: number; asked: number }[]>`
    select w.plan, a.addon_units, a.asked from billing_accounts a join workspaces w using (workspace_id)
    where a.workspace_id = ${as.workspace_id}`;
  if (!row) throw new Error("no billing account");
  return row;
}

test("without the processor's keys nothing is sold, and half of them end the start", async () => {
  const bare = await h.twin({
    BILLING_SECRET_KEY: "",
    ...Object.fromEntries(Object.keys(processor.env).map((name) => [name, ""])),
  });
  const as = await h.person({ role: "owner", plan: "free" });
  expect((await bare.call("GET /api/billing/workspace", { as })).body.billing_enabled).toBe(false);
  const { status, body } = await bare.call("POST /api/billing/checkout", { as, json: { price: "team_yearly" } });
  expect([status, body.error]).toEqual([503, "billing is not configured"]);
  expect((await bare.call("POST /api/billing/webhook", { body: "{}" })).status).toBe(503);
  await expect(h.twin({ BILLING_WEBHOOK_SECRET: "" })).rejects.toThrow(/BILLING_WEBHOOK_SECRET must be set/);
});
