// Looks whether this server's clock was set back, and has all times by which work is done set right then,
// and now and again.

import { CLOCK_SKEW_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../base/time.ts";
import { rightTimes, type WorkTime } from "../db/right_times.ts";
import { rightJobs } from "./job_store.ts";
import { type JobWorkersOptions, LEASE_MS } from "./job_workers.ts";

export type TimesOptions = Pick<JobWorkersOptions, "database" | "clock" | "log" | "definitions"> & {
  /** Read when times are set right for the first time. */
  times?: readonly WorkTime[];
};

/** Sets right what is out by now; with `always` the jobs whenever it is asked, otherwise at most once a minute. */
export type SetTimesRight = (options: { always: boolean }) => Promise<void>;

/**
 * Another server's clock may have been ahead, and this one's before it was started: jobs are looked at each minute of the process, the
 * rest each hour, and all of it at the first time and when the clock goes back.
 */
export function createTimes({ database, clock, log, definitions, times = [] }: TimesOptions): SetTimesRight {
  const { asyncCommitSql } = database;
  let seen_ms = Number.NEGATIVE_INFINITY;
  let jobs_at = Number.NEGATIVE_INFINITY;
  let all_at = Number.NEGATIVE_INFINITY;
  return async ({ always }) => {
    const now = clock.now();
    const ran = performance.now();
    const back_ms = seen_ms - now.getTime();
    const isBack = back_ms > CLOCK_SKEW_MS;
    if (isBack) log.warn({ seconds: Math.round(back_ms / SECOND_MS) }, "the clock went back; what waits is set right");
    let count = 0;
    if (isBack || always || ran - jobs_at > MINUTE_MS) {
      count += await rightJobs(asyncCommitSql, { definitions, lease_ms: LEASE_MS, now });
      jobs_at = ran;
    }
    if (isBack || ran - all_at > HOUR_MS) {
      count += await rightTimes(asyncCommitSql, times, now);
      all_at = ran;
    }
    // Only now: where that failed it is tried again.
    seen_ms = now.getTime();
    if (count > 0) log.warn({ count }, "times that a clock had written ahead of this one's were set right");
  };
}
