// What leaves the app, as rows: whether and when something is next to be sent to a person by mail or to their chat.
import { enqueueAll, later, MINUTE_MS, type Sql } from "../../../kernel/plugin.ts";
import type { Kept } from "./notifications.ts";

const SENT_CHANNELS = ["email", "chat"] as const;
export type SentChannel = (typeof SENT_CHANNELS)[number];

/** How long what happens is gathered before it goes out: nobody gets more mails than one in that time. */
const GATHERED_MS: Readonly<Record<SentChannel, number>> = { email: 15 * MINUTE_MS, chat: MINUTE_MS };

/** The job that sends what waits for a person. */
export const SEND_JOBS: Readonly<Record<SentChannel, string>> = {
  email: "notifications.mail",
  chat: "notifications.chat",
};

/** Has what was kept sent in time, together with what else happens until then. */
export async function wakeChannels(
  sql: Sql,
  { workspace_id, kept, now }: { workspace_id: number; kept: readonly Kept[]; now: Date },
): Promise<void> {
  for (const channel of SENT_CHANNELS) {
    const user_ids = kept.filter((one) => one[`${channel}_waits`]).map((one) => one.user_id);
    if (user_ids.length > 0) await wake(sql, { workspace_id, user_ids, channel, now });
  }
}

async function wake(
  sql: Sql,
  by: { workspace_id: number; user_ids: readonly number[]; channel: SentChannel; now: Date },
): Promise<void> {
  const due = later(by.now, GATHERED_MS[by.channel]);
  const ids = [...by.user_ids].sort((one, other) => one - other);
  if (by.channel === "chat") {
    // Theirs is there already, or nothing would wait for it.
    await sql`
      update notification_channels set due_at = ${due}
      where user_id = any(${ids}::bigint[]) and channel = 'chat' and is_on and due_at is null`;
    return;
  }
  await sql`
    insert into notification_channels (workspace_id, user_id, channel, due_at)
    select ${by.workspace_id}, user_id, 'email', ${due} from unnest(${ids}::bigint[]) as user_id
    on conflict (user_id, channel) do update set due_at = excluded.due_at
      where notification_channels.is_on and notification_channels.due_at is null`;
}

/** Hands what is due to the jobs that send it, each person's once; answers how many. */
export async function queueDue(sql: Sql, { now, limit }: { now: Date; limit: number }): Promise<number> {
  const due = await sql<{ user_id: number; workspace_id: number; channel: SentChannel }[]>`
    update notification_channels c set due_at = null
    from (
      select user_id, channel from notification_channels where due_at <= ${now}
      order by due_at limit ${limit} for update skip locked
    ) as due
    where c.user_id = due.user_id and c.channel = due.channel
    returning c.user_id, c.workspace_id, c.channel`;
  await enqueueAll(
    sql,
    due.map(({ user_id, workspace_id, channel }) => ({
      kind: SEND_JOBS[channel],
      payload: { user_id },
      due_at: now,
      workspace_id,
      dedupe_key: `${SEND_JOBS[channel]}:${user_id}`,
    })),
  );
  return due.length;
}

export interface ChannelRow {
  is_on: boolean;
  sent_at: Date | null;
}

/** How a person's channel stands; null while there never was anything. */
export async function findChannel(sql: Sql, of: { user_id: number; channel: SentChannel }): Promise<ChannelRow | null> {
  const [row] = await sql<ChannelRow[]>`
    select is_on, sent_at from notification_channels where user_id = ${of.user_id} and channel = ${of.channel}`;
  return row ?? null;
}

/** When what came too early after the last is sent instead. */
export function nextTurn(channel: SentChannel, sentAt: Date): Date {
  return later(sentAt, GATHERED_MS[channel]);
}

/** Has it sent at `due`. */
export async function postpone(sql: Sql, of: { user_id: number; channel: SentChannel; due: Date }): Promise<void> {
  await sql`
    update notification_channels set due_at = ${of.due}
    where user_id = ${of.user_id} and channel = ${of.channel} and is_on`;
}

/** Nothing up to `upto` waits any more; what came meanwhile is due after the usual time. */
export async function settle(
  sql: Sql,
  of: { user_id: number; channel: SentChannel; upto: number; now: Date; sent: boolean },
): Promise<void> {
  const { user_id, channel, upto, now, sent } = of;
  const waits = sql(`${channel}_waits`);
  await sql`
    update notifications set ${waits} = false where user_id = ${user_id} and ${waits} and notification_id <= ${upto}`;
  await sql`
    update notification_channels c set failures = 0, error = null,
      sent_at = case when ${sent} then ${now}::timestamptz else sent_at end,
      due_at = coalesce(due_at, case when exists (select from notifications n where n.user_id = ${user_id} and n.${waits})
        then ${later(now, GATHERED_MS[channel])}::timestamptz end)
    where user_id = ${user_id} and channel = ${channel}`;
}

/** Turns mail on or off; off, nothing waits any more. */
export async function setMail(
  sql: Sql,
  by: { workspace_id: number; user_id: number; is_on: boolean },
): Promise<boolean> {
  const [former] = await sql<{ is_on: boolean }[]>`
    select is_on from notification_channels where user_id = ${by.user_id} and channel = 'email'`;
  if ((former?.is_on ?? true) === by.is_on) return false;
  await sql`
    insert into notification_channels (workspace_id, user_id, channel, is_on)
    values (${by.workspace_id}, ${by.user_id}, 'email', ${by.is_on})
    on conflict (user_id, channel) do update set is_on = excluded.is_on, due_at = null`;
  if (!by.is_on) await dropWaiting(sql, { user_id: by.user_id, channel: "email" });
  return true;
}

/** Nothing waits any more to be sent to a person. */
export async function dropWaiting(sql: Sql, of: { user_id: number; channel: SentChannel }): Promise<void> {
  const waits = sql(`${of.channel}_waits`);
  await sql`update notifications set ${waits} = false where user_id = ${of.user_id} and ${waits}`;
}
