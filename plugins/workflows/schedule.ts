// When a workflow that waits for a time is next due.
import { Cron } from "croner";
import { refuse } from "../../kernel/mod.ts";

export interface Schedule {
  cron: string;
  /** A name of the IANA database. */
  timezone: string;
}

/** The first time after `from`; null for one that never comes, such as the 30th of February. Throws 400 for what is no schedule. */
export function nextRunOf({ cron, timezone }: Schedule, from: Date): Date | null {
  if (!isTimezone(timezone))
    throw refuse.invalid(
      `trigger.timezone: there is no time zone "${timezone.slice(0, 60)}"; name one such as Europe/Berlin, or leave it out for UTC`,
    );
  try {
    // Five parts, as every crontab has them: what runs each second is no workflow.
    return new Cron(cron, { timezone, mode: "5-part", paused: true }).nextRun(from);
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^CronPattern: /, "") : String(error);
    throw refuse.invalid(
      `trigger.cron: "${cron.slice(0, 100)}" is no schedule of minute, hour, day, month and weekday, such as "0 9 * * 1-5" (${why.slice(0, 200)})`,
    );
  }
}

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== null;
  } catch {
    return false;
  }
}
