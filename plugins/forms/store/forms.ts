// Forms as rows: found by their document, made, changed and listed.
import type { Sql } from "../../../kernel/mod.ts";
import type { FormRow } from "./rows.ts";

/** The form that a document is, whatever the state of both; null for a document without one. */
export async function findForm(sql: Sql, by: { document_id: number }): Promise<FormRow | null> {
  const [row] = await sql<FormRow[]>`
    select ${formColumns(sql)} from ${formRows(sql)} where f.document_id = ${by.document_id}`;
  return row ? withDates(row) : null;
}

/** The same by the slug in its address. */
export async function findFormBySlug(sql: Sql, slug: string): Promise<FormRow | null> {
  const [row] = await sql<FormRow[]>`select ${formColumns(sql)} from ${formRows(sql)} where d.slug = ${slug}`;
  return row ? withDates(row) : null;
}

/** Behind a `from`: forms `f` with their documents `d`, databases `b` and tables `t`. */
export function formRows(sql: Sql) {
  return sql`forms f join documents d using (document_id) join documents b on b.document_id = f.database_id
    join database_tables t on t.table_id = f.table_id`;
}

/** Over `formRows`: a `FormRow`, some of its times as text. */
export function formColumns(sql: Sql) {
  return sql`f.document_id, f.workspace_id, d.doc_id, d.slug, d.title, d.place_id, d.visibility, d.password_hash, d.expires_at,
    d.deleted_at, d.version as document_version, f.version, f.made_version, f.fields, f.creator_id, f.active, f.email_notify,
    f.autosave, f.notify_drafts, f.opens_at, f.closes_at, f.max_responses, f.one_per_user, f.pow, f.honeypot, f.accepted,
    f.created_at, f.updated_at,
    json_build_object('document_id', b.document_id, 'doc_id', b.doc_id, 'title', b.title, 'owner_id', b.owner_id,
      'place_id', b.place_id, 'expires_at', b.expires_at, 'deleted_at', b.deleted_at) as database,
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
