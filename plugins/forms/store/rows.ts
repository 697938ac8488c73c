// A form as rows tell it: its own settings, the document that is its page, and the table that its answers go to.

import type { Field, TableRow } from "../../databases/port.ts";
import type { LoadedDocument } from "../../documents/port/read.ts";

/** What of a form's document its page and its tickets hang on. */
type Page = Pick<
  LoadedDocument,
  | "document_id"
  | "workspace_id"
  | "doc_id"
  | "slug"
  | "title"
  | "place_id"
  | "visibility"
  | "password_hash"
  | "expires_at"
  | "deleted_at"
>;

/** A form, whatever its state. */
export interface FormRow extends Page {
  /** Of the document: its latest content. */
  document_version: number;
  /** Of these settings. */
  version: number;
  /** How often it was changed who opens the page, and where it lies. */
  gate_changes: number;
  /** The document's version whose page the service made; see `isMade`. */
  made_version: number | null;
  /** The keys of the fields that it asks for, in its own order; one that the table has lost is not asked for. */
  fields: string[];
  creator_id: number | null;
  active: boolean;
  email_notify: boolean;
  autosave: boolean;
  notify_drafts: boolean;
  opens_at: Date | null;
  closes_at: Date | null;
  max_responses: number | null;
  one_per_user: boolean;
  pow: boolean;
  honeypot: boolean;
  /** Complete answers whose records are there. */
  accepted: number;
  /** Complete answers that ever came, and how many of them its maker was mailed of, the last time when. */
  completed: number;
  mailed: number;
  mailed_at: Date | null;
  created_at: Date;
  updated_at: Date;
  database: {
    document_id: number;
    workspace_id: number;
    doc_id: string;
    title: string;
    owner_id: number;
    place_id: number;
    /** How often it was moved or opened to others. */
    gate_changes: number;
    expires_at: Date | null;
    deleted_at: Date | null;
  };
  table: Pick<TableRow, "table_id" | "name" | "fields" | "slots" | "schema_version"> & { deleted_at: Date | null };
}

/** The fields that it asks for, as the table has them now. */
export function askedFields({ fields, table }: Pick<FormRow, "fields" | "table">): Field[] {
  return fields.flatMap((key) => table.fields.find((field) => field.key === key) ?? []);
}

/** Whether its page is the one that the service makes of its fields, rather than HTML of somebody's own. */
export function isMade({ made_version, document_version }: FormRow): boolean {
  return made_version === document_version;
}

/** Whether its page opens to people of whom it knows nothing. */
export function isForStrangers({ visibility }: { visibility: string }): boolean {
  return visibility === "unlisted" || visibility === "password";
}
