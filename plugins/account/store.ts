// Deletions as rows, and a person's own documents for the export.
import { type Actor, DAY_MS, later, type Sql } from "../../kernel/mod.ts";
import { type PackableDocument, packableColumns } from "../bundles/port.ts";
import { placed, scopeOf } from "../documents/port.ts";

/** Part 3, "Lifetimes": account deletion grace. */
export const GRACE_DAYS = 7;

/** The person's live documents behind `after`, in the order of their keys. */
export function listOwn(
  sql: Sql,
  wish: { actor: Actor; now: Date; after: number; limit: number },
): Promise<PackableDocument[]> {
  return sql<PackableDocument[]>`
    select ${packableColumns(sql)} from ${placed(sql)}
    where d.workspace_id = ${wish.actor.workspace.id} and ${scopeOf(sql, { actor: wish.actor, view: "mine" })}
      and d.deleted_at is null and (d.expires_at is null or d.expires_at > ${wish.now}) and d.document_id > ${wish.after}
    order by d.document_id limit ${wish.limit}`;
}

/** Plans the end of an account; answers when it comes. */
export async function insertDeletion(
  sql: Sql,
  wish: { user_id: number; workspace_id: number; now: Date },
): Promise<Date> {
  const purgeAt = later(wish.now, GRACE_DAYS * DAY_MS);
  await sql`
    insert into account_deletions (user_id, workspace_id, requested_at, purge_at)
    values (${wish.user_id}, ${wish.workspace_id}, ${wish.now}, ${purgeAt})
    on conflict (user_id) do update set workspace_id = excluded.workspace_id, requested_at = excluded.requested_at,
      purge_at = excluded.purge_at`;
  return purgeAt;
}

/** Takes one account whose days of grace are over and answers whose; null when there is none. In a transaction. */
export async function claimDue(sql: Sql, now: Date): Promise<number | null> {
  const [row] = await sql<{ user_id: number }[]>`
    delete from account_deletions
    where user_id = (select user_id from account_deletions where purge_at <= ${now}
      order by purge_at limit 1 for update skip locked)
    returning user_id`;
  return row?.user_id ?? null;
}

/** Everybody else in the workspace who is active. */
export async function countOthers(sql: Sql, by: { user_id: number; workspace_id: number }): Promise<number> {
  const [row] = await sql<{ others: number }[]>`
    select count(*)::int as others from users
    where workspace_id = ${by.workspace_id} and user_id <> ${by.user_id} and disabled_at is null`;
  return row?.others ?? 0;
}
