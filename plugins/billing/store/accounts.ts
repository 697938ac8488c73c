// The rows of workspaces with the payment processor, and of its events.
import type { Sql } from "../../../kernel/plugin.ts";
import type { PriceName } from "../prices.ts";
import type { Bought, UsageLimits } from "../subscription.ts";

export interface AccountRow {
  workspace_id: number;
  customer_id: string | null;
  applied: number;
  started_at: Date | null;
  status: string | null;
  price: PriceName | null;
  period_start: Date | null;
  period_end: Date | null;
  ends_at: Date | null;
  addon_units: number;
  usage_spending_cents: number | null;
  usage_capacity_gib: number | null;
  /** Ids of subscriptions to a plan that are being ended. */
  seconds: string[];
}

const columns = (
  sql: Sql,
) => sql`workspace_id, customer_id, applied, started_at, status, price, period_start, period_end,
  ends_at, addon_units, usage_spending_cents, usage_capacity_gib, seconds`;

/** Null for a workspace that has bought nothing and set nothing. */
export async function findAccount(sql: Sql, workspaceId: number): Promise<AccountRow | null> {
  const [row] = await sql<
    AccountRow[]
  >`select ${columns(sql)} from billing_accounts where workspace_id = ${workspaceId}`;
  return row ?? null;
}

/** The account, made where there is none, held until the transaction ends. */
export async function lockAccount(sql: Sql, workspaceId: number): Promise<AccountRow> {
  await sql`insert into billing_accounts (workspace_id) values (${workspaceId}) on conflict do nothing`;
  const [row] = await sql<AccountRow[]>`
    select ${columns(sql)} from billing_accounts where workspace_id = ${workspaceId} for update`;
  if (!row) throw new Error("a billing account that was just made is gone");
  return row;
}

/** Keeps the first customer of a workspace, and answers which that is. */
export async function keepCustomer(sql: Sql, by: { workspace_id: number; customer_id: string }): Promise<string> {
  const [row] = await sql<{ customer_id: string }[]>`
    insert into billing_accounts as a (workspace_id, customer_id) values (${by.workspace_id}, ${by.customer_id})
    on conflict (workspace_id) do update set customer_id = coalesce(a.customer_id, excluded.customer_id) returning customer_id`;
  if (!row) throw new Error("a billing account that was just written is gone");
  return row.customer_id;
}

/** Whose customer it is, with the number of the reading that is about to be made; null for a customer who is not ours. */
export async function beginReading(
  sql: Sql,
  customerId: string,
): Promise<{ workspace_id: number; asked: number } | null> {
  const [row] = await sql<{ workspace_id: number; asked: number }[]>`
    update billing_accounts set asked = asked + 1 where customer_id = ${customerId} returning workspace_id, asked`;
  return row ?? null;
}

/** Whether a subscription is charged again and again, in a workspace without anybody else to end it. */
export async function hasLastingSubscription(
  sql: Sql,
  by: { workspace_id: number; without: number },
): Promise<boolean> {
  const rows = await sql`
    select from billing_accounts
    where workspace_id = ${by.workspace_id} and status in ('active', 'trialing', 'past_due', 'unpaid', 'paused') and ends_at is null
      and not exists (select from users
        where workspace_id = ${by.workspace_id} and user_id <> ${by.without} and disabled_at is null)`;
  return rows.length > 0;
}

/** Keeps what a reading came to; the first one starts the account. */
export async function keepBought(
  sql: Sql,
  { workspace_id, asked, bought, now }: { workspace_id: number; asked: number; bought: Bought; now: Date },
): Promise<void> {
  const { status, price, period_start, period_end, ends_at, addon_units } = bought;
  const seconds = bought.seconds.map(({ id }) => id);
  await sql`
    update billing_accounts set applied = ${asked}, started_at = coalesce(started_at, ${now}), status = ${status},
      price = ${price}, period_start = ${period_start}, period_end = ${period_end}, ends_at = ${ends_at},
      addon_units = ${addon_units}, seconds = ${seconds}
    where workspace_id = ${workspace_id}`;
}

/** Of a customer that is gone at the processor: the next checkout makes another. */
export async function forgetCustomer(sql: Sql, workspaceId: number): Promise<void> {
  await sql`update billing_accounts set customer_id = null, started_at = null where workspace_id = ${workspaceId}`;
}

/** Sets how far storage is bought by the hour; null ends it. */
export async function keepUsageLimits(
  sql: Sql,
  { workspace_id, usage }: { workspace_id: number; usage: UsageLimits | null },
): Promise<void> {
  await sql`
    update billing_accounts set usage_spending_cents = ${usage?.spending_cents ?? null},
      usage_capacity_gib = ${usage?.capacity_gib ?? null} where workspace_id = ${workspace_id}`;
}

export function usageLimitsOf(row: AccountRow | null): UsageLimits | null {
  if (row?.usage_spending_cents == null || row.usage_capacity_gib === null) return null;
  return { spending_cents: row.usage_spending_cents, capacity_gib: row.usage_capacity_gib };
}

/** Notes an event; false for one that was heard already. */
export async function hearEvent(
  sql: Sql,
  event: { event_id: string; workspace_id: number; type: string; now: Date },
): Promise<boolean> {
  const { event_id, workspace_id, type, now } = event;
  const rows = await sql`
    insert into billing_events (event_id, workspace_id, type, received_at)
    values (${event_id}, ${workspace_id}, ${type}, ${now}) on conflict do nothing returning event_id`;
  return rows.length > 0;
}

/** Forgets events that the processor sends again no more, the oldest first; answers how many. */
export async function dropOldEvents(sql: Sql, { before, limit }: { before: Date; limit: number }): Promise<number> {
  const gone = await sql`
    delete from billing_events where event_id in (
      select event_id from billing_events where received_at < ${before} order by received_at limit ${limit} for update skip locked)`;
  return gone.count;
}

/** Workspaces that buy storage by the hour, in the order of their ids. */
export async function listMetered(sql: Sql, { after, limit }: { after: number; limit: number }): Promise<number[]> {
  const rows = await sql<{ workspace_id: number }[]>`
    select workspace_id from billing_accounts
    where usage_spending_cents is not null and workspace_id > ${after} order by workspace_id limit ${limit}`;
  return rows.map(({ workspace_id }) => workspace_id);
}
