// Guesses the fields of a table from the cells of a file:
// the narrowest type that shows every one of them as the file does.
import { type JsonValue, showsNothing } from "../../../../kernel/plugin.ts";
import { checkEmail, checkUrl } from "../../fields/addresses.ts";
import { BOUNDS } from "../../fields/bounds.ts";
import type { FieldInput } from "../../fields/definitions.ts";
import type { Checked, FieldType } from "../../fields/field.ts";
import { checkJson } from "../../fields/json_values.ts";
import { checkNumber } from "../../fields/numbers.ts";
import { foldText } from "../../fields/texts.ts";
import { checkDate, checkDatetime } from "../../fields/times.ts";
import { isDay } from "./cell_values.ts";
import { isOurExport } from "./columns.ts";
import { CellError, LackingCell, RefusedCell, ShownNumber, type Source, type SourceCell } from "./source.ts";

type GuessedCell = Exclude<SourceCell, CellError | RefusedCell | LackingCell | ShownNumber | null | undefined>;
type Guess = { type: FieldType; fits: (cell: GuessedCell) => boolean };

const LONG_CHARS = 500;

/**
 * Narrowest first; each is given up at the first cell that it does not take. A text is taken by what comes back as it was written
 * alone: `0010`, `1.50` and `TRUE` would be 10, 1.5 and true.
 */
const GUESSES: readonly Guess[] = [
  { type: "checkbox", fits: (cell) => typeof cell === "boolean" || cell === "true" || cell === "false" },
  {
    type: "number",
    fits: (cell) =>
      (typeof cell === "number" || (isText(cell) && cell === String(Number(cell)))) && "value" in checkNumber(cell),
  },
  { type: "date", fits: (cell) => (cell instanceof Date ? isDay(cell) : isKept(checkDate, cell)) },
  { type: "datetime", fits: (cell) => cell instanceof Date || isKept(checkDatetime, cell) },
  { type: "email", fits: (cell) => isKept(checkEmail, cell) },
  { type: "url", fits: (cell) => isKept(checkUrl, cell) },
  {
    type: "json",
    fits: (cell) => (isText(cell) ? isKeptJson(cell) : isStructured(cell) && "value" in checkJson(cell)),
  },
  {
    type: "text",
    fits: (cell) => {
      const text = isText(cell) ? cell : isStructured(cell) ? JSON.stringify(cell) : "";
      return text.length <= LONG_CHARS && !text.includes("\n");
    },
  },
];

function isText(cell: GuessedCell): cell is string {
  return typeof cell === "string";
}

function isStructured(cell: GuessedCell): boolean {
  return typeof cell === "object" && !(cell instanceof Date);
}

function isKept(check: (value: unknown) => Checked, cell: GuessedCell): boolean {
  if (!isText(cell)) return false;
  const checked = check(cell);
  return "value" in checked && checked.value === cell;
}

/** Whether a text of JSON is written again as it was: without blanks, and its members in the order in which they are kept. */
function isKeptJson(text: string): boolean {
  if (!/^[[{]/.test(text)) return false;
  const checked = checkJson(text);
  return "value" in checked && JSON.stringify(checked.value) === text && isInKeptOrder(checked.value);
}

/** Members are kept by the lengths of their names, then by their bytes, as `jsonb` has them. */
function isInKeptOrder(value: JsonValue): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isInKeptOrder);
  const names = Object.keys(value).map((name) => Buffer.from(name));
  const isBehind = (name: Buffer, before: Buffer) =>
    name.length === before.length ? Buffer.compare(before, name) < 0 : before.length < name.length;
  return (
    names.every((name, index) => index === 0 || isBehind(name, names[index - 1] ?? name)) &&
    Object.values(value).every((member) => isInKeptOrder(member ?? null))
  );
}

/** A field for each column that has a name or a value; null for the others. */
export function guessFields(source: Source): (FieldInput | null)[] {
  const left = source.columns.map(() => GUESSES);
  const filled = source.columns.map(() => false);
  const lacking = source.columns.map(() => false);
  const numbers = source.columns.map(() => ({ are_otherwise: false, are_less: false }));
  const isOurs = isOurExport(source.columns);
  source.each(({ cells, fault }) => {
    if (fault !== undefined) return;
    for (const [index, cell] of cells.entries()) {
      if (index >= left.length || cell === null || cell === undefined || cell === "") continue;
      // It is told of its row, which needs a field.
      if (cell instanceof LackingCell) {
        lacking[index] = true;
        continue;
      }
      if (typeof cell === "string" && !isOurs && cell.trim() === "") continue;
      const shown = shownOf(cell);
      const seen = numbers[index];
      if (cell instanceof ShownNumber && seen) seen[cell.text === null ? "are_less" : "are_otherwise"] = true;
      filled[index] = true;
      const guesses = left[index] ?? [];
      if (!guesses.every((guess) => guess.fits(shown))) left[index] = guesses.filter((guess) => guess.fits(shown));
    }
  });
  const keys = keysFor(source.columns.map(labelOf));
  return source.columns.map((column, index) => {
    const label = labelOf(column);
    if (label === "" && !filled[index] && !lacking[index]) return null;
    // Numbers that are shown otherwise are texts, unless that would cut one of them.
    const { are_otherwise = false, are_less = false } = numbers[index] ?? {};
    const guesses = are_otherwise && !are_less ? left[index]?.filter(({ type }) => type !== "number") : left[index];
    const type = filled[index] ? (guesses?.[0]?.type ?? "long_text") : "text";
    const key = keys[index] ?? "";
    return { key, type, label: [...(label || `Column ${index + 1}`)].slice(0, BOUNDS.label_chars).join("") };
  });
}

/** What a formula came to is shown like any text, and so is a day that there was not. */
function shownOf(cell: Exclude<SourceCell, LackingCell | null | undefined>): GuessedCell {
  if (cell instanceof CellError || cell instanceof RefusedCell) return cell.text;
  return cell instanceof ShownNumber ? cell.value : cell;
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
