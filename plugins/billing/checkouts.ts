// One checkout at a time: whoever begins again goes on with the one that is open, or ends it,
// so that nobody pays for two plans (rules: billing/one_subscription).
import { later, MINUTE_MS, refuse } from "../../kernel/plugin.ts";
import { PLAN_OF, type PriceName } from "./prices.ts";
import type { Checkout, Processor } from "./processor.ts";
import { type Bought, boughtBy } from "./subscription.ts";

/** As long as it takes to pay. */
const LEFT_MS_MIN = 30 * MINUTE_MS;

export interface CheckoutAsked {
  customer_id: string;
  price: PriceName;
  return_url: string;
  now: Date;
}

/**
 * The address at which a customer pays. `refuseBought` is asked whether a plan may be bought beside what the customer has, after every
 * other checkout for a plan has ended, so that what was paid in one of them is seen.
 */
export async function openCheckout(
  processor: Processor,
  asked: CheckoutAsked,
  refuseBought: (bought: Bought) => Promise<void>,
): Promise<string> {
  const { customer_id, price, return_url, now } = asked;
  const listRivals = async () => (await processor.listCheckouts(customer_id)).filter((one) => areRivals(one, price));
  const open = await listRivals();
  const again = open.find((one) => one.price === price && one.expires_at >= later(now, LEFT_MS_MIN));
  await expire(processor, open, again);
  if (PLAN_OF[price] !== null) await refuseBought(boughtBy(await processor.readSubscriptions(customer_id)));
  if (again) return again.url;
  const made = await processor.createCheckout({ customer_id, price, return_url });
  // Who begins at the same moment finds none before, and sees the same now: the newest stays.
  const now_open = await listRivals();
  const newest = now_open[0] ?? made;
  await expire(processor, now_open, newest);
  if (newest.price === price) return newest.url;
  throw refuse.conflict("another plan was chosen for this workspace at the same moment; begin again to buy this one");
}

/** Whether both may not be paid: two for plans, or the same storage by who pressed twice. */
function areRivals({ price }: Checkout, other: PriceName): boolean {
  return price !== null && (price === other || (PLAN_OF[price] !== null && PLAN_OF[other] !== null));
}

async function expire(processor: Processor, open: readonly Checkout[], but: Checkout | undefined): Promise<void> {
  for (const { id } of open) if (id !== but?.id) await processor.expireCheckout(id);
}
