// Days of UTC, by which everything is counted, and how long after its end a day may still be counted into.
import { DAY_MS, HOUR_MS, later } from "../../kernel/plugin.ts";

/** What was read just before midnight is written down after it; by then every server has done so. */
const GRACE_MS = HOUR_MS;

/** The day of an instant, as `2026-03-01`. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** The day so many days before that of `now`. */
export function daysBefore(now: Date, days: number): string {
  return dayOf(later(now, -days * DAY_MS));
}

/** The oldest day whose readers can still be told apart. */
export function oldestOpenDay(now: Date): string {
  return dayOf(later(now, -GRACE_MS));
}

/** Milliseconds until a day's readers are told apart no more. */
export function leftOf(day: string, now: Date): number {
  return Date.parse(`${day}T00:00:00Z`) + DAY_MS + GRACE_MS - now.getTime();
}
