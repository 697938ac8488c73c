// Slugs of roots: what a root is called in addresses, said by its maker or made from its name.
import { refuse, slugOf } from "../../kernel/plugin.ts";
import { manifest } from "../manifest.ts";

/** Lower case letters and digits, parts joined by single hyphens. */
export const SLUG_PATTERN = "^[a-z0-9]+(-[a-z0-9]+)*$";
export const SLUG_CHARS_MAX = manifest.caps.root_slug_chars;

/** Words that mean something else where a root is named, or stand in addresses of the service. */
const RESERVED: ReadonlySet<string> = new Set([
  ...["general", "personal", "mine", "my-documents", "all", "none", "null", "root", "roots", "new"],
  ...["access", "api", "app", "auth", "mcp", "oauth", "d", "r", "u", "w", "x"],
]);

/** What a root is called by where a name has no letter that a slug can carry. */
const NAMELESS = "space";

/** Throws 400 for a slug that no shared root may have. */
export function checkSlug(slug: string): void {
  if (RESERVED.has(slug)) throw refuse.invalid(`slug "${slug}" is reserved; choose another one`);
  if (/^\d+$/.test(slug)) {
    throw refuse.invalid(`slug "${slug}" would read as a root's id; put a letter into it`);
  }
}

/**
 * The slugs to try for a name, in order: its own alone, so that two roots of one name are a conflict. A name of digits, or in
 * another script, has none of its own and gets a word before it or a number after it.
 */
export function* slugsFor(name: string): Generator<string> {
  const own = slugOf(name);
  if (/^\d+$/.test(own)) return yield `${NAMELESS}-${own}`;
  if (own !== "") return yield own;
  yield NAMELESS;
  for (let number = 2; ; number++) yield `${NAMELESS}-${number}`;
}
