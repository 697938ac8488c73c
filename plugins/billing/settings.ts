// What selling plans is configured by:
// keys of the payment processor, the prices it knows, and the meter for storage by the hour.
import { type SettingsValue, settings, settingsGroup, t } from "../../kernel/plugin.ts";

const price = (what: string) =>
  t.String({
    minLength: 1,
    description: `Id of the price at Stripe for ${what}; behind it, separated by commas, former ones that some still pay.`,
  });

export const billingSettings = settingsGroup(
  "selling plans through Stripe",
  t.Object({
    BILLING_SECRET_KEY: t.String({ minLength: 1, description: "Secret key of the Stripe account." }),
    BILLING_WEBHOOK_SECRET: t.String({
      minLength: 1,
      description: "Signing secret of the Stripe webhook that points to BASE_URL/api/billing/webhook.",
    }),
    BILLING_PRICE_TEAM_MONTHLY: price("the Team plan by the month"),
    BILLING_PRICE_TEAM_YEARLY: price("the Team plan by the year"),
    BILLING_PRICE_BUSINESS_MONTHLY: price("the Business plan by the month"),
    BILLING_PRICE_BUSINESS_YEARLY: price("the Business plan by the year"),
    BILLING_PRICE_STORAGE_50GB_MONTHLY: price("50 GiB more storage"),
  }),
);

export const usageSettings = settingsGroup(
  "selling storage by the hour",
  t.Object({
    BILLING_USAGE_METER: t.String({
      minLength: 1,
      description: "Event name of the Stripe meter that adds up GiB hours of storage above the cap.",
    }),
    BILLING_USAGE_PRICE: t.String({
      minLength: 1,
      description:
        "Id of the price at Stripe that bills that meter; each plan is sold together with it. Behind it, separated by commas, former ones that some still pay.",
    }),
    BILLING_USAGE_CENTS: t.Integer({
      minimum: 1,
      maximum: 100_000,
      description: "Price of one GiB for a month in cents; spending limits are reckoned with it.",
    }),
  }),
);

export const processorSettings = settings(
  "reaching the payment processor",
  t.Object({
    BILLING_API_URL: t.String({
      format: "uri",
      default: "https://api.stripe.com",
      description: "Where the API of Stripe, or of a stand-in for it, answers.",
    }),
  }),
);

export type BillingSettings = NonNullable<SettingsValue<typeof billingSettings>>;
export type UsageSettings = NonNullable<SettingsValue<typeof usageSettings>>;
