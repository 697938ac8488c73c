// Slugs of navigations: said by their maker, or made from the name.
import { refuse, slugOf } from "../../kernel/plugin.ts";
import { manifest } from "../manifest.ts";

/** Lower case letters and digits, parts joined by single hyphens. */
export const SLUG_PATTERN = "^[a-z0-9]+(-[a-z0-9]+)*$";
export const SLUG_CHARS_MAX = manifest.caps.navigation_slug_chars;

/** Words that mean something else where a navigation is named. */
const RESERVED: ReadonlySet<string> = new Set(["all", "default", "new", "none", "null", "preview"]);

/** What a navigation is called by where a name has no letter that a slug can carry. */
const NAMELESS = "navigation";

/** Throws 400 for a slug that no navigation may have. */
export function checkSlug(slug: string): void {
  if (RESERVED.has(slug)) throw refuse.invalid(`slug "${slug}" is reserved; choose another one`);
  if (/^\d+$/.test(slug)) {
    throw refuse.invalid(`slug "${slug}" would read as a navigation's id; put a letter into it`);
  }
}

/** The slugs to try for a name, in order: its own alone, so that two of one name are a conflict; a nameless one gets a number. */
export function* slugsFor(name: string): Generator<string> {
  const own = slugOf(name);
  if (RESERVED.has(own) || /^\d+$/.test(own)) return yield `${NAMELESS}-${own}`;
  if (own !== "") return yield own;
  yield NAMELESS;
  for (let number = 2; ; number++) yield `${NAMELESS}-${number}`;
}
