// What the plugin databases brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { databasesChanges } from "./changelog.ts";

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;
/** An answer of a form, by the record that holds it. */
const answered = { database_id: "string", record_id: "integer", table_id: "integer" } as const;

/** A record at the version that came of it, by which receivers tell what is older: events may come out of order. */
const recorded = { ...answered, version: "integer" } as const;

export const databases = {
  purpose: "Documents that hold tables of records, which people and programs query, change and follow.",
  needs: ["documents", "places", "texts", "rendering", "content", "bundles", "uploads"],
  toolset: "databases",
  editions: ["community", "cloud"],
  since: "2026-11-23",
  doc_types: ["database"],
  caps: {
    fields_per_table: 128,
    field_key_chars: 63,
    field_label_chars: 200,
    options_per_field: 500,
    option_chars: 200,
    choices_per_value: 100,
    record_bytes: MIB,
    text_field_chars: 16_384,
    long_text_field_chars: 262_144,
    json_field_levels: 20,
    json_field_values: 10_000,
    files_per_attachment: 20,
    attachment_file_bytes: GIB,
    accepted_extensions: 100,
    sources_per_review: 20,
    comments_per_review: 200,
    replies_per_review_comment: 50,
    points_per_review_mark: 1000,
    tables_per_database: 32,
    records_per_database: 50_000,
    views_per_table: 100,
    records_per_page: 200,
    record_page_bytes: 4 * MIB,
    filters_per_query: 50,
    aggregate_groups: 200,
    ops_per_batch: 200,
    batch_bytes: 8 * MIB,
    // What a batch reads and writes of records, however little is sent.
    batch_records_bytes: 32 * MIB,
    table_restore_days: 7,
    record_restore_days: 30,
    versions_per_record: 100,
    database_changes_kept_days: 30,
    database_export_bytes: 64 * MIB,
    database_import_bytes: 64 * MIB,
    sheet_rows: 1_048_576,
    sheet_cell_chars: 32_767,
    import_failures_told: 100,
    files_per_import: 10_000,
    media_per_request: 100,
    pending_media_days: 7,
  },
  audit_actions: {
    "export.database": {
      says: { en: "took {on} along as a file", de: "hat {on} als Datei mitgenommen" },
      since: "2026-11-23",
      on: ["doc"],
      meta: { format: "string", table_id: "integer" },
    },
    "record.created": {
      says: { en: "made a record in {on}", de: "hat einen Eintrag in {on} erstellt" },
      since: "2026-11-23",
      on: ["doc"],
      meta: recorded,
    },
    "record.deleted": {
      says: { en: "deleted a record in {on}", de: "hat einen Eintrag in {on} gelöscht" },
      since: "2026-11-23",
      on: ["doc"],
      meta: recorded,
    },
    "record.imported": {
      says: { en: "imported {created} records into {on}", de: "hat {created} Einträge in {on} eingelesen" },
      since: "2026-11-23",
      on: ["doc"],
      meta: {
        created: "integer",
        database_id: "string",
        failed: "integer",
        format: "string",
        name: "string",
        skipped: "integer",
        table_id: "integer",
        updated: "integer",
      },
    },
    "record.restored": {
      says: { en: "restored a record in {on}", de: "hat einen Eintrag in {on} wiederhergestellt" },
      since: "2026-11-23",
      on: ["doc"],
      meta: { ...recorded, restored: "integer" },
    },
    "record.updated": {
      says: { en: "changed a record in {on}", de: "hat einen Eintrag in {on} geändert" },
      since: "2026-11-23",
      on: ["doc"],
      meta: recorded,
    },
  },
  changes: databasesChanges,
} as const satisfies PluginManifest;
