// What a workspace has by its subscriptions, and what it may store beside its plan.
// Pure rules (rules: billing/prices, billing/metered).
import { PLANS, type Plan } from "../../kernel/plugin.ts";
import { ADDON_BYTES, PLAN_OF, type PriceName } from "./prices.ts";
import type { Subscription } from "./processor.ts";

const GIB = 1024 ** 3;
/** The longest month: what a limit allows holds in every one. */
const MONTH_HOURS = 31 * 24;
/** More storage than anybody has, and still a number of bytes that is exact. */
const UNITS_MAX = 100_000;
/** While the processor still tries to collect, what was bought stays. */
const COUNTED = ["active", "trialing", "past_due"];
/** Those of which one subscription stays, the best first; each goes on, and is charged or may be again, until it is ended. */
const LASTING = [["active", "trialing"], ["past_due"], ["unpaid", "paused"]];

/** Whether a subscription carries nothing, and goes on: it is paid or ended before another is bought. */
export function isWaiting(status: string | null): boolean {
  return status === "unpaid" || status === "paused";
}

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
  /** The subscription to a plan that goes on; null where none does. */
  kept: { id: string; price: PriceName; status: string; is_metered: boolean } | null;
  /** Other subscriptions to a plan that go on: there is to be one, so these are ended. */
  seconds: readonly { id: string; price: PriceName }[];
}

/**
 * The plan of the one subscription to a plan that stays, and every unit of storage. Of several the one that is paid stays before one that
 * is not, and of those the one that was bought last: what somebody chose last is what they want.
 */
export function boughtBy(subscriptions: readonly Subscription[]): Bought {
  const [kept, ...seconds] = lastingPlans(subscriptions);
  const holds = kept !== undefined && COUNTED.includes(kept.of.status);
  const latest = subscriptions.toSorted((a, b) => b.period_end.getTime() - a.period_end.getTime())[0];
  const shown = kept?.of ?? latest ?? null;
  return {
    plan: holds ? (PLAN_OF[kept.price] ?? "free") : "free",
    price: holds ? kept.price : null,
    status: shown?.status ?? null,
    period_start: shown?.period_start ?? null,
    period_end: shown?.period_end ?? null,
    ends_at: shown?.ends_at ?? null,
    addon_units: Math.min(UNITS_MAX, unitsIn(subscriptions)),
    kept: kept ? { id: kept.of.id, price: kept.price, status: kept.of.status, is_metered: kept.of.is_metered } : null,
    seconds: seconds.map(({ of, price }) => ({ id: of.id, price })),
  };
}

function unitsIn(subscriptions: readonly Subscription[]): number {
  return subscriptions
    .filter(({ status }) => COUNTED.includes(status))
    .flatMap(({ items }) => items)
    .filter(({ price }) => PLAN_OF[price] === null)
    .reduce((sum, { quantity }) => sum + quantity, 0);
}

/** What somebody has whose customer was deleted at the processor. */
export const ENDED: Bought = { ...boughtBy([]), status: "canceled" };

/** Subscriptions to a plan that go on, each with its plan's price, the one that stays first. */
function lastingPlans(subscriptions: readonly Subscription[]): { of: Subscription; price: PriceName }[] {
  const rankOf = ({ status }: Subscription) => LASTING.findIndex((statuses) => statuses.includes(status));
  return subscriptions
    .filter((of) => rankOf(of) >= 0)
    .flatMap((of) => {
      const [best] = of.items.map(({ price }) => price).sort((a, b) => rankOfPlan(b) - rankOfPlan(a));
      return best !== undefined && PLAN_OF[best] !== null ? [{ of, price: best }] : [];
    })
    .sort(
      (a, b) =>
        rankOf(a.of) - rankOf(b.of) ||
        b.of.created_at.getTime() - a.of.created_at.getTime() ||
        (a.of.id < b.of.id ? 1 : -1),
    );
}

function rankOfPlan(price: PriceName): number {
  const plan = PLAN_OF[price];
  return plan === null ? -1 : PLANS.indexOf(plan);
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
}): { extra: number; included: number | null; metered_max: number | null } {
  const { plan, plan_bytes, usage, cents_per_gib_month: cents } = of;
  const addons = of.addon_units * ADDON_BYTES;
  if (plan === "free" || plan_bytes === null || !usage || cents === null)
    return { extra: addons, included: null, metered_max: null };
  const metered_max = usageBytes(usage, cents);
  return { extra: addons + metered_max, included: plan_bytes + addons, metered_max };
}

/** When the month of a bill began in which a moment lies, in periods that begin at `anchor`, whether one pays by the month or by the year. */
export function monthBegin(anchor: Date, now: Date): Date {
  const months = (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + now.getUTCMonth() - anchor.getUTCMonth();
  const begin = monthsAfter(anchor, Math.max(months, 0));
  return begin > now ? monthsAfter(anchor, Math.max(months - 1, 0)) : begin;
}

/** The same day and time so many months later, or the last day of a month that has no such day. */
function monthsAfter(anchor: Date, months: number): Date {
  const moved = new Date(anchor);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const days = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(anchor.getUTCDate(), days));
  return moved;
}

/** GiB hours of byte seconds, to a millionth. */
export function gibHours(byteSeconds: number): number {
  return Math.round((byteSeconds / GIB / 3600) * 1e6) / 1e6;
}

/** What GiB hours cost, in cents. */
export function costOf(hours: number, centsPerGibMonth: number): number {
  return Math.ceil((hours / MONTH_HOURS) * centsPerGibMonth);
}
