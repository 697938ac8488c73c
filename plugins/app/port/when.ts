// How the app says when: today by the clock, then by the day, with the whole instant for whoever needs it.
import { DAY_MS, type Html, html } from "../../../kernel/plugin.ts";
import type { Asking } from "./ask.ts";
import { type Language, languageOf } from "./words.ts";

const NEAR: Readonly<Record<Language, { yesterday: string; locale: string }>> = {
  en: { yesterday: "yesterday", locale: "en-GB" },
  de: { yesterday: "gestern", locale: "de-DE" },
};

/** `8:31`, `yesterday`, `Thursday`, `19 Nov`, `3 May 2025`: in UTC here, and in the reader's own zone once the script runs. */
export function when(call: Pick<Asking, "now" | "request">, at: Date | string): Html {
  const instant = new Date(at);
  return html`<time datetime="${instant.toISOString()}">${whenWords(instant, call.now, languageOf(call.request))}</time>`;
}

/** The words alone, by the clock of UTC. */
export function whenWords(instant: Date, now: Date, language: Language): string {
  const { yesterday, locale } = NEAR[language];
  const days = dayNumber(now) - dayNumber(instant);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options }).format(instant);
  if (days === 0) return format({ hour: "numeric", minute: "2-digit" });
  if (days === 1) return yesterday;
  if (days > 1 && days < 7) return format({ weekday: "long" });
  if (instant.getUTCFullYear() === now.getUTCFullYear()) return format({ day: "numeric", month: "short" });
  return format({ day: "numeric", month: "short", year: "numeric" });
}

function dayNumber(instant: Date): number {
  return Math.floor(instant.getTime() / DAY_MS);
}
