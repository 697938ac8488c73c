// The words of pages: each plugin's stand in a file of its own, once in each language.
import { type Language, languageOf, type Reader } from "./language.ts";
import type { Html } from "./page.ts";

/** Words by name, with their markup where they have any; one that holds something is a function of it. */
type Words = Readonly<Record<string, string | Html | ((...values: never[]) => string | Html)>>;
type Same<W extends Words> = { readonly [Name in keyof W]: W[Name] extends string ? string : W[Name] };

/** The words of a plugin's pages; what one language lacks does not typecheck. */
export function words<const W extends Words>(en: W, de: Same<W>): (call: { request: Reader }) => Same<W> {
  const all: Readonly<Record<Language, Same<W>>> = { en: en as Same<W>, de };
  return ({ request }) => all[languageOf(request)];
}
