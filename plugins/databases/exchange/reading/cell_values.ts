// What a cell of a file says in a field, for the field's own rules to check.
import type { Field, FieldType } from "../../fields/field.ts";
import { valueOfText } from "../cells.ts";
import { CellError, LackingCell, RefusedCell, ShownNumber, type SourceCell } from "./source.ts";

const DAY_MS = 86_400_000;
const TEXTS: readonly FieldType[] = ["text", "long_text", "email", "url", "select"];

/** Whether a time of a sheet, which knows no zones, stands for a day. */
export function isDay(time: Date): boolean {
  return time.getTime() % DAY_MS === 0;
}

/** How the cells of a file are read. */
export interface CellReading {
  /** They are from an export of ours. */
  is_ours: boolean;
  /** Their fields were guessed, so that a text takes all of them as they are shown. */
  is_guessed: boolean;
  /** They are from a sheet, which shows booleans in capitals. */
  is_sheet: boolean;
}

export function valueOfCell(field: Field, cell: SourceCell, { is_ours, is_guessed, is_sheet }: CellReading): unknown {
  if (cell instanceof Date) return timeIn(field, cell);
  if (cell instanceof CellError || cell instanceof RefusedCell) return cell.text;
  if (cell instanceof LackingCell) return null;
  if (cell instanceof ShownNumber) return TEXTS.includes(field.type) ? (cell.text ?? String(cell.value)) : cell.value;
  if (typeof cell === "string") return valueOfText(field, cell, { is_ours, is_sheet });
  const isText = field.type === "text" || field.type === "long_text";
  if (typeof cell === "boolean" && is_sheet && isText) return String(cell).toUpperCase();
  if ((typeof cell === "number" || typeof cell === "boolean") && TEXTS.includes(field.type)) return String(cell);
  return is_guessed && isText && typeof cell === "object" && cell !== null ? JSON.stringify(cell) : cell;
}

/** The times of a sheet are taken for UTC. */
function timeIn({ type }: Field, time: Date): string {
  const text = time.toISOString();
  return type === "date" || (type !== "datetime" && isDay(time)) ? text.slice(0, 10) : text;
}
