// Guesses the fields of a table from the cells of a file: the narrowest type that takes every one of them.
import { showsNothing } from "../../../../kernel/mod.ts";
import { checkEmail, checkUrl } from "../../fields/addresses.ts";
import { BOUNDS } from "../../fields/bounds.ts";
import type { FieldInput } from "../../fields/definitions.ts";
import type { FieldType } from "../../fields/field.ts";
import { checkJson } from "../../fields/json_values.ts";
import { isExactDecimal } from "../../fields/numbers.ts";
import { foldText } from "../../fields/texts.ts";
import { checkDate, checkDatetime } from "../../fields/times.ts";
import { isDay } from "./cell_values.ts";
import { CellError, RefusedCell, type Source, type SourceCell } from "./source.ts";

type Guess = { type: FieldType; fits: (cell: SourceCell) => boolean };

/** Leading zeros and plus signs mean something in numbers of houses, telephones and accounts. */
const PLAIN_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const LONG_CHARS = 500;

/** Narrowest first; each is given up at the first cell that it does not take. */
const GUESSES: readonly Guess[] = [
  {
    type: "checkbox",
    fits: (cell) => typeof cell === "boolean" || (typeof cell === "string" && /^(?:true|false)$/i.test(cell.trim())),
  },
  {
    type: "number",
    fits: (cell) =>
      typeof cell === "number" || (isText(cell) && PLAIN_NUMBER.test(cell.trim()) && isExactDecimal(cell.trim())),
  },
  { type: "date", fits: (cell) => (cell instanceof Date ? isDay(cell) : isText(cell) && "value" in checkDate(cell)) },
  { type: "datetime", fits: (cell) => cell instanceof Date || (isText(cell) && "value" in checkDatetime(cell)) },
  { type: "email", fits: (cell) => isText(cell) && "value" in checkEmail(cell) },
  { type: "url", fits: (cell) => isText(cell) && "value" in checkUrl(cell) },
  {
    type: "json",
    fits: (cell) =>
      isText(cell)
        ? /^\s*[[{]/.test(cell) && "value" in checkJson(cell)
        : typeof cell === "object" && !(cell instanceof Date),
  },
  { type: "text", fits: (cell) => !isText(cell) || (cell.length <= LONG_CHARS && !cell.includes("\n")) },
];

function isText(cell: SourceCell): cell is string {
  return typeof cell === "string";
}

/** A field for each column that has a name or a value; null for the others. */
export function guessFields(source: Source): (FieldInput | null)[] {
  const left = source.columns.map(() => GUESSES);
  const filled = source.columns.map(() => false);
  const failing = source.columns.map(() => false);
  source.each(({ cells, fault }) => {
    if (fault !== undefined) return;
    for (const [index, cell] of cells.entries()) {
      if (index >= left.length || cell === null || cell === undefined || (isText(cell) && cell.trim() === "")) continue;
      // An error says nothing of what should stand there, and is told of its row.
      if (cell instanceof CellError || cell instanceof RefusedCell) {
        failing[index] = true;
        continue;
      }
      filled[index] = true;
      const guesses = left[index] ?? [];
      if (!guesses.every((guess) => guess.fits(cell))) left[index] = guesses.filter((guess) => guess.fits(cell));
    }
  });
  const keys = keysFor(source.columns.map(labelOf));
  return source.columns.map((column, index) => {
    const label = labelOf(column);
    if (label === "" && !filled[index] && !failing[index]) return null;
    const type = filled[index] ? (left[index]?.[0]?.type ?? "long_text") : "text";
    const key = keys[index] ?? "";
    return { key, type, label: [...(label || `Column ${index + 1}`)].slice(0, BOUNDS.label_chars).join("") };
  });
}

/** What a column is called; empty where nothing of it shows. */
function labelOf(column: string): string {
  const label = column.trim().normalize("NFC");
  return showsNothing(label) ? "" : label;
}

/** A key for each column, those first that are called by one: in an export of ours `id` stays so, whatever `_id` before it becomes. */
function keysFor(labels: readonly string[]): string[] {
  const taken = new Set<string>();
  const keys: string[] = [];
  const columns = labels.map((label, index) => ({ name: label || `column ${index + 1}`, index }));
  const isKey = ({ name }: { name: string }) => Number(name === keyFor(name, new Set()));
  for (const { name, index } of columns.toSorted((a, b) => isKey(b) - isKey(a))) keys[index] = keyFor(name, taken);
  return keys;
}

/** A key made of a column's name, which no other column has. */
function keyFor(name: string, taken: Set<string>): string {
  const word = foldText(name)
    .replaceAll("ß", "ss")
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  const start = (/^[a-z]/.test(word) ? word : word === "" ? "column" : `c_${word}`)
    .slice(0, BOUNDS.key_chars - 5)
    .replace(/_+$/, "");
  for (let copy = 1; ; copy++) {
    const key = copy === 1 ? start : `${start}_${copy}`;
    if (taken.has(key)) continue;
    taken.add(key);
    return key;
  }
}
