// Random histories of what a customer buys and of the events about it:
// late, twice, at once, while the processor is away. In the end the workspace has what was bought.
import { afterAll, expect, test } from "bun:test";
import fc from "fast-check";
import { pickByDepth, RANDOM_MS_MAX } from "../harness/depth.ts";
import { openHarness } from "../harness/harness.ts";
import { START } from "../harness/server_database.ts";
import { openProcessor, signedEvent } from "./stripe_stand_in.ts";

const processor = openProcessor({ start: START });
const h = await openHarness({ env: { EDITION: "cloud", ...processor.env, QUOTA_BILLING_SESSION: "100000" } });
afterAll(processor.close);

const PLAN_PRICES = ["price_tm", "price_ty", "price_bm", "price_by"];
const PLANS: Readonly<Record<string, string>> = {
  price_tm: "team",
  price_ty: "team",
  price_bm: "business",
  price_by: "business",
};
const LASTING = [["active", "trialing"], ["past_due"], ["unpaid"]];
const CARRYING = ["active", "trialing", "past_due"];

const having = fc.record({
  price: fc.constantFrom(...PLAN_PRICES, "price_s"),
  status: fc.constantFrom("active", "trialing", "past_due", "unpaid", "canceled", "incomplete"),
  quantity: fc.nat({ max: 3 }),
  storage: fc.boolean(),
});
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("buy" as const), having }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("turn" as const), at: fc.nat({ max: 5 }), having }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("tell" as const), again: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("away" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("jobs" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("checkout" as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

let events = 0;
let bought = 0;

/** The id of the subscription that is to stay, and what all come to, said again in the plainest way. */
function expectationOf(customer: string): { plan: string; units: number; kept: string | null } {
  const all = processor.has.get(customer) ?? [];
  const units = all
    .filter(({ status = "" }) => CARRYING.includes(status))
    .flatMap((one) =>
      [one.price, ...(one.beside ?? [])].map((price) => (price === "price_s" ? (one.quantity ?? 1) : 0)),
    )
    .reduce((sum, count) => sum + count, 0);
  for (const statuses of LASTING) {
    const found = all.filter(({ status = "", price }) => statuses.includes(status) && price in PLANS);
    const [kept] = found.toSorted((a, b) => (b.bought ?? 0) - (a.bought ?? 0));
    if (!kept) continue;
    const carries = CARRYING.includes(kept.status ?? "");
    return { plan: carries ? (PLANS[kept.price] ?? "") : "free", units, kept: kept.id ?? null };
  }
  return { plan: "free", units, kept: null };
}

async function checkHistory(rounds: Step[][]): Promise<void> {
  processor.state.away = false;
  const as = await h.person({ role: "owner", plan: "free" });
  const begun = await h.call("POST /api/billing/checkout", { as, json: { price: "storage_50gb_monthly" } });
  const customer: string = begun.body.url.split("/").at(-1);
  const subscriptions: NonNullable<ReturnType<typeof processor.has.get>> = [];
  processor.has.set(customer, subscriptions);
  const told: string[] = [];

  async function tell(id: string): Promise<void> {
    const event = await signedEvent({ id, type: "customer.subscription.updated", customer }, h.clock.now());
    const { status } = await h.call("POST /api/billing/webhook", event);
    expect([200, 503]).toContain(status);
    // What was not taken is sent again.
    if (status === 503) told.push(id);
  }

  async function take(one: Step): Promise<void> {
    if (one.do === "buy") {
      const { storage, ...rest } = one.having;
      const beside = ["price_u", ...(storage && rest.price !== "price_s" ? ["price_s"] : [])];
      bought += 1;
      subscriptions.push({ ...rest, id: `sub_h${bought}`, bought, beside: rest.price === "price_s" ? [] : beside });
    } else if (one.do === "turn") {
      const found = subscriptions[one.at % Math.max(1, subscriptions.length)];
      // What has ended stays so, as it does at the processor.
      if (found && found.status !== "canceled") found.status = one.having.status;
    } else if (one.do === "tell") {
      const known = told.at(-1);
      await tell(one.again && known ? known : `evt_h${++events}`);
    } else if (one.do === "away") {
      processor.state.away = !processor.state.away;
    } else if (one.do === "jobs") {
      await h.runtime.jobs.runDue();
    } else {
      const { status } = await h.call("POST /api/billing/checkout", { as, json: { price: "team_monthly" } });
      expect([200, 409, 503]).toContain(status);
    }
  }

  for (const steps of rounds) await Promise.all(steps.map(take));
  processor.state.away = false;
  await tell(`evt_h${++events}`);
  const wanted = expectationOf(customer);
  for (let turn = 0; turn < 3; turn++) {
    h.clock.advance(13 * 3_600_000);
    await h.runtime.jobs.runDue();
  }
  await tell(`evt_h${++events}`);
  const { body } = await h.call("GET /api/billing/workspace", { as });
  expect([body.workspace.plan, body.workspace.storage_addon_units]).toEqual([wanted.plan, wanted.units]);
  const lasting = subscriptions.filter(({ status = "", price }) => LASTING.flat().includes(status) && price in PLANS);
  expect(lasting.map(({ id }) => id)).toEqual(wanted.kept === null ? [] : [wanted.kept]);
  const [account] = await h.runtime.database.sql<{ seconds: string[] }[]>`
    select seconds from billing_accounts where workspace_id = ${as.workspace_id}`;
  expect(account?.seconds).toEqual([]);
}

test(
  "whatever is bought and told in whatever order, one plan is paid for in the end and the workspace has what it says",
  async () => {
    const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 8,
      size: "max",
    });
    await fc.assert(fc.asyncProperty(rounds, checkHistory), {
      numRuns: pickByDepth({ small: 6, deep: 50 }),
      endOnFailure: true,
    });
  },
  RANDOM_MS_MAX,
);
