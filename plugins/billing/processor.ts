// What is asked of a payment processor. Stripe's is in stripe.ts.
import { type Port, port } from "../../kernel/plugin.ts";
import type { PriceName } from "./prices.ts";

/** One subscription of a customer as the processor has it now. */
export interface Subscription {
  id: string;
  created_at: Date;
  /** In Stripe's words: `active`, `trialing`, `past_due`, `unpaid`, `paused`, `canceled`, `incomplete` ... */
  status: string;
  items: readonly { price: PriceName; quantity: number }[];
  /** Whether what is metered is billed with it. */
  is_metered: boolean;
  period_start: Date;
  period_end: Date;
  /** When it ends because somebody cancelled it; null while it goes on. */
  ends_at: Date | null;
}

/** A page at the processor on which a customer may pay until it expires. */
export interface Checkout {
  id: string;
  url: string;
  /** Null for one that this service did not begin. */
  price: PriceName | null;
  created_at: Date;
  expires_at: Date;
}

/** An event whose signature held. */
export interface ProcessorEvent {
  id: string;
  type: string;
  /** Whom it is about; null for one that is about no customer. */
  customer_id: string | null;
  /** Somebody has deleted the customer at the processor, and all that it had. */
  ends_customer: boolean;
}

/** Every method throws a 503 when the processor is away. */
export interface Processor {
  /** The same words make one customer, however often they are sent within a day. */
  createCustomer(of: { workspace_id: number; name: string; email: string }): Promise<string>;
  createCheckout(of: { customer_id: string; price: PriceName; return_url: string }): Promise<Checkout>;
  /** Where a customer may still pay, the newest first. */
  listCheckouts(customerId: string): Promise<Checkout[]>;
  /** Nobody pays there any more. Does nothing to one that was paid or has expired. */
  expireCheckout(id: string): Promise<void>;
  /** The address at which the customer changes and cancels what they have. */
  createPortal(of: { customer_id: string; return_url: string }): Promise<string>;
  /** All of a customer's subscriptions that have anything of ours in them. */
  readSubscriptions(customerId: string): Promise<Subscription[]>;
  /** Ends the plan of a subscription now, with a credit for what was paid ahead; more storage that is in it goes on. */
  endPlan(subscriptionId: string): Promise<void>;
  /** Has what is metered billed with a subscription, by the month, whatever its plan's period is. */
  addMeter(subscriptionId: string): Promise<void>;
  /** Verifies the signature over the bytes as they came. Throws 400 for one that does not hold or is older than 5 minutes. */
  readEvent(body: Uint8Array, signature: string | null, now: Date): Promise<ProcessorEvent>;
  /** Reports GiB hours; the same `identifier` counts once. */
  reportUsage(of: { customer_id: string; gib_hours: string; identifier: string; at: Date }): Promise<void>;
}

/** Null where nothing is sold. */
export const processorPort: Port<Processor | null> = port("billing.processor");
