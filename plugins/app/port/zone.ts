// The time zone in which somebody sees times: what they chose in this browser, else what the browser has.
import type { RequestFacts } from "../../../kernel/plugin.ts";
import { readCookie } from "../../../kernel/ports/auth.ts";

export const TIME_ZONE_COOKIE = "__Host-docsvc_time_zone";

/** What is a fixed distance from UTC is nobody's home. */
const PLACES = Intl.supportedValuesOf("timeZone").filter((name) => name !== "UTC" && !name.startsWith("Etc/"));
const NAMES: readonly string[] = ["UTC", ...PLACES];
const known: ReadonlySet<string> = new Set(NAMES);

/** The names of the tz database that there are, to choose from. */
export function timeZones(): readonly string[] {
  return NAMES;
}

/** Whether the tz database has it; what it calls otherwise today counts too. */
export function isTimeZone(name: string): boolean {
  if (known.has(name)) return true;
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** What the person chose in this browser; null for none, and the script shows the browser's own then. */
export function chosenTimeZone({ headers }: Pick<RequestFacts, "headers">): string | null {
  const chosen = readCookie(headers, TIME_ZONE_COOKIE);
  return chosen !== null && isTimeZone(chosen) ? chosen : null;
}
