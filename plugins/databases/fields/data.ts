// Holds what is sent for a record against the fields of its table, and brings it into the form that is kept.
import type { JsonValue } from "../../../kernel/plugin.ts";
import { checkEmail, checkUrl } from "./addresses.ts";
import { BOUNDS } from "./bounds.ts";
import { checkMultiSelect, checkSelect } from "./choices.ts";
import {
  type Checked,
  type DataFault,
  type Field,
  type FieldType,
  isEmptyValue,
  isFault,
  lacksValue,
  own,
  type RecordData,
} from "./field.ts";
import { checkAttachment } from "./files.ts";
import { checkJson } from "./json_values.ts";
import { checkNumber } from "./numbers.ts";
import { checkReview, findForeignSource, reviewedFiles } from "./reviews.ts";
import { checkText, quoted, typeName } from "./texts.ts";
import { checkDate, checkDatetime } from "./times.ts";

export interface DataOptions {
  /** Only the members sent change: nothing is required or filled in, and what is cleared is null in the result. */
  partial?: boolean;
  /** An answer that is still being written: nothing is required, and unfinished texts are kept as they were typed. */
  draft?: boolean;
  /** Which fields that nothing is sent for get their default; without it all of them. */
  defaults?: "required" | "none";
  /** What the record keeps now. Without it a partial change's reviews are not held against its attachments. */
  before?: Readonly<RecordData>;
}

/**
 * Normalises the values of a record. Whole, the result holds every field that has a value, defaults filled in, and nothing else; with
 * `partial` it holds what was sent, null for what is cleared. Faults are at most `BOUNDS.faults`, at most one for a key. The whole
 * record's size is the caller's to check (`recordBytes`), because a change is part of one.
 */
export function checkData(
  fields: readonly Field[],
  data: Readonly<Record<string, unknown>>,
  options: DataOptions = {},
): { data: Record<string, JsonValue> } | { faults: DataFault[] } {
  const kept: [string, JsonValue][] = [];
  const faults = findUnknown(fields, data);
  for (const field of fields) {
    const { key } = field;
    const isSent = Object.hasOwn(data, key) && data[key] !== undefined;
    if (!isSent && options.partial) continue;
    const value = isSent ? data[key] : defaultOf(field, options);
    if (field.required && !options.draft && lacksValue(field, value)) {
      faults.push(missing(key, options));
      continue;
    }
    if (isEmptyValue(field, value)) {
      if (options.partial) kept.push([key, null]);
      continue;
    }
    const checked = checkValue(field, value, options);
    if (isFault(checked)) faults.push({ key, code: checked.code, message: `${key} ${checked.message}` });
    else kept.push([key, checked.value]);
  }
  const normal = Object.fromEntries(kept);
  if (faults.length === 0) faults.push(...findForeignSources(fields, normal, options));
  return faults.length > 0 ? { faults: faults.slice(0, BOUNDS.faults) } : { data: normal };
}

function defaultOf(field: Field, { defaults }: DataOptions): unknown {
  const isLeft = defaults === "none" || (defaults === "required" && !field.required);
  return isLeft ? undefined : field.default;
}

/** What a record takes as UTF-8 JSON, which `BOUNDS.record_bytes` bounds. */
export function recordBytes(data: Readonly<RecordData>): number {
  return Buffer.byteLength(JSON.stringify(data));
}

const CHECKS: Readonly<Record<FieldType, (value: unknown, field: Field) => Checked>> = {
  text: (value) => checkText(value, BOUNDS.text_chars),
  long_text: (value) => checkText(value, BOUNDS.long_text_chars),
  number: checkNumber,
  checkbox: checkCheckbox,
  date: checkDate,
  datetime: checkDatetime,
  email: checkEmail,
  url: checkUrl,
  select: (value, field) => checkSelect(field, value),
  multi_select: (value, field) => checkMultiSelect(field, value),
  json: checkJson,
  attachment: (value, field) => checkAttachment(field, value),
  review: checkReview,
};

/** The types whose unfinished text a draft keeps, and how much of it. */
const TYPED: Partial<Record<FieldType, number>> = {
  email: BOUNDS.text_chars,
  url: BOUNDS.text_chars,
  date: BOUNDS.text_chars,
  datetime: BOUNDS.text_chars,
  json: BOUNDS.long_text_chars,
};

/** One value that is not empty, in normal form. */
export function checkValue(field: Field, value: unknown, { draft = false }: DataOptions = {}): Checked {
  const checked = CHECKS[field.type](value, field);
  const charsMax = TYPED[field.type];
  if (!draft || !isFault(checked) || charsMax === undefined || typeof value !== "string") return checked;
  return checkText(value, charsMax);
}

/** Whether a value is what a draft keeps of a field and a finished record does not. */
export function isUnfinished(field: Field, value: unknown): boolean {
  if (TYPED[field.type] === undefined || typeof value !== "string") return false;
  return field.type === "json" || isFault(CHECKS[field.type](value, field));
}

function checkCheckbox(value: unknown): Checked {
  return typeof value === "boolean"
    ? { value }
    : { code: "type", message: `is ${typeName(value)}; send true or false` };
}

/** What a required field without a value is told. */
export function missing(key: string, { partial }: DataOptions = {}): DataFault {
  const what = partial ? "is required and cannot be cleared" : "is required; send a value";
  return { key, code: "required", message: `${key} ${what}` };
}

const keySets = new WeakMap<readonly Field[], ReadonlySet<string>>();

/** Made once for a list of fields. */
function keysOf(fields: readonly Field[]): ReadonlySet<string> {
  const known = keySets.get(fields) ?? new Set(fields.map(({ key }) => key));
  keySets.set(fields, known);
  return known;
}

function findUnknown(fields: readonly Field[], data: Readonly<Record<string, unknown>>): DataFault[] {
  const known = keysOf(fields);
  const unknown = Object.keys(data).filter((key) => !known.has(key));
  if (unknown.length === 0) return [];
  return unknown.slice(0, BOUNDS.faults).map((key) => ({
    key: key.slice(0, 2 * BOUNDS.key_chars).toWellFormed(),
    code: "type",
    message:
      key === "$form_status"
        ? "$form_status is set by the service"
        : `${quoted(key)} is no field of the table; it has ${listKeys(fields)}`,
  }));
}

const KEYS_SHOWN = 20;

function listKeys(fields: readonly Field[]): string {
  if (fields.length === 0) return "none";
  const more = fields.length > KEYS_SHOWN ? ` and ${fields.length - KEYS_SHOWN} more` : "";
  return `${fields
    .slice(0, KEYS_SHOWN)
    .map(({ key }) => key)
    .join(", ")}${more}`;
}

/** A new comment is on a file that the record shows; what was said of one that has gone since stays. */
export function findForeignSources(
  fields: readonly Field[],
  data: Readonly<Record<string, JsonValue>>,
  { partial, before }: DataOptions = {},
): DataFault[] {
  return fields.flatMap((field): DataFault[] => {
    const comments = own(data, field.key);
    if (field.type !== "review" || !Array.isArray(comments) || (partial && !before)) return [];
    const earlier = before && own(before, field.key);
    const known = reviewedFiles(field, { ...before, ...data });
    const foreign = findForeignSource(comments, known, Array.isArray(earlier) ? earlier : []);
    if (foreign === null) return [];
    const message = `${field.key} has a comment on a file that is not reviewed here: ${quoted(Reflect.get(Object(foreign), "source"))}`;
    return [{ key: field.key, code: "option", message }];
  });
}
