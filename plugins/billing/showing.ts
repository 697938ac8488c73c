// A workspace's plan, storage and account as the API and the billing page show them.
import { PLANS, type Plan, type Runtime, readWorkspace, type Sql, type Static, t } from "../../kernel/plugin.ts";
import { planName } from "../../kernel/ports/limits.ts";
import { planNoticesHook } from "../../kernel/ports/plugin.ts";
import { readStorage } from "../documents/port/read.ts";
import { readSeats } from "../members/port.ts";
import { PRICES } from "./prices.ts";
import { processorPort } from "./processor.ts";
import { usageSettings } from "./settings.ts";
import { type AccountRow, findAccount, usageLimitsOf } from "./store/accounts.ts";
import { sumUsage } from "./store/usage.ts";
import { listViewerDomains } from "./store/viewer_domains.ts";
import { costOf, isWaiting, monthBegin } from "./subscription.ts";

const Usage = t.Object({
  available: t.Boolean({ description: "Whether storage above the cap is sold here by the hour, to a paid plan." }),
  enabled: t.Boolean(),
  spending_limit_cents: t.Nullable(t.Integer(), { description: "What a month may cost at most." }),
  capacity_limit_gib: t.Nullable(t.Integer(), { description: "How much may be stored above the cap." }),
  cents_per_gib_month: t.Nullable(t.Integer()),
  gib_hours: t.Number({ description: "Used since the month of the bill began." }),
  cost_cents: t.Integer({ description: "What that comes to." }),
});

const SubscriptionShape = t.Object({
  status: t.String({ description: "As the payment processor says it: active, past_due, canceled ..." }),
  price: t.Nullable(t.OneOf(PRICES)),
  period_end: t.Nullable(t.Instant()),
  ends_at: t.Nullable(t.Instant(), { description: "Set once it was cancelled." }),
});

export const BillingShape = t.Object(
  {
    workspace: t.Object({
      id: t.Integer(),
      slug: t.String(),
      name: t.String(),
      plan: t.OneOf(PLANS),
      is_paid: t.Boolean(),
      viewer_domains: t.Array(t.String()),
      members: t.Integer(),
      storage_addon_units: t.Integer({ description: "Units of 50 GiB." }),
      has_billing_account: t.Boolean(),
    }),
    storage: t.Object({
      used: t.Integer({ description: "In bytes." }),
      cap: t.Nullable(t.Integer(), { description: "In bytes; null on Enterprise." }),
    }),
    billing_enabled: t.Boolean(),
    pricing_url: t.Nullable(t.String()),
    subscription: t.Nullable(SubscriptionShape),
    usage: Usage,
    notices: t.Array(t.String(), { description: "Why something does not grow any more, and what helps." }),
  },
  { $id: "BillingWorkspace" },
);
export type Billing = Static<typeof BillingShape>;

/** Reads the workspace anew: what is remembered of a caller may be older than the last event. */
export async function showBilling(
  sql: Sql,
  { runtime, workspace_id, now }: { runtime: Runtime; workspace_id: number; now: Date },
): Promise<Billing> {
  const workspace = await readWorkspace(sql, workspace_id);
  const account = await findAccount(sql, workspace.id);
  const storage = await readStorage(sql, { runtime, workspace });
  const seats = await readSeats(runtime, sql, { workspace, now });
  const domains = await listViewerDomains(sql, workspace.id);
  const isPaid = workspace.plan !== "free";
  const usage = await showUsage(sql, { runtime, account, workspace_id: workspace.id, isPaid, now });
  const { id, slug, name, plan } = workspace;
  const cap = plan === "enterprise" ? null : storage.cap;
  return {
    workspace: {
      id,
      slug,
      name,
      plan,
      is_paid: isPaid,
      viewer_domains: domains,
      members: seats.members,
      storage_addon_units: account?.addon_units ?? 0,
      has_billing_account: account?.started_at != null,
    },
    storage: { used: storage.used, cap },
    billing_enabled: runtime.use(processorPort) !== null,
    pricing_url: runtime.plans.pricing_url,
    subscription: account?.status ? subscriptionOf(account, account.status) : null,
    usage,
    notices: [
      ...noticesOf({ plan, account, seats, used: storage.used, cap: storage.cap }),
      ...(await runtime.callHook(planNoticesHook, { sql, workspace_id: workspace.id, plan })).flat(),
    ],
  };
}

function subscriptionOf({ price, period_end, ends_at }: AccountRow, status: string) {
  return { status, price, period_end: period_end?.toISOString() ?? null, ends_at: ends_at?.toISOString() ?? null };
}

async function showUsage(
  sql: Sql,
  of: { runtime: Runtime; account: AccountRow | null; workspace_id: number; isPaid: boolean; now: Date },
): Promise<Billing["usage"]> {
  const { runtime, account, workspace_id, isPaid, now } = of;
  const cents = runtime.settings(usageSettings)?.BILLING_USAGE_CENTS ?? null;
  const limits = usageLimitsOf(account);
  // A limit is a month's, and so is what is held against it, also where a plan is paid by the year.
  const since = account?.period_start ? monthBegin(account.period_start, now) : null;
  const hours = since ? await sumUsage(sql, { workspace_id, since }) : 0;
  return {
    available: cents !== null && isPaid,
    enabled: limits !== null,
    spending_limit_cents: limits?.spending_cents ?? null,
    capacity_limit_gib: limits?.capacity_gib ?? null,
    cents_per_gib_month: cents,
    gib_hours: hours,
    cost_cents: cents === null ? 0 : costOf(hours, cents),
  };
}

interface Standing {
  plan: Plan;
  account: AccountRow | null;
  seats: { cap: number | null; members: number; pending: number };
  used: number;
  cap: number | null;
}

/** Of a first payment that never came in time: nothing is left to pay. */
const ENDED = ["canceled", "incomplete_expired"];

function noticesOf({ plan, account, seats, used, cap }: Standing): string[] {
  const notices: string[] = [];
  const named = planName(plan);
  const status = account?.status ?? null;
  if (status === "past_due") {
    notices.push("The last payment failed and is tried again: check the means of payment, or the plan ends.");
  }
  if (status !== null && (isWaiting(status) || status === "incomplete")) {
    notices.push(`The subscription is ${status.replaceAll("_", " ")}, so the ${named} plan holds until it is paid.`);
  }
  if (account && account.seconds.length > 0) {
    notices.push(
      "Two plans were paid for: one of them stays, the other is being ended, and what was paid ahead for it is credited.",
    );
  }
  if (status !== null && ENDED.includes(status)) notices.push(`The subscription has ended; the ${named} plan holds.`);
  if (cap !== null && used >= cap) {
    notices.push("Storage is full: nothing can be added until documents are deleted or more is bought.");
  }
  if (seats.cap !== null && seats.members > seats.cap) {
    notices.push(
      `The ${named} plan carries ${seats.cap} members and there are ${seats.members}: nobody loses access, and nobody new can join.`,
    );
  }
  return notices;
}
