// Stripe as the payment processor, through its own library, which is loaded when it is first needed.
import type Stripe from "stripe";
import { type Log, refuse, SECOND_MS, sha256Hex } from "../../kernel/plugin.ts";
import { isPrice, PLAN_OF, type PriceIds, type PriceName, priceIds, priceNamed, soldIds, YEARLY } from "./prices.ts";
import type { Checkout, Processor, ProcessorEvent, Subscription } from "./processor.ts";
import type { BillingSettings, UsageSettings } from "./settings.ts";

const TIMEOUT_MS = 10 * SECOND_MS;
/** Of a signature, in seconds. */
const TOLERANCE_S = 300;
const SUBSCRIPTIONS_MAX = 100;
const CHECKOUTS_MAX = 100;
/** What Stripe's ids and types of events are made of. */
const NAME = /^[\x21-\x7e]{1,255}$/;

export interface StripeOptions {
  set: BillingSettings;
  usage: UsageSettings | null;
  api_url: string;
  log: Log;
}

export function openStripe({ set, usage, api_url, log }: StripeOptions): Processor {
  const ids = priceIds(set);
  const meter_ids = usage === null ? [] : soldIds("BILLING_USAGE_PRICE", usage.BILLING_USAGE_PRICE);
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

  /**
   * What is metered is billed by the subscription of the plan, and costs nothing while nothing is. A checkout sells prices of one period
   * alone, so a plan by the year gets it afterwards.
   */
  function metered(price: PriceName): { price: string }[] {
    return PLAN_OF[price] !== null && !YEARLY.includes(price) ? meter_ids.slice(0, 1).map((id) => ({ price: id })) : [];
  }

  function isStorage(item: Stripe.SubscriptionItem): boolean {
    const name = priceNamed(ids, item.price.id);
    return name !== null && PLAN_OF[name] === null;
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
        const made = await stripe.checkout.sessions.create({
          mode: "subscription",
          customer: customer_id,
          line_items: [{ price: ids[price][0], quantity: 1, ...adjustable(price) }, ...metered(price)],
          // Items of other periods may join only one that is billed so.
          subscription_data: { billing_mode: { type: "flexible" } },
          metadata: { price },
          success_url: `${return_url}?from=checkout`,
          cancel_url: return_url,
          allow_promotion_codes: true,
        });
        const checkout = checkoutOf(made);
        if (!checkout) throw new Error("a checkout session came without an address");
        return checkout;
      }),
    listCheckouts: (customer) =>
      ask(async (stripe) => {
        const { data } = await stripe.checkout.sessions.list({ customer, status: "open", limit: CHECKOUTS_MAX });
        return data.flatMap((one) => checkoutOf(one) ?? []).sort(byAge);
      }),
    expireCheckout: (id) =>
      ask(async (stripe) => {
        try {
          await stripe.checkout.sessions.expire(id);
        } catch (error) {
          if (!isRefused(error)) throw error;
          log.info({ err: error }, "a checkout was over before it could be expired");
        }
      }),
    createPortal: ({ customer_id, return_url }) =>
      ask(async (stripe) => (await stripe.billingPortal.sessions.create({ customer: customer_id, return_url })).url),
    readSubscriptions: (customer) =>
      ask(async (stripe) => {
        const { data } = await stripe.subscriptions.list({ customer, status: "all", limit: SUBSCRIPTIONS_MAX });
        return data.flatMap((one) => subscriptionOf(one, { ids, meter_ids }) ?? []);
      }),
    endPlan: (id) =>
      ask(async (stripe) => {
        const { items } = await stripe.subscriptions.retrieve(id);
        if (!items.data.some(isStorage)) {
          await stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true });
          return;
        }
        const gone = items.data.filter((item) => !isStorage(item)).map((item) => ({ id: item.id, deleted: true }));
        if (gone.length > 0)
          await stripe.subscriptions.update(id, { items: gone, proration_behavior: "always_invoice" });
      }),
    addMeter: (subscription) =>
      ask(async (stripe) => {
        const [price] = meter_ids;
        if (price === undefined) return;
        await stripe.subscriptionItems.create(
          { subscription, price },
          { idempotencyKey: `meter-${subscription}-${price}` },
        );
      }),
    async readEvent(body, signature, now) {
      const stripe = await client();
      const { BILLING_WEBHOOK_SECRET: secret } = set;
      let event: unknown;
      try {
        event = await stripe.webhooks.constructEventAsync(
          body,
          signature ?? "",
          secret,
          TOLERANCE_S,
          undefined,
          now.getTime(),
        );
      } catch (error) {
        if (typeOf(error) === "StripeSignatureVerificationError") {
          throw refuse.invalid("the signature does not hold: sign the body as it is sent, within 5 minutes");
        }
        throw refuseShape();
      }
      const read = eventOf(event);
      if (!read) throw refuseShape();
      return read;
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

function checkoutOf({ id, url, metadata, created, expires_at }: Stripe.Checkout.Session): Checkout | null {
  if (!url) return null;
  const named = metadata?.["price"] ?? "";
  const price = isPrice(named) ? named : null;
  return { id, url, price, created_at: at(created), expires_at: at(expires_at) };
}

/** The newest first; of one second, by id. */
function byAge(a: Checkout, b: Checkout): number {
  return b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1);
}

function at(seconds: number): Date {
  return new Date(seconds * SECOND_MS);
}

function typeOf(error: unknown): unknown {
  return error instanceof Error ? Reflect.get(error, "type") : null;
}

/** Whether Stripe understood and said no. */
function isRefused(error: unknown): boolean {
  return typeOf(error) === "StripeInvalidRequestError";
}

function refuseShape(): Error {
  return refuse.invalid(
    "the body is no event: send what the payment processor signs, as JSON with id, type and data.object",
  );
}

/** Null for what has not the shape of an event. */
function eventOf(event: unknown): ProcessorEvent | null {
  if (!isObject(event) || !isObject(event["data"])) return null;
  const { id, type } = event;
  const about = event["data"]["object"];
  if (!isName(id) || !isName(type) || !isObject(about)) return null;
  const isCustomer = about["object"] === "customer";
  const named = isCustomer ? about["id"] : about["customer"];
  const customer = isObject(named) ? named["id"] : named;
  return {
    id,
    type,
    customer_id: isName(customer) ? customer : null,
    ends_customer: isCustomer && type === "customer.deleted",
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isName(value: unknown): value is string {
  return typeof value === "string" && NAME.test(value);
}

/** Null for one with nothing of ours in it. */
function subscriptionOf(
  one: Stripe.Subscription,
  { ids, meter_ids }: { ids: PriceIds; meter_ids: readonly string[] },
): Subscription | null {
  const items = one.items.data.flatMap((item) => {
    const price = priceNamed(ids, item.price.id);
    return price === null ? [] : [{ price, quantity: unitsOf(item.quantity), item }];
  });
  const first = items.find(({ price }) => PLAN_OF[price] !== null) ?? items[0];
  if (!first) return null;
  return {
    id: one.id,
    created_at: at(one.created),
    status: one.pause_collection ? "paused" : one.status,
    items: items.map(({ price, quantity }) => ({ price, quantity })),
    is_metered: one.items.data.some((item) => meter_ids.includes(item.price.id)),
    period_start: at(first.item.current_period_start),
    period_end: at(first.item.current_period_end),
    ends_at: one.cancel_at === null ? null : at(one.cancel_at),
  };
}

function unitsOf(quantity: number | undefined): number {
  return Math.max(Math.trunc(quantity ?? 1), 0);
}
