// How mails, notices and pages name a time: in English, and by the clock of UTC.

/** As `14 March 2026`. */
export function dayOf(instant: Date): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(instant);
}

/** As `14 March 2026 at 12:00 UTC`. */
export function momentOf(instant: Date): string {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  return `${format.format(instant)} UTC`;
}
