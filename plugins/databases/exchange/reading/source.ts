// A file of rows, whatever its format: the names of its columns, and its cells row by row.
import type { JsonValue } from "../../../../kernel/plugin.ts";

export const IMPORT_FORMATS = ["csv", "jsonl", "xlsx"] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** A cell as its format has it: CSV knows texts alone, JSON Lines whole values, a sheet days and times too. */
export type SourceCell = JsonValue | Date | CellError | RefusedCell | LackingCell | ShownNumber | undefined;

/** What a sheet shows where a formula came to nothing, such as `#N/A`. */
export class CellError {
  constructor(readonly text: string) {}
}

/** A number that its sheet shows in other signs, such as `01234`, `12.50` and `25%`. */
export class ShownNumber {
  constructor(
    readonly value: number,
    /** Null where less is shown than the number is: 12.345 as `12.35`. */
    readonly text: string | null,
  ) {}
}

/** What a cell holds that no field takes: as it is shown, and why, in words that go behind the name of its field. */
export class RefusedCell {
  constructor(
    readonly text: string,
    readonly why: string,
  ) {}
}

/** A formula of a sheet whose program never worked out what it comes to: there is nothing to take. */
export class LackingCell {
  readonly is_lacking = true;
}

/** One row; `number` is its line in a file of JSON Lines, its row in a table, where the names of columns are rows too. */
export interface SourceRow {
  number: number;
  cells: readonly SourceCell[];
  /** Where it ends in the file: 1 is the file's end. */
  share: number;
  /** Why it cannot be taken, where the file itself says so. */
  fault?: string;
}

export interface Source {
  /** Of the columns; those of JSON Lines are known once all rows were read. */
  columns: readonly string[];
  /** Whether it is a sheet of a workbook. */
  is_sheet?: boolean;
  /** Hands on every row but those in which nothing stands; again from the beginning each time. */
  each(take: (row: SourceRow) => void): void;
}

/** What is wrong with a file as a whole, in words for its sender. */
export class SourceError extends Error {
  override name = "SourceError";
}

/** How much of a file is looked at. */
export interface SourceBounds {
  rows_max: number;
  columns_max: number;
}

export function refuseManyRows({ rows_max }: SourceBounds): SourceError {
  return new SourceError(`the file has more than ${rows_max} rows; a database holds no more: split it`);
}

export function refuseManyColumns(columns: number, { columns_max }: SourceBounds): SourceError {
  return new SourceError(`the file has ${columns} columns; at most ${columns_max} are taken`);
}
