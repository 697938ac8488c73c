// Stripe as the payment processor, through its own library, which is loaded when it is first needed.
import type Stripe from "stripe";
import { type Log, refuse, SECOND_MS, sha256Hex } from "../../kernel/mod.ts";
import { PLAN_OF, type PriceName, priceIds, priceNamed } from "./prices.ts";
import type { Processor, Subscription } from "./processor.ts";
import type { BillingSettings, UsageSettings } from "./settings.ts";

const TIMEOUT_MS = 10 * SECOND_MS;
/** Of a signature, in seconds. */
const TOLERANCE_S = 300;
const SUBSCRIPTIONS_MAX = 100;

export interface StripeOptions {
  set: BillingSettings;
  usage: UsageSettings | null;
  api_url: string;
  log: Log;
}

export function openStripe({ set, usage, api_url, log }: StripeOptions): Processor {
  const ids = priceIds(set);
  const open = async () => {
    const { default: Library } = await import("stripe");
    const { hostname, port, protocol } = new URL(api_url);
    return new Library(set.BILLING_SECRET_KEY, {
      host: hostname,
      port: port || (protocol === "http:" ? 80 : 443),
      protocol: protocol === "http:" ? "http" : "https",
      timeout: TIMEOUT_MS,
      telemetry: false,
      httpClient: Library.createFetchHttpClient(),
    });
  };
  let opened: Promise<Stripe> | null = null;
  const client = () => (opened ??= open());

  /** What is metered is billed by the subscription of the plan, and costs nothing while nothing is. */
  function metered(price: PriceName): { price: string }[] {
    return usage && PLAN_OF[price] !== null ? [{ price: usage.BILLING_USAGE_PRICE }] : [];
  }

  async function ask<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    const stripe = await client();
    try {
      return await work(stripe);
    } catch (error) {
      log.warn({ err: error }, "the payment processor said no or did not answer");
      throw refuse.unavailable("the payment processor did not answer as expected; try again in a minute");
    }
  }

  return {
    createCustomer: ({ workspace_id, name, email }) =>
      ask(async (stripe) => {
        const metadata = { workspace_id: String(workspace_id) };
        // With what is sent in it: Stripe refuses a key that comes again with other words, for a day.
        const idempotencyKey = `customer-${workspace_id}-${sha256Hex(JSON.stringify([name, email]))}`;
        const { id } = await stripe.customers.create({ name, email, metadata }, { idempotencyKey });
        return id;
      }),
    createCheckout: ({ customer_id, price, return_url }) =>
      ask(async (stripe) => {
        const { url } = await stripe.checkout.sessions.create({
          mode: "subscription",
          customer: customer_id,
          line_items: [{ price: ids[price], quantity: 1, ...adjustable(price) }, ...metered(price)],
          success_url: `${return_url}?from=checkout`,
          cancel_url: return_url,
          allow_promotion_codes: true,
        });
        if (!url) throw new Error("a checkout session came without an address");
        return url;
      }),
    createPortal: ({ customer_id, return_url }) =>
      ask(async (stripe) => (await stripe.billingPortal.sessions.create({ customer: customer_id, return_url })).url),
    readSubscriptions: (customer) =>
      ask(async (stripe) => {
        const { data } = await stripe.subscriptions.list({ customer, status: "all", limit: SUBSCRIPTIONS_MAX });
        return data.flatMap((one) => subscriptionOf(one, ids) ?? []);
      }),
    async readEvent(body, signature, now) {
      const stripe = await client();
      const { BILLING_WEBHOOK_SECRET: secret } = set;
      try {
        const event = await stripe.webhooks.constructEventAsync(
          body,
          signature ?? "",
          secret,
          TOLERANCE_S,
          undefined,
          now.getTime(),
        );
        return { id: event.id, type: event.type, customer_id: customerOf(event.data.object) };
      } catch {
        throw refuse.invalid("the signature does not hold: sign the body as it is sent, within 5 minutes");
      }
    },
    reportUsage: ({ customer_id, gib_hours, identifier, at }) =>
      ask(async (stripe) => {
        if (usage === null) return;
        await stripe.billing.meterEvents.create({
          event_name: usage.BILLING_USAGE_METER,
          payload: { stripe_customer_id: customer_id, value: gib_hours },
          identifier,
          timestamp: Math.floor(at.getTime() / SECOND_MS),
        });
      }),
  };
}

function adjustable(price: PriceName) {
  return price === "storage_50gb_monthly" ? { adjustable_quantity: { enabled: true, minimum: 1 } } : {};
}

function customerOf(object: object): string | null {
  const about =
    Reflect.get(object, "object") === "customer" ? Reflect.get(object, "id") : Reflect.get(object, "customer");
  return typeof about === "string" ? about : null;
}

/** Null for one with nothing of ours in it. */
function subscriptionOf(one: Stripe.Subscription, ids: Readonly<Record<PriceName, string>>): Subscription | null {
  const items = one.items.data.flatMap((item) => {
    const price = priceNamed(ids, item.price.id);
    return price === null ? [] : [{ price, quantity: item.quantity ?? 1, item }];
  });
  const [first] = items;
  if (!first) return null;
  const at = (seconds: number) => new Date(seconds * SECOND_MS);
  return {
    status: one.pause_collection ? "paused" : one.status,
    items: items.map(({ price, quantity }) => ({ price, quantity })),
    period_start: at(first.item.current_period_start),
    period_end: at(first.item.current_period_end),
    ends_at: one.cancel_at === null ? null : at(one.cancel_at),
  };
}
