// Makes records of rows: each is created, changes one that is there, is left out because nothing is new, or fails.
import { readFileSync } from "node:fs";
import type { JsonValue } from "../../../../kernel/mod.ts";
import { BOUNDS } from "../../fields/bounds.ts";
import { checkData } from "../../fields/data.ts";
import { type DataFault, type Field, isEmptyValue, own, type RecordData } from "../../fields/field.ts";
import { type NamedFile, newFiles } from "../../fields/files.ts";
import { equalityKey } from "../../fields/keys.ts";
import { entryOf, type RecordEntry } from "../../store/record_entry.ts";
import type { FormStatus, Slots } from "../../store/rows.ts";
import { valueOfCell } from "./cell_values.ts";
import { isOurExport } from "./columns.ts";
import { type Source, SourceError, type SourceRow } from "./source.ts";
import { copyLine } from "./written.ts";

/** By which field rows find the records that they change. */
export interface Matching {
  key: string;
  /** A file with a line of JSON for each record that there is. */
  existing_path: string;
}

/** A record that there is. */
export interface ExistingRecord {
  id: number;
  version: number;
  form_status: FormStatus;
  data: RecordData;
}

/** Why a row was not taken. */
export interface RowFailure {
  row: number;
  key: string | null;
  code: DataFault["code"] | "format";
  message: string;
}

export interface Counts {
  /** The sum of the four below. */
  read: number;
  created: number;
  updated: number;
  skipped: number;
  failed: number;
  failures: RowFailure[];
  /** Where the rows of new records lie: from which of them on, and the number of its row, each time a row between is none. */
  created_at: [index: number, row: number][];
  /** The sum of the sizes of new records. */
  grown: number;
  /** The files that rows newly name, each once for a field. */
  files: (NamedFile & { row: number })[];
}

export interface Taking {
  fields: Field[];
  slots: Slots;
  columns: readonly (Field | null)[];
  matching: Matching | null;
  bounds: { failures_max: number; files_max: number };
  /** Given what is to be written of new records and of changed ones. */
  created: Writer;
  updated: Writer;
}

interface Writer {
  add(text: string): void;
  end(): void;
}

/** Goes through all rows and writes what is to be written. */
export function takeRows(source: Source, taking: Taking): Counts {
  const none = { read: 0, created: 0, updated: 0, skipped: 0, failed: 0, grown: 0 };
  const counts: Counts = { ...none, failures: [], created_at: [], files: [] };
  const note = filesNoted(counts, taking);
  const known = taking.matching ? knownRecords(taking, taking.matching) : null;
  const is_ours = isOurExport(source.columns);
  const fail = (row: SourceRow, faults: readonly Omit<RowFailure, "row">[]) => {
    counts.failed++;
    const room = taking.bounds.failures_max - counts.failures.length;
    counts.failures.push(...faults.slice(0, Math.max(0, room)).map((fault) => ({ row: row.number, ...fault })));
  };
  source.each((row) => {
    counts.read++;
    if (row.fault !== undefined) return fail(row, [{ key: null, code: "format", message: row.fault }]);
    const data = dataOf(row, taking, is_ours);
    if (data === null) return void counts.skipped++;
    const done = takeRow(data, { row, taking, known });
    if ("faults" in done) return fail(row, done.faults);
    if (done.op === "same") return void counts.skipped++;
    note(done, row);
    if (done.op === "create") {
      const [index, number] = counts.created_at.at(-1) ?? [0, -1];
      if (row.number - counts.created !== number - index) counts.created_at.push([counts.created, row.number]);
      counts.created++;
      counts.grown += done.entry.size;
      taking.created.add(copyLine(done.entry));
    } else {
      counts.updated++;
      const { entry, files: _files, ...op } = done;
      taking.updated.add(JSON.stringify({ ...op, row: row.number, ...entry }));
    }
  });
  taking.created.end();
  taking.updated.end();
  return counts;
}

/** Notes what files a row names; each is looked up but once. Throws for more than one import may name. */
function filesNoted({ files }: Counts, { fields, bounds }: Taking) {
  const known = new Set<string>();
  return (done: { entry: RecordEntry; files?: NamedFile[] }, { number: row }: SourceRow) => {
    for (const file of done.files ?? newFiles(fields, done.entry.data, {})) {
      const name = JSON.stringify([file.key, file.ref.doc_id, file.ref.version, file.ref.path]);
      if (known.has(name)) continue;
      if (known.size === bounds.files_max) {
        throw new SourceError(`the rows name more than ${bounds.files_max} files; send fewer rows at once`);
      }
      known.add(name);
      files.push({ ...file, row });
    }
  };
}

/** Null for a row in which nothing stands. */
function dataOf({ cells }: SourceRow, { columns }: Taking, is_ours: boolean): Record<string, unknown> | null {
  const values: [string, unknown][] = [];
  for (const [index, field] of columns.entries()) {
    const cell = cells[index];
    if (field === null || cell === undefined) continue;
    const value = valueOfCell(field, cell, { is_ours });
    if (!isEmptyValue(field, value)) values.push([field.key, value]);
  }
  return values.length === 0 ? null : Object.fromEntries(values);
}

type Taken =
  | { op: "create"; entry: RecordEntry }
  | { op: "update"; id: number; base: number; changed: string[]; entry: RecordEntry; files: NamedFile[] }
  | { op: "same" }
  | { faults: Omit<RowFailure, "row">[] };

interface RowContext {
  row: SourceRow;
  taking: Taking;
  known: Known | null;
}

function takeRow(data: Record<string, unknown>, { row, taking, known }: RowContext): Taken {
  const { fields, slots } = taking;
  if (known) {
    const found = known.find(data, row.number);
    if ("faults" in found) return found;
    if (found.record) return mergeRow(data, found.record, taking);
  }
  const checked = checkData(fields, data);
  if ("faults" in checked) return checked;
  return bounded({
    op: "create" as const,
    entry: entryOf({ fields, slots }, { data: checked.data, form_status: null }),
  });
}

/** What a cell leaves empty stays as it is. */
function mergeRow(data: Record<string, unknown>, record: ExistingRecord, { fields, slots }: Taking): Taken {
  const { form_status } = record;
  const checked = checkData(fields, data, { partial: true, draft: form_status === "draft", before: record.data });
  if ("faults" in checked) return checked;
  const merged: Record<string, JsonValue> = { ...record.data, ...checked.data };
  if (Bun.deepEquals(merged, record.data)) return { op: "same" };
  const entry = entryOf({ fields, slots }, { data: merged, form_status });
  const files = newFiles(fields, merged, record.data);
  const changed = Object.keys(merged).filter((key) => !Bun.deepEquals(merged[key], own(record.data, key)));
  return bounded({ op: "update" as const, id: record.id, base: record.version, changed, entry, files });
}

function bounded<T extends { entry: RecordEntry }>(taken: T): T | { faults: Omit<RowFailure, "row">[] } {
  const { size } = taken.entry;
  if (size <= BOUNDS.record_bytes) return taken;
  const message = `the record has ${size} bytes as JSON; at most ${BOUNDS.record_bytes} are kept`;
  return { faults: [{ key: null, code: "too_long", message }] };
}

interface Known {
  find(
    data: Record<string, unknown>,
    row: number,
  ): { record: ExistingRecord | null } | { faults: Omit<RowFailure, "row">[] };
}

/** The records that there are, by the field that tells them apart; one that a row has met is met once. */
function knownRecords({ fields, columns }: Taking, { key, existing_path }: Matching): Known {
  const field = columns.find((one) => one?.key === key);
  if (!field) throw new SourceError(`no column stands for the field ${key}, by which rows are matched`);
  const records = new Map<string, ExistingRecord[]>();
  for (const line of readFileSync(existing_path, "utf8").split("\n")) {
    if (line === "") continue;
    const record: ExistingRecord = JSON.parse(line);
    const name = equalityKey(field, own(record.data, key));
    if (name !== null) records.set(name, [...(records.get(name) ?? []), record]);
  }
  const met = new Map<string, number>();
  const refused = (code: "required" | "unique", message: string) => ({ faults: [{ key, code, message }] });
  return {
    find: (data, row) => {
      const checked = checkData(fields, { [key]: own(data, key) }, { partial: true, draft: true });
      if ("faults" in checked) return checked;
      const name = equalityKey(field, own(checked.data, key));
      if (name === null) return refused("required", `${key} is empty, and rows are matched by it`);
      const before = met.get(name);
      if (before !== undefined) return refused("unique", `${key} is the same as in row ${before}`);
      met.set(name, row);
      const found = records.get(name) ?? [];
      if (found.length > 1) return refused("unique", `${found.length} records have this ${key}`);
      return { record: found[0] ?? null };
    },
  };
}
