// What is asked of a payment processor. Stripe's is in stripe.ts.
import { type Port, port } from "../../kernel/mod.ts";
import type { PriceName } from "./prices.ts";

/** One subscription of a customer as the processor has it now. */
export interface Subscription {
  /** In Stripe's words: `active`, `trialing`, `past_due`, `unpaid`, `paused`, `canceled`, `incomplete` ... */
  status: string;
  items: readonly { price: PriceName; quantity: number }[];
  period_start: Date;
  period_end: Date;
  /** When it ends because somebody cancelled it; null while it goes on. */
  ends_at: Date | null;
}

/** An event whose signature held. */
export interface ProcessorEvent {
  id: string;
  type: string;
  /** Whom it is about; null for one that is about no customer. */
  customer_id: string | null;
}

/** Every method throws a 503 when the processor is away. */
export interface Processor {
  /** The same words make one customer, however often they are sent within a day. */
  createCustomer(of: { workspace_id: number; name: string; email: string }): Promise<string>;
  /** The address at which the customer pays. */
  createCheckout(of: { customer_id: string; price: PriceName; return_url: string }): Promise<string>;
  /** The address at which the customer changes and cancels what they have. */
  createPortal(of: { customer_id: string; return_url: string }): Promise<string>;
  /** All of a customer's subscriptions that have anything of ours in them. */
  readSubscriptions(customerId: string): Promise<Subscription[]>;
  /** Verifies the signature over the bytes as they came. Throws 400 for one that does not hold or is older than 5 minutes. */
  readEvent(body: Uint8Array, signature: string | null, now: Date): Promise<ProcessorEvent>;
  /** Reports GiB hours; the same `identifier` counts once. */
  reportUsage(of: { customer_id: string; gib_hours: string; identifier: string; at: Date }): Promise<void>;
}

/** Null where nothing is sold. */
export const processorPort: Port<Processor | null> = port("billing.processor");
