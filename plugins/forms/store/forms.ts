// Forms as rows: found by their document, made, changed and listed.
import type { Sql } from "../../../kernel/plugin.ts";
import { holdWith } from "../../documents/port/write.ts";
import type { Chosen } from "../settings.ts";
import type { FormRow } from "./rows.ts";

/** The form that a document is, whatever the state of both; null for a document without one. */
export async function findForm(sql: Sql, by: { document_id: number }): Promise<FormRow | null> {
  const [row] = await sql<FormRow[]>`
    select ${formColumns(sql)} from ${formRows(sql)} where f.document_id = ${by.document_id}`;
  return row ? withDates(row) : null;
}

/** One of a database's forms, by its id on the wire. */
export async function findFormOf(sql: Sql, by: { database_id: number; doc_id: string }): Promise<FormRow | null> {
  const [row] = await sql<FormRow[]>`
    select ${formColumns(sql)} from ${formRows(sql)}
    where f.database_id = ${by.database_id} and d.doc_id = ${by.doc_id} and b.workspace_id = f.workspace_id`;
  return row ? withDates(row) : null;
}

/** A form by the id of its page on the wire, as the audit log names it. */
export async function findFormNamed(sql: Sql, by: { workspace_id: number; doc_id: string }): Promise<FormRow | null> {
  const [row] = await sql<FormRow[]>`
    select ${formColumns(sql)} from ${formRows(sql)} where d.doc_id = ${by.doc_id} and d.workspace_id = ${by.workspace_id}`;
  return row ? withDates(row) : null;
}

/** A form that is about to be: the document that is its page, and where its answers go. */
export interface NewForm {
  workspace_id: number;
  document_id: number;
  database_id: number;
  table_id: number;
  creator_id: number;
  made_version: number | null;
  chosen: Chosen;
  now: Date;
}

/** Makes one, held along with its database; false for a document that is one already. */
export async function insertForm(sql: Sql, { chosen, now, ...form }: NewForm): Promise<boolean> {
  const rows = [{ ...form, ...columnsOf(chosen), created_at: now, updated_at: now }];
  const made = await sql`insert into forms ${sql(rows)} on conflict (document_id) do nothing returning 1`;
  await holdWith(sql, { holder_id: form.database_id, document_ids: [form.document_id], now });
  return made.length > 0;
}

/**
 * Changes what is chosen, and whose right answers come by; whatever was issued for the form as it was does not hold any more. Mails tell
 * of answers that came since they were asked for.
 */
export async function updateForm(
  sql: Sql,
  { document_id }: Pick<FormRow, "document_id">,
  { chosen, creator_id, now }: { chosen: Chosen; creator_id: number | null; now: Date },
): Promise<void> {
  await sql`
    update forms set ${sql({ ...columnsOf(chosen), creator_id })}, version = version + 1, updated_at = ${now},
      mailed = case when email_notify then mailed else completed end
    where document_id = ${document_id}`;
}

function columnsOf(chosen: Chosen): Chosen {
  const { fields, active, email_notify, autosave, notify_drafts, opens_at, closes_at, max_responses } = chosen;
  const { one_per_user, pow, honeypot } = chosen;
  return {
    ...{ fields, active, email_notify, autosave, notify_drafts, opens_at, closes_at, max_responses },
    ...{ one_per_user, pow, honeypot },
  };
}

/** Behind a `from`: forms `f` with their documents `d`, databases `b` and tables `t`. */
export function formRows(sql: Sql) {
  return sql`forms f join documents d using (document_id) join documents b on b.document_id = f.database_id
    join database_tables t on t.table_id = f.table_id left join form_gates g on g.document_id = f.document_id
    left join form_gates bg on bg.document_id = f.database_id`;
}

/** Over `formRows`: a `FormRow`, some of its times as text. */
export function formColumns(sql: Sql) {
  return sql`f.document_id, d.workspace_id, d.doc_id, d.slug, d.title, d.place_id, d.visibility, d.password_hash, d.expires_at,
    d.deleted_at, d.version as document_version, f.version, f.made_version, f.fields, f.creator_id, f.active, f.email_notify,
    f.autosave, f.notify_drafts, f.opens_at, f.closes_at, f.max_responses, f.one_per_user, f.pow, f.honeypot, f.accepted,
    f.completed, f.mailed, f.mailed_at, f.created_at, f.updated_at, coalesce(g.changes, 0) as gate_changes,
    json_build_object('document_id', b.document_id, 'workspace_id', b.workspace_id, 'doc_id', b.doc_id, 'title', b.title, 'owner_id', b.owner_id,
      'place_id', b.place_id, 'gate_changes', coalesce(bg.changes, 0), 'expires_at', b.expires_at, 'deleted_at', b.deleted_at) as database,
    json_build_object('table_id', t.table_id, 'name', t.name, 'fields', t.fields, 'slots', t.slots,
      'schema_version', t.schema_version, 'deleted_at', t.deleted_at) as "table"`;
}

/** Times inside of JSON come as text. */
export function withDates(row: FormRow): FormRow {
  const { database, table } = row;
  return {
    ...row,
    database: { ...database, expires_at: dateOf(database.expires_at), deleted_at: dateOf(database.deleted_at) },
    table: { ...table, deleted_at: dateOf(table.deleted_at) },
  };
}

function dateOf(value: Date | string | null): Date | null {
  return value === null ? null : new Date(value);
}
