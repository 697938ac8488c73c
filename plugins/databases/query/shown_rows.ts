// What a page shows of each record, and the record that is made of it.
import type { Expression, Sql } from "../../../kernel/plugin.ts";
import type { RecordRow } from "../store/rows.ts";
import type { Query } from "./asking.ts";

export type ShownRecord = RecordRow & { sort_key: string | null };

/** A record by the places of what is shown of it: the names would be a tenth of the page. */
export type ShownRow = [
  record_id: number,
  version: number,
  schema_version: number,
  form_status: RecordRow["form_status"],
  data: RecordRow["data"],
  created_at: string,
  updated_at: string,
  sort_key: string | null,
];

export function rowOf(
  table_id: number,
  [record_id, version, schema_version, form_status, data, created_at, updated_at, sort_key]: ShownRow,
): ShownRecord {
  const times = { created_at: new Date(created_at), updated_at: new Date(updated_at) };
  return { record_id, table_id, version, schema_version, form_status, data, ...times, sort_key };
}

export function shownData(sql: Sql, { fields }: Query): Expression {
  if (!fields) return sql`r.data`;
  const keys = fields.map(({ key }) => key);
  return sql`(select coalesce(jsonb_object_agg(m.key, m.value), '{}') from jsonb_each(r.data) as m where m.key = any(${keys}::text[]))`;
}

/** Bytes that a record adds to the page. */
export function shownSize(sql: Sql, query: Query): Expression {
  return query.fields ? sql`octet_length(${shownData(sql, query)}::text)` : sql`r.size_bytes`;
}
