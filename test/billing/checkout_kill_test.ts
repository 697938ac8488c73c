// Power cuts in the middle of buying:
// whatever the server was waiting for, nothing is half done, and the event that comes afterwards gives the plan.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { makeReadyPlace, type ServerProcess } from "../faults/server_process.ts";
import { sampleByDepth } from "../harness/depth.ts";
import type { ParsedBody } from "../harness/harness.ts";
import { until } from "../harness/until.ts";
import { openProcessor, signedEvent } from "./stripe_stand_in.ts";

const processor = openProcessor({ start: new Date() });
const place = await makeReadyPlace({ EDITION: "cloud", ...processor.env });
let server: ServerProcess;
beforeAll(async () => {
  server = await place.start();
});
afterAll(async () => {
  await server.stop();
  place.remove();
  processor.close();
});

let people = 0;
let events = 0;

async function makeOwner(): Promise<string> {
  const email = `owner${++people}@example.org`;
  await place.runHere("user", "add", email, "--workspace", `shop-${people}`, "--plan", "free");
  return place.runHere("token", "create", email, "--name", "kill");
}

async function call(token: string, route: string, json?: object): Promise<{ status: number; body: ParsedBody }> {
  const [method = "GET", path = ""] = route.split(" ");
  const answer = await fetch(`${place.base_url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(json && { body: JSON.stringify(json) }),
  });
  return { status: answer.status, body: await answer.json() };
}

async function tell(customer: string, id = `evt_kill_${++events}`): Promise<number> {
  const event = await signedEvent({ id, type: "checkout.session.completed", customer }, new Date());
  return (await fetch(`${place.base_url}/api/billing/webhook`, { method: "POST", ...event })).status;
}

/** Does `work` and kills the server when the processor has done what it is asked, before the server hears of it. */
async function cutAt(what: RegExp, work: () => Promise<unknown>): Promise<void> {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  processor.state.before_answer = async (asked) => {
    if (!what.test(asked)) return;
    reach();
    await held;
  };
  const doing = work().catch(() => null);
  await reached;
  await server.kill();
  release();
  processor.state.before_answer = async () => {};
  await doing;
  server = await place.start();
}

const checkout = (token: string, price = "team_monthly") => call(token, "POST /api/billing/checkout", { price });

const STAGES: readonly [string, RegExp][] = [
  ["a customer is made", /^POST \/v1\/customers$/],
  ["open checkouts are listed", /^GET \/v1\/checkout\/sessions$/],
  ["what is bought is read", /^GET \/v1\/subscriptions$/],
  ["a checkout is made", /^POST \/v1\/checkout\/sessions$/],
];

test.each(sampleByDepth(STAGES, 4))(
  "kill -9 while %s: the workspace is as before, one checkout is open, and paying in it gives the plan",
  async (_name, what) => {
    const token = await makeOwner();
    await cutAt(what, () => checkout(token));
    const before = await call(token, "GET /api/billing/workspace");
    expect(before.body).toMatchObject({
      workspace: { plan: "free", has_billing_account: false },
      subscription: null,
      notices: [],
    });
    const { status, body } = await checkout(token);
    expect(status).toBe(200);
    const customer = body.url.split("/").at(-1);
    const open = processor.sessions.filter((one) => one.customer === customer && one.status === "open");
    expect(open.map(({ url }) => url)).toEqual([body.url]);
    processor.has.set(customer, [{ price: "price_tm", beside: ["price_u"] }]);
    expect(await tell(customer)).toBe(200);
    expect((await call(token, "GET /api/billing/workspace")).body.workspace.plan).toBe("team");
  },
);

test("kill -9 while an event is heard: the processor sends it again, and it counts then", async () => {
  const token = await makeOwner();
  const customer = (await checkout(token)).body.url.split("/").at(-1);
  processor.has.set(customer, [{ price: "price_tm", beside: ["price_u"] }]);
  await cutAt(/^GET \/v1\/subscriptions$/, () => tell(customer, "evt_cut"));
  expect((await call(token, "GET /api/billing/workspace")).body.workspace.plan).toBe("free");
  expect(await tell(customer, "evt_cut")).toBe(200);
  expect((await call(token, "GET /api/billing/workspace")).body.workspace.plan).toBe("team");
});

test("kill -9 while a second plan is ended: it is ended once, and said once", async () => {
  const token = await makeOwner();
  const customer = (await checkout(token)).body.url.split("/").at(-1);
  processor.has.set(customer, [
    { id: "sub_cut", price: "price_bm", bought: 1, beside: ["price_u"] },
    { id: "sub_stays", price: "price_tm", bought: 2, beside: ["price_u"] },
  ]);
  await cutAt(/^DELETE \/v1\/subscriptions\/sub_cut$/, () => tell(customer));
  // Whatever the cut job has left is taken up again when its lease is over, at the latest with the next event.
  expect(await tell(customer)).toBe(200);
  await until(async () => (await call(token, "GET /api/billing/workspace")).body.notices.length === 0);
  const ends = processor.sent.filter((one) => one.path === "/v1/subscriptions/sub_cut" && one.method === "DELETE");
  expect(ends.length).toBe(1);
  const shown = (await call(token, "GET /api/billing/workspace")).body;
  expect([shown.workspace.plan, shown.subscription.price]).toEqual(["team", "team_monthly"]);
});
