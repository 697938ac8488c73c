// What is kept of a record beside its data: the keys it is sorted by, and the text that a search looks in.
import type { JsonValue } from "../../../kernel/plugin.ts";
import { asciiTextKey, finishedKey } from "../fields/keys.ts";
import { type Field, FORM_STATUS, isEmptyValue, isSortable, own, recordBytes, sortKey } from "../fields/mod.ts";
import { recordText } from "../query/texts.ts";
import type { FormStatus, Slots, TableRow } from "./rows.ts";

/** The first slot of fields; those below are of what every record has. */
const FIELD_SLOTS_FROM = 2;
export const FORM_STATUS_SLOT = 1;
const KEY_BYTES_MAX = 96;

/** What a record is written as. */
export interface RecordEntry {
  data: Record<string, JsonValue>;
  /** Texts that Postgres reads as bytea, by slot. */
  keys: (string | null)[];
  text: string;
  size: number;
  status: FormStatus;
}

/** Slots for the fields that records are sorted by: those that have one keep it, whatever the order of fields. */
export function slotsFor(fields: readonly Field[], before: Slots = {}): Slots {
  const slots: Record<string, number> = { ...before };
  let next = Math.max(FIELD_SLOTS_FROM, ...Object.values(before).map((slot) => slot + 1));
  for (const field of fields) {
    if (isSortable(field) && own(slots, field.key) === undefined) slots[field.key] = next++;
  }
  return slots;
}

/** The slot of a field's sort key, `$form_status` included; undefined for one without. */
export function slotOf(slots: Slots, key: string): number | undefined {
  return key === FORM_STATUS.key ? FORM_STATUS_SLOT : own(slots, key);
}

export function entryOf(
  { fields, slots }: Pick<TableRow, "fields" | "slots">,
  { data, form_status }: { data: Record<string, JsonValue>; form_status: FormStatus },
): RecordEntry {
  return {
    data,
    keys: keysOf({ fields, slots }, { data, form_status }),
    text: recordText({ fields, slots }, data),
    size: recordBytes(data),
    status: form_status,
  };
}

/** The sort keys of a record by slot. */
export function keysOf(
  { fields, slots }: Pick<TableRow, "fields" | "slots">,
  { data, form_status }: { data: Readonly<Record<string, JsonValue>>; form_status: FormStatus },
): (string | null)[] {
  const keys: (string | null)[] = Array(Math.max(FORM_STATUS_SLOT, ...Object.values(slots))).fill(null);
  if (form_status !== null) keys[FORM_STATUS_SLOT - 1] = byteaOf(storedKey(FORM_STATUS, form_status));
  for (const field of fields) {
    const slot = own(slots, field.key);
    const value = own(data, field.key);
    if (slot === undefined || value === undefined) continue;
    // A draft alone keeps what is none of the field's values, which is found out by checking it once more.
    const isChecked = form_status !== "draft" && !isEmptyValue(field, value);
    const key = isChecked ? finishedKey(field, value).subarray(0, KEY_BYTES_MAX) : storedKey(field, value);
    keys[slot - 1] = byteaOf(key);
  }
  return keys;
}

/**
 * The sort key of a value as it is stored: long ones are cut, so that rows stay short and texts that begin with the same hundred
 * characters or so tie. What is cut this way orders as before.
 */
export function storedKey(field: Field, value: JsonValue | undefined): Buffer {
  return Buffer.from(sortKey(field, value)).subarray(0, KEY_BYTES_MAX);
}

/** Whether nothing was cut from a sort key, so that it is the same only where the values order alike. */
export function isWholeKey(key: Buffer): boolean {
  return key.length < KEY_BYTES_MAX;
}

/** The sort key of a value that was just checked, one character for each byte. */
export function checkedKey(field: Field, value: JsonValue): string {
  return Buffer.from(finishedKey(field, value)).toString("latin1").slice(0, KEY_BYTES_MAX);
}

/** The same for a text of ASCII alone; `folded` is it in small letters. */
export function asciiKey(text: string, folded: string): string {
  return asciiTextKey(text, folded).slice(0, KEY_BYTES_MAX);
}

/** Null for an empty key: it stands where no value does. */
function byteaOf(key: Uint8Array): string | null {
  return key.length === 0 ? null : `\\x${key.toHex()}`;
}
