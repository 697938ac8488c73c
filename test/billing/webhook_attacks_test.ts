// What reaches the webhook that no processor sends:
// bodies of other shapes under a signature that holds, and numbers that nobody has bought.
import { afterAll, expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { START } from "../harness/server_database.ts";
import { openProcessor, signed, signedEvent } from "./stripe_stand_in.ts";

const processor = openProcessor({ start: START });
const h = await openHarness({ env: { EDITION: "cloud", ...processor.env } });
afterAll(processor.close);
const MIB = 1024 * 1024;

const send = async (body: string) => h.call("POST /api/billing/webhook", await signed(body, h.clock.now()));
const read = async (as: Person) => (await h.call("GET /api/billing/workspace", { as })).body;

async function buyer(): Promise<{ as: Person; customer: string }> {
  const as = await h.person({ role: "owner", plan: "free" });
  const { body } = await h.call("POST /api/billing/checkout", { as, json: { price: "team_monthly" } });
  return { as, customer: body.url.split("/").at(-1) };
}

const about = (object: unknown, more: object = {}) =>
  JSON.stringify({ id: "evt_shape", type: "invoice.paid", data: { object }, ...more });

test.each([
  ["no JSON", "{"],
  ["nothing", ""],
  ["null", "null"],
  ["a number", "7"],
  ["a list", "[]"],
  ["no data", '{"id":"evt_1","type":"a"}'],
  ["data that is null", '{"id":"evt_1","type":"a","data":null}'],
  ["no object", '{"id":"evt_1","type":"a","data":{}}'],
  ["no id", about({}, { id: undefined })],
  ["an id that is a number", about({}, { id: 7 })],
  ["an id with a NUL", about({}, { id: "evt_\u0000" })],
  ["an id of 300 characters", about({}, { id: "e".repeat(300) })],
  ["no type", about({}, { type: undefined })],
  ["a type that is a list", about({}, { type: ["a"] })],
  ["a type with a line end", about({}, { type: "a\nb" })],
  ["bytes that are no UTF-8 as text", "\ufffd{"],
])("%s under a signature that holds is a 400 that says so, and leaves nothing", async (_name, body) => {
  const before = await h.rows("billing_events");
  const answer = await send(body);
  expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining("the body is no event")]);
  expect(await h.rows("billing_events")).toEqual(before);
});

test("an event about a customer whose id is no id is heard, and asks the processor nothing", async () => {
  const sent = processor.sent.length;
  for (const customer of [7, null, "", "cus\u0000", "c".repeat(400), ["cus_1"], {}]) {
    expect((await send(about({ object: "subscription", customer }))).status).toBe(200);
  }
  expect(processor.sent.length).toBe(sent);
});

test("a customer that is spelled out counts as its id", async () => {
  const { as, customer } = await buyer();
  processor.has.set(customer, [{ price: "price_tm" }]);
  expect((await send(about({ object: "invoice", customer: { id: customer, object: "customer" } }))).status).toBe(200);
  expect((await read(as)).workspace.plan).toBe("team");
});

test("a body of 1 MiB is read, one byte more is a 413, and depth does no harm", async () => {
  const filled = (size: number) => {
    const head = about({ object: "invoice", customer: "cus_nobody" }).slice(0, -1);
    return `${head},"pad":"${"x".repeat(size - head.length - 10)}"}`;
  };
  expect(filled(MIB).length).toBe(MIB);
  expect((await send(filled(MIB))).status).toBe(200);
  expect((await send(filled(MIB + 1))).status).toBe(413);
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  expect([200, 400]).toContain(
    (await send(`{"id":"evt_deep","type":"a","data":{"object":{"customer":${deep}}}}`)).status,
  );
});

test.each([
  ["negative", -5, 0],
  ["zero", 0, 0],
  ["more than anybody has", 2 ** 52, 100_000],
  ["a fraction", 2.5, 2],
])("a quantity that is %s is bounded", async (_name, quantity, units) => {
  const { as, customer } = await buyer();
  processor.has.set(customer, [
    { price: "price_tm", beside: ["price_u"] },
    { price: "price_s", quantity },
  ]);
  expect((await h.call("POST /api/billing/webhook", await event(customer))).status).toBe(200);
  const shown = await read(as);
  expect([shown.workspace.plan, shown.workspace.storage_addon_units]).toEqual(["team", units]);
  expect(shown.storage.cap).toBe((100 + 50 * units) * 1024 ** 3);
});

test("prices that are not sold here, whatever they are called, buy nothing", async () => {
  const { as, customer } = await buyer();
  processor.has.set(customer, [{ price: "price_TM" }, { price: "business_yearly" }, { price: "price_tm_eur" }]);
  expect((await h.call("POST /api/billing/webhook", await event(customer))).status).toBe(200);
  expect(await read(as)).toMatchObject({ workspace: { plan: "free" }, subscription: null });
});

test("an event that says what another workspace has changes that one alone, whatever it claims", async () => {
  const [mine, theirs] = [await buyer(), await buyer()];
  processor.has.set(theirs.customer, [{ price: "price_bm", beside: ["price_u"] }]);
  const claim = {
    object: "subscription",
    customer: theirs.customer,
    metadata: { workspace_id: `${mine.as.workspace_id}` },
  };
  await send(about(claim, { id: "evt_claim" }));
  // Another event under an id that was heard before, of whomever, does nothing.
  processor.has.set(mine.customer, [{ price: "price_bm", beside: ["price_u"] }]);
  await send(about({ object: "subscription", customer: mine.customer }, { id: "evt_claim" }));
  expect([(await read(mine.as)).workspace.plan, (await read(theirs.as)).workspace.plan]).toEqual(["free", "business"]);
});

let events = 0;
const event = (customer: string) =>
  signedEvent({ id: `evt_attack_${++events}`, type: "customer.subscription.updated", customer }, h.clock.now());
