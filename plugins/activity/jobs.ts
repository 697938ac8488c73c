// What is forgotten by itself: what a plan does not keep, and every night the salts of the day before.
import { DAY_MS, HOUR_MS, type JobDefinition, later, MINUTE_MS, PLANS, type Runtime } from "../../kernel/plugin.ts";
import { daysBefore, oldestOpenDay } from "./days.ts";
import { destroySalts } from "./store/salts.ts";
import { dropOldDays, dropOldEvents, type KeptSince } from "./store/sweeping.ts";

const BATCH = 2000;
/** An event of the audit log may be told again for most of a day, and is known by its row; nobody is shown it on a plan without. */
const DETAIL_DAYS_MIN = 1;

export function activityJobs(runtime: Runtime): JobDefinition[] {
  const { database, clock, plans } = runtime;
  const often = { attempts_max: 3, backoff_ms: () => MINUTE_MS };

  function keptSince(what: "activity_days" | "activity_detail_days", begin: (days: number) => Date): KeptSince {
    return PLANS.flatMap((plan) => {
      const days = plans.allowance(what, plan);
      return days === null ? [] : [{ plan, before: begin(days) }];
    });
  }

  return [
    {
      ...often,
      kind: "activity.destroy_salts",
      every_ms: HOUR_MS,
      run: async () => destroySalts(database.sql, oldestOpenDay(clock.now())),
    },
    {
      ...often,
      kind: "activity.sweep",
      every_ms: 6 * HOUR_MS,
      run: async (_job, { signal }) => {
        const { sql } = database;
        const now = clock.now();
        const days = keptSince("activity_days", (count) => new Date(`${daysBefore(now, count - 1)}T00:00:00Z`));
        while (!signal.aborted && (await dropOldDays(sql, days, BATCH)) === BATCH);
        const detail = keptSince("activity_detail_days", (count) =>
          later(now, -Math.max(count, DETAIL_DAYS_MIN) * DAY_MS),
        );
        while (!signal.aborted && (await dropOldEvents(sql, detail, BATCH)) === BATCH);
      },
    },
  ];
}
