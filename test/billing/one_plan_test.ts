// One subscription to a plan:
// checkouts that are open at once, second plans that come all the same, and the ways out of each refusal.
import { afterAll, beforeEach, expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { START } from "../harness/server_database.ts";
import { readMail } from "../signin/mailbox.ts";
import { openProcessor, signedEvent } from "./stripe_stand_in.ts";

const processor = openProcessor({ start: START });
const h = await openHarness({ env: { EDITION: "cloud", ...processor.env } });
afterAll(processor.close);
beforeEach(() => {
  processor.state.away = false;
  processor.state.before_answer = async () => {};
});

let events = 0;

async function tell(customer: string, type = "customer.subscription.updated") {
  const event = await signedEvent({ id: `evt_one_${++events}`, type, customer }, h.clock.now());
  expect((await h.call("POST /api/billing/webhook", event)).status).toBe(200);
}

const begin = (as: Person, price: string) => h.call("POST /api/billing/checkout", { as, json: { price } });
const read = async (as: Person) => (await h.call("GET /api/billing/workspace", { as })).body;
const customerOf = (url: string) => url.split("/").at(-1) ?? "";
const openOf = (customer: string) =>
  processor.sessions
    .filter((one) => one.customer === customer && one.status === "open")
    .map((one) => one.metadata.price);

async function buyer(price = "team_monthly"): Promise<{ as: Person; customer: string }> {
  const as = await h.person({ role: "owner", plan: "free" });
  return { as, customer: customerOf((await begin(as, price)).body.url) };
}

test("whoever begins again goes on with the open checkout, and another plan takes its place", async () => {
  const { as, customer } = await buyer("team_monthly");
  const first = (await begin(as, "team_monthly")).body.url;
  expect((await begin(as, "team_monthly")).body.url).toBe(first);
  expect(openOf(customer)).toEqual(["team_monthly"]);
  await begin(as, "storage_50gb_monthly");
  const other = (await begin(as, "business_yearly")).body.url;
  expect(other).not.toBe(first);
  expect(openOf(customer).sort()).toEqual(["business_yearly", "storage_50gb_monthly"]);
});

test("a checkout that is about to expire is not gone on with", async () => {
  const { as, customer } = await buyer();
  const [session] = processor.sessions.filter((one) => one.customer === customer);
  if (!session) throw new Error("no session");
  session.created = Math.floor(h.clock.now().getTime() / 1000) - 86_400 + 60;
  expect((await begin(as, "team_monthly")).body.url).not.toBe(session.url);
  expect(openOf(customer)).toEqual(["team_monthly"]);
});

test("of many who begin at once, for whatever plans, one checkout is left to pay in", async () => {
  const { as, customer } = await buyer("team_monthly");
  const plans = ["team_yearly", "business_monthly", "business_yearly", "team_yearly", "business_monthly"];
  // Nobody's checkout is there when the others look, and all are when they look again.
  const meet = ["GET /v1/checkout/sessions", "POST /v1/checkout/sessions"].map((what) => ({
    what,
    waiting: 0,
    ...Promise.withResolvers<void>(),
  }));
  processor.state.before_answer = async (asked) => {
    const at = meet.find(({ what }) => what === asked);
    if (!at) return;
    at.waiting += 1;
    if (at.waiting === plans.length) at.resolve();
    await at.promise;
  };
  const answers = await Promise.all(plans.map((price) => begin(as, price)));
  const [left, ...more] = processor.sessions.filter((one) => one.customer === customer && one.status === "open");
  expect(more).toEqual([]);
  for (const { status, body } of answers) {
    if (status === 200) expect(body.url).toBe(left?.url);
    else expect([status, body.error]).toEqual([409, expect.stringContaining("begin again")]);
  }
  expect(answers.some(({ status }) => status === 200)).toBe(true);
});

test("what was paid in another checkout is seen before an event tells of it, and the portal opens", async () => {
  const { as, customer } = await buyer();
  processor.has.set(customer, [{ price: "price_tm", beside: ["price_u"] }]);
  const second = await begin(as, "business_yearly");
  expect([second.status, second.body.error]).toEqual([409, expect.stringContaining("Team plan is bought already")]);
  expect(openOf(customer)).toEqual([]);
  expect((await h.call("POST /api/billing/portal", { as })).status).toBe(200);
  await h.runtime.jobs.runDue();
  expect((await read(as)).workspace.plan).toBe("team");
});

test.each(["unpaid", "paused"])(
  "beside a subscription that is %s no second one is sold; the portal is the way out",
  async (status) => {
    const { as, customer } = await buyer();
    processor.has.set(customer, [{ price: "price_tm", ...(status === "paused" ? { paused: true } : { status }) }]);
    await tell(customer);
    expect((await read(as)).workspace.plan).toBe("free");
    const second = await begin(as, "business_monthly");
    expect([second.status, second.body.error]).toEqual([
      409,
      `the subscription to the Team plan is ${status}; pay or end it with POST /api/billing/portal before you buy another`,
    ]);
    expect((await h.call("POST /api/billing/portal", { as })).status).toBe(200);
    const page = (await h.call("GET /app/settings/company/billing", { as, with_cookie: true })).body;
    expect([page.includes('value="team_monthly"'), page.includes("/auth/billing/portal")]).toEqual([false, true]);
    expect((await begin(as, "storage_50gb_monthly")).status).toBe(200);
    processor.has.set(customer, [{ price: "price_tm", status: "canceled" }]);
    await tell(customer);
    expect((await begin(as, "business_monthly")).status).toBe(200);
  },
);

test("a plan that an operator gave names who changes it, at the checkout and at the portal", async () => {
  const as = await h.person({ role: "owner", plan: "business" });
  const checkout = await begin(as, "team_monthly");
  expect([checkout.status, checkout.body.error]).toEqual([
    409,
    "this workspace is on the Business plan already, which whoever runs this server gave it; ask them to change it",
  ]);
  const portal = await h.call("POST /api/billing/portal", { as });
  expect([portal.status, portal.body.error]).toEqual([
    404,
    "no billing account yet: the Business plan was given by whoever runs this server, who changes it",
  ]);
  const kept = await h.runtime.database.sql`select from billing_accounts where workspace_id = ${as.workspace_id}`;
  expect(kept.length).toBe(0);
});

test("of two plans that were paid the one bought last stays; the other ends once, with audit and a mail to the owners", async () => {
  const { as, customer } = await buyer();
  await h.person({ role: "admin", workspace_id: as.workspace_id });
  const older = { id: "sub_older", price: "price_by", bought: 1, beside: ["price_u"] };
  const newer = { id: "sub_newer", price: "price_tm", bought: 2, beside: ["price_u"] };
  processor.has.set(customer, [older, newer]);
  await Promise.all([tell(customer), tell(customer), tell(customer)]);
  const shown = await read(as);
  expect(shown.workspace.plan).toBe("team");
  expect(shown.notices.join(" ")).toContain("Two plans were paid for");
  await h.runtime.jobs.runDue();
  await h.runtime.jobs.runDue();
  expect(processor.has.get(customer)?.map(({ id, status }) => [id, status ?? "active"])).toEqual([
    ["sub_older", "canceled"],
    ["sub_newer", "active"],
  ]);
  const ends = processor.sent.filter((one) => one.path === "/v1/subscriptions/sub_older" && one.method === "DELETE");
  expect(ends.map(({ query }) => query)).toEqual(["?prorate=true&invoice_now=true"]);
  await tell(customer, "customer.subscription.deleted");
  const after = await read(as);
  expect([after.workspace.plan, after.subscription.price, after.notices]).toEqual(["team", "team_monthly", []]);
  const rows = (await h.audit()).filter(
    (row) => row.target_id === String(as.workspace_id) && row.action === "billing.end_second",
  );
  expect(rows.map(({ actor, meta }) => [actor, meta["ended"], meta["kept"]])).toEqual([
    ["system", "business_yearly", "team_monthly"],
  ]);
  const mails = (await readMail(h.runtime)).filter((mail) => mail.subject.startsWith("A second subscription of"));
  expect(mails.map(({ to }) => to)).toEqual([as.email]);
  expect(mails[0]?.text).toContain("Business, by the year, and Team, by the month");
});

test("storage in the subscription that ends goes on", async () => {
  const { as, customer } = await buyer();
  const older = { id: "sub_with_storage", price: "price_tm", bought: 1, beside: ["price_u", "price_s"] };
  processor.has.set(customer, [older, { id: "sub_plain", price: "price_bm", bought: 2, beside: ["price_u"] }]);
  await tell(customer);
  await h.runtime.jobs.runDue();
  expect(older).toMatchObject({ price: "price_s", beside: [] });
  expect(await read(as)).toMatchObject({
    workspace: { plan: "business", storage_addon_units: 1 },
    subscription: { price: "business_monthly" },
    notices: [],
  });
});

test("what is paid stays before what is not, however new that is", async () => {
  const { as, customer } = await buyer();
  const paid = { id: "sub_paid", price: "price_tm", bought: 1, beside: ["price_u"] };
  const late = { id: "sub_late", price: "price_bm", bought: 2, status: "past_due", beside: ["price_u"] };
  processor.has.set(customer, [paid, late]);
  await tell(customer);
  await h.runtime.jobs.runDue();
  expect((await read(as)).workspace.plan).toBe("team");
  expect(late.status).toBe("canceled");
});

test("a processor that is away when a second plan has to end is asked until it did", async () => {
  const { as, customer } = await buyer();
  processor.has.set(customer, [
    { id: "sub_first", price: "price_tm", bought: 1, beside: ["price_u"] },
    { id: "sub_last", price: "price_tm", bought: 2, beside: ["price_u"] },
  ]);
  await tell(customer);
  processor.state.away = true;
  await h.runtime.jobs.runDue();
  expect((await read(as)).notices.length).toBe(1);
  processor.state.away = false;
  h.clock.advance(3_600_000);
  await h.runtime.jobs.runDue();
  expect((await read(as)).notices).toEqual([]);
  expect(processor.has.get(customer)?.map(({ status }) => status ?? "active")).toEqual(["canceled", "active"]);
});

test("a plan by the year is sold by itself, and what is metered is billed with it from then on", async () => {
  const { as, customer } = await buyer("team_yearly");
  const session = processor.sent.findLast((one) => one.path === "/v1/checkout/sessions" && one.form.size > 0)?.form;
  expect([session?.get("line_items[0][price]"), session?.get("line_items[1][price]")]).toEqual(["price_ty", null]);
  const bought = { id: "sub_yearly", price: "price_ty", beside: [] as string[] };
  processor.has.set(customer, [bought]);
  await tell(customer);
  await h.runtime.jobs.runDue();
  expect(bought.beside).toEqual(["price_u"]);
  await tell(customer);
  await h.runtime.jobs.runDue();
  expect(bought.beside).toEqual(["price_u"]);
  expect((await read(as)).workspace.plan).toBe("team");
});

test("a customer who is deleted at the processor loses what was bought, and the next checkout makes another", async () => {
  const { as, customer } = await buyer();
  processor.has.set(customer, [{ price: "price_tm", beside: ["price_u"] }]);
  await tell(customer);
  processor.has.delete(customer);
  const event = { id: `evt_one_${++events}`, type: "customer.deleted", object: "customer" as const, customer };
  expect((await h.call("POST /api/billing/webhook", await signedEvent(event, h.clock.now()))).status).toBe(200);
  expect(await read(as)).toMatchObject({
    workspace: { plan: "free", has_billing_account: false },
    subscription: { status: "canceled" },
  });
  expect((await h.call("POST /api/billing/portal", { as })).status).toBe(404);
  h.clock.advance(48 * 3_600_000);
  processor.forget(customer);
  expect(customerOf((await begin(as, "team_monthly")).body.url)).not.toBe(customer);
});
