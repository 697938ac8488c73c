// Makes new records of the cells of rows, in the form in which they are copied:
// what a column has shown before is not worked out again.
import type { JsonValue } from "../../../../kernel/plugin.ts";
import { BOUNDS } from "../../fields/bounds.ts";
import { checkValue, findForeignSources, missing } from "../../fields/data.ts";
import { type DataFault, type Field, isFault, isSortable, lacksValue, own } from "../../fields/field.ts";
import { type NamedFile, newFiles } from "../../fields/files.ts";
import { markOf, recordText } from "../../query/texts.ts";
import { asciiKey, checkedKey, FORM_STATUS_SLOT } from "../../store/record_entry.ts";
import type { Slots } from "../../store/rows.ts";
import { keyElement, NO_KEY, type RowWriter } from "../copy_rows.ts";
import { type CellReading, valueOfCell } from "./cell_values.ts";
import type { SourceCell } from "./source.ts";

/** What is wrong with a row; without a key, with the record as a whole. */
export type RowFault = Omit<DataFault, "key"> & { key: string | null };

export interface NewRecords {
  /** Writes the record of a row and answers its size, and the files that it names. Null for a row in which nothing stands. */
  add(cells: readonly SourceCell[]): { size: number; files: NamedFile[] } | { faults: RowFault[] } | null;
  end(): void;
}

interface Shape {
  fields: readonly Field[];
  slots: Slots;
  /** By column of the file, its field. */
  columns: readonly (Field | null)[];
  reading: CellReading;
}

/** How many keys a record has. */
export function keysPerRecord(slots: Slots): number {
  return Math.max(FORM_STATUS_SLOT, ...Object.values(slots));
}

export function newRecords(
  { fields, slots, columns, reading }: Shape,
  writer: Pick<RowWriter, "add" | "end">,
): NewRecords {
  const noKeys = Array<string>(keysPerRecord(slots)).fill(NO_KEY);
  const makers = fields.map((field) => {
    const slot = own(slots, field.key);
    return { ...partMaker(field, { slot, reading }), field, slot, column: columns.indexOf(field) };
  });
  const isWhole = fields.some(({ type }) => type === "attachment" || type === "review");
  return {
    end: () => writer.end(),
    add: (cells) => {
      const faults: RowFault[] = [];
      const keys = noKeys.slice();
      const values: Record<string, JsonValue> = {};
      let [members, text, filled] = ["", "", 0];
      for (const { field, slot, column, make, initial } of makers) {
        const cell = cells[column];
        const found = cell === undefined || cell === null || cell === "" ? null : make(cell);
        if (found !== null) filled++;
        const part = found ?? initial;
        if (part === null) {
          if (field.required) faults.push(missing(field.key));
        } else if (isFault(part)) {
          faults.push({ key: field.key, code: part.code, message: `${field.key} ${part.message}` });
        } else {
          members += part.member;
          text += part.text;
          if (slot !== undefined) keys[slot - 1] = part.key;
          if (isWhole) values[field.key] = part.value;
        }
      }
      if (filled === 0) return null;
      if (isWhole && faults.length === 0) faults.push(...findForeignSources(fields, values));
      if (faults.length > 0) return { faults: faults.slice(0, BOUNDS.faults) };
      const size = writer.add({ members, keys: keys.join(""), text }, BOUNDS.record_bytes);
      if (size > BOUNDS.record_bytes) return { faults: [tooLarge(size)] };
      return { size, files: isWhole ? newFiles(fields, values, {}) : [] };
    },
  };
}

export function tooLarge(size: number): RowFault {
  const message = `the record has ${size} bytes as JSON; at most ${BOUNDS.record_bytes} are kept`;
  return { key: null, code: "too_long", message };
}

/** What a value comes to in each column that is made of a record's values: its member behind a comma, its part of the text, its key. */
interface Part {
  value: JsonValue;
  member: string;
  text: string;
  key: string;
}

type Made = Part | Omit<DataFault, "key"> | null;

/** Of a column, and how long a cell is that may come again. */
const REMEMBERED = { cells: 2000, chars: 64 };

/** What of a field stands in a cell, and what it begins with. */
function partMaker(field: Field, { slot, reading }: { slot: number | undefined; reading: CellReading }) {
  const shape = { name: `,${JSON.stringify(field.key)}:`, mark: markOf(slot ?? 0), slot };
  const ofValue = (value: unknown): Made => {
    if (lacksValue(field, value)) return null;
    const checked = checkValue(field, value);
    return isFault(checked) ? checked : partOf(field, checked.value, shape);
  };
  const known = new Map<string, Made>();
  let hits = 0;
  const make = (cell: SourceCell): Made => {
    const isShort = typeof cell === "string" && cell.length <= REMEMBERED.chars;
    // Where few come again, looking for them is all that remembering does.
    if (!isShort || (known.size === REMEMBERED.cells && hits < REMEMBERED.cells))
      return ofValue(valueOfCell(field, cell, reading));
    const before = known.get(cell);
    if (before !== undefined) {
      hits++;
      return before;
    }
    const made = ofValue(valueOfCell(field, cell, reading));
    if (known.size < REMEMBERED.cells) known.set(cell, made);
    return made;
  };
  return { make, initial: ofValue(field.default) };
}

const ASCII = /^[\t\n\x20-\x7e]*$/;

function partOf(
  field: Field,
  value: JsonValue,
  { name, mark, slot }: { name: string; mark: string; slot: number | undefined },
): Part {
  const member = name + JSON.stringify(value);
  if (typeof value === "string" && field.type !== "select" && slot !== undefined && ASCII.test(value)) {
    const folded = value.toLowerCase();
    return { value, member, text: mark + folded, key: keyElement(asciiKey(value, folded)) };
  }
  const slots = slot === undefined ? {} : { [field.key]: slot };
  const text = recordText({ fields: [field], slots }, { [field.key]: value });
  return { value, member, text, key: isSortable(field) ? keyElement(checkedKey(field, value)) : NO_KEY };
}
