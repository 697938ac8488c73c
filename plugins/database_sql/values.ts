// Values as Postgres writes them, as JSON: numbers that JSON holds exactly, other numbers as texts, times as everywhere in the API.
import type { JsonValue } from "../../kernel/mod.ts";

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
  const plain = text.includes(".") && !text.includes("e") ? text.replace(/\.?0+$/, "") : text;
  const number = Number(plain);
  return Number.isFinite(number) && (String(number) === plain || isSameScientific(plain, number)) ? number + 0 : text;
}

/** Postgres writes a double with the fewest digits that say which it is, as JSON does, and its exponents otherwise. */
function isSameScientific(text: string, number: number): boolean {
  return text.includes("e") && String(number) === text.replace(/e([+-])0*(\d)/, "e$1$2");
}

const INSTANT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:\+00)?$/;

/** To the microsecond and of one length, so that texts order as the instants do; what has no such form stays as it is. */
function instant(text: string, zone: string): string {
  const [, day, time, fraction = ""] = INSTANT.exec(text) ?? [];
  return day === undefined ? text : `${day}T${time}.${fraction.padEnd(6, "0")}${zone}`;
}

interface Source {
  source?: string;
}

/** Numbers in it that JSON programs would round come as texts. */
function shownJson(text: string): JsonValue {
  return JSON.parse(text, (_key, value: JsonValue, ...rest: unknown[]) => {
    const { source } = (rest[0] ?? {}) as Source;
    return typeof value === "number" && source !== undefined ? exactNumber(source) : value;
  });
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
