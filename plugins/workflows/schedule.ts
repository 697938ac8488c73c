// When a workflow that waits for a time is next due.
import { Cron } from "croner";
import { Refusal, refuse } from "../../kernel/plugin.ts";
import type { SentTrigger } from "./schemas.ts";

/** The library takes a date too, which comes once and never again. */
const REPEATING = /^\s*(?:@\w+|\S+(?:\s+\S+){4})\s*$/;

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
    if (!REPEATING.test(cron)) throw new Error("it has to have five parts, or to be a name such as @daily");
    // Five parts, as every crontab has them: what runs each second is no workflow.
    return new Cron(cron, { timezone, mode: "5-part", paused: true }).nextRun(from);
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^CronPattern: /, "") : String(error);
    throw refuse.invalid(
      `trigger.cron: "${cron}" is no schedule of minute, hour, day, month and weekday, such as "0 9 * * 1-5" (${why.slice(0, 200)})`,
    );
  }
}

/** Of a trigger that was saved: what this server cannot read any more, such as a zone that is no more, never comes and holds up no other. */
export function nextTimeOfSaved(trigger: SentTrigger, from: Date): Date | null {
  try {
    return nextTime(trigger, from);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
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
