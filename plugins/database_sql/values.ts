// Values as Postgres writes them, as JSON:
// numbers that JSON holds exactly, other numbers as texts, times as everywhere in the API.

import type { JsonValue } from "../../kernel/plugin.ts";
import { yieldToLoop } from "../../kernel/ports/base.ts";
import { isSameDecimal } from "../../kernel/ports/input.ts";

const VALUES_AT_ONCE = 5000;

/** Shows rows, some values in each turn of the loop. */
export async function shownRows(
  rows: readonly (readonly (string | null)[])[],
  columns: readonly { type: string }[],
): Promise<JsonValue[][]> {
  const rowsAtOnce = Math.max(1, Math.floor(VALUES_AT_ONCE / Math.max(1, columns.length)));
  const shown: JsonValue[][] = [];
  for (const row of rows) {
    shown.push(row.map((value, index) => shownValue(value, columns[index]?.type ?? "text")));
    if (shown.length % rowsAtOnce === 0) await yieldToLoop();
  }
  return shown;
}

/** Shows a value of a column of this type, named as Postgres names it. */
export function shownValue(text: string | null, type: string): JsonValue {
  if (text === null) return null;
  if (type.endsWith("[]")) return shownList(text, type.slice(0, -2));
  switch (type) {
    case "boolean":
      return text === "t";
    case "smallint":
    case "integer":
    case "bigint":
    case "numeric":
    case "real":
    case "double precision":
      return exactNumber(text);
    case "timestamp with time zone":
      return instant(text, "Z");
    case "timestamp without time zone":
      return instant(text, "");
    case "json":
    case "jsonb":
      return shownJson(text);
    default:
      return text;
  }
}

/** A number where it says the same as the decimal, else the decimal itself. */
function exactNumber(text: string): number | string {
  const number = Number(text);
  return Number.isFinite(number) && isSameDecimal(text, String(number)) ? number + 0 : text;
}

const INSTANT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:\+00)?$/;

/** To the microsecond and of one length, so that texts order as the instants do; what has no such form stays as it is. */
function instant(text: string, zone: string): string {
  const [, day, time, fraction = ""] = INSTANT.exec(text) ?? [];
  return day === undefined ? text : `${day}T${time}.${fraction.padEnd(6, "0")}${zone}`;
}

/** Strings, which stay, and numbers that a double may not hold: of sixteen characters or with an exponent. */
const LONG = /"(?:[^"\\]|\\.)*"|-?\d[\d.]{15,}(?:[eE][+-]?\d+)?|-?\d[\d.]*[eE][+-]?\d+/g;
const MAY_BE_LONG = /[\d.]{16}|\d[eE]/;

/** Numbers in it that JSON programs would round come as texts. */
function shownJson(text: string): JsonValue {
  if (!MAY_BE_LONG.test(text)) return JSON.parse(text);
  return JSON.parse(
    text.replace(LONG, (found) => {
      if (found.startsWith('"')) return found;
      const isExact = /[eE]/.test(found) ? isShort(found) : typeof exactNumber(found) === "number";
      return isExact ? found : `"${found}"`;
    }),
  );
}

/** A number of at most 15 digits that is not beyond a double. */
function isShort(text: string): boolean {
  const [digits = ""] = text.split(/[eE]/);
  const number = Number(text);
  return digits.replace(/[-.]/g, "").length <= 15 && Number.isFinite(number) && (number !== 0 || !/[1-9]/.test(digits));
}

/** A list as Postgres writes it, such as `{a,"b c",NULL}`, and lists of lists; null where it has bounds of its own. */
function shownList(text: string, type: string): JsonValue {
  const start = text.indexOf("{");
  if (start < 0) return text;
  let at = start;

  function list(): JsonValue[] {
    const values: JsonValue[] = [];
    at += 1;
    while (at < text.length && text[at] !== "}") {
      if (text[at] === ",") at += 1;
      values.push(text[at] === "{" ? list() : value());
    }
    at += 1;
    return values;
  }

  function value(): JsonValue {
    if (text[at] === '"') return shownValue(quoted(), type);
    const from = at;
    while (at < text.length && text[at] !== "," && text[at] !== "}") at += 1;
    const word = text.slice(from, at);
    return word === "NULL" ? null : shownValue(word, type);
  }

  function quoted(): string {
    const parts: string[] = [];
    for (at += 1; at < text.length && text[at] !== '"'; at += 1) {
      if (text[at] === "\\") at += 1;
      parts.push(text[at] ?? "");
    }
    at += 1;
    return parts.join("");
  }

  return list();
}
