// What a cell of a file says in a field, for the field's own rules to check.
import type { Field, FieldType } from "../../fields/field.ts";
import { valueOfText } from "../cells.ts";
import { CellError, type SourceCell } from "./source.ts";

const DAY_MS = 86_400_000;
const TEXTS: readonly FieldType[] = ["text", "long_text", "email", "url", "select"];

/** Whether a time of a sheet, which knows no zones, stands for a day. */
export function isDay(time: Date): boolean {
  return time.getTime() % DAY_MS === 0;
}

/** `is_ours` says that the cells are from an export of ours. */
export function valueOfCell(field: Field, cell: SourceCell, { is_ours }: { is_ours: boolean }): unknown {
  if (cell instanceof Date) return timeIn(field, cell);
  if (cell instanceof CellError) return cell.text;
  if (typeof cell === "string") return valueOfText(field, cell, { is_ours });
  if ((typeof cell === "number" || typeof cell === "boolean") && TEXTS.includes(field.type)) return String(cell);
  return cell;
}

/** The times of a sheet are taken for UTC. */
function timeIn({ type }: Field, time: Date): string {
  const text = time.toISOString();
  return type === "date" || (type !== "datetime" && isDay(time)) ? text.slice(0, 10) : text;
}
