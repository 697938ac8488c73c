// Notifications as rows, each a person's own.
import {
  type Actor,
  DELETED_PERSON,
  type Notice,
  type NoticeRevision,
  type PageOptions,
  type PersonEnd,
  type PersonMove,
  pagesOf,
  type Sql,
} from "../../kernel/mod.ts";
import { andDocumentInReach } from "../documents/port/sql.ts";

export interface NotificationRow {
  notification_id: number;
  kind: string;
  actor: string;
  title: string;
  body: string | null;
  target_type: string;
  target_id: string;
  doc_id: string | null;
  created_at: Date;
  read_at: Date | null;
}

/** After a condition over `notifications`: what is about a document lies where that does. */
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
    select notification_id, kind, actor, title, body, target_type, target_id, doc_id, created_at, read_at from notifications
    where workspace_id = ${actor.workspace.id} and user_id = ${actor.user_id}${noticeInReach(sql, actor)}
      ${unread ? sql`and read_at is null` : sql``}
      ${kind === null ? sql`` : sql`and kind = ${kind}`}
      ${after === null ? sql`` : sql`and notification_id < ${after.notification_id}`}
    order by notification_id desc limit ${limit}`;
}

export async function countUnread(sql: Sql, actor: Actor): Promise<number> {
  const [row] = await sql<{ unread: number }[]>`
    select count(*)::int as unread from notifications
    where workspace_id = ${actor.workspace.id} and user_id = ${actor.user_id} and read_at is null${noticeInReach(sql, actor)}`;
  return row?.unread ?? 0;
}

/** What is to be marked as read: some by id, or all, or all of those made before an instant. */
export type ReadOptions = { ids: readonly number[] } | { before: Date | null };

/** Marks the person's own as read; answers how many were not. */
export async function markRead(sql: Sql, options: { actor: Actor; now: Date; which: ReadOptions }): Promise<number> {
  const { actor, now, which } = options;
  const chosen =
    "ids" in which
      ? sql`notification_id = any(${[...which.ids]}::bigint[])`
      : which.before === null
        ? sql`true`
        : sql`created_at < ${which.before}`;
  const { count } = await sql`
    update notifications set read_at = ${now}
    where workspace_id = ${actor.workspace.id} and user_id = ${actor.user_id} and read_at is null and ${chosen}${noticeInReach(sql, actor)}`;
  return count;
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

/** Keeps a notice for each of these people; one that is kept already stays as it is. */
export async function insertNotifications(sql: Sql, notice: Notice, userIds: readonly number[]): Promise<void> {
  const { workspace_id, kind, key, actor, title, body, target, thread, doc_id, created_at } = notice;
  await sql`
    insert into notifications
      (workspace_id, user_id, kind, key, actor, title, body, target_type, target_id, thread, doc_id, created_at)
    select ${workspace_id}, user_id, ${kind}, ${key}, ${actor}, ${title}, ${body}, ${target.type}, ${target.id}, ${thread},
      ${doc_id}, ${created_at}
    from unnest(${[...userIds]}::bigint[]) as user_id
    on conflict (user_id, kind, key) do nothing`;
}

/** Gives everybody's notices of a thing its new text, or removes them when the thing is gone. */
export async function reviseNotifications({ sql, workspace_id, of, body }: NoticeRevision): Promise<void> {
  const chosen = "thread" in of ? sql`thread = ${of.thread}` : sql`target_type = ${of.type} and target_id = ${of.id}`;
  if (body === null) await sql`delete from notifications where workspace_id = ${workspace_id} and ${chosen}`;
  else await sql`update notifications set body = ${body} where workspace_id = ${workspace_id} and ${chosen}`;
}

/** Removes everybody's notices about a document that is gone for good. */
export async function dropOfDocument(sql: Sql, gone: { workspace_id: number; doc_id: string }): Promise<void> {
  await sql`delete from notifications where workspace_id = ${gone.workspace_id} and doc_id = ${gone.doc_id}`;
}

/** Removes up to `limit` of those made before an instant; answers how many. */
export async function dropOld(sql: Sql, by: { before: Date; limit: number }): Promise<number> {
  const { count } = await sql`
    delete from notifications where notification_id in (
      select notification_id from notifications where created_at < ${by.before} limit ${by.limit})`;
  return count;
}

/** A person's notifications go with them; what they may not open any more shows nothing. */
export async function moveNotifications({
  sql,
  user_id,
  from_workspace_id,
  to_workspace_id,
}: PersonMove): Promise<void> {
  await sql`
    update notifications set workspace_id = ${to_workspace_id}
    where user_id = ${user_id} and workspace_id = ${from_workspace_id}`;
}

/** Removes what a person was told; what others were told of them no longer says who it was. */
export async function forgetPersonTold({ sql, user_id, email }: PersonEnd): Promise<void> {
  await sql`delete from notifications where user_id = ${user_id}`;
  await sql`
    update notifications set actor = ${DELETED_PERSON}, title = replace(title, ${email}, ${DELETED_PERSON}) where actor = ${email}`;
  await sql`
    update notifications set body = regexp_replace(body, ${`***=${email}`}, ${DELETED_PERSON}, 'gi')
    where strpos(lower(body), lower(${email})) > 0`;
}
