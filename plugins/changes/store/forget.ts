// What the feed forgets: what has been told for its days, and who is gone.
import type { Database, PersonEnd, Sql } from "../../../kernel/plugin.ts";
import { forgottenBefore } from "./feed.ts";

/**
 * Forgets removed documents and past states after their days. What reads on from before the last of them is refused from then on,
 * since it would miss something.
 */
export async function forgetOld(database: Database, now: Date): Promise<void> {
  // The clock is ours and not the database's, so a number is as old as it has been seen.
  await database.sql`update scope_turns set noted_at = ${now} where change_seq is not null and noted_at is null`;
  const due = await database.sql<{ workspace_id: number }[]>`
    select workspace_id from scope_turns where noted_at <= ${forgottenBefore(now)}
    union select workspace_id from document_tombstones where deleted_at <= ${forgottenBefore(now)}`;
  for (const { workspace_id } of due) await database.withTransaction((sql) => forgetOf(sql, workspace_id, now));
}

async function forgetOf(sql: Sql, workspaceId: number, now: Date): Promise<void> {
  const before = forgottenBefore(now);
  await sql`
    insert into scope_horizons as h (workspace_id, change_seq)
    select ${workspaceId}, greatest(
      (select max(change_seq) from scope_turns where workspace_id = ${workspaceId} and noted_at <= ${before}),
      (select max(change_seq) from document_tombstones where workspace_id = ${workspaceId} and deleted_at <= ${before}))
    on conflict (workspace_id) do update set change_seq = greatest(h.change_seq, excluded.change_seq)`;
  await sql`delete from document_tombstones where workspace_id = ${workspaceId} and deleted_at <= ${before}`;
  const past = sql`workspace_id = ${workspaceId}
    and until_seq <= (select change_seq from scope_horizons where workspace_id = ${workspaceId})`;
  await sql`delete from standing_spans where ${past}`;
  await sql`delete from grant_spans where ${past}`;
  await sql`delete from past_roots where ${past}`;
  await sql`delete from past_places where ${past}`;
  await sql`delete from past_documents where ${past}`;
  await sql`delete from scope_turns where workspace_id = ${workspaceId} and noted_at <= ${before}`;
}

/** Takes a person's name off the past; what they could open themselves nobody asks for any more. */
export async function forgetPerson({ sql, user_id }: PersonEnd): Promise<void> {
  await sql`delete from standing_spans where user_id = ${user_id}`;
  await sql`delete from grant_spans where subject_type = 'user' and subject_id = ${user_id}`;
  await sql`update past_roots set created_by = null where created_by = ${user_id}`;
  await sql`update past_places set owner_id = null where owner_id = ${user_id}`;
  await sql`update past_documents set owner_id = null where owner_id = ${user_id}`;
}
