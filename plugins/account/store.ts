// Deletions as rows, and a person's own documents for the export.

import { type Actor, DAY_MS, later, type Sql } from "../../kernel/plugin.ts";
import { type PackableDocument, packableColumns } from "../bundles/port.ts";
import { live, placed, scopeOf } from "../documents/port/sql.ts";

/** Days in which somebody who left can come back (rules: accounts/leaving). */
export const GRACE_DAYS = 7;

/** The person's live documents behind `after`, in the order of their keys. */
export function listOwn(
  sql: Sql,
  options: { actor: Actor; now: Date; after: number; limit: number },
): Promise<PackableDocument[]> {
  return sql<PackableDocument[]>`
    select ${packableColumns(sql)} from ${placed(sql)}
    where d.workspace_id = ${options.actor.workspace.id} and ${scopeOf(sql, { actor: options.actor, view: "mine" })}
      and ${live(sql, options.now)} and d.document_id > ${options.after}
    order by d.document_id limit ${options.limit}`;
}

/** Plans the end of an account; answers when it comes. */
export async function insertDeletion(
  sql: Sql,
  options: { user_id: number; workspace_id: number; now: Date },
): Promise<Date> {
  const purgeAt = later(options.now, GRACE_DAYS * DAY_MS);
  await sql`
    insert into account_deletions (user_id, workspace_id, requested_at, purge_at)
    values (${options.user_id}, ${options.workspace_id}, ${options.now}, ${purgeAt})
    on conflict (user_id) do update set workspace_id = excluded.workspace_id, requested_at = excluded.requested_at,
      purge_at = excluded.purge_at`;
  return purgeAt;
}

/** A deletion that can still be taken back. */
export interface Deletion {
  user_id: number;
  workspace_id: number;
  requested_at: Date;
  purge_at: Date;
}

/** The planned end of an account while its days of grace last, else null. */
export async function findDeletion(sql: Sql, by: { user_id: number; now: Date }): Promise<Deletion | null> {
  const [row] = await sql<Deletion[]>`
    select user_id, workspace_id, requested_at, purge_at from account_deletions
    where user_id = ${by.user_id} and purge_at > ${by.now}`;
  return row ?? null;
}

/** Takes a deletion back; false when somebody was faster, or its days are over. */
export async function cancelDeletion(
  sql: Sql,
  by: Pick<Deletion, "user_id" | "requested_at"> & { now: Date },
): Promise<boolean> {
  const gone = await sql`
    delete from account_deletions
    where user_id = ${by.user_id} and requested_at = ${by.requested_at} and purge_at > ${by.now} returning user_id`;
  return gone.count === 1;
}

/** Takes one account whose days of grace are over and answers whose; null when there is none. In a transaction. */
export async function claimDue(
  sql: Sql,
  now: Date,
  findKept: (user_ids: readonly number[]) => Promise<readonly number[]>,
): Promise<number | null> {
  const due = await sql<{ user_id: number }[]>`
    select user_id from account_deletions where purge_at <= ${now} order by purge_at for update skip locked`;
  const user_ids = due.map((row) => row.user_id);
  const kept = new Set(user_ids.length === 0 ? [] : await findKept(user_ids));
  const found = user_ids.find((id) => !kept.has(id));
  if (found === undefined) return null;
  await sql`delete from account_deletions where user_id = ${found}`;
  return found;
}

/** Everybody else in the workspace who is active. */
export async function countOthers(sql: Sql, by: { user_id: number; workspace_id: number }): Promise<number> {
  const [row] = await sql<{ others: number }[]>`
    select count(*)::int as others from users
    where workspace_id = ${by.workspace_id} and user_id <> ${by.user_id} and disabled_at is null`;
  return row?.others ?? 0;
}
