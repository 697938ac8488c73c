// How mails, notices and pages name a time: in English or in the language of their reader, and by the clock of UTC.

const LOCALES = { en: "en-GB", de: "de-DE" } as const;
type Named = keyof typeof LOCALES;

/** As `14 March 2026`. */
export function dayOf(instant: Date, language: Named = "en"): string {
  return new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "long", timeZone: "UTC" }).format(instant);
}

/** As `14 March 2026 at 12:00 UTC`. */
export function momentOf(instant: Date, language: Named = "en"): string {
  const options = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  return `${new Intl.DateTimeFormat(LOCALES[language], options).format(instant)} UTC`;
}
