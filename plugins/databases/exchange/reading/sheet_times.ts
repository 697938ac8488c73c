// Days, times of day and durations of a sheet, which are numbers of days to it.
import { RefusedCell } from "./source.ts";
import type { TimeKind } from "./time_styles.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A `Date` goes little further. */
const FARTHEST_MS = 8e15;

/** Day 1 is 1900-01-01. Excel then counts a 1900-02-29 as day 60, so that all days behind it are one further. */
const EPOCHS = { before_60: Date.UTC(1899, 11, 31), from_61: Date.UTC(1899, 11, 30), from_1904: Date.UTC(1904, 0, 1) };
const NO_DAY = 60;

/**
 * A day or a moment as a `Date`, one of no time where it lies beyond all of them; a time of day or a duration as a text. A fraction of
 * a day resolves less than a microsecond, and what people write goes to the millisecond.
 */
export function cellOfTime(
  serial: number,
  { kind, from_1904 }: { kind: TimeKind; from_1904: boolean },
): Date | string | RefusedCell {
  const ms = Math.round(serial * DAY_MS);
  if (!(Math.abs(ms) <= FARTHEST_MS)) return new Date(Number.NaN);
  if (kind === "elapsed") return `${ms < 0 ? "-" : ""}${clockText(Math.abs(ms), { seconds: true })}`;
  const told = `is day ${serial} of the sheet`;
  if (ms < 0) {
    const first = from_1904 ? "1904-01-01" : "1900-01-01";
    return new RefusedCell(String(serial), `${told}, which lies before the first that sheets have, ${first}`);
  }
  if (ms < DAY_MS && (kind === "clock" || !from_1904)) return clockText(ms);
  if (from_1904) return keptTime(new Date(EPOCHS.from_1904 + ms), told);
  const day = Math.floor(ms / DAY_MS);
  if (day === NO_DAY) return new RefusedCell("1900-02-29", `${told}, 1900-02-29, and there was no such day`);
  return keptTime(new Date((day < NO_DAY ? EPOCHS.before_60 : EPOCHS.from_61) + ms), told);
}

/** Refuses what is not in the years 0001 to 9999, whose days are written with four digits. */
export function keptTime(time: Date, told = `is ${time.toISOString()}`): Date | RefusedCell {
  const year = time.getUTCFullYear();
  if (year >= 1 && year <= 9999) return time;
  const where = year < 1 ? "before 0001-01-01, the first" : "beyond 9999-12-31, the last";
  return new RefusedCell(time.toISOString(), `${told}, which lies ${where} that is kept`);
}

/** Hours and minutes, and seconds where there are any. */
function clockText(ms: number, { seconds = false } = {}): string {
  const two = (part: number) => String(part).padStart(2, "0");
  const text = `${two(Math.floor(ms / HOUR_MS))}:${two(Math.floor(ms / MINUTE_MS) % 60)}`;
  const rest = ms % MINUTE_MS;
  if (rest === 0 && !seconds) return text;
  const fraction = rest % SECOND_MS;
  return `${text}:${two(Math.floor(rest / SECOND_MS))}${fraction === 0 ? "" : `.${String(fraction).padStart(3, "0")}`}`;
}
