// Rows of webhooks and deliveries as they are answered.
import type { Static } from "../../kernel/plugin.ts";
import { findUnknown } from "./filter.ts";
import { type Delivery, type DeliveryDetail, PAUSED_REASONS, type Webhook, type WebhookDetail } from "./schemas.ts";
import type { AttemptRow, DeliveryRow, WebhookStats } from "./store/deliveries.ts";
import type { WebhookRow } from "./store/webhooks.ts";

export function showWebhook(row: WebhookRow, actions: readonly string[]): Static<typeof Webhook> {
  return {
    id: row.webhook_id,
    url: row.url,
    events: row.events,
    active: row.active,
    created_at: row.created_at.toISOString(),
    secret_set: true,
    paused_reason: PAUSED_REASONS.find((one) => one === row.paused_reason) ?? null,
    owner_email: row.owner_email,
    is_owner_managing: row.is_owner_managing,
    database_id: row.database_doc_id,
    table_id: row.table_id,
    fields: row.fields,
    provider: row.provider,
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

export function showDetail(
  row: WebhookRow,
  stats: WebhookStats,
  { actions, now }: { actions: readonly string[]; now: Date },
): Static<typeof WebhookDetail> {
  const shown = showWebhook(row, actions);
  const { former_secret_until: until } = row;
  return {
    ...shown,
    former_secret_until: until && until > now ? until.toISOString() : null,
    stats: {
      ...stats,
      oldest_pending: stats.oldest_pending?.toISOString() ?? null,
      paused_reason: shown.paused_reason,
    },
  };
}

export function showDeliveryDetail(row: DeliveryRow, attempts: readonly AttemptRow[]): Static<typeof DeliveryDetail> {
  return {
    ...showDelivery(row),
    attempt_log: attempts.map(({ attempt, attempted_at, status_code, error, duration_ms, response }) => ({
      ...{ attempt, attempted_at: attempted_at.toISOString(), status_code, error, duration_ms },
      response: readResponse(response),
    })),
  };
}

/** Whatever bytes came: what is no UTF-8 shows as such, and a character that was cut is left out. */
export function readResponse(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll("\0", "\ufffd");
}
