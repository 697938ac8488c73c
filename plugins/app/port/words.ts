// All words of a plugin's screens stand in one file of its own, `app/words.ts`, once in each language.
import type { RequestFacts } from "../../../kernel/plugin.ts";
import { readCookie } from "../../../kernel/ports/auth.ts";

export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_COOKIE = "__Host-docsvc_language";

/** Words by name; one that holds something is a function of it. */
type Words = Readonly<Record<string, string | ((...values: never[]) => string)>>;
type Same<W extends Words> = { readonly [Name in keyof W]: W[Name] extends string ? string : W[Name] };

/** The words of a plugin; what one language lacks does not typecheck. */
export function words<const W extends Words>(
  en: W,
  de: Same<W>,
): (call: { request: Pick<RequestFacts, "headers"> }) => Same<W> {
  const all: Readonly<Record<Language, Same<W>>> = { en: en as Same<W>, de };
  return ({ request }) => all[languageOf(request)];
}

/** What the person chose in this browser; null for none. */
export function chosenLanguage({ headers }: Pick<RequestFacts, "headers">): Language | null {
  const chosen = readCookie(headers, LANGUAGE_COOKIE);
  return LANGUAGES.find((language) => language === chosen) ?? null;
}

/** What the person chose, else the first that their browser asks for and that is there, else English. */
export function languageOf({ headers }: Pick<RequestFacts, "headers">): Language {
  const asked = (headers.get("accept-language") ?? "").split(",").map((one) => one.trim().slice(0, 2).toLowerCase());
  const first = asked.flatMap((one) => LANGUAGES.find((language) => language === one) ?? [])[0];
  return chosenLanguage({ headers }) ?? first ?? "en";
}
