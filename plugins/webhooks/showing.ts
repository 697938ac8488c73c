// Rows of webhooks and deliveries as they are answered.
import type { Static } from "../../kernel/mod.ts";
import { findUnknown } from "./filter.ts";
import type { Delivery, Webhook } from "./schemas.ts";
import type { DeliveryRow } from "./store/deliveries.ts";
import type { WebhookRow } from "./store/webhooks.ts";

export function showWebhook(row: WebhookRow, actions: readonly string[]): Static<typeof Webhook> {
  return {
    id: row.webhook_id,
    url: row.url,
    events: row.events,
    active: row.active,
    created_at: row.created_at.toISOString(),
    secret_set: true,
    paused_reason: row.paused_reason === "failing" ? "failing" : null,
    unknown_events: findUnknown(row.events, actions),
  };
}

export function showDelivery({ delivery_id, ...row }: DeliveryRow): Static<typeof Delivery> {
  return {
    id: delivery_id,
    ...row,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    delivered_at: row.delivered_at?.toISOString() ?? null,
  };
}
