// Notifications as rows, each a person's own.
import {
  type Actor,
  later,
  type Notice,
  type NoticeKind,
  type PageOptions,
  pagesOf,
  type Sql,
} from "../../../kernel/plugin.ts";
import type { NoticeRevision, NoticeSettlement } from "../../../kernel/ports/plugin.ts";
import { andDocumentInReach } from "../../documents/port/sql.ts";

export interface NotificationRow {
  notification_id: number;
  kind: string;
  key: string;
  actor: string;
  title: string;
  body: string | null;
  target_type: string;
  target_id: string;
  doc_id: string | null;
  /** It tells of a document that went into the trash. */
  in_trash: boolean;
  created_at: Date;
  read_at: Date | null;
}

/** Over `notifications`: what is shown of one. */
function shownColumns(sql: Sql) {
  return sql`notification_id, kind, key, actor, title, body, target_type, target_id, doc_id, in_trash, created_at, read_at`;
}

/** After a condition over `notifications`: what is about a document lies where that does, and what is about none lies in no root. */
function noticeInReach(sql: Sql, actor: Actor) {
  return andDocumentInReach(sql, actor, sql`notifications.doc_id`);
}

export const NOTIFICATIONS = pagesOf("notifications", (at) => ({ notification_id: at.id("notification_id") }));

/** A person's notifications, the newest first. */
export function findNotifications(
  sql: Sql,
  options: { actor: Actor; unread: boolean; kind: string | null } & PageOptions<{ notification_id: number }>,
): Promise<NotificationRow[]> {
  const { actor, unread, kind, after, limit } = options;
  return sql<NotificationRow[]>`
    select ${shownColumns(sql)} from notifications
    where in_app and workspace_id = ${actor.workspace.id} and user_id = ${actor.user_id}${noticeInReach(sql, actor)}
      ${unread ? sql`and read_at is null` : sql``}
      ${kind === null ? sql`` : sql`and kind = ${kind}`}
      ${after === null ? sql`` : sql`and notification_id < ${after.notification_id}`}
    order by notification_id desc limit ${limit}`;
}

export async function countUnread(sql: Sql, actor: Actor): Promise<number> {
  const [row] = await sql<{ unread: number }[]>`
    select count(*)::int as unread from notifications
    where in_app and workspace_id = ${actor.workspace.id} and user_id = ${actor.user_id} and read_at is null${noticeInReach(sql, actor)}`;
  return row?.unread ?? 0;
}

/** What is to be marked as read: some by id, or all, or all of those made before an instant or kept up to an id. */
export type ReadOptions = { ids: readonly number[] } | { before: Date | null } | { upto: number };

/** Marks the person's own as read; answers how many were not. */
export async function markRead(sql: Sql, options: { actor: Actor; now: Date; which: ReadOptions }): Promise<number> {
  const { actor, now, which } = options;
  const chosen = chosenBy(sql, which);
  const { count } = await sql`
    update notifications set read_at = ${now}
    where in_app and workspace_id = ${actor.workspace.id} and user_id = ${actor.user_id} and read_at is null and ${chosen}${noticeInReach(sql, actor)}`;
  return count;
}

function chosenBy(sql: Sql, which: ReadOptions) {
  if ("ids" in which) return sql`notification_id = any(${[...which.ids]}::bigint[])`;
  if ("upto" in which) return sql`notification_id <= ${which.upto}`;
  return which.before === null ? sql`true` : sql`created_at < ${which.before}`;
}

/** Those of the given people who belong to the workspace and are not switched off. */
export async function findMembers(
  sql: Sql,
  by: { workspace_id: number; user_ids: readonly number[] },
): Promise<number[]> {
  const rows = await sql<{ user_id: number }[]>`
    select user_id from users
    where user_id = any(${[...by.user_ids]}::bigint[]) and workspace_id = ${by.workspace_id} and disabled_at is null`;
  return rows.map((row) => row.user_id);
}

/** Who was told of a notice, and what waits to be sent to them. */
export interface Kept {
  user_id: number;
  email_waits: boolean;
  chat_waits: boolean;
}

/**
 * Keeps a notice for each of these people as they have chosen for its kind; for who wants it nowhere, and for who was told of the
 * like a moment ago, none. One that is kept already stays as it is.
 */
export async function insertNotifications(
  sql: Sql,
  { notice, kind, user_ids }: { notice: Notice; kind: NoticeKind; user_ids: readonly number[] },
): Promise<Kept[]> {
  const { workspace_id, key, actor, title, body, target, thread, doc_id, quiet_ms, created_at } = notice;
  const { app, email, chat } = kind.channels;
  const isQuiet =
    quiet_ms === undefined
      ? sql`false`
      : sql`exists (select from notifications n where n.workspace_id = ${workspace_id} and n.thread = ${thread}
          and n.user_id = told.user_id and n.kind = ${kind.kind}
          and n.created_at between ${later(created_at, -quiet_ms)} and ${later(created_at, quiet_ms)})`;
  return await sql<Kept[]>`
    insert into notifications (workspace_id, user_id, kind, key, actor, title, body, target_type, target_id, thread, doc_id,
      in_trash, created_at, in_app, email_waits, chat_waits)
    select ${workspace_id}, user_id, ${kind.kind}, ${key}, ${actor}, ${title}, ${body}, ${target.type}, ${target.id}, ${thread},
      ${doc_id}, ${notice.in_trash ?? false}, ${created_at}, app, email, chat
    from (
      select told.user_id, coalesce(s.app, ${app}) as app,
        coalesce(s.email, ${email}) and not ${kind.has_own_mail ?? false} and coalesce(mail.is_on, true) as email,
        coalesce(s.chat, ${chat}) and coalesce(chat.is_on, false) as chat
      from unnest(${[...user_ids]}::bigint[]) as told (user_id)
        left join notification_settings s on s.user_id = told.user_id and s.kind = ${kind.kind}
        left join notification_channels mail on mail.user_id = told.user_id and mail.channel = 'email'
        left join notification_channels chat on chat.user_id = told.user_id and chat.channel = 'chat'
      where not ${isQuiet}
    ) as wanted
    where app or email or chat
    on conflict (user_id, kind, key) do nothing
    returning user_id, email_waits, chat_waits`;
}

/**
 * The oldest unread notices that wait to be sent to a person over a channel, and are still wanted there; with the number up to which
 * everything is settled when these are sent, null when nothing waits at all.
 */
export async function findWaiting(
  sql: Sql,
  of: { workspace_id: number; user_id: number; channel: "email" | "chat"; unwanted: readonly string[]; limit: number },
): Promise<{ rows: NotificationRow[]; total: number; upto: number | null }> {
  const waits = sql(`${of.channel}_waits`);
  const rows = await sql<(NotificationRow & { total: number })[]>`
    select ${shownColumns(sql)}, (count(*) over ())::int as total from notifications
    where user_id = ${of.user_id} and workspace_id = ${of.workspace_id} and ${waits} and read_at is null
      and kind <> all(${[...of.unwanted]}::text[])
    order by notification_id limit ${of.limit}`;
  const [last] = await sql<{ upto: number | null }[]>`
    select max(notification_id) as upto from notifications where user_id = ${of.user_id} and ${waits}`;
  return { rows, total: rows[0]?.total ?? 0, upto: last?.upto ?? null };
}

/** Gives everybody's notices of a thing its new text, or removes them when the thing is gone. */
export async function reviseNotifications({ sql, workspace_id, of, body }: NoticeRevision): Promise<void> {
  const chosen = "thread" in of ? sql`thread = ${of.thread}` : sql`target_type = ${of.type} and target_id = ${of.id}`;
  if (body === null) await sql`delete from notifications where workspace_id = ${workspace_id} and ${chosen}`;
  else await sql`update notifications set body = ${body} where workspace_id = ${workspace_id} and ${chosen}`;
}

/** Marks everybody's notices that ask for a decision as read, once it is made. */
export async function settleNotifications({ sql, workspace_id, kind, thread, at }: NoticeSettlement): Promise<void> {
  await sql`
    update notifications set read_at = ${at}
    where workspace_id = ${workspace_id} and thread = ${thread} and kind = ${kind} and read_at is null`;
}

/** Removes up to `limit` of those made before an instant; answers how many. */
export async function dropOld(sql: Sql, by: { before: Date; limit: number }): Promise<number> {
  const { count } = await sql`
    delete from notifications where notification_id in (
      select notification_id from notifications where created_at < ${by.before} limit ${by.limit})`;
  return count;
}
