// What a workspace has by its subscriptions, and what it may store beside its plan. Pure rules (rules: billing 3, billing 4).
import { PLANS, type Plan } from "../../kernel/mod.ts";
import { ADDON_BYTES, PLAN_OF, type PriceName } from "./prices.ts";
import type { Subscription } from "./processor.ts";

const GIB = 1024 ** 3;
/** The longest month: what a limit allows holds in every one. */
const MONTH_HOURS = 31 * 24;
/** While the processor still tries to collect, what was bought stays. */
const COUNTED = ["active", "trialing", "past_due"];

/** What all subscriptions of a workspace come to. */
export interface Bought {
  /** `free` when none carries a plan. */
  plan: Plan;
  /** Of the subscription with the plan, else of the latest one; null where there never was any. */
  status: string | null;
  price: PriceName | null;
  period_start: Date | null;
  period_end: Date | null;
  ends_at: Date | null;
  addon_units: number;
}

/** The highest plan that is paid for, and every unit of storage. */
export function boughtBy(subscriptions: readonly Subscription[]): Bought {
  const counted = subscriptions.filter(({ status }) => COUNTED.includes(status));
  const plans = counted
    .flatMap((of) => of.items.flatMap(({ price }) => ({ of, price, plan: PLAN_OF[price] ?? ("free" as const) })))
    .filter(({ plan }) => plan !== "free")
    .sort((a, b) => PLANS.indexOf(b.plan) - PLANS.indexOf(a.plan));
  const [best] = plans;
  const latest = subscriptions.toSorted((a, b) => b.period_end.getTime() - a.period_end.getTime())[0];
  const shown = best?.of ?? latest ?? null;
  return {
    plan: best?.plan ?? "free",
    price: best?.price ?? null,
    status: shown?.status ?? null,
    period_start: shown?.period_start ?? null,
    period_end: shown?.period_end ?? null,
    ends_at: shown?.ends_at ?? null,
    addon_units: counted
      .flatMap(({ items }) => items)
      .filter(({ price }) => PLAN_OF[price] === null)
      .reduce((sum, { quantity }) => sum + quantity, 0),
  };
}

/**
 * The plan after a reading. What an operator has given is not taken by a subscription: neither Enterprise, nor any plan where none was
 * bought, as by who buys storage alone. `had` is the price of the plan at the reading before.
 */
export function planAfter(present: Plan, { bought, had }: { bought: Bought; had: PriceName | null }): Plan {
  const isDecided = present !== "enterprise" && (bought.price !== null || had !== null);
  return isDecided ? bought.plan : present;
}

/** How far an owner lets storage be bought by the hour. */
export interface UsageLimits {
  spending_cents: number;
  capacity_gib: number;
}

/**
 * Bytes that may be stored by the hour: never more than a month of them costs, so that the spending limit holds whatever is
 * uploaded at once.
 */
export function usageBytes({ spending_cents, capacity_gib }: UsageLimits, centsPerGibMonth: number): number {
  return Math.min(capacity_gib, Math.floor(spending_cents / centsPerGibMonth)) * GIB;
}

/** What the storage of a workspace is bounded by beside its plan. */
export function storageBeyond(of: {
  plan: Plan;
  plan_bytes: number | null;
  addon_units: number;
  usage: UsageLimits | null;
  cents_per_gib_month: number | null;
}): { extra: number; included: number | null } {
  const { plan, plan_bytes, usage, cents_per_gib_month: cents } = of;
  const addons = of.addon_units * ADDON_BYTES;
  if (plan === "free" || plan_bytes === null || !usage || cents === null) return { extra: addons, included: null };
  return { extra: addons + usageBytes(usage, cents), included: plan_bytes + addons };
}

/** GiB hours of byte seconds, to a millionth. */
export function gibHours(byteSeconds: number): number {
  return Math.round((byteSeconds / GIB / 3600) * 1e6) / 1e6;
}

/** What GiB hours cost, in cents. */
export function costOf(hours: number, centsPerGibMonth: number): number {
  return Math.ceil((hours / MONTH_HOURS) * centsPerGibMonth);
}
