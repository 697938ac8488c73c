// Databases, tables, records and views as the wire shows them.
import type { JsonValue, Runtime, Static } from "../../kernel/plugin.ts";
import { documentAddress, holds } from "../documents/port/read.ts";
import { type Field, own } from "./fields/mod.ts";
import type { Database, ListedDatabase, Record as RecordShape, Table, View } from "./schemas.ts";
import type { ListedDatabase as ListedRow } from "./store/databases.ts";
import type { LoadedDatabase, RecordRow, TableRow, ViewRow } from "./store/rows.ts";

export function showTable(row: TableRow): Static<typeof Table> {
  return {
    id: row.table_id,
    name: row.name,
    fields: row.fields.map((field) => ({ ...field })),
    schema_version: row.schema_version,
    record_count: row.records,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Values stand in the order of the table's fields, or of those that were asked for. */
export function showRecord(row: RecordRow, fields: readonly Pick<Field, "key">[]): Static<typeof RecordShape> {
  return {
    id: row.record_id,
    data: orderData(row.data, fields),
    version: row.version,
    schema_version: row.schema_version,
    form_status: row.form_status,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function orderData(
  data: Readonly<Record<string, JsonValue>>,
  fields: readonly Pick<Field, "key">[],
): Record<string, JsonValue> {
  // Keys begin with a letter, so that none is one that objects set in a way of their own.
  const shown: Record<string, JsonValue> = {};
  for (const { key } of fields) {
    const value = own(data, key);
    if (value !== undefined) shown[key] = value;
  }
  return shown;
}

export function showView(row: ViewRow): Static<typeof View> {
  const { view_id, table_id, name, config, version } = row;
  const times = { created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() };
  return { id: view_id, table_id, name, config, version, ...times };
}

/** What a database holds beside its records. */
export interface Parts {
  tables: readonly TableRow[];
  views: readonly ViewRow[];
  forms: readonly Record<string, JsonValue>[];
}

export function showDatabase(
  { database, ...document }: Omit<LoadedDatabase, "files">,
  { tables, views, forms }: Parts,
  { runtime }: { runtime: Pick<Runtime, "contentHosts"> },
): Static<typeof Database> {
  const { doc_id, title, folder, root_slug, level } = document;
  return {
    doc: { doc_id, title, url: documentAddress(runtime, document), folder, root: root_slug, my_level: level },
    revision: database.seq,
    updated_at: database.changed_at.toISOString(),
    can_edit: holds(document, "edit"),
    tables: tables.map(showTable),
    views: views.map(showView),
    forms: [...forms],
  };
}

export function showListed(row: ListedRow): Static<typeof ListedDatabase> {
  const { doc_id, title, folder, root_slug, tables, records, seq, changed_at, level } = row;
  const can_edit = level === "edit" || level === "own";
  return {
    doc_id,
    title,
    folder,
    root: root_slug,
    tables,
    records,
    revision: seq,
    updated_at: changed_at.toISOString(),
    can_edit,
  };
}
