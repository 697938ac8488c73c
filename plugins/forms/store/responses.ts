// Answers as rows: which record holds each, and by which ticket it came.
import { type Sql, sha256Bytes } from "../../../kernel/plugin.ts";
import type { FormRow } from "./rows.ts";

/** The answer that came by this ticket already, with the hash of what was sent; that is null for one from before it was kept. */
export async function findCome(sql: Sql, ticketId: string): Promise<{ sent_sha256: Uint8Array | null } | null> {
  const [row] = await sql<{ sent_sha256: Uint8Array | null }[]>`
    select sent_sha256 from form_responses where ticket_sha256 = ${keyOf(ticketId)}`;
  return row ?? null;
}

/** Whether a person has a complete answer here whose record is there. */
export async function hasAnswered(
  sql: Sql,
  { document_id, workspace_id }: Pick<FormRow, "document_id" | "workspace_id">,
  user_id: number,
): Promise<boolean> {
  const [row] = await sql`
    select from form_responses r where r.user_id = ${user_id} and r.document_id = ${document_id} and r.completed_at is not null
      and exists (select from database_records d
        where d.workspace_id = ${workspace_id} and d.table_id = r.table_id and d.record_id = r.record_id)
    limit 1`;
  return row !== undefined;
}

/** Keeps that a complete answer came, and counts it, in the database's turn. */
export async function insertResponse(
  sql: Sql,
  form: Pick<FormRow, "document_id" | "workspace_id" | "table">,
  come: { record_id: number; ticket_id: string; user_id: number | null; sent_sha256: Uint8Array; now: Date },
): Promise<void> {
  const { record_id, ticket_id, user_id, sent_sha256, now } = come;
  await sql`
    with come as (
      insert into form_responses
        (workspace_id, document_id, table_id, record_id, completed_at, user_id, ticket_sha256, sent_sha256, created_at)
      values (${form.workspace_id}, ${form.document_id}, ${form.table.table_id}, ${record_id}, ${now}, ${user_id},
        ${keyOf(ticket_id)}, ${sent_sha256}, ${now})
    )
    update forms set accepted = accepted + 1 where document_id = ${form.document_id}`;
}

/** What some values of an answer's record take as they are kept; 0 for one that is not begun. */
export async function heldBytes(
  sql: Sql,
  { workspace_id, table }: Pick<FormRow, "workspace_id" | "table">,
  { session, keys }: { session: { record_id: number | null } | null; keys: readonly string[] },
): Promise<number> {
  if (session?.record_id == null) return 0;
  const [row] = await sql<{ bytes: number }[]>`
    select least(r.size_bytes, (
      select coalesce(sum(octet_length((r.data -> named.key)::text)), 0) from unnest(${[...keys]}::text[]) as named(key)))::bigint as bytes
    from database_records r
    where r.workspace_id = ${workspace_id} and r.table_id = ${table.table_id} and r.record_id = ${session.record_id}`;
  return row?.bytes ?? 0;
}

/** Keeps that its maker was mailed of so many answers. */
export async function markMailed(
  sql: Sql,
  { document_id, completed }: Pick<FormRow, "document_id" | "completed">,
  now: Date,
): Promise<void> {
  await sql`
    update forms set mailed = greatest(mailed, ${completed}), mailed_at = ${now} where document_id = ${document_id}`;
}

function keyOf(ticketId: string): Uint8Array {
  return sha256Bytes(ticketId);
}
