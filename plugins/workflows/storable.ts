// What tools said, made such as Postgres takes it: a message may quote a text that it cut through a character.
import type { JsonValue } from "../../kernel/plugin.ts";

/** A copy without NUL and halves of surrogate pairs, in whose place U+FFFD stands. */
export function storable<T>(value: T): T;
export function storable(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value === "string") return value.toWellFormed().replaceAll("\0", "\ufffd");
  if (Array.isArray(value)) return value.map((one) => storable(one));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [storable(name), storable(member)]));
}
