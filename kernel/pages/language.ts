// The language of a page, and light or dark: what its reader chose in this browser, or what the browser asks for.
import { readCookie } from "../auth/session.ts";

export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_COOKIE = "__Host-docsvc_language";

export const THEMES = ["light", "dark"] as const;
export const THEME_COOKIE = "__Host-docsvc_theme";

/** Somebody who asks for a page, as far as the server knows them: a request will do. */
export interface Reader {
  readonly headers: Headers;
}

/** What the person chose in this browser; null for none. */
export function chosenLanguage({ headers }: Reader): Language | null {
  const chosen = readCookie(headers, LANGUAGE_COOKIE);
  return LANGUAGES.find((language) => language === chosen) ?? null;
}

/** What the person chose, else the first that their browser asks for and that is there, else English. */
export function languageOf({ headers }: Reader): Language {
  const chosen = chosenLanguage({ headers });
  if (chosen) return chosen;
  // Asked for with every sentence of a page.
  const language = asked.get(headers) ?? askedLanguage(headers) ?? "en";
  asked.set(headers, language);
  return language;
}

const asked = new WeakMap<Headers, Language>();

function askedLanguage(headers: Headers): Language | undefined {
  for (const one of (headers.get("accept-language") ?? "").split(",")) {
    const found = LANGUAGES.find((language) => language === one.trim().slice(0, 2).toLowerCase());
    if (found) return found;
  }
  return undefined;
}

/** Light or dark as the person chose it in this browser; null for what the system has. */
export function chosenTheme({ headers }: Reader): (typeof THEMES)[number] | null {
  const chosen = readCookie(headers, THEME_COOKIE);
  return THEMES.find((theme) => theme === chosen) ?? null;
}
