// Times as people write them in a query: an instant of ISO 8601, or a day of UTC.
import { refuse } from "../base/refusal.ts";
import { DAY_MS } from "../base/time.ts";

const FORM = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/;
const YEAR_10000 = Date.UTC(10_000, 0);

/**
 * Reads `2026-03-01` or `2026-03-01T12:00:00Z`; a time without an offset is UTC. With `end` a day is its last millisecond, so that
 * `to=2026-03-01` includes it. Throws 400 that names the member, for what is no time between 1970 and the year 9999.
 */
export function readInstant(text: string, { name, end = false }: { name: string; end?: boolean }): Date {
  // In an address, an unescaped plus of an offset arrives as a blank.
  const [, day, time, offset = "Z"] = FORM.exec(text.trim().replace(/ (?=\d\d:\d\d$)/, "+")) ?? [];
  const midnight = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  // 30 February is read as a day of March by some.
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(`${day}T`);
  const instant = !isDay ? Number.NaN : time === undefined ? midnight : Date.parse(`${day}T${time}${offset}`);
  if (!(instant >= 0 && instant < YEAR_10000)) {
    throw refuse.invalid(`${name} "${text.slice(0, 80)}" is no time; write it as 2026-03-01 or 2026-03-01T12:00:00Z`);
  }
  return new Date(end && time === undefined ? instant + DAY_MS - 1 : instant);
}
