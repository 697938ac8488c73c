// Upload tickets and the parts of unfinished uploads, as rows.

import type { Sql } from "../../../kernel/plugin.ts";
import { keepBlob, type StoredBytes } from "../../../kernel/ports/blobs.ts";
import type { UploadOptions } from "../receive.ts";

export interface Ticket {
  ticket_id: number;
  workspace_id: number;
  user_id: number;
  token_id: number | null;
  options: UploadOptions;
  /** Promised by whoever made the ticket. */
  size_bytes: number | null;
  /** Hex; promised too. */
  sha256: string | null;
  /** Staged: the file is here and waits for the write that takes it. */
  state: "waiting" | "receiving" | "staged" | "done" | "failed";
  doc_id: string | null;
  version: number | null;
  error: string | null;
  expires_at: Date;
  /** How many bytes have come: those of the parts, from the start without a gap, and all once it is done. */
  offset: number;
  /** The size of the whole as the first part named it. */
  total_bytes: number | null;
}

export type NewTicket = Pick<
  Ticket,
  "workspace_id" | "user_id" | "token_id" | "options" | "size_bytes" | "sha256" | "expires_at"
>;

export async function insertTicket(sql: Sql, ticket: NewTicket & { now: Date }): Promise<number> {
  const [row] = await sql<{ ticket_id: number }[]>`
    insert into upload_tickets (workspace_id, user_id, token_id, options, size_bytes, sha256, state, created_at, expires_at)
    values (${ticket.workspace_id}, ${ticket.user_id}, ${ticket.token_id}, ${JSON.stringify(ticket.options)}::text::jsonb,
      ${ticket.size_bytes}, decode(${ticket.sha256}, 'hex'), 'waiting', ${ticket.now}, ${ticket.expires_at})
    returning ticket_id`;
  if (!row) throw new Error("insert into upload_tickets returned no row");
  return row.ticket_id;
}

/** A person's own ticket, or null. */
export async function findTicket(sql: Sql, by: { ticket_id: number; user_id: number }): Promise<Ticket | null> {
  const [row] = await sql<Ticket[]>`
    select t.ticket_id, t.workspace_id, t.user_id, t.token_id, t.options, t.size_bytes, encode(t.sha256, 'hex') as sha256,
      t.state, t.doc_id, t.version, t.error, t.expires_at, coalesce(t.received_bytes, p.size_bytes, 0)::bigint as offset, p.total_bytes
    from upload_tickets t left join lateral (
      select sum(size_bytes) as size_bytes, min(total_bytes) as total_bytes from upload_parts where ticket_id = t.ticket_id
    ) p on true
    where t.ticket_id = ${by.ticket_id} and t.user_id = ${by.user_id}`;
  return row ?? null;
}

/** The same row as the last one before us left it; whoever else is about to finish this ticket waits until we are done. */
export async function lockTicket(sql: Sql, by: { ticket_id: number; user_id: number }): Promise<Ticket | null> {
  const [locked] = await sql`
    select 1 from upload_tickets where ticket_id = ${by.ticket_id} and user_id = ${by.user_id} for no key update`;
  return locked ? findTicket(sql, by) : null;
}

/** Says that bytes are on their way. */
export async function markReceiving(sql: Sql, ticketId: number): Promise<void> {
  await sql`
    update upload_tickets set state = 'receiving', error = null where ticket_id = ${ticketId} and state in ('waiting', 'failed')`;
}

/** Says what went wrong, unless another request has finished the upload. With `drop` the parts are forgotten. */
export async function markFailed(sql: Sql, failed: { ticket_id: number; error: string; drop: boolean }): Promise<void> {
  await sql`
    with marked as (
      update upload_tickets set state = 'failed', error = ${failed.error}
      where ticket_id = ${failed.ticket_id} and state <> 'done' returning ticket_id
    )
    delete from upload_parts where ticket_id in (select ticket_id from marked) and ${failed.drop}`;
}

/** Ends the ticket with its document; the parts have served. */
export async function completeTicket(
  sql: Sql,
  done: { ticket_id: number; doc_id: string; version: number; received_bytes: number },
): Promise<void> {
  await sql`
    update upload_tickets set state = 'done', received_bytes = ${done.received_bytes}, doc_id = ${done.doc_id}, version = ${done.version}, error = null
    where ticket_id = ${done.ticket_id}`;
  await sql`delete from upload_parts where ticket_id = ${done.ticket_id}`;
}

/** Adds a part at the end of what has come; the ticket must be locked. */
export async function insertPart(
  sql: Sql,
  part: {
    ticket: Pick<Ticket, "ticket_id" | "workspace_id">;
    start: number;
    total: number;
    stored: StoredBytes;
    now: Date;
  },
): Promise<void> {
  const { ticket, stored, now } = part;
  const kept = await keepBlob(sql, { workspace_id: ticket.workspace_id, stored, now });
  await sql`
    insert into upload_parts (ticket_id, start_byte, size_bytes, total_bytes, workspace_id, blob_id)
    values (${ticket.ticket_id}, ${part.start}, ${stored.size_bytes}, ${part.total}, ${ticket.workspace_id}, ${kept.blob_id})`;
}

/** Keeps a whole file for the write that is to take it; the ticket must be locked. The parts have served. */
export async function stageTicket(
  sql: Sql,
  staged: { ticket: Ticket; stored: StoredBytes; expires_at: Date; now: Date },
): Promise<void> {
  const { ticket, stored } = staged;
  await sql`delete from upload_parts where ticket_id = ${ticket.ticket_id}`;
  await insertPart(sql, { ...staged, start: 0, total: stored.size_bytes });
  await sql`
    update upload_tickets set state = 'staged', received_bytes = ${stored.size_bytes}, expires_at = ${staged.expires_at}, error = null
    where ticket_id = ${ticket.ticket_id}`;
}

/** The file of a staged upload, or null when it is not there any more. */
export async function findStored(sql: Sql, ticketId: number): Promise<(StoredBytes & { blob_id: number }) | null> {
  const [row] = await sql<
    { key: string; sha256: string; size_bytes: number; bytes: Uint8Array | null; blob_id: number }[]
  >`
    select b.storage_key as key, encode(b.sha256, 'hex') as sha256, b.size_bytes, b.bytes, b.blob_id
    from upload_tickets t join upload_parts p using (ticket_id) join blobs b using (blob_id)
    where t.ticket_id = ${ticketId} and t.state = 'staged'`;
  if (!row) return null;
  const { bytes, ...stored } = row;
  return bytes ? { ...stored, bytes } : stored;
}

export async function countParts(sql: Sql, ticketId: number): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from upload_parts where ticket_id = ${ticketId}`;
  return row?.n ?? 0;
}

/** Where the parts lie in the store, in their order. */
export async function listPartKeys(sql: Sql, ticketId: number): Promise<string[]> {
  const rows = await sql<{ storage_key: string }[]>`
    select b.storage_key from upload_parts p join blobs b using (blob_id)
    where p.ticket_id = ${ticketId} order by p.start_byte`;
  return rows.map((row) => row.storage_key);
}

/** How many bytes the workspace's other unfinished uploads hold. */
export async function sumOtherParts(sql: Sql, ticket: Ticket): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select coalesce(sum(size_bytes), 0)::bigint as bytes from upload_parts
    where workspace_id = ${ticket.workspace_id} and ticket_id <> ${ticket.ticket_id}`;
  return row?.bytes ?? 0;
}

/** Ends every upload that a person has announced, with the parts that have come. */
export async function dropTickets(sql: Sql, userId: number): Promise<void> {
  await sql`delete from upload_tickets where user_id = ${userId}`;
}

/** Forgets the parts of tickets that ended before `parts_before`, and tickets that ended before `tickets_before`. */
export async function sweepTickets(sql: Sql, older: { parts_before: Date; tickets_before: Date }): Promise<void> {
  await sql`
    delete from upload_parts p using upload_tickets t
    where t.ticket_id = p.ticket_id and t.expires_at < ${older.parts_before}`;
  await sql`delete from upload_tickets where expires_at < ${older.tickets_before}`;
}
