// Finds the field that each column of a file stands for.
import type { Field } from "../../fields/field.ts";
import { foldText, quoted } from "../../fields/texts.ts";
import { SYSTEM_COLUMNS } from "../cells.ts";
import { SourceError } from "./source.ts";

const NAME_CHARS_MAX = 200;

/** By column, its field; null for one that is left out. */
export interface ColumnFields {
  fields: (Field | null)[];
  /** Names that no field has; those of our own exports are not told. */
  unknown: string[];
}

/** By key, else by label whatever its case. Throws where two columns stand for one field. */
export function columnFields(columns: readonly string[], fields: readonly Field[]): ColumnFields {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const byLabel = new Map(fields.map((field) => [foldText(field.label.trim()), field]));
  const system = new Set<string>(SYSTEM_COLUMNS);
  const taken = new Map<string, string>();
  const unknown: string[] = [];
  const found = columns.map((column) => {
    const name = column.trim();
    const field = byKey.get(name) ?? byLabel.get(foldText(name.normalize("NFC")));
    if (!field) {
      if (name !== "" && !system.has(name)) unknown.push(shownName(name));
      return null;
    }
    const other = taken.get(field.key);
    if (other !== undefined) {
      throw new SourceError(
        `columns ${quoted(other)} and ${quoted(column)} both stand for the field ${field.key}; leave one out`,
      );
    }
    taken.set(field.key, column);
    return field;
  });
  return { fields: found, unknown };
}

/** As it can be told and kept: a file names its columns as it likes. */
function shownName(name: string): string {
  return name.toWellFormed().replaceAll("\0", " ").slice(0, NAME_CHARS_MAX).toWellFormed();
}

/** Whether the file is a CSV export of ours. */
export function isOurExport(columns: readonly string[]): boolean {
  return SYSTEM_COLUMNS.every((name, index) => columns[index] === name);
}
