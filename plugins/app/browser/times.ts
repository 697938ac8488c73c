// Times as their reader has them: in their zone, their language, and as near as they are.

const DAY_MS = 86_400_000;

/** In the zone that was chosen, else in the browser's own; the server said it in the chosen one already, or in UTC. */
export function localize(time: HTMLTimeElement): void {
  const at = new Date(time.dateTime);
  if (Number.isNaN(at.getTime())) return;
  const { lang, dataset } = document.documentElement;
  const language = lang === "en" ? "en-GB" : lang;
  const timeZone = dataset["zone"];
  const format = (options: Intl.DateTimeFormatOptions, of = at, locale = language) =>
    new Intl.DateTimeFormat(locale, { ...(timeZone && { timeZone }), ...options }).format(of);
  time.title = format({ dateStyle: "full", timeStyle: "short" });
  if (time.hasAttribute("data-exact")) {
    time.textContent = format({ dateStyle: "medium", timeStyle: "medium" });
    return;
  }
  const dayOf = (of: Date) => Date.parse(format({ year: "numeric", month: "2-digit", day: "2-digit" }, of, "sv"));
  const now = new Date();
  const days = Math.round((dayOf(now) - dayOf(at)) / DAY_MS);
  if (days === 0) time.textContent = format({ hour: "numeric", minute: "2-digit" });
  else if (days === 1) time.textContent = new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-1, "day");
  else if (days > 1 && days < 7) time.textContent = format({ weekday: "long" });
  else if (format({ year: "numeric" }) === format({ year: "numeric" }, now))
    time.textContent = format({ day: "numeric", month: "short" });
  else time.textContent = format({ day: "numeric", month: "short", year: "numeric" });
}
