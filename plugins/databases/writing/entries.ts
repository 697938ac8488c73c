// Makes what is stored of a record from what is sent for it.
// Throws 400 by field, and 413 for a record that is too large.
import { type JsonValue, refuse } from "../../../kernel/plugin.ts";
import { BOUNDS, checkData } from "../fields/mod.ts";
import { refuseData } from "../refusals.ts";
import { entryOf, type RecordEntry } from "../store/record_entry.ts";
import type { FormStatus, RecordRow, TableRow } from "../store/rows.ts";

/** What data is checked by: forms let a draft be unfinished. */
type Shape = Pick<TableRow, "fields" | "slots">;

/** A new record, defaults filled in. */
export function createEntry(
  table: Shape,
  data: Readonly<Record<string, unknown>>,
  form_status: FormStatus = null,
): RecordEntry {
  const checked = checkData(table.fields, data, { draft: form_status === "draft" });
  if ("faults" in checked) throw refuseData(checked.faults, table.fields);
  return boundedEntry(table, { data: checked.data, form_status });
}

/** A record with some values changed; null clears one. */
export function mergeEntry(
  table: Shape,
  before: Pick<RecordRow, "data" | "form_status">,
  changes: Readonly<Record<string, unknown>>,
): RecordEntry {
  const draft = before.form_status === "draft";
  const checked = checkData(table.fields, changes, { partial: true, draft, before: before.data });
  if ("faults" in checked) throw refuseData(checked.faults, table.fields);
  const merged = Object.entries({ ...before.data, ...checked.data }).filter(([, value]) => value !== null);
  return boundedEntry(table, { data: Object.fromEntries(merged), form_status: before.form_status });
}

/** A draft that is finished: everything is held to the fields now, and what was cleared since it began stays so. */
export function completeEntry(table: Shape, before: Pick<RecordRow, "data">): RecordEntry {
  const checked = checkData(table.fields, before.data, { defaults: "none" });
  if ("faults" in checked) throw refuseData(checked.faults, table.fields);
  return boundedEntry(table, { data: checked.data, form_status: "complete" });
}

/** An entry of data that is in normal form. Throws 413 for more than a record holds. */
export function boundedEntry(
  table: Shape,
  record: { data: Record<string, JsonValue>; form_status: FormStatus },
): RecordEntry {
  const entry = entryOf(table, record);
  if (entry.size > BOUNDS.record_bytes) {
    throw refuse.tooLarge(`the record has ${entry.size} bytes as JSON; at most ${BOUNDS.record_bytes} are allowed`);
  }
  return entry;
}

/** Whether writing the entry would change nothing. */
export function isSameRecord(entry: RecordEntry, before: Pick<RecordRow, "data" | "form_status">): boolean {
  return entry.status === before.form_status && Bun.deepEquals(entry.data, before.data);
}
