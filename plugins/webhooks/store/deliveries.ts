// The rows of deliveries as people look at them and ask for them.
import type { Sql } from "../../../kernel/plugin.ts";
import { isConnected, patternsOf } from "../filter.ts";
import type { WebhookRow } from "./webhooks.ts";

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

/** How a webhook has done lately; nothing is counted beyond 100,000. */
export interface WebhookStats {
  ok_24h: number;
  failed_24h: number;
  pending: number;
  oldest_pending: Date | null;
}

const COUNTED_MAX = 100_000;

export async function readStats(sql: Sql, by: { webhook_id: number; since: Date }): Promise<WebhookStats> {
  const { webhook_id, since } = by;
  const [row] = await sql<[WebhookStats]>`
    select (count(*) filter (where status = 'ok'))::int as ok_24h,
      (count(*) filter (where status = 'failed'))::int as failed_24h,
      (select count(*)::int from (select from webhook_deliveries
        where webhook_id = ${webhook_id} and status = 'pending' limit ${COUNTED_MAX}) as waiting) as pending,
      (select min(created_at) from (select created_at from webhook_deliveries
        where webhook_id = ${webhook_id} and status = 'pending' order by next_attempt_at limit ${COUNTED_MAX}) as waiting) as oldest_pending
    from (select status, created_at from webhook_deliveries
      where webhook_id = ${webhook_id} order by delivery_id desc limit ${COUNTED_MAX}) as recent
    where created_at >= ${since}`;
  return row;
}

export interface AttemptRow {
  attempt: number;
  attempted_at: Date;
  status_code: number | null;
  error: string | null;
  duration_ms: number;
  response: Uint8Array;
}

/** The attempts at some deliveries, the first of each first. */
export async function listAttempts(
  sql: Sql,
  deliveryIds: readonly number[],
): Promise<(AttemptRow & { delivery_id: number })[]> {
  return await sql<(AttemptRow & { delivery_id: number })[]>`
    select delivery_id, attempt, attempted_at, status_code, error, duration_ms, response from webhook_attempts
    where delivery_id = any(${[...deliveryIds]}::bigint[]) order by delivery_id, attempt`;
}

/** A time span of events that somebody wants sent again, and what of it. */
export interface Recovery {
  webhook: Pick<WebhookRow, "workspace_id" | "webhook_id" | "events"> &
    Partial<Pick<WebhookRow, "database_doc_id" | "table_id">>;
  since: Date;
  until: Date;
  attempts_max: number;
  limit: number;
  now: Date;
}

/** What came of a recovery: how many events are sent, and whether there are more than `limit`. */
export interface Recovered {
  queued: number;
  has_more: boolean;
}

/** Sends anew what was given up and neither sent since nor on its way. */
export async function recoverFailed(sql: Sql, recovery: Recovery): Promise<Recovered> {
  const { webhook, since, until } = recovery;
  const found = sql`
    select d.event_id, d.action, d.delivery_id as place from webhook_deliveries d
    where d.webhook_id = ${webhook.webhook_id} and d.created_at >= ${since} and d.created_at <= ${until}
      and d.status = 'failed' and not exists (
        select from webhook_deliveries o
        where o.webhook_id = d.webhook_id and o.event_id = d.event_id and o.delivery_id <> d.delivery_id
          and (o.status <> 'failed' or o.delivery_id > d.delivery_id))`;
  return await sendFound(sql, recovery, { found, kind: "redelivery" });
}

/** Sends what the webhook asks for by now and was never to be sent to it, such as what came up while it was paused. */
export async function recoverMissing(sql: Sql, recovery: Recovery): Promise<Recovered> {
  const { webhook, since, until } = recovery;
  const found = sql`
    select e.event_id, e.action, e.event_id as place from audit_events e
    where e.workspace_id = ${webhook.workspace_id} and e.created_at >= ${since} and e.created_at <= ${until}
      and ${[...webhook.events]}::text[] && ${patternsOf(sql)}
      and ${isConnected(sql, sql`${webhook.database_doc_id ?? null}::text`, sql`${webhook.table_id ?? null}::bigint`)}
      and not exists (
        select from webhook_deliveries d where d.event_id = e.event_id and d.webhook_id = ${webhook.webhook_id})`;
  return await sendFound(sql, recovery, { found, kind: "event" });
}

/** The first of what was found, in order; an event that is offered meanwhile is sent once. */
async function sendFound(
  sql: Sql,
  { webhook, attempts_max, limit, now }: Recovery,
  { found, kind }: { found: ReturnType<typeof columns>; kind: DeliveryRow["kind"] },
): Promise<Recovered> {
  const [row] = await sql<[Recovered]>`
    with found as materialized (${found} order by place limit ${limit + 1}),
    made as (
      insert into webhook_deliveries
        (workspace_id, webhook_id, event_id, action, kind, attempts_max, next_attempt_at, created_at)
      select ${webhook.workspace_id}, ${webhook.webhook_id}, event_id, action, ${kind}, ${attempts_max}, ${now}, ${now}
      from found order by place limit ${limit}
      on conflict (event_id, webhook_id) where kind <> 'redelivery' do nothing
      returning 1
    )
    select (select count(*)::int from made) as queued, (select count(*) from found) > ${limit} as has_more`;
  return row;
}

/** Removes deliveries that have ended and are older; answers how many. */
export async function dropOldDeliveries(sql: Sql, { before, limit }: { before: Date; limit: number }): Promise<number> {
  const gone = await sql`
    delete from webhook_deliveries where delivery_id = any(array(
      select delivery_id from webhook_deliveries
      where created_at < ${before} and status <> 'pending' order by created_at limit ${limit}))`;
  return gone.count;
}
