// Tells every server, inside the transaction, that what it remembers of a person or a token no longer holds:
// this one ahead of any answer.
import type { Sql } from "../db/sql.ts";
import { markAnnouncing } from "../db/transactions.ts";

/** The channel on which remembered callers are forgotten. */
export const ACTORS_CHANNEL = "actors";

export const personKey = (userId: number): string => `user:${userId}`;
export const tokenKey = (prefix: string): string => `token:${prefix}`;

/** A token was revoked. */
export async function forgetToken(sql: Sql, prefix: string): Promise<void> {
  markAnnouncing(sql);
  await sql`select pg_notify(${ACTORS_CHANNEL}, ${tokenKey(prefix)})`;
}

/** A person's role, epoch, name or state changed. */
export function forgetPerson(sql: Sql, userId: number): Promise<void> {
  return forgetPeople(sql, [userId]);
}

/** The same of many, as when a group takes them in or lets them go. */
export async function forgetPeople(sql: Sql, userIds: readonly number[]): Promise<void> {
  markAnnouncing(sql);
  await sql`
    select pg_notify(${ACTORS_CHANNEL}, key) from (
      select 'user:' || user_id as key from unnest(${[...userIds]}::bigint[]) as user_id
      union all select 'token:' || prefix from tokens where user_id = any(${[...userIds]}::bigint[]) and revoked_at is null
    ) as stale`;
}

/** A workspace's plan, name or slug changed: everyone in it is read anew. */
export async function forgetWorkspace(sql: Sql, workspaceId: number): Promise<void> {
  markAnnouncing(sql);
  await sql`
    select pg_notify(${ACTORS_CHANNEL}, key) from (
      select 'user:' || user_id as key from users where workspace_id = ${workspaceId}
      union all select 'token:' || prefix from tokens where workspace_id = ${workspaceId} and revoked_at is null
    ) as stale`;
}
