// JSON objects and lists in a field: bounded in depth and number, and in one form for comparing.

import { isLongerThan, type JsonValue } from "../../../kernel/plugin.ts";
import { findLostNumber } from "../../../kernel/ports/input.ts";
import { BOUNDS } from "./bounds.ts";
import type { Checked } from "./field.ts";
import { unsafeNumber } from "./numbers.ts";
import { typeName, unstorable } from "./texts.ts";

/** An object or a list, or a text of one, as an editor sends it. */
export function checkJson(value: unknown): Checked {
  if (typeof value === "string") return parseText(value);
  if (typeof value !== "object" || value === null) return notStructured(value);
  const why = findFault(value, { levels: 1, count: { values: 0 } });
  return why ?? { value: copyJson(value as JsonValue) };
}

function parseText(text: string): Checked {
  if (isLongerThan(text, BOUNDS.record_bytes)) {
    return { code: "too_long", message: `has ${text.length} characters; at most ${BOUNDS.record_bytes} are kept` };
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { code: "type", message: "is a text that is no JSON; send an object or a list" };
  }
  const lost = findLostNumber(text);
  if (lost !== null) return { code: "range", message: lost };
  // A text in a text is no structure, whatever is in it.
  return typeof parsed === "string" ? notStructured(parsed) : checkJson(parsed);
}

function notStructured(value: unknown): Checked {
  return { code: "type", message: `is ${typeName(value)}; send a JSON object or list` };
}

interface Walk {
  levels: number;
  count: { values: number };
}

/** Everything below counts as a value, keys do not; the outermost is the first level. */
function findFault(value: unknown, { levels, count }: Walk): Checked | null {
  if (++count.values > BOUNDS.json_values) {
    return { code: "range", message: `holds more than ${BOUNDS.json_values} values; keep less in one field` };
  }
  if (typeof value === "string") return textFault(value);
  if (typeof value === "number") {
    const why = unsafeNumber(value);
    return why ? { code: "range", message: `has a number that ${why}` } : null;
  }
  if (typeof value === "boolean" || value === null) return null;
  if (typeof value !== "object") return { code: "type", message: `holds ${typeName(value)}, which JSON cannot say` };
  if (levels > BOUNDS.json_levels) {
    return { code: "range", message: `is nested more than ${BOUNDS.json_levels} levels deep; flatten it` };
  }
  const below = { levels: levels + 1, count };
  for (const [key, member] of Object.entries(value)) {
    const fault = (Array.isArray(value) ? null : textFault(key)) ?? findFault(member, below);
    if (fault) return fault;
  }
  return null;
}

function textFault(text: string): Checked | null {
  const why = unstorable(text);
  return why ? { code: "type", message: `has a text that ${why}` } : null;
}

/** A copy of its own, in which `__proto__` is a member like any other. */
function copyJson(value: JsonValue): JsonValue {
  if (typeof value === "number") return value + 0;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyJson);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyJson(member ?? null)]));
}

/** A text that two values share exactly when they are equal, in whatever order their members stand. */
export function canonicalJson(value: JsonValue): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`).join(",")}}`;
}
