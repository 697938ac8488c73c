// A payment processor for tests: it answers as Stripe's API does, over http, with what a test says that customers have.
import Stripe from "stripe";

const WEBHOOK_SECRET = "whsec_test_for_billing";
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
  /** Of its customer and its place where it is not said. */
  id?: string;
  /** Days after the start. */
  bought?: number;
  /** Other prices in the same subscription. */
  beside?: string[];
  paused?: boolean;
}

interface Session {
  id: string;
  customer: string;
  status: "open" | "expired" | "complete";
  url: string;
  created: number;
  metadata: { price: string | null };
}

interface Sent {
  method: string;
  path: string;
  query: string;
  form: URLSearchParams;
  key: string | null;
}

/** Starts it on a free port; every request is kept in `sent`. */
export function openProcessor({ start }: { start: Date }) {
  const sent: Sent[] = [];
  const customers = new Map<string, { id: string; asked: string }>();
  const has = new Map<string, Having[]>();
  const meter = new Map<string, number>();
  const sessions: Session[] = [];
  const state = {
    away: false,
    period_days: 30,
    /** Whether checkouts can be begun. */
    sells: true,
    /** Customers whose readings are refused. */
    refused: new Set<string>(),
    /** Waited for when a request has done its work, before it is answered; `what` is such as `POST /v1/customers`. */
    before_answer: async (_what: string) => {},
  };
  const seconds = (days: number) => Math.floor(start.getTime() / 1000) + days * 86_400;

  async function answer(request: Request): Promise<Response> {
    const answered = await work(request);
    await state.before_answer(`${request.method} ${new URL(request.url).pathname}`);
    return answered;
  }

  async function work(request: Request): Promise<Response> {
    const { pathname, search, searchParams } = new URL(request.url);
    const key = request.headers.get("idempotency-key");
    const form = new URLSearchParams(request.method === "POST" ? await request.text() : "");
    sent.push({ method: request.method, path: pathname, query: search, form, key });
    // Stripe's library would try again for a second.
    const no_retry = { status: 500, headers: { "stripe-should-retry": "false" } };
    if (state.away) return Response.json({ error: { message: "away" } }, no_retry);
    if (pathname === "/v1/customers") return customerOf(key ?? "", form.toString());
    if (pathname === "/v1/checkout/sessions" && !state.sells)
      return Response.json({ error: { message: "no such price" } }, { status: 400 });
    if (pathname.startsWith("/v1/checkout/sessions")) return checkoutOf(request, form);
    if (pathname === "/v1/billing_portal/sessions") return Response.json({ url: "https://pay.example/portal" });
    if (pathname === "/v1/subscription_items") {
      const found = findHaving(form.get("subscription") ?? "");
      if (found) found.beside = [...new Set([...(found.beside ?? []), form.get("price") ?? ""])];
      return Response.json({ id: "si_added" });
    }
    if (pathname.startsWith("/v1/subscriptions/")) return changeOf(request, form);
    if (pathname === "/v1/subscriptions") {
      const data = (has.get(searchParams.get("customer") ?? "") ?? []).map((one) => subscriptionOf(one));
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

  /** Sessions are made, listed while they are open, and expired once. */
  async function checkoutOf(request: Request, form: URLSearchParams): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const id = /sessions\/(\w+)\/expire$/.exec(pathname)?.[1];
    if (id) {
      const found = sessions.find((one) => one.id === id && one.status === "open");
      if (!found) return refused('Only Checkout Sessions with a status in ["open"] can be expired.');
      found.status = "expired";
      return Response.json(found);
    }
    if (request.method === "GET") {
      const open = sessions.filter((one) => one.customer === searchParams.get("customer") && one.status === "open");
      const data = open.toReversed().map(shown);
      return Response.json({ object: "list", data, has_more: false, url: pathname });
    }
    const customer = form.get("customer") ?? "";
    const made: Session = {
      id: `cs_${sessions.length + 1}`,
      customer,
      status: "open",
      url: `https://pay.example/cs_${sessions.length + 1}/${customer}`,
      created: seconds(0) + sessions.length,
      metadata: { price: form.get("metadata[price]") },
    };
    sessions.push(made);
    return Response.json(shown(made));
  }

  const shown = (one: Session) => ({ ...one, object: "checkout.session", expires_at: one.created + 86_400 });

  function refused(message: string): Response {
    return Response.json({ error: { type: "invalid_request_error", message } }, { status: 400 });
  }

  /** Answers a subscription, ends it, or takes items out of it. */
  function changeOf(request: Request, form: URLSearchParams): Response {
    const id = new URL(request.url).pathname.split("/").at(-1) ?? "";
    const found = findHaving(id);
    if (!found) return refused(`No such subscription: ${id}`);
    if (request.method === "DELETE") {
      if (found.status === "canceled") return refused("No such subscription");
      found.status = "canceled";
    }
    if (request.method === "POST") {
      const gone = new Set([...form].filter(([key]) => /^items\[\d+\]\[id\]$/.test(key)).map(([, value]) => value));
      const left = pricesOf(found).filter((_, index) => !gone.has(`si_${id}_${index}`));
      found.price = left[0] ?? "";
      found.beside = left.slice(1);
    }
    return Response.json(subscriptionOf(found));
  }

  const pricesOf = (one: Having) => [one.price, ...(one.beside ?? [])];

  function idOf(having: Having): string {
    if (having.id) return having.id;
    const [customer, list] = [...has].find(([, owned]) => owned.includes(having)) ?? ["", []];
    return `sub_${customer}_${list.indexOf(having)}`;
  }

  function findHaving(id: string): Having | undefined {
    return [...has.values()].flat().find((one) => idOf(one) === id);
  }

  function subscriptionOf(having: Having) {
    const { status = "active", quantity = 1, cancel_at, bought = 0 } = having;
    const id = idOf(having);
    const period = { current_period_start: seconds(0), current_period_end: seconds(state.period_days) };
    const data = pricesOf(having).map((price, index) => ({
      id: `si_${id}_${index}`,
      price: { id: price },
      quantity,
      ...period,
    }));
    return {
      id,
      object: "subscription",
      created: seconds(bought),
      status,
      cancel_at: cancel_at ?? null,
      pause_collection: having.paused ? { behavior: "void" } : null,
      items: { object: "list", data },
    };
  }

  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answer });
  return {
    sent,
    has,
    meter,
    sessions,
    state,
    /** What a server has to be told. */
    env: {
      BILLING_SECRET_KEY: "sk_test_billing",
      BILLING_WEBHOOK_SECRET: WEBHOOK_SECRET,
      BILLING_API_URL: `http://127.0.0.1:${server.port}`,
      BILLING_USAGE_METER: "storage",
      BILLING_USAGE_PRICE: "price_u",
      BILLING_USAGE_CENTS: "10",
      ...prices,
    },
    /** A day after it was made, the same words make another customer. */
    forget: (id: string) => {
      for (const [key, one] of customers)
        if (one.id === id) customers.set(key, { id: `${id}_again`, asked: one.asked });
    },
    close: () => server.stop(true),
  };
}

const signer = new Stripe("sk_test_billing");

/** An event as Stripe sends it, signed by Stripe's own library. */
export function signedEvent(
  event: { id: string; type: string; customer: string; object?: "subscription" | "customer" },
  at: Date,
) {
  const { id, type, customer, object = "subscription" } = event;
  const about = object === "customer" ? { object, id: customer } : { object, customer };
  return signed(JSON.stringify({ id, object: "event", type, data: { object: about } }), at);
}

/** Any body under a signature that holds. */
export async function signed(body: string, at: Date) {
  const timestamp = Math.floor(at.getTime() / 1000);
  const signature = await signer.webhooks.generateTestHeaderStringAsync({
    payload: body,
    secret: WEBHOOK_SECRET,
    timestamp,
  });
  return { body, headers: { "stripe-signature": signature, "content-type": "application/json" } };
}
