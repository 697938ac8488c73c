// What is sold: a name for each price, and what it stands for.
import { ConfigError, type Plan } from "../../kernel/plugin.ts";
import { splitList } from "../../kernel/ports/config.ts";
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
/** Of one unit of the add-on (rules: limits/storage). */
export const ADDON_BYTES = 50 * GIB;

/**
 * The processor's ids of each price: the one that is sold first, and behind it those that were. An amount is never changed there, so a
 * price that is raised gets another id, and who bought before goes on paying the former one.
 */
export type PriceIds = Readonly<Record<PriceName, SoldIds>>;
type SoldIds = readonly [string, ...string[]];

/** Throws ConfigError for a variable that names no price, and for an id that stands for two. */
export function priceIds(set: BillingSettings): PriceIds {
  const seen = new Map<string, string>();
  function idsIn(variable: keyof BillingSettings): SoldIds {
    const [sold, ...former] = soldIds(variable, set[variable]);
    for (const id of [sold, ...former]) {
      const other = seen.get(id);
      if (other !== undefined) {
        throw new ConfigError(
          other === variable
            ? `${variable} names ${id} twice: name each price once`
            : `${other} and ${variable} both name ${id}: what is bought by it has to be one of them`,
        );
      }
      seen.set(id, variable);
    }
    return [sold, ...former];
  }
  return {
    team_monthly: idsIn("BILLING_PRICE_TEAM_MONTHLY"),
    team_yearly: idsIn("BILLING_PRICE_TEAM_YEARLY"),
    business_monthly: idsIn("BILLING_PRICE_BUSINESS_MONTHLY"),
    business_yearly: idsIn("BILLING_PRICE_BUSINESS_YEARLY"),
    storage_50gb_monthly: idsIn("BILLING_PRICE_STORAGE_50GB_MONTHLY"),
  };
}

/** The ids that a variable names. Throws ConfigError for none. */
export function soldIds(variable: string, value: string): SoldIds {
  const [sold, ...former] = splitList(value);
  if (sold === undefined) throw new ConfigError(`${variable} names no price: give the id of one at Stripe`);
  return [sold, ...former];
}

/** The name of a price by the processor's id, sold now or before; null for one that is not ours. */
export function priceNamed(ids: PriceIds, id: string): PriceName | null {
  return PRICES.find((name) => ids[name].includes(id)) ?? null;
}

export function isPrice(name: string): name is PriceName {
  return (PRICES as readonly string[]).includes(name);
}
