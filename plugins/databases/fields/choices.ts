// Choices among the options that a field configures.
import { BOUNDS } from "./bounds.ts";
import type { Checked, Field } from "./field.ts";
import { quoted, typeName } from "./texts.ts";

/** Where an option stands in each field's list; made once for a list. */
const places = new WeakMap<readonly string[], Map<string, number>>();

function placesOf(options: readonly string[]): Map<string, number> {
  const known = places.get(options) ?? new Map(options.map((option, place) => [option, place]));
  places.set(options, known);
  return known;
}

/** The place of an option, from 0; -1 for what is none. */
export function placeOf({ options = [] }: Field, choice: unknown): number {
  return typeof choice === "string" ? (placesOf(options).get(choice) ?? -1) : -1;
}

/** One configured option. */
export function checkSelect(field: Field, value: unknown): Checked {
  if (typeof value !== "string")
    return { code: "type", message: `is ${typeName(value)}; send one of its options as a text` };
  const choice = value.normalize("NFC");
  return placeOf(field, choice) < 0 ? noOption(field, value) : { value: choice };
}

/** Configured options, each once, in the order in which the field has them. */
export function checkMultiSelect(field: Field, value: unknown): Checked {
  if (!Array.isArray(value)) return { code: "type", message: `is ${typeName(value)}; send a list of its options` };
  if (value.length > BOUNDS.choices) {
    return { code: "range", message: `has ${value.length} choices; at most ${BOUNDS.choices} are kept` };
  }
  const choices = new Set<string>();
  for (const entry of value) {
    const checked = checkSelect(field, entry);
    if ("code" in checked) return checked;
    const choice = String(checked.value);
    if (choices.has(choice)) return { code: "unique", message: `names ${quoted(choice)} twice; name each choice once` };
    choices.add(choice);
  }
  return { value: [...choices].sort((a, b) => placeOf(field, a) - placeOf(field, b)) };
}

const OPTIONS_SHOWN = 20;

function noOption({ options = [] }: Field, value: string): Checked {
  const shown = options.slice(0, OPTIONS_SHOWN).map(quoted).join(", ");
  const more = options.length > OPTIONS_SHOWN ? `, and ${options.length - OPTIONS_SHOWN} more` : "";
  return { code: "option", message: `is ${quoted(value)}, which is none of its options: ${shown}${more}` };
}
