// What is sold: a name for each price, and what it stands for. Pure data.
import type { Plan } from "../../kernel/mod.ts";
import type { BillingSettings } from "./settings.ts";

/** The names by which clients order, in the order in which they are shown. */
export const PRICES = [
  "team_monthly",
  "team_yearly",
  "business_monthly",
  "business_yearly",
  "storage_50gb_monthly",
] as const;
export type PriceName = (typeof PRICES)[number];

/** The plan that a price buys; null for more storage. */
export const PLAN_OF: Readonly<Record<PriceName, Plan | null>> = {
  team_monthly: "team",
  team_yearly: "team",
  business_monthly: "business",
  business_yearly: "business",
  storage_50gb_monthly: null,
};

/** As pages and mails name them. */
export const PRICE_LABELS: Readonly<Record<PriceName, string>> = {
  team_monthly: "Team, by the month",
  team_yearly: "Team, by the year",
  business_monthly: "Business, by the month",
  business_yearly: "Business, by the year",
  storage_50gb_monthly: "50 GiB more storage",
};

/** Plans that are paid for a year at a time. */
export const YEARLY: readonly PriceName[] = ["team_yearly", "business_yearly"];

const GIB = 1024 ** 3;
/** Of one unit of the add-on (rules: limits 4). */
export const ADDON_BYTES = 50 * GIB;

/** The processor's id of each price. */
export function priceIds(set: BillingSettings): Readonly<Record<PriceName, string>> {
  return {
    team_monthly: set.BILLING_PRICE_TEAM_MONTHLY,
    team_yearly: set.BILLING_PRICE_TEAM_YEARLY,
    business_monthly: set.BILLING_PRICE_BUSINESS_MONTHLY,
    business_yearly: set.BILLING_PRICE_BUSINESS_YEARLY,
    storage_50gb_monthly: set.BILLING_PRICE_STORAGE_50GB_MONTHLY,
  };
}

/** The name of a price by the processor's id; null for one that is not ours. */
export function priceNamed(ids: Readonly<Record<PriceName, string>>, id: string): PriceName | null {
  return PRICES.find((name) => ids[name] === id) ?? null;
}

export function isPrice(name: string): name is PriceName {
  return (PRICES as readonly string[]).includes(name);
}
