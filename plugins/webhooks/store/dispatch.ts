// The rows of deliveries as servers work on them: claimed under a lease, and settled in the name of that claim.
import type { Sql } from "../../../kernel/plugin.ts";
import type { KeptEvent } from "../payload.ts";

/** What one server holds until its lease ends. */
export interface ClaimedDelivery extends KeptEvent {
  delivery_id: number;
  webhook_id: number;
  claims: number;
  attempts: number;
  attempts_max: number;
  url: string;
  secret_sealed: Uint8Array;
  former_secret_sealed: Uint8Array | null;
  former_secret_until: Date | null;
  kind: string;
  database_doc_id: string | null;
  table_id: number | null;
  fields: string[] | null;
  owner_id: number | null;
}

/** How many more a server takes for a webhook. */
export interface Allowance {
  webhook_id: number;
  allowance: number;
}

/** The webhooks behind `after` that have something due that nobody holds. */
export async function findDue(
  sql: Sql,
  { now, after, limit }: { now: Date; after: number; limit: number },
): Promise<number[]> {
  // One step in the index for each webhook that has anything pending, however much that is.
  const rows = await sql<{ webhook_id: number }[]>`
    with recursive pending as (
      (select webhook_id from webhook_deliveries where status = 'pending' and webhook_id > ${after} order by webhook_id limit 1)
      union all
      select (select d.webhook_id from webhook_deliveries d
        where d.status = 'pending' and d.webhook_id > pending.webhook_id order by d.webhook_id limit 1)
      from pending where pending.webhook_id is not null
    )
    select webhook_id from pending where exists (
      select from webhook_deliveries d where d.webhook_id = pending.webhook_id and d.status = 'pending'
        and d.next_attempt_at <= ${now} and (d.lease_until is null or d.lease_until <= ${now}))
    limit ${limit}`;
  return rows.map((row) => row.webhook_id);
}

/**
 * Takes what is due, of each webhook up to its allowance and of all of them up to `limit`, and leases it. What this server is at
 * work on is `held`, whatever a clock that has jumped says of its lease.
 */
export async function claimDeliveries(
  sql: Sql,
  wanted: {
    allowances: readonly Allowance[];
    held: readonly Pick<ClaimedDelivery, "delivery_id">[];
    limit: number;
    now: Date;
    lease_until: Date;
  },
): Promise<ClaimedDelivery[]> {
  const { allowances, limit, now, lease_until } = wanted;
  const held = wanted.held.map((one) => one.delivery_id);
  const ids = allowances.map((one) => one.webhook_id);
  const counts = allowances.map((one) => one.allowance);
  return await sql<ClaimedDelivery[]>`
    with picked as (
      select due.delivery_id
      from unnest(${ids}::bigint[], ${counts}::int[]) with ordinality as allowed (webhook_id, allowance, place)
      cross join lateral (
        select d.delivery_id from webhook_deliveries d
        where d.webhook_id = allowed.webhook_id and d.status = 'pending' and d.next_attempt_at <= ${now}
          and (d.lease_until is null or d.lease_until <= ${now}) and d.delivery_id <> all(${held}::bigint[])
        order by d.next_attempt_at, d.delivery_id
        limit allowed.allowance
        for update skip locked
      ) due
      limit ${limit}
    ), claimed as (
      update webhook_deliveries d set lease_until = ${lease_until}, claims = d.claims + 1
      from picked where d.delivery_id = picked.delivery_id
      returning d.delivery_id, d.webhook_id, d.event_id, d.kind, d.claims, d.attempts, d.attempts_max
    )
    select c.*, w.url, w.secret_sealed, w.former_secret_sealed, w.former_secret_until, w.database_doc_id, w.table_id,
      w.fields, w.owner_id, e.workspace_id, e.action, e.actor, e.target_type, e.target_id, e.meta, e.created_at as event_created_at
    from claimed c join webhooks w using (webhook_id) join audit_events e using (event_id)`;
}

/** Keeps what a server is at work on its own; what another has taken over meanwhile stays with that one. */
export async function renewLeases(
  sql: Sql,
  { held, lease_until }: { held: readonly ClaimedDelivery[]; lease_until: Date },
): Promise<void> {
  await sql`
    update webhook_deliveries d set lease_until = ${lease_until}
    from unnest(${held.map((one) => one.delivery_id)}::bigint[], ${held.map((one) => one.claims)}::int[])
      as held (delivery_id, claims)
    where d.delivery_id = held.delivery_id and d.claims = held.claims and d.status = 'pending'`;
}

/** How an attempt ended, and what comes of its delivery. */
export interface Settlement {
  delivery_id: number;
  claims: number;
  status: "pending" | "ok" | "failed";
  status_code: number | null;
  error: string | null;
  next_attempt_at: Date | null;
  attempted_at: Date;
  duration_ms: number;
  response: Uint8Array;
  now: Date;
}

/** Writes down how attempts ended; one whose lease another server has taken over says nothing any more. */
export async function settleDeliveries(sql: Sql, ended: readonly Settlement[]): Promise<void> {
  const rows = ended.map((one) => ({
    delivery_id: one.delivery_id,
    claims: one.claims,
    status: one.status,
    status_code: one.status_code,
    error: one.error,
    next_attempt_at: one.next_attempt_at?.toISOString() ?? null,
    delivered_at: one.status === "ok" ? one.now.toISOString() : null,
    attempted_at: one.attempted_at.toISOString(),
    duration_ms: one.duration_ms,
    response: Buffer.from(one.response).toString("base64"),
  }));
  await sql`
    with ended as materialized (
      select * from jsonb_to_recordset(${sql.json(rows)}) as row (delivery_id bigint, claims int, status text,
        status_code smallint, error text, next_attempt_at timestamptz, delivered_at timestamptz,
        attempted_at timestamptz, duration_ms int, response text)
    ), settled as (
      update webhook_deliveries d set status = ended.status, attempts = d.attempts + 1, lease_until = null,
        last_status_code = ended.status_code, last_error = ended.error,
        next_attempt_at = ended.next_attempt_at, delivered_at = ended.delivered_at
      from ended where d.delivery_id = ended.delivery_id and d.claims = ended.claims and d.status = 'pending'
      returning d.workspace_id, d.delivery_id, d.attempts
    )
    insert into webhook_attempts
      (workspace_id, delivery_id, attempt, attempted_at, status_code, error, duration_ms, response)
    select s.workspace_id, s.delivery_id, s.attempts, ended.attempted_at, ended.status_code, ended.error, ended.duration_ms,
      decode(ended.response, 'base64')
    from settled s join ended using (delivery_id)`;
}
