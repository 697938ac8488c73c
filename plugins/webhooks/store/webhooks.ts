// The rows of webhooks.
import type { Plan, Sql } from "../../../kernel/plugin.ts";
import { isConnected, patternsOf } from "../filter.ts";

export interface WebhookRow {
  webhook_id: number;
  workspace_id: number;
  url: string;
  events: string[];
  active: boolean;
  paused_reason: string | null;
  former_secret_until: Date | null;
  created_at: Date;
  /** Of a connection: its database on the wire. */
  database_doc_id: string | null;
  table_id: number | null;
  fields: string[] | null;
  provider: string | null;
  owner_id: number | null;
  /** Null where that account is gone. */
  owner_email: string | null;
  /** The owner is an owner or admin of the workspace still. */
  is_owner_managing: boolean;
}

const columns = (sql: Sql) =>
  sql`webhook_id, workspace_id, url, events, active, paused_reason, former_secret_until, created_at, database_doc_id, table_id,
    fields, provider, owner_id, (select email from users u where u.user_id = webhooks.owner_id) as owner_email,
    exists (select from users u where u.user_id = webhooks.owner_id and u.workspace_id = webhooks.workspace_id
      and u.role <> 'member' and u.disabled_at is null) as is_owner_managing`;

/** A workspace's webhooks, oldest first. */
export async function listWebhooks(
  sql: Sql,
  by: { workspace_id: number; after: { webhook_id: number } | null; limit: number | null },
): Promise<WebhookRow[]> {
  return await sql<WebhookRow[]>`
    select ${columns(sql)} from webhooks
    where workspace_id = ${by.workspace_id} and webhook_id > ${by.after?.webhook_id ?? 0}
    order by webhook_id limit ${by.limit}`;
}

export async function findWebhook(
  sql: Sql,
  by: { workspace_id: number; webhook_id: number },
): Promise<WebhookRow | null> {
  const [row] = await sql<WebhookRow[]>`
    select ${columns(sql)} from webhooks
    where workspace_id = ${by.workspace_id} and webhook_id = ${by.webhook_id}`;
  return row ?? null;
}

/** Makes one; null when the workspace has as many as it may. */
export async function insertWebhook(
  sql: Sql,
  made: {
    workspace_id: number;
    url: string;
    events: readonly string[];
    secret_sealed: Uint8Array;
    webhooks_max: number;
    now: Date;
    connection: Pick<WebhookRow, "database_doc_id" | "table_id" | "fields" | "provider" | "owner_id">;
  },
): Promise<WebhookRow | null> {
  const { workspace_id, url, events, secret_sealed, webhooks_max, now } = made;
  const { database_doc_id, table_id, fields, provider, owner_id } = made.connection;
  // Two who make the last one at once wait for each other.
  await sql`select 1 from workspaces where workspace_id = ${workspace_id} for no key update`;
  const [row] = await sql<WebhookRow[]>`
    insert into webhooks (workspace_id, url, events, active_since, secret_sealed, well_since, created_at, database_doc_id, table_id,
      fields, provider, owner_id)
    select ${workspace_id}, ${url}, ${[...events]}::text[], ${now}, ${secret_sealed}, ${now}, ${now}, ${database_doc_id},
      ${table_id}::bigint, ${fields}::text[], ${provider}, ${owner_id}::bigint
    where (select count(*) from webhooks where workspace_id = ${workspace_id}) < ${webhooks_max}
    returning ${columns(sql)}`;
  return row ?? null;
}

/** Changes what is named; switched on again, a webhook begins anew to be well, and events from now on are for it. */
export async function changeWebhook(
  sql: Sql,
  webhook: Pick<WebhookRow, "workspace_id" | "webhook_id">,
  change: {
    url?: string;
    events?: readonly string[];
    active?: boolean;
    fields?: readonly string[];
    owner_id?: number;
    now: Date;
  },
): Promise<WebhookRow | null> {
  const { url = null, events = null, fields = null, owner_id = null, active, now } = change;
  // What is not named may have changed since it was read.
  const [row] = await sql<WebhookRow[]>`
    update webhooks set url = coalesce(${url}, url), events = coalesce(${events && [...events]}::text[], events),
      fields = coalesce(${fields && [...fields]}::text[], fields), owner_id = coalesce(${owner_id}::bigint, owner_id)
      ${active === undefined ? sql`` : switchTo(sql, active, now)}
    where workspace_id = ${webhook.workspace_id} and webhook_id = ${webhook.webhook_id}
    returning ${columns(sql)}`;
  return row ?? null;
}

function switchTo(sql: Sql, active: boolean, now: Date) {
  return active
    ? sql`, active = true, paused_reason = null, paused_at = null,
        active_since = case when active then active_since else ${now} end,
        failures = case when active then failures else 0 end,
        well_since = case when active then well_since else ${now} end`
    : sql`, active = false, paused_reason = null, paused_at = case when active then ${now} else paused_at end`;
}

/**
 * Puts a new secret in the place of the present one, which signs beside it until `former_until`; false while another one still does
 * and nobody insists.
 */
export async function rotateSecret(
  sql: Sql,
  webhook: Pick<WebhookRow, "workspace_id" | "webhook_id">,
  rotation: { secret_sealed: Uint8Array; former_until: Date; insists: boolean; now: Date },
): Promise<boolean> {
  const { secret_sealed, former_until, insists, now } = rotation;
  const rotated = await sql`
    update webhooks set former_secret_sealed = secret_sealed, former_secret_until = ${former_until},
      secret_sealed = ${secret_sealed}
    where workspace_id = ${webhook.workspace_id} and webhook_id = ${webhook.webhook_id}
      and (${insists} or former_secret_until is null or former_secret_until <= ${now})`;
  return rotated.count > 0;
}

/** How attempts at a webhook's deliveries went. */
export interface Tally {
  webhook_id: number;
  well: number;
  failed: number;
}

/** Counts failures since the last success; answers the webhooks that have failed as often, and for as long, as `limits` say. */
export async function tallyAttempts(
  sql: Sql,
  tallies: readonly Tally[],
  limits: { failures: number; well_before: Date; now: Date },
): Promise<number[]> {
  const { failures, well_before, now } = limits;
  const told = sql.json(tallies.map((one) => ({ ...one })));
  // A success changes a row that was well within the hour only if it ends failures, so that a busy receiver's is left alone.
  const rows = await sql<{ webhook_id: number; is_failing: boolean }[]>`
    with told as materialized (
      select * from jsonb_to_recordset(${told}) as one (webhook_id bigint, well int, failed int)
    ), held as materialized (
      select w.webhook_id from webhooks w join told using (webhook_id)
      where told.well = 0 or w.failures > 0 or w.well_since < ${now}::timestamptz - interval '1 hour'
      order by w.webhook_id for no key update of w
    )
    update webhooks w set failures = case when told.well > 0 then 0 else w.failures + told.failed end,
      well_since = case when told.well > 0 then ${now} else w.well_since end
    from told join held using (webhook_id) where w.webhook_id = told.webhook_id
    returning w.webhook_id, w.active and w.failures >= ${failures} and w.well_since <= ${well_before} as is_failing`;
  return rows.filter((row) => row.is_failing).map((row) => row.webhook_id);
}

/** Pauses a webhook that still fails so; null when it does not any more. */
export async function pauseFailing(
  sql: Sql,
  by: { webhook_id: number; failures: number; well_before: Date; now: Date },
): Promise<WebhookRow | null> {
  const [row] = await sql<WebhookRow[]>`
    update webhooks set active = false, paused_reason = 'failing', paused_at = ${by.now}
    where webhook_id = ${by.webhook_id} and active and failures >= ${by.failures} and well_since <= ${by.well_before}
    returning ${columns(sql)}`;
  return row ?? null;
}

/** The webhooks of somebody in a workspace that they do not manage any more. */
export async function listOrphaned(sql: Sql, by: { workspace_id: number; owner_id: number }): Promise<WebhookRow[]> {
  const rows = await sql<WebhookRow[]>`
    select ${columns(sql)} from webhooks where workspace_id = ${by.workspace_id} and owner_id = ${by.owner_id} order by webhook_id`;
  return rows.filter((row) => !row.is_owner_managing);
}

/** Pauses one because its owner manages the workspace no more; false where it was paused. */
export async function pauseOrphaned(sql: Sql, by: { webhook_id: number; now: Date }): Promise<boolean> {
  const { count } = await sql`
    update webhooks set active = false, paused_reason = 'owner', paused_at = ${by.now}
    where webhook_id = ${by.webhook_id} and active`;
  return count > 0;
}

/** Removes one with all that was to be sent to it. */
export async function deleteWebhook(sql: Sql, by: { workspace_id: number; webhook_id: number }): Promise<boolean> {
  const gone = await sql`
    delete from webhooks where workspace_id = ${by.workspace_id} and webhook_id = ${by.webhook_id} returning 1`;
  return gone.length > 0;
}

/** An event as it is offered. */
export interface Offered {
  event_id: number;
  workspace_id: number;
  action: string;
  target_id: string;
  meta: Readonly<Record<string, unknown>>;
  created_at: Date;
}

/**
 * Writes down what is to be sent of these events, once however often they are offered; answers to whom. An event is for the webhooks
 * that were active when it happened, on plans that have webhooks; how one was made is not told to itself.
 */
export async function insertDeliveries(
  sql: Sql,
  offer: { events: readonly Offered[]; plans: readonly Plan[]; attempts_max: number; now: Date },
): Promise<number[]> {
  const { events, plans, attempts_max, now } = offer;
  const rows = events.map(({ event_id, workspace_id, action, target_id, meta, created_at }) => ({
    ...{ event_id, workspace_id, action, target_id, created_at: created_at.toISOString() },
    meta: { database_id: textOf(meta["database_id"]), table_id: textOf(meta["table_id"]) },
  }));
  const made = await sql<{ webhook_id: number }[]>`
    insert into webhook_deliveries
      (workspace_id, webhook_id, event_id, action, kind, attempts_max, next_attempt_at, created_at)
    select w.workspace_id, w.webhook_id, e.event_id, e.action, 'event', ${attempts_max}, ${now}, ${now}
    from jsonb_to_recordset(${sql.json(rows)})
      as e (event_id bigint, workspace_id bigint, action text, target_id text, meta jsonb, created_at timestamptz)
    join webhooks w on w.workspace_id = e.workspace_id
    join workspaces s on s.workspace_id = e.workspace_id
    where w.events && ${patternsOf(sql)} and ${isConnected(sql, sql`w.database_doc_id`, sql`w.table_id`)}
      and w.active_since <= e.created_at and (w.active or w.paused_at > e.created_at)
      and not (e.action = 'webhook.create' and e.target_id = w.webhook_id::text)
      and s.plan = any(${[...plans]}::text[])
    order by e.event_id, w.webhook_id
    on conflict (event_id, webhook_id) where kind <> 'redelivery' do nothing
    returning webhook_id`;
  return [...new Set(made.map((row) => row.webhook_id))];
}

function textOf(value: unknown): string | null {
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}
