// People's chats as rows of `notification_channels`.
import type { Sql } from "../../../kernel/plugin.ts";
import type { ChatFormat } from "../chat/formats.ts";
import { dropWaiting } from "./channels.ts";

export interface ChatRow {
  format: ChatFormat;
  address_sealed: Uint8Array;
  address_hint: string;
  is_on: boolean;
  failures: number;
  error: string | null;
  sent_at: Date | null;
  /** By which it was given, while that holds; null where a person who was signed in gave it. */
  token_id: number | null;
}

/** A person's chat; null while they have none. */
export async function findChat(sql: Sql, userId: number): Promise<ChatRow | null> {
  const [row] = await sql<ChatRow[]>`
    select format, address_sealed, address_hint, is_on, failures, error, sent_at, token_id from notification_channels
    where user_id = ${userId} and channel = 'chat'`;
  return row ?? null;
}

/** Gives a person a chat, in place of the one they had. */
export async function putChat(
  sql: Sql,
  by: { workspace_id: number; user_id: number } & Pick<
    ChatRow,
    "format" | "address_sealed" | "address_hint" | "token_id"
  >,
): Promise<void> {
  const { workspace_id, user_id, format, address_sealed, address_hint, token_id } = by;
  await sql`
    insert into notification_channels (workspace_id, user_id, channel, format, address_sealed, address_hint, token_id)
    values (${workspace_id}, ${user_id}, 'chat', ${format}, ${address_sealed}, ${address_hint}, ${token_id})
    on conflict (user_id, channel) do update set format = excluded.format, address_sealed = excluded.address_sealed,
      address_hint = excluded.address_hint, token_id = excluded.token_id, is_on = true, failures = 0, error = null, sent_at = null`;
}

/** Removes a person's chat and what waited for it; false when they had none. */
export async function deleteChat(sql: Sql, userId: number): Promise<boolean> {
  const { count } = await sql`delete from notification_channels where user_id = ${userId} and channel = 'chat'`;
  if (count > 0) await dropWaiting(sql, { user_id: userId, channel: "chat" });
  return count > 0;
}

/** How an attempt at a chat went that did not go well: it is tried again at `due`, or with null never more. */
export async function noteFailure(sql: Sql, by: { user_id: number; error: string; due: Date | null }): Promise<void> {
  await sql`
    update notification_channels set failures = failures + 1, error = ${by.error}, due_at = ${by.due},
      is_on = is_on and ${by.due !== null}
    where user_id = ${by.user_id} and channel = 'chat'`;
  if (by.due === null) await dropWaiting(sql, { user_id: by.user_id, channel: "chat" });
}

/** A test message arrived, or did not: one that did takes the chat up again. */
export async function noteTest(sql: Sql, by: { user_id: number; error: string | null; now: Date }): Promise<void> {
  await sql`
    update notification_channels set error = ${by.error},
      failures = case when ${by.error === null} then 0 else failures end,
      is_on = is_on or ${by.error === null},
      sent_at = case when ${by.error === null} then ${by.now}::timestamptz else sent_at end
    where user_id = ${by.user_id} and channel = 'chat'`;
}
