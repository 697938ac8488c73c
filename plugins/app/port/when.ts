// How the app says when: today by the clock, then by the day, with the whole instant for whoever needs it.
import { DAY_MS, type Html, html } from "../../../kernel/plugin.ts";
import type { Language } from "../../../kernel/ports/pages.ts";
import type { Asking } from "./ask.ts";
import { languageOf } from "./words.ts";
import { chosenTimeZone } from "./zone.ts";

const NEAR: Readonly<Record<Language, { yesterday: string; locale: string }>> = {
  en: { yesterday: "yesterday", locale: "en-GB" },
  de: { yesterday: "gestern", locale: "de-DE" },
};

const SHAPES = {
  clock: { hour: "numeric", minute: "2-digit" },
  weekday: { weekday: "long" },
  day: { day: "numeric", month: "short" },
  dated: { day: "numeric", month: "short", year: "numeric" },
  exact: { dateStyle: "medium", timeStyle: "medium" },
  number: { day: "2-digit", month: "2-digit", year: "numeric" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/**
 * `8:31`, `yesterday`, `Thursday`, `19 Nov`, `3 May 2025`: in the time zone that its reader chose; in that of their browser where they
 * chose none and the script runs, and in UTC where it does not.
 */
export function when({ request, now }: Pick<Asking, "now" | "request">, at: Date | string): Html {
  const instant = new Date(at);
  const zone = chosenTimeZone(request) ?? "UTC";
  return html`<time datetime="${instant.toISOString()}">${whenWords(instant, now, { language: languageOf(request), zone })}</time>`;
}

/** `19 Nov 2026, 08:31:07`, where the second counts; in UTC it says so. */
export function whenExactly({ request }: Pick<Asking, "request">, at: Date | string): Html {
  const instant = new Date(at);
  const zone = chosenTimeZone(request) ?? "UTC";
  const { locale } = NEAR[languageOf(request)];
  const said = formatter(locale, zone, "exact").format(instant);
  return html`<time datetime="${instant.toISOString()}" data-exact>${said}${zone === "UTC" && " UTC"}</time>`;
}

/** The words alone. */
export function whenWords(instant: Date, now: Date, { language, zone }: { language: Language; zone: string }): string {
  const { yesterday, locale } = NEAR[language];
  const format = (shape: keyof typeof SHAPES) => formatter(locale, zone, shape).format(instant);
  const [then, today] = [dayIn(instant, zone), dayIn(now, zone)];
  const days = today.number - then.number;
  if (days === 0) return format("clock");
  if (days === 1) return yesterday;
  if (days > 1 && days < 7) return format("weekday");
  if (then.year === today.year) return format("day");
  return format("dated");
}

/** The day by the calendar of a zone: its year, and how many there were since 1970. */
function dayIn(instant: Date, zone: string): { year: number; number: number } {
  const [day = 1, month = 1, year = 1970] = formatter("en-GB", zone, "number").format(instant).split("/").map(Number);
  return { year, number: Math.round(Date.UTC(year, month - 1, day) / DAY_MS) };
}

const FORMATTERS_MAX = 500;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making one takes far longer than using it. */
function formatter(locale: string, zone: string, shape: keyof typeof SHAPES): Intl.DateTimeFormat {
  const key = `${locale} ${zone} ${shape}`;
  const kept = formatters.get(key);
  if (kept) return kept;
  if (formatters.size >= FORMATTERS_MAX) formatters.clear();
  const made = new Intl.DateTimeFormat(locale, { timeZone: zone, ...SHAPES[shape] });
  formatters.set(key, made);
  return made;
}
