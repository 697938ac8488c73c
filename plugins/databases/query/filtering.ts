// Filters as SQL over `database_records r`.
// Scalars are compared by their sort keys, which the server made when they were written.
import type { Expression, Sql } from "../../../kernel/plugin.ts";
import { type Field, type Filter, isSortable } from "../fields/mod.ts";
import { isWholeKey, slotOf, storedKey } from "../store/record_entry.ts";
import type { Slots } from "../store/rows.ts";
import { boundsOfPart, foldNeedle, holding } from "./texts.ts";

/** Keys of valid values begin with a byte below it, those of what a draft left unfinished with it. */
export const UNFINISHED = Buffer.of(2);

/** Of these a sort key may be cut, or tell values apart that `eq` does not. */
const TEXTS: readonly Field["type"][] = ["text", "long_text", "email", "url"];

/** Whether a key that is the same says that the value is. */
export function isKeyExact({ type }: Field): boolean {
  return !TEXTS.includes(type);
}

/**
 * Where sort keys are: by which slots, and how one is read in place of `keyIn` where there is nothing but keys. A text whose key was
 * cut passes there with all that tie with it.
 */
interface Keys {
  slots: Slots;
  keyAt?: (sql: Sql, slot: number) => Expression;
}

/** Over `r`: the key in a slot; null for an empty value. */
export function keyIn(sql: Sql, slot: number): Expression {
  return sql`r.keys[${slot}::integer]`;
}

/** Whether the sort key alone says in which group of the field a record is. */
export function isByKey(field: Field): boolean {
  return isSortable(field) && isKeyExact(field);
}

/** Whether the sort key alone says whether a record passes; a part of a choice is looked for in the text. */
export function passesByKey({ field, op }: Filter): boolean {
  return isByKey(field) && op !== "contains";
}

/** Over `r`: whether a record passes; over something else that has the sort keys where `passesByKey`. */
export function passes(sql: Sql, { field, op, value }: Filter, { slots, keyAt = keyIn }: Keys): Expression {
  const slot = slotOf(slots, field.key);
  if (op === "empty") return slot === undefined ? sql`not (r.data ? ${field.key})` : sql`${keyAt(sql, slot)} is null`;
  if (op === "not_empty")
    return slot === undefined ? sql`(r.data ? ${field.key})` : sql`${keyAt(sql, slot)} is not null`;
  if (value === undefined) throw new Error(`filter ${op} has a value`);
  if (op === "contains") {
    if (slot === undefined) return sql`coalesce(r.data -> ${field.key}::text ? ${String(value)}, false)`;
    return sql`${partOf(sql, slot)} like ${holding(foldNeedle(String(value)))}`;
  }
  if (op === "eq") return isEqual(sql, { field, op, value }, { slot, keyAt });
  if (op === "ne") return sql`not ${isEqual(sql, { field, op, value }, { slot, keyAt })}`;
  if (slot === undefined) throw new Error(`${field.type} has no order`);
  const key = keyOf(field, value);
  const at = keyAt(sql, slot);
  const isTied = TEXTS.includes(field.type) && !isWholeKey(key);
  const beyond =
    isTied && keyAt === keyIn ? beyondTie(sql, { field, op, value }, slot) : sql`${isTied || /e$/.test(op)}`;
  const isPast = op === "gt" || op === "gte" ? sql`${at} > ${key}` : sql`${at} < ${key}`;
  return sql`(${at} < ${UNFINISHED} and (${isPast} or (${at} = ${key} and ${beyond})))`;
}

/** Over `r`, of texts that begin alike for as long as sort keys are: folded first, then as they are, as keys are made. */
function beyondTie(sql: Sql, { field, op, value }: Filter, slot: number): Expression {
  const text = String(value);
  const folded = foldNeedle(text);
  const have = sql`row(${partOf(sql, slot)} collate "C",
    coalesce(nullif(r.data ->> ${field.key}::text, ${partOf(sql, slot)}), '') collate "C")`;
  const wanted = sql`row(${folded}::text, ${text === folded ? "" : text}::text)`;
  switch (op) {
    case "gt":
      return sql`${have} > ${wanted}`;
    case "gte":
      return sql`${have} >= ${wanted}`;
    case "lt":
      return sql`${have} < ${wanted}`;
    default:
      return sql`${have} <= ${wanted}`;
  }
}

/** Never null, so that its contrary is `ne`. */
function isEqual(
  sql: Sql,
  { field, value }: Filter,
  { slot, keyAt }: { slot: number | undefined; keyAt: typeof keyIn },
): Expression {
  if (slot === undefined || !isSortable(field)) {
    return sql`coalesce(r.data -> ${field.key}::text = ${JSON.stringify(value)}::text::jsonb, false)`;
  }
  const at = keyAt(sql, slot);
  if (field.type === "email") {
    return sql`coalesce(lower(r.data ->> ${field.key}::text) = lower(${String(value)}::text), false)`;
  }
  const key = keyOf(field, value);
  if (isKeyExact(field)) return sql`coalesce(${at} = ${key}, false)`;
  return sql`coalesce(${at} = ${key} and r.data ->> ${field.key}::text = ${String(value)}, false)`;
}

function keyOf(field: Field, value: Filter["value"]): Buffer {
  return storedKey(field, value);
}

/** Over `r`: the folded text of one field. */
function partOf(sql: Sql, slot: number): Expression {
  const { from, to } = boundsOfPart(slot);
  return sql`split_part(split_part(r.search_text, ${from}, 2), ${to}, 1)`;
}

/**
 * Over `r`: every one of them, and the searched text. `mostly` where most of the records hold it: finding a text takes strpos longer
 * than LIKE, as it counts the characters before it, and finding that there is none takes it less.
 */
export function passesAll(
  sql: Sql,
  { filters, search }: { filters: readonly Filter[]; search: string | null },
  { slots, mostly = false }: { slots: Slots; mostly?: boolean },
): Expression {
  return filters.reduce(
    (all, filter) => sql`${all} and ${passes(sql, filter, { slots })}`,
    search === null
      ? sql``
      : mostly
        ? sql`and r.search_text like ${holding(search)}`
        : sql`and strpos(r.search_text, ${search}) > 0`,
  );
}
