// Light or dark, as somebody chose it in this browser.
import type { RequestFacts } from "../../../kernel/plugin.ts";
import { readCookie } from "../../../kernel/ports/auth.ts";

export const THEMES = ["light", "dark"] as const;
export const THEME_COOKIE = "__Host-docsvc_theme";

/** Null for what the system has. */
export function chosenTheme({ headers }: Pick<RequestFacts, "headers">): (typeof THEMES)[number] | null {
  const chosen = readCookie(headers, THEME_COOKIE);
  return THEMES.find((theme) => theme === chosen) ?? null;
}
