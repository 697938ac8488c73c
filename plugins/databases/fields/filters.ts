// Filters on records: which operators a type has, and what they compare with.
import type { JsonValue } from "../../../kernel/plugin.ts";
import { BOUNDS } from "./bounds.ts";
import { placeOf } from "./choices.ts";
import { checkValue } from "./data.ts";
import { type Field, type FieldType, fieldOf, isEmptyValue, isFault } from "./field.ts";
import { checkText, quoted, withArticle } from "./texts.ts";

export const OPERATORS = ["eq", "ne", "contains", "gt", "gte", "lt", "lte", "empty", "not_empty"] as const;
export type Operator = (typeof OPERATORS)[number];

/** A filter as a client sends it. */
export type SentFilter = { field: string; op: string; value?: unknown };

/** A checked filter; the value is normalised as the field's own, and absent where the operator takes none. */
export type Filter = { field: Field; op: Operator; value?: JsonValue };

const SAME = ["eq", "ne", "empty", "not_empty"] as const;
const ORDERED = [...SAME, "gt", "gte", "lt", "lte"] as const;

/** The operators of each type. */
export const OPERATORS_OF: Readonly<Record<FieldType, readonly Operator[]>> = {
  text: OPERATORS,
  long_text: OPERATORS,
  email: OPERATORS,
  url: OPERATORS,
  number: ORDERED,
  date: ORDERED,
  datetime: ORDERED,
  checkbox: SAME,
  select: OPERATORS,
  multi_select: [...SAME, "contains"],
  json: SAME,
  attachment: SAME,
  review: SAME,
};

/**
 * Holds one filter against the fields of its table, `$form_status` included. `contains` takes a part of a text, or one choice of
 * several; the others take a value of the field.
 */
export function checkFilter(
  fields: readonly Field[],
  { field: key, op, value }: SentFilter,
): { filter: Filter } | { fault: string } {
  const field = fieldOf(fields, key);
  if (!field) return { fault: `filter names ${quoted(key)}, which is no field of the table` };
  const operators = OPERATORS_OF[field.type];
  const operator = operators.find((known) => known === op);
  if (!operator) {
    return {
      fault: `${key} is ${withArticle(field.type)} field and has no operator ${quoted(op)}; use one of ${operators.join(", ")}`,
    };
  }
  if (operator === "empty" || operator === "not_empty") return { filter: { field, op: operator } };
  if (isEmptyValue(field, value))
    return { fault: `filter ${key} ${op} needs a value; use empty or not_empty for what has none` };
  const checked = operator === "contains" ? checkPart(field, value) : checkValue(field, value);
  if (isFault(checked)) return { fault: `filter on ${key} ${checked.message}` };
  return { filter: { field, op: operator, value: checked.value } };
}

function checkPart(field: Field, value: unknown): ReturnType<typeof checkText> {
  if (field.type !== "multi_select") return checkText(value, BOUNDS.contains_chars);
  const choice = typeof value === "string" ? value.normalize("NFC") : value;
  if (placeOf(field, choice) >= 0) return checkText(choice, BOUNDS.option_chars);
  return { code: "option", message: `is ${quoted(value)}; contains takes one of its options` };
}
