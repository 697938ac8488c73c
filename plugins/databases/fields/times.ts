// Days and instants: days that exist, instants with their zone said, kept in UTC to the microsecond.
import type { Checked } from "./field.ts";
import { quoted, typeName } from "./texts.ts";

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const INSTANT = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d\d(?::?\d\d)?)$/;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A day of the years 0001 to 9999, as `2026-03-01`. */
export function checkDate(value: unknown): Checked {
  if (typeof value !== "string")
    return { code: "type", message: `is ${typeName(value)}; send a day such as 2026-03-01` };
  const [, year, month, day] = DAY.exec(value.trim()) ?? [];
  if (year === undefined) return { code: "type", message: `is ${quoted(value)}; write a day as 2026-03-01` };
  if (!isDay(Number(year), Number(month), Number(day))) {
    return { code: "range", message: `is ${quoted(value)}, and there is no such day` };
  }
  return { value: value.trim() };
}

/**
 * An instant of ISO 8601 with `Z` or an offset, kept as `2026-03-01T11:00:00.000000Z`: of one length, so that texts order as the
 * instants do. What is finer than a microsecond is refused rather than kept as another instant.
 */
export function checkDatetime(value: unknown): Checked {
  const shape = "2026-03-01T12:00:00+01:00, with Z or an offset";
  if (typeof value !== "string")
    return { code: "type", message: `is ${typeName(value)}; send a time such as ${shape}` };
  const found = INSTANT.exec(value.trim());
  if (!found) return { code: "type", message: `is ${quoted(value)}; write a time as ${shape}` };
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const offset = minutesOf(found[8] ?? "Z");
  if (!isDay(year, month, day) || hour > 23 || minute > 59 || second > 59 || offset === null) {
    return { code: "range", message: `is ${quoted(value)}, and there is no such time` };
  }
  const fraction = found[7] ?? "";
  if (/[1-9]/.test(fraction.slice(6))) {
    const rule = "a time is kept to the microsecond; write at most six digits of a second";
    return { code: "range", message: `is ${quoted(value)}, and ${rule}` };
  }
  const ms = daysOf(year, month, day) * DAY_MS + (hour * 60 + minute - offset) * MINUTE_MS + second * 1000;
  const whole = new Date(ms).toISOString();
  // Beyond these years the text has a sign and six digits.
  if (!/^\d{4}-/.test(whole) || whole.startsWith("0000")) {
    return { code: "range", message: `is ${quoted(value)}, which in UTC is not in the years 0001 to 9999` };
  }
  return { value: `${whole.slice(0, 19)}.${fraction.slice(0, 6).padEnd(6, "0")}Z` };
}

function isDay(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  return new Date(daysOf(year, month, day) * DAY_MS).getUTCDate() === day;
}

/** Days since 1970. `Date.UTC` takes the years below 100 for others. */
function daysOf(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) / DAY_MS;
}

function minutesOf(zone: string): number | null {
  if (/^z$/i.test(zone)) return 0;
  const digits = zone.slice(1).replace(":", "");
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2) || 0);
  if (hours > 23 || minutes > 59) return null;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}
