// Texts that look like paths and may be meant badly, for the properties of everything that takes one.
import fc from "fast-check";
import { Refusal } from "../../kernel/plugin.ts";

/** The parsed value, or null when it was refused. */
export function attempt<T>(parse: (text: string) => T, text: string): T | null {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof Refusal && error.kind === "invalid") return null;
    throw error;
  }
}

const pieces = fc.constantFrom(
  "a",
  "é",
  "..",
  ".",
  "/",
  "\\",
  "%2e",
  "%2f",
  "\0",
  "~",
  "_",
  " ",
  "C:",
  "\u202e",
  "x".repeat(60),
);
export const paths = fc.oneof(
  fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary" }),
);
