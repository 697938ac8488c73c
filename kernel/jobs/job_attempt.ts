// One attempt at one job: run its handler and write down how it ended, in the name of the lease that was claimed.

import { isCutShort } from "../base/dependency.ts";
import { later, SECOND_MS } from "../base/time.ts";
import { doublingBackoff, isAbandoned, isLastTry, type JobContext, type JobDefinition } from "./job.ts";
import { type ClaimedJob, completeJob, failJob, retryJob, UNCOUNTED_WAIT_MS } from "./job_store.ts";

/** How an attempt ended. */
export type JobOutcome = "done" | "retried" | "failed";

/** How one attempt ended, for metrics. */
export interface JobRun {
  kind: string;
  outcome: JobOutcome;
  seconds: number;
}

interface Attempt {
  job: ClaimedJob;
  definition: JobDefinition;
  context: JobContext;
}

/** Between attempts that were cut short, at most: they end when the dependency is back, however long that takes. */
const CUT_SHORT_WAIT = doublingBackoff(SECOND_MS, 30 * SECOND_MS);
/** A job whose servers keep ending may be what ends them, and one that is not comes back soon enough. */
const DEATHS_WAIT = doublingBackoff(15 * SECOND_MS, UNCOUNTED_WAIT_MS);

/** Runs a claimed job once. Throws only when its end could not be written: then the lease runs out and it runs again. */
export async function attemptJob(attempt: Attempt): Promise<JobOutcome> {
  const { job, definition, context } = attempt;
  if (job.is_orphan && job.deaths >= definition.attempts_max) return await postpone(attempt);
  try {
    const { job_id, kind, payload, attempts, failures } = job;
    await definition.run({ job_id, kind, payload, attempts, failures }, context);
  } catch (error) {
    return await settleError(attempt, error);
  }
  const now = context.clock.now();
  await completeJob(context.database, job, { now, next_due_at: nextDue(job, definition, now) });
  return "done";
}

/** Lets the servers be for a while that kept ending under it. It is never given up for that: something else may have ended them. */
async function postpone({ job, definition, context }: Attempt): Promise<JobOutcome> {
  const { deaths, failures } = job;
  const wait = DEATHS_WAIT(deaths - definition.attempts_max + 1);
  const error = `its server ended during ${deaths} attempts, one after the other`;
  await retryJob(context.database.asyncCommitSql, job, {
    due_at: later(context.clock.now(), wait),
    error,
    failures,
    deaths,
  });
  context.log.error({ deaths, wait_seconds: wait / SECOND_MS, ...factsOf(job) }, "servers keep ending under a job");
  return "retried";
}

async function settleError(attempt: Attempt, error: unknown): Promise<JobOutcome> {
  const { job, definition, context } = attempt;
  const text = error instanceof Error ? error.message : String(error);
  const isOwn = !isCutShort(error);
  if (isAbandoned(error) || (isOwn && isLastTry(job, definition))) return await giveUp(attempt, text);
  const tries = isOwn ? job.failures + 1 : job.attempts - job.failures;
  const wait = Math.max(definition.backoff_ms(tries), isOwn ? 0 : CUT_SHORT_WAIT(tries));
  await retryJob(context.database.asyncCommitSql, job, {
    due_at: later(context.clock.now(), wait),
    error: text,
    failures: job.failures + (isOwn ? 1 : 0),
    deaths: 0,
  });
  const told = isOwn ? "a job has failed and is tried again" : "a job was cut short and is tried again";
  context.log.warn({ err: error, ...factsOf(job) }, told);
  return "retried";
}

async function giveUp({ job, definition, context }: Attempt, reason: string): Promise<JobOutcome> {
  const now = context.clock.now();
  const next_due_at = nextDue(job, definition, now);
  await failJob(context.database, job, { now, error: reason, next_due_at });
  if (next_due_at)
    context.log.error({ reason, next_due_at, ...factsOf(job) }, "a job has failed and runs at its next time");
  else context.log.error({ reason, ...factsOf(job) }, "a job has failed for good");
  return "failed";
}

function factsOf({ kind, job_id, attempts }: ClaimedJob) {
  return { kind, job_id, attempts };
}

/** The next time of a recurring job on the grid of its period, past the times that were missed. */
function nextDue(job: ClaimedJob, { every_ms }: JobDefinition, now: Date): Date | null {
  if (every_ms === undefined) return null;
  // A clock that has been set back since begins a grid of its own.
  const wanted_at = job.wanted_at > now ? now : job.wanted_at;
  const periods = Math.floor((now.getTime() - wanted_at.getTime()) / every_ms) + 1;
  return later(wanted_at, periods * every_ms);
}
