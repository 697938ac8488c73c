// The wire shapes of databases, tables, records and views.
import { t } from "../../kernel/plugin.ts";
import { FIELD_INPUT } from "./fields/mod.ts";

export const databaseId = t.String({ description: "Its doc_id, as list_databases shows it." });
export const tableId = t.Id({ description: "The table's id, as get_database shows it." });
export const recordId = t.Id({ description: "The record's id." });
export const viewId = t.Id({ description: "The view's id, as get_database shows it." });

export const databaseParams = t.Object({ database_id: databaseId });
export const tableParams = t.Object({ database_id: databaseId, table_id: tableId });
export const recordParams = t.Object({ database_id: databaseId, table_id: tableId, record_id: recordId });
export const viewParams = t.Object({ database_id: databaseId, table_id: tableId, view_id: viewId });

/** A field as it is sent: its rules are those of `fields/`. */
export const Field = FIELD_INPUT;

/** A field as it is shown. */
export const ShownField = t.Json({
  description: "key, label, type, required, and default, options and the like where its type has them.",
});

export const Table = t.Object(
  {
    id: t.Integer(),
    name: t.String(),
    fields: t.Array(ShownField),
    schema_version: t.Integer({ description: "Send it as base_version to change the fields." }),
    record_count: t.Integer(),
    created_at: t.Instant(),
    updated_at: t.Instant(),
  },
  { $id: "DatabaseTable" },
);

export const FORM_STATUSES = ["draft", "complete"] as const;

const recordMembers = {
  id: t.Integer(),
  data: t.Json({ description: "Values by field key; what is empty is absent." }),
  version: t.Integer({ description: "Send it as base_version to change the record." }),
  schema_version: t.Integer(),
  form_status: t.Nullable(t.OneOf(FORM_STATUSES), { description: "Of a form's answer; null for other records." }),
  created_at: t.Instant(),
  updated_at: t.Instant(),
};

export const Record = t.Object(recordMembers, { $id: "DatabaseRecord" });

export const RecordWithTable = t.Object(
  { ...recordMembers, table_id: t.Integer() },
  { $id: "DatabaseRecordWithTable" },
);

export const CreatedRecord = t.Object(
  { ...recordMembers, replayed: t.Boolean({ description: "True for the answer to a repeated idempotency_key." }) },
  { $id: "CreatedDatabaseRecord" },
);

export const View = t.Object(
  {
    id: t.Integer(),
    table_id: t.Integer(),
    name: t.String(),
    config: t.Json(),
    version: t.Integer(),
    created_at: t.Instant(),
    updated_at: t.Instant(),
  },
  { $id: "DatabaseView" },
);

/** A database as the document that it is. */
export const DatabaseDocument = t.Object({
  doc_id: t.String(),
  title: t.String(),
  url: t.String(),
  folder: t.String(),
  root: t.Nullable(t.String(), { description: "The root's slug; null in someone's My documents." }),
  my_level: t.String(),
});

const databaseMembers = {
  doc: DatabaseDocument,
  revision: t.Integer({ description: "Rises with every change." }),
  updated_at: t.Instant(),
  can_edit: t.Boolean(),
  tables: t.Array(Table),
  views: t.Array(View),
  forms: t.Array(t.Json()),
};

export const Database = t.Object(databaseMembers, { $id: "Database" });

export const DatabaseDetail = t.Object(
  {
    ...databaseMembers,
    limits: t.Record(t.String(), t.Integer(), {
      description: "What a database, its tables and requests hold at most.",
    }),
    usage: t.Object({ tables: t.Integer(), records: t.Integer(), record_bytes: t.Integer() }),
  },
  { $id: "DatabaseDetail" },
);

export const ListedDatabase = t.Object(
  {
    doc_id: t.String(),
    title: t.String(),
    folder: t.String(),
    root: t.Nullable(t.String(), { description: "The root's slug; null in someone's My documents." }),
    tables: t.Integer(),
    records: t.Integer(),
    revision: t.Integer(),
    updated_at: t.Instant(),
    can_edit: t.Boolean(),
  },
  { $id: "ListedDatabase" },
);
