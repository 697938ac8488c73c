// What a field of a table is, and what a record may keep in it.
import { type JsonValue, showsNothing } from "../../../kernel/plugin.ts";

/** The types a field can have. */
export const FIELD_TYPES = [
  "text",
  "long_text",
  "number",
  "checkbox",
  "date",
  "datetime",
  "email",
  "url",
  "select",
  "multi_select",
  "json",
  "attachment",
  "review",
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** One file of a document, pinned to a version. */
export type FileRef = { doc_id: string; version: number; path: string };

/** A checked field, as it is stored and shown. Members that its type does not have are absent. */
export interface Field {
  /** A lower-case identifier that never changes. */
  key: string;
  label: string;
  type: FieldType;
  required: boolean;
  /** Normalised; never on attachment and review. */
  default?: JsonValue;
  /** select and multi_select. */
  options?: string[];
  /** attachment */
  max_files?: number;
  /** attachment */
  max_file_bytes?: number;
  /** attachment: where uploads go; absent is the database's folder. */
  folder?: string;
  /** attachment: lower-case extensions with their dot; empty permits any type. */
  accept?: string[];
  /** review: the attachment field of the same table whose files are reviewed. */
  attachment_field?: string;
  /** review: fixed files that are reviewed. */
  sources?: FileRef[];
}

/** What a record keeps: normalised values by key; what is empty is absent. */
export type RecordData = Record<string, JsonValue>;

/** The value of a key: a field may be called `constructor`, which every object answers to. */
export function own<Value>(values: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

/** Why a value is refused. */
export type DataFault = {
  key: string;
  code: "required" | "type" | "option" | "range" | "too_long" | "unique";
  message: string;
};

/** Why a schema is refused: `field` is its key, or its place as `fields[3]` where it has no usable key. */
export type SchemaFault = { field: string; rule: string; message: string };

/** A value that passed, or why it did not; the caller adds the key. */
export type Checked = { value: JsonValue } | Omit<DataFault, "key">;

export function isFault(checked: Checked): checked is Omit<DataFault, "key"> {
  return "code" in checked;
}

const LISTS: readonly FieldType[] = ["multi_select", "attachment", "review"];
const TRIMMED: readonly FieldType[] = ["number", "date", "datetime", "email", "url", "json"];

/** Whether a value counts as none: unset, cleared, a text without characters, a list of choices, files or comments without entries. */
export function isEmptyValue({ type }: Field, value: unknown): boolean {
  if (typeof value === "string") return (TRIMMED.includes(type) ? value.trim() : value) === "";
  return value === undefined || value === null || (LISTS.includes(type) && Array.isArray(value) && value.length === 0);
}

/** Whether a value is none to a field that needs one: a text of which nothing shows says nothing, though an optional field keeps it. */
export function lacksValue(field: Field, value: unknown): boolean {
  return isEmptyValue(field, value) || (field.required && typeof value === "string" && showsNothing(value));
}

/** The record's own status, which filters, sorting, grouping and views name like a field. */
export const FORM_STATUS: Field = {
  key: "$form_status",
  label: "Form status",
  type: "select",
  required: false,
  options: ["draft", "complete"],
};

/** The field of a key, `$form_status` included. */
export function fieldOf(fields: readonly Field[], key: string): Field | undefined {
  return key === FORM_STATUS.key ? FORM_STATUS : fields.find((field) => field.key === key);
}

const STRUCTURED: readonly FieldType[] = ["json", "attachment", "review"];

/** Whether records are sorted by it: the scalar types. */
export function isSortable({ type }: Field): boolean {
  return type !== "multi_select" && !STRUCTURED.includes(type);
}

/** Whether records are grouped by it; one with several choices counts in each of them. */
export function isGroupable({ type }: Field): boolean {
  return !STRUCTURED.includes(type);
}
