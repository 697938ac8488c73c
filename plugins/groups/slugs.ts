// A group's handle: said by its maker or made from its first name, and kept through every later one.
import { slugOf } from "../../kernel/plugin.ts";

/** Lower case letters and digits, parts joined by single hyphens; as long as one that is made from a name. */
export const HANDLE_PATTERN = "^[a-z0-9]+(-[a-z0-9]+)*$";
export const HANDLE_CHARS_MAX = 40;

/** What a group is called by where a name has no letter that a handle can carry. */
const NAMELESS = "group";

/**
 * The handles to try for a name, in order: its own alone, so that two groups of one name are a conflict. A name in
 * another script has none of its own and gets a number.
 */
export function* slugsFor(name: string): Generator<string> {
  const own = slugOf(name);
  if (own !== "") return yield own;
  yield NAMELESS;
  for (let number = 2; ; number++) yield `${NAMELESS}-${number}`;
}
