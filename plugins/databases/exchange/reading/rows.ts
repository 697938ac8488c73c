// Makes records of rows: each is created, changes one that is there, is left out because nothing is new, or fails.
import { readFileSync } from "node:fs";
import type { JsonValue } from "../../../../kernel/plugin.ts";
import { BOUNDS } from "../../fields/bounds.ts";
import { checkData } from "../../fields/data.ts";
import { type DataFault, type Field, isEmptyValue, own, type RecordData } from "../../fields/field.ts";
import { type NamedFile, newFiles } from "../../fields/files.ts";
import { equalityKey } from "../../fields/keys.ts";
import { entryOf, type RecordEntry } from "../../store/record_entry.ts";
import type { FormStatus, Slots } from "../../store/rows.ts";
import type { RowWriter } from "../copy_rows.ts";
import { type CellReading, valueOfCell } from "./cell_values.ts";
import { isOurExport } from "./columns.ts";
import { newRecords, type RowFault, tooLarge } from "./new_records.ts";
import { LackingCell, RefusedCell, type Source, SourceError, type SourceRow } from "./source.ts";

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

/** What a row that was taken lacks. */
export interface EmptyFormula {
  row: number;
  key: string;
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
  /** The first of what rows lack that stands in the file. */
  empty_formulas: EmptyFormula[];
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
  /** Whether the fields were guessed from this file. */
  is_guessed: boolean;
  matching: Matching | null;
  bounds: { failures_max: number; files_max: number };
  /** Given what is to be written of new records and of changed ones. */
  created: RowWriter;
  updated: { add(text: string): void; end(): void };
  /** Told which share of the file is read, row by row. */
  passed(share: number): void;
}

/** Goes through all rows and writes what is to be written. */
export function takeRows(source: Source, taking: Taking): Counts {
  const none = { read: 0, created: 0, updated: 0, skipped: 0, failed: 0, grown: 0 };
  const counts: Counts = { ...none, failures: [], empty_formulas: [], created_at: [], files: [] };
  const note = filesNoted(counts, taking);
  const known = taking.matching ? knownRecords(taking, taking.matching) : null;
  const { is_guessed } = taking;
  const reading = { is_ours: isOurExport(source.columns), is_guessed, is_sheet: source.is_sheet === true };
  const records = newRecords({ ...taking, reading }, taking.created);
  const fail = (row: SourceRow, faults: readonly (Omit<RowFault, "code"> & Pick<RowFailure, "code">)[]) => {
    counts.failed++;
    const room = taking.bounds.failures_max - counts.failures.length;
    counts.failures.push(...faults.slice(0, Math.max(0, room)).map((fault) => ({ row: row.number, ...fault })));
  };
  source.each((row) => {
    counts.read++;
    taking.passed(row.share);
    if (row.fault !== undefined) return fail(row, [{ key: null, code: "format", message: row.fault }]);
    const refused = is_guessed ? [] : findRefused(row, taking);
    if (refused.length > 0) return fail(row, refused);
    warnOfLacking(row, counts, taking);
    const change = known && changeOf(row, { taking, known, reading });
    if (change?.op === "same") return void counts.skipped++;
    if (change?.op === "failed") return fail(row, change.faults);
    if (change) {
      const { entry, files, ...op } = change;
      note(files, row);
      counts.updated++;
      return taking.updated.add(JSON.stringify({ ...op, row: row.number, ...entry }));
    }
    const made = records.add(row.cells);
    if (made === null) return void counts.skipped++;
    if ("faults" in made) return fail(row, made.faults);
    note(made.files, row);
    const [index, number] = counts.created_at.at(-1) ?? [0, -1];
    if (row.number - counts.created !== number - index) counts.created_at.push([counts.created, row.number]);
    counts.created++;
    counts.grown += made.size;
  });
  records.end();
  taking.updated.end();
  return counts;
}

/** Notes what files a row names; each is looked up but once. Throws for more than one import may name. */
function filesNoted({ files }: Counts, { bounds }: Taking) {
  const known = new Set<string>();
  return (named: readonly NamedFile[], { number: row }: SourceRow) => {
    for (const file of named) {
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

/** The cells of fields that nothing can be made of, whatever the type. */
function findRefused({ cells }: SourceRow, { columns }: Taking): RowFault[] {
  const faults: RowFault[] = [];
  for (const [index, cell] of cells.entries()) {
    if (!(cell instanceof RefusedCell)) continue;
    const key = columns[index]?.key;
    if (key !== undefined) faults.push({ key, code: "range", message: `${key} ${cell.why}` });
  }
  return faults.slice(0, BOUNDS.faults);
}

/** Tells of formulas without a value, whose cells come empty. */
function warnOfLacking(
  { cells, number: row }: SourceRow,
  { empty_formulas }: Counts,
  { columns, bounds }: Taking,
): void {
  for (const [index, cell] of cells.entries()) {
    if (!(cell instanceof LackingCell) || empty_formulas.length >= bounds.failures_max) continue;
    const key = columns[index]?.key;
    const message = `${key} is a formula without a value, and was left empty; open the file in a spreadsheet and save it`;
    if (key !== undefined) empty_formulas.push({ row, key, message });
  }
}

/** Null for a row in which nothing stands. */
function dataOf({ cells }: SourceRow, { columns }: Taking, reading: CellReading): Record<string, unknown> | null {
  const values: [string, unknown][] = [];
  for (const [index, field] of columns.entries()) {
    const cell = cells[index];
    if (field === null || cell === undefined) continue;
    const value = valueOfCell(field, cell, reading);
    if (!isEmptyValue(field, value)) values.push([field.key, value]);
  }
  return values.length === 0 ? null : Object.fromEntries(values);
}

type Change =
  | { op: "update"; id: number; base: number; changed: string[]; entry: RecordEntry; files: NamedFile[] }
  | { op: "same" }
  | { op: "failed"; faults: RowFault[] };

/** What a row changes; null where it is of no record that there is. */
function changeOf(
  row: SourceRow,
  { taking, known, reading }: { taking: Taking; known: Known; reading: CellReading },
): Change | null {
  const data = dataOf(row, taking, reading);
  if (data === null) return { op: "same" };
  const found = known.find(data, row.number);
  if ("faults" in found) return { op: "failed", faults: found.faults };
  return found.record && mergeRow(data, found.record, taking);
}

/** What a cell leaves empty stays as it is. */
function mergeRow(data: Record<string, unknown>, record: ExistingRecord, { fields, slots }: Taking): Change {
  const { form_status } = record;
  const checked = checkData(fields, data, { partial: true, draft: form_status === "draft", before: record.data });
  if ("faults" in checked) return { op: "failed", faults: checked.faults };
  const merged: Record<string, JsonValue> = { ...record.data, ...checked.data };
  if (Bun.deepEquals(merged, record.data)) return { op: "same" };
  const entry = entryOf({ fields, slots }, { data: merged, form_status });
  if (entry.size > BOUNDS.record_bytes) return { op: "failed", faults: [tooLarge(entry.size)] };
  const files = newFiles(fields, merged, record.data);
  const changed = Object.keys(merged).filter((key) => !Bun.deepEquals(merged[key], own(record.data, key)));
  return { op: "update", id: record.id, base: record.version, changed, entry, files };
}

interface Known {
  find(data: Record<string, unknown>, row: number): { record: ExistingRecord | null } | { faults: RowFault[] };
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
    if (name === null) continue;
    // All of a large table may have the same value there.
    const alike = records.get(name);
    if (alike) alike.push(record);
    else records.set(name, [record]);
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
