// The rows of deliveries as people look at them and ask for them.
import type { Sql } from "../../../kernel/mod.ts";

export interface DeliveryRow {
  delivery_id: number;
  webhook_id: number;
  event_id: number;
  action: string;
  kind: "event" | "test" | "redelivery";
  status: "pending" | "ok" | "failed";
  attempts: number;
  last_status_code: number | null;
  last_error: string | null;
  next_attempt_at: Date | null;
  created_at: Date;
  delivered_at: Date | null;
}

const columns = (sql: Sql) => sql`
  delivery_id, webhook_id, event_id, action, kind, status, attempts, last_status_code, last_error,
  next_attempt_at, created_at, delivered_at`;

/** Newest first. */
export async function listDeliveries(
  sql: Sql,
  by: { webhook_id: number; status: string | null; after: { delivery_id: number } | null; limit: number | null },
): Promise<DeliveryRow[]> {
  return await sql<DeliveryRow[]>`
    select ${columns(sql)} from webhook_deliveries
    where webhook_id = ${by.webhook_id} and delivery_id < ${by.after?.delivery_id ?? Number.MAX_SAFE_INTEGER}
      ${by.status === null ? sql`` : sql`and status = ${by.status}`}
    order by delivery_id desc limit ${by.limit}`;
}

export async function findDelivery(
  sql: Sql,
  by: { webhook_id: number; delivery_id: number },
): Promise<DeliveryRow | null> {
  const [row] = await sql<DeliveryRow[]>`
    select ${columns(sql)} from webhook_deliveries
    where webhook_id = ${by.webhook_id} and delivery_id = ${by.delivery_id}`;
  return row ?? null;
}

/** Writes down that somebody wants an event sent; answers the delivery's number. */
export async function insertDelivery(
  sql: Sql,
  wanted: {
    webhook: { workspace_id: number; webhook_id: number };
    event: { event_id: number; action: string };
    kind: "test" | "redelivery";
    attempts_max: number;
    now: Date;
  },
): Promise<number> {
  const { webhook, event, kind, attempts_max, now } = wanted;
  const [row] = await sql<[{ delivery_id: number }]>`
    insert into webhook_deliveries
      (workspace_id, webhook_id, event_id, action, kind, attempts_max, next_attempt_at, created_at)
    values (${webhook.workspace_id}, ${webhook.webhook_id}, ${event.event_id}, ${event.action}, ${kind}, ${attempts_max},
      ${now}, ${now})
    returning delivery_id`;
  return row.delivery_id;
}
