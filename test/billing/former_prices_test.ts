// Prices that were raised: another id is sold, and who pays by a former one keeps what they bought.
import { afterAll, expect, test } from "bun:test";
import { priceIds } from "../../plugins/billing/prices.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { START } from "../harness/server_database.ts";
import { openProcessor, signedEvent } from "./stripe_stand_in.ts";

const processor = openProcessor({ start: START });
afterAll(processor.close);
const raised = {
  BILLING_PRICE_TEAM_MONTHLY: "price_tm_raised, price_tm",
  BILLING_PRICE_STORAGE_50GB_MONTHLY: "price_s_raised,price_s",
  BILLING_USAGE_PRICE: "price_u_raised,price_u",
};
const h = await openHarness({ env: { EDITION: "cloud", ...processor.env, ...raised } });

let events = 0;

async function buyer(): Promise<{ as: Person; customer: string }> {
  const as = await h.person({ role: "owner", plan: "free" });
  const { body } = await h.call("POST /api/billing/checkout", { as, json: { price: "team_monthly" } });
  return { as, customer: body.url.split("/").at(-1) };
}

async function tell(customer: string): Promise<void> {
  const event = { id: `evt_${++events}`, type: "customer.subscription.updated", customer };
  await h.call("POST /api/billing/webhook", await signedEvent(event, h.clock.now()));
  await h.runtime.jobs.runDue();
}

const read = async (as: Person) => (await h.call("GET /api/billing/workspace", { as })).body;

test("the first price of a variable is sold, with the first that bills the meter", async () => {
  await buyer();
  const session = processor.sent.findLast((one) => one.path === "/v1/checkout/sessions" && one.form.size > 0)?.form;
  expect([session?.get("line_items[0][price]"), session?.get("line_items[1][price]")]).toEqual([
    "price_tm_raised",
    "price_u_raised",
  ]);
});

test("who pays a former price has its plan, its storage and one meter, and loses the plan when they end it", async () => {
  const { as, customer } = await buyer();
  processor.has.set(customer, [
    { price: "price_tm", beside: ["price_u"] },
    { price: "price_s", quantity: 2 },
  ]);
  await tell(customer);
  expect(await read(as)).toMatchObject({
    workspace: { plan: "team", storage_addon_units: 2 },
    subscription: { status: "active", price: "team_monthly" },
  });
  expect(processor.sent.filter((one) => one.path === "/v1/subscription_items")).toEqual([]);
  processor.has.set(customer, [{ price: "price_tm", status: "canceled" }]);
  await tell(customer);
  expect((await read(as)).workspace).toMatchObject({ plan: "free", storage_addon_units: 0 });
});

const set = {
  BILLING_SECRET_KEY: "sk",
  BILLING_WEBHOOK_SECRET: "whsec",
  BILLING_PRICE_TEAM_MONTHLY: "a",
  BILLING_PRICE_TEAM_YEARLY: "b",
  BILLING_PRICE_BUSINESS_MONTHLY: "c",
  BILLING_PRICE_BUSINESS_YEARLY: "d",
  BILLING_PRICE_STORAGE_50GB_MONTHLY: "e",
};

test.each([
  ["c,a", "BILLING_PRICE_TEAM_MONTHLY and BILLING_PRICE_BUSINESS_MONTHLY both name a"],
  ["c,x,c", "BILLING_PRICE_BUSINESS_MONTHLY names c twice"],
  [" , ", "BILLING_PRICE_BUSINESS_MONTHLY names no price"],
])("prices of Business that are %j stop the start", (BILLING_PRICE_BUSINESS_MONTHLY, message) => {
  expect(() => priceIds({ ...set, BILLING_PRICE_BUSINESS_MONTHLY })).toThrow(message);
});
