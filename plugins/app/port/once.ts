// What the page before made and shows this once, such as a token or the link of an invitation.
import type { JsonValue } from "../../../kernel/plugin.ts";
import { readPassing } from "../door/passing.ts";
import type { Asked, Asking } from "./ask.ts";

/** The answer of `asked` that a form of this person just had; null on every later load of the page. */
export function shownOnce<I, O>(call: Asking, { id }: Asked<I, O>): (O & JsonValue) | null {
  const once = readPassing(call)?.once;
  return once?.operation === id ? (once.value as O & JsonValue) : null;
}
