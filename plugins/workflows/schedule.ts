// When a workflow that waits for a time is next due.
import { Cron } from "croner";
import { refuse } from "../../kernel/mod.ts";
import type { SentTrigger } from "./schemas.ts";

/**
 * The first time after `from`; null for a trigger that waits for none, and for one that never comes, such as the 30th of February.
 * Throws 400 for what is no schedule.
 */
export function nextTime({ type, cron, timezone = "UTC" }: SentTrigger, from: Date): Date | null {
  if (type !== "schedule" || cron === undefined) return null;
  if (!isTimezone(timezone))
    throw refuse.invalid(
      `trigger.timezone: there is no time zone "${timezone}"; name one such as Europe/Berlin, or leave it out for UTC`,
    );
  try {
    // Five parts, as every crontab has them: what runs each second is no workflow.
    return new Cron(cron, { timezone, mode: "5-part", paused: true }).nextRun(from);
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^CronPattern: /, "") : String(error);
    throw refuse.invalid(
      `trigger.cron: "${cron}" is no schedule of minute, hour, day, month and weekday, such as "0 9 * * 1-5" (${why.slice(0, 200)})`,
    );
  }
}

/** A name of the IANA database. */
function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== null;
  } catch {
    return false;
  }
}
