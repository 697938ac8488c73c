// What a record is found by.
import type { JsonValue } from "../../../kernel/plugin.ts";
import { type Field, own, type RecordData } from "./field.ts";
import { foldText } from "./texts.ts";

/**
 * The record's words without case and accents, a line for each value: what a substring search looks into. Put the searched words
 * through `foldText` too. Holds texts, addresses, numbers, days, choices, the texts in JSON and reviews, and the paths of files.
 */
export function searchText(fields: readonly Field[], data: Readonly<RecordData>): string {
  const lines: string[] = [];
  for (const field of fields) {
    const value = own(data, field.key);
    if (value === undefined || value === null || field.type === "checkbox") continue;
    if (field.type === "attachment" || field.type === "review") gather(named(value), lines);
    else gather(value, lines);
  }
  return foldText(lines.join("\n"));
}

/** What people wrote of files and comments; ids and places of marks are nothing to look for. */
function named(value: JsonValue): JsonValue[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry) => {
    if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return [];
    return [entry["path"], entry["body"], entry["replies"]].filter((part) => part !== undefined);
  });
}

function gather(value: JsonValue | undefined, lines: string[]): void {
  if (typeof value === "string") lines.push(value);
  else if (typeof value === "number") lines.push(String(value));
  else if (typeof value === "object" && value !== null) for (const part of Object.values(value)) gather(part, lines);
}
