// A database, its tables and its records as rows tell them.
import type { JsonValue } from "../../../kernel/plugin.ts";
import type { LoadedDocument } from "../../documents/port/read.ts";
import type { Field } from "../fields/mod.ts";

/** A database beyond its document. */
export interface DatabaseRow {
  document_id: number;
  /** The number of its latest change: the revision on the wire. */
  seq: number;
  forgotten_seq: number;
  tables: number;
  records: number;
  record_bytes: number;
  last_record_id: number;
  /** When the database, a table or a record last changed. */
  changed_at: Date;
}

/** A database with its document as the caller holds it. */
export interface LoadedDatabase extends LoadedDocument {
  database: DatabaseRow;
}

/** Where the sort key of each field stands among the `keys` of a record, from 2 on; 1 is that of the form status. */
export type Slots = Readonly<Record<string, number>>;

export interface TableRow {
  table_id: number;
  name: string;
  fields: Field[];
  slots: Slots;
  schema_version: number;
  records: number;
  record_bytes: number;
  created_at: Date;
  updated_at: Date;
}

/** A table with its database. */
export interface LoadedTable extends LoadedDatabase {
  table: TableRow;
}

export type FormStatus = "draft" | "complete" | null;

export interface RecordRow {
  record_id: number;
  table_id: number;
  version: number;
  schema_version: number;
  form_status: FormStatus;
  data: Record<string, JsonValue>;
  created_at: Date;
  updated_at: Date;
}

export interface ViewRow {
  view_id: number;
  table_id: number;
  name: string;
  config: Record<string, JsonValue>;
  version: number;
  created_at: Date;
  updated_at: Date;
}
