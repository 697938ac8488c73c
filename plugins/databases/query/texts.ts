// The text of a record that searches look in:
// folded, each field's part behind a mark of its own, so that one column serves them all.
import type { JsonValue } from "../../../kernel/plugin.ts";
import { type Field, foldText, own, searchText } from "../fields/mod.ts";

/** Control characters that no part holds. */
const MARK = "\u0001";
const DIGITS_FROM = 0x0e;
const BASE = 18;
const RESERVED = /[\u0001\u000e-\u001f]/g;

/** What stands before the part of the field with that slot; 0 is for all that has none. */
export function markOf(slot: number): string {
  return MARK + String.fromCharCode(DIGITS_FROM + Math.floor(slot / BASE), DIGITS_FROM + (slot % BASE));
}

/** The text that is kept of a record. */
export function recordText(
  { fields, slots }: { fields: readonly Field[]; slots: Readonly<Record<string, number>> },
  data: Readonly<Record<string, JsonValue>>,
): string {
  const parts: string[] = [];
  for (const field of fields) {
    if (own(data, field.key) === undefined) continue;
    const text = searchText([field], data).replace(RESERVED, " ");
    if (text !== "") parts.push(markOf(own(slots, field.key) ?? 0) + text);
  }
  return parts.join("");
}

/** What people type, as it stands in the texts that hold it. */
export function foldNeedle(text: string): string {
  return foldText(text).replace(RESERVED, " ");
}

/** A pattern of LIKE for texts that hold this one. */
export function holding(needle: string): string {
  return `%${needle.replace(/[\\%_]/g, "\\$&")}%`;
}

/** The two texts between which the part of a field stands. */
export function boundsOfPart(slot: number): { from: string; to: string } {
  return { from: markOf(slot), to: MARK };
}
