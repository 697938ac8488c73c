// One value as a cell of a table file, and back: what CSV and SQLite files hold, and what an import reads of them.

import type { JsonValue } from "../../../kernel/plugin.ts";
import type { CsvCell } from "../../../kernel/ports/http.ts";
import type { Field, FieldType } from "../fields/mod.ts";

/** The columns of what every record has, before those of its fields; no field's key begins with `_`. */
export const SYSTEM_COLUMNS = ["_id", "_version", "_form_status", "_created_at", "_updated_at"] as const;

/** What a cell can be; null is empty. Structured values and several choices are JSON texts, a checkbox is 1 or 0. */
export type Cell = string | number | null;

export function cellOf({ type }: Field, value: JsonValue | undefined): Cell {
  if (value === undefined || value === null) return null;
  if (type === "checkbox") return value === true ? 1 : 0;
  // JSON that a draft left unfinished is the text that was typed.
  return typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value);
}

/** A cell of a CSV file; a checkbox is `true` or `false` there. */
export function csvCellOf(field: Field, value: JsonValue | undefined): CsvCell {
  if (field.type === "checkbox") return value === undefined || value === null ? null : String(value === true);
  const cell = cellOf(field, value);
  return typeof cell === "string" ? guarded(cell) : cell;
}

/** What the guard of a CSV file would be mistaken for: `'=1` comes back as `'=1`, not as `=1`. */
const GUARDED = /^'+(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;

function guarded(text: string): string {
  return GUARDED.test(text) ? `'${text}` : text;
}

/** A cell of a CSV file of ours without its guard. */
function unguarded(text: string): string {
  return GUARDED.test(text) ? text.slice(1) : text;
}

const TRUE = new Set(["true", "yes", "on", "1", "x", "✓"]);
const FALSE = new Set(["false", "no", "off", "0"]);

/** A record may keep blanks in them, which other people's files have where nothing is meant. */
const BLANK: readonly FieldType[] = ["text", "long_text"];

/**
 * What a cell's text says in a field, for the field's own rules to check. In an export of ours (`is_ours`) blanks come back as they
 * were, and in one that has a guard, which workbooks need none of (`is_sheet`), that comes off.
 */
export function valueOfText(
  { type, options = [] }: Field,
  cell: string,
  { is_ours, is_sheet }: { is_ours: boolean; is_sheet: boolean },
): unknown {
  const text = is_ours && !is_sheet ? unguarded(cell) : cell;
  if (text.trim() === "") return is_ours && text !== "" && BLANK.includes(type) ? text : null;
  if (type === "checkbox") {
    const word = text.trim().toLowerCase();
    return TRUE.has(word) ? true : FALSE.has(word) ? false : text;
  }
  if (type === "multi_select" || type === "attachment" || type === "review") return listOf(text, options);
  return type === "select" && !options.includes(text.normalize("NFC")) ? text.trim() : text;
}

/** A JSON list, or choices with `;` or line breaks between them. */
function listOf(text: string, options: readonly string[]): unknown {
  const whole = text.normalize("NFC").trim();
  if (options.includes(whole)) return [whole];
  if (whole.startsWith("[")) {
    try {
      return JSON.parse(text);
    } catch {
      // Choices may begin so, too.
    }
  }
  if (options.length === 0) return text;
  return whole
    .split(/[;\n]/)
    .map((choice) => choice.trim())
    .filter(Boolean);
}
