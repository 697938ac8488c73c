// A payment processor for tests: it answers as Stripe's API does, over http, with what a test says that customers have.
import Stripe from "stripe";

export const WEBHOOK_SECRET = "whsec_test_for_billing";
const prices = {
  BILLING_PRICE_TEAM_MONTHLY: "price_tm",
  BILLING_PRICE_TEAM_YEARLY: "price_ty",
  BILLING_PRICE_BUSINESS_MONTHLY: "price_bm",
  BILLING_PRICE_BUSINESS_YEARLY: "price_by",
  BILLING_PRICE_STORAGE_50GB_MONTHLY: "price_s",
};

export interface Having {
  price: string;
  status?: string;
  quantity?: number;
  cancel_at?: number;
}

interface Sent {
  path: string;
  form: URLSearchParams;
  key: string | null;
}

/** Starts it on a free port; every request is kept in `sent`. */
export function openProcessor({ start }: { start: Date }) {
  const sent: Sent[] = [];
  const customers = new Map<string, { id: string; asked: string }>();
  const has = new Map<string, Having[]>();
  const meter = new Map<string, number>();
  const state = {
    away: false,
    /** Whether checkouts can be begun. */
    sells: true,
    /** Customers whose readings are refused. */
    refused: new Set<string>(),
    before_answer: async () => {},
  };
  const seconds = (days: number) => Math.floor(start.getTime() / 1000) + days * 86_400;

  async function answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const key = request.headers.get("idempotency-key");
    const form = new URLSearchParams(request.method === "POST" ? await request.text() : "");
    sent.push({ path: pathname, form, key });
    if (state.away) return Response.json({ error: { message: "away" } }, { status: 500 });
    if (pathname === "/v1/customers") return customerOf(key ?? "", form.toString());
    if (pathname === "/v1/checkout/sessions" && !state.sells)
      return Response.json({ error: { message: "no such price" } }, { status: 400 });
    if (pathname === "/v1/checkout/sessions")
      return Response.json({ url: `https://pay.example/${form.get("customer")}` });
    if (pathname === "/v1/billing_portal/sessions") return Response.json({ url: "https://pay.example/portal" });
    if (pathname === "/v1/subscriptions") {
      const data = (has.get(searchParams.get("customer") ?? "") ?? []).map(subscriptionOf);
      await state.before_answer();
      return Response.json({ object: "list", data, has_more: false, url: pathname });
    }
    if (pathname === "/v1/billing/meter_events") {
      if (state.refused.has(form.get("payload[stripe_customer_id]") ?? ""))
        return Response.json({ error: { message: "timestamp too old" } }, { status: 400 });
      meter.set(form.get("identifier") ?? "", Number(form.get("payload[value]")));
      return Response.json({ object: "billing.meter_event" });
    }
    return Response.json({ error: { message: `no ${pathname}` } }, { status: 404 });
  }

  /** A key that comes again answers as before, and is refused with other words. */
  function customerOf(key: string, asked: string): Response {
    const known = customers.get(key) ?? { id: `cus_${customers.size + 1}`, asked };
    customers.set(key, known);
    if (known.asked === asked) return Response.json({ id: known.id });
    return Response.json({ error: { type: "idempotency_error", message: "other parameters" } }, { status: 400 });
  }

  function subscriptionOf({ price, status = "active", quantity = 1, cancel_at }: Having, at: number) {
    const period = { current_period_start: seconds(0), current_period_end: seconds(30) };
    return {
      id: `sub_${at}`,
      object: "subscription",
      status,
      cancel_at: cancel_at ?? null,
      pause_collection: null,
      items: { object: "list", data: [{ id: `si_${at}`, price: { id: price }, quantity, ...period }] },
    };
  }

  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answer });
  return {
    sent,
    has,
    meter,
    state,
    /** What a house has to be told. */
    env: {
      BILLING_SECRET_KEY: "sk_test_billing",
      BILLING_WEBHOOK_SECRET: WEBHOOK_SECRET,
      BILLING_API_URL: `http://127.0.0.1:${server.port}`,
      BILLING_USAGE_METER: "storage",
      BILLING_USAGE_PRICE: "price_u",
      BILLING_USAGE_CENTS: "10",
      ...prices,
    },
    close: () => server.stop(true),
  };
}

const signer = new Stripe("sk_test_billing");

/** An event as Stripe sends it, signed by Stripe's own library. */
export async function signedEvent(event: { id: string; type: string; customer: string }, at: Date) {
  const { id, type, customer } = event;
  const body = JSON.stringify({ id, object: "event", type, data: { object: { object: "subscription", customer } } });
  const timestamp = Math.floor(at.getTime() / 1000);
  const signature = await signer.webhooks.generateTestHeaderStringAsync({
    payload: body,
    secret: WEBHOOK_SECRET,
    timestamp,
  });
  return { body, headers: { "stripe-signature": signature, "content-type": "application/json" } };
}
