// Reads a file of rows in a worker process:
// guesses fields, checks every row, and writes what is to be written to another file.
import { closeSync, openSync, readFileSync } from "node:fs";
import { checkFields } from "../../fields/definitions.ts";
import type { Field, SchemaFault } from "../../fields/field.ts";
import { slotsFor } from "../../store/record_entry.ts";
import type { Slots } from "../../store/rows.ts";
import { rowWriter } from "../copy_rows.ts";
import { beginSignal } from "./begin_signal.ts";
import { changeWriter } from "./changed_records.ts";
import { columnFields } from "./columns.ts";
import { csvSource } from "./csv_source.ts";
import { guessFields } from "./guessing.ts";
import { jsonLinesSource } from "./json_lines_source.ts";
import { keysPerRecord } from "./new_records.ts";
import { type Counts, type Matching, takeRows } from "./rows.ts";
import { type ImportFormat, type Source, type SourceBounds, SourceError } from "./source.ts";

export interface ReadInput {
  path: string;
  format: ImportFormat;
  sheet: string | undefined;
  bounds: SourceBounds & { failures_max: number; files_max: number };
  /** Null where a table is to be made of what is found. */
  table: { fields: Field[]; slots: Slots } | null;
  matching: Matching | null;
  /** Leaves out columns that no field has, which are refused else. */
  skip_unknown: boolean;
  /** Gets new records, as rows for COPY. */
  created_path: string;
  /** Gets changed ones: lines with a JSON list of some of them. */
  updated_path: string;
  /** Comes to be when the new records may be copied while the last of them are made (begin_signal.ts). */
  begin_path: string;
}

export type ReadRows =
  | (Counts & { fields: Field[]; slots: Slots; ignored_columns: string[] })
  | { reason: string }
  | { faults: SchemaFault[] };

async function read(input: ReadInput): Promise<ReadRows> {
  try {
    return await readAll(input);
  } catch (error) {
    // What is wrong with the file is no fault of ours.
    if (error instanceof SourceError) return { reason: error.message };
    throw error;
  }
}

async function readAll(input: ReadInput): Promise<ReadRows> {
  const source = await openSource(input);
  const found = input.table ? knownFields(source, input, input.table) : guessedFields(source);
  if ("faults" in found) return found;
  const { columns, ignored, ...table } = found;
  const files = [openSync(input.created_path, "wx"), openSync(input.updated_path, "wx")] as const;
  try {
    const writers = { created: rowWriter(files[0], keysPerRecord(table.slots)), updated: changeWriter(files[1]) };
    const passed = beginSignal(input.begin_path, { fields: table.fields, written: writers.created.written });
    const counts = takeRows(source, { ...input, ...table, ...writers, columns, passed, is_guessed: !input.table });
    return { ...counts, ...table, ignored_columns: ignored };
  } finally {
    for (const file of files) closeSync(file);
  }
}

async function openSource({ path, format, sheet, bounds, table }: ReadInput): Promise<Source> {
  const file = readFileSync(path);
  if (format === "csv") return csvSource(file, bounds);
  if (format === "jsonl") return jsonLinesSource(file, { ...bounds, is_exact: table === null });
  // What reads workbooks takes a while to load.
  const { sheetSource } = await import("./sheet_source.ts");
  return sheetSource(file, { ...bounds, sheet });
}

interface Found {
  fields: Field[];
  slots: Slots;
  columns: (Field | null)[];
  ignored: string[];
}

function knownFields(source: Source, { skip_unknown }: ReadInput, table: { fields: Field[]; slots: Slots }): Found {
  const { fields: columns, unknown } = columnFields(source.columns, table.fields);
  if (unknown.length > 0 && !skip_unknown) {
    const keys = table.fields.map((field) => field.key).join(", ");
    const names = unknown.slice(0, 10).join(", ");
    throw new SourceError(
      `no field is called ${names}; the table has ${keys}: rename the columns, or leave them out with skip_unknown=true`,
    );
  }
  if (columns.every((field) => field === null)) throw new SourceError("no column of the file is a field of the table");
  return { ...table, columns, ignored: unknown };
}

function guessedFields(source: Source): Found | { faults: SchemaFault[] } {
  const guessed = guessFields(source);
  const checked = checkFields(guessed.filter((field) => field !== null));
  if ("faults" in checked) return checked;
  const { fields } = checked;
  if (fields.length === 0) throw new SourceError("the file has no column with a name or a value");
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const columns = guessed.map((field) => (field === null ? null : (byKey.get(field.key) ?? null)));
  return { fields, slots: slotsFor(fields), columns, ignored: [] };
}

export const tasks = { read };
