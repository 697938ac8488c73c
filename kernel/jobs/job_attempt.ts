// One attempt at one job: run its handler and write down how it ended, in the name of the lease that was claimed.

import { later } from "../time.ts";
import { isAbandoned, type JobContext, type JobDefinition } from "./job.ts";
import { type ClaimedJob, completeJob, failJob, retryJob } from "./job_store.ts";

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

/** Runs a claimed job once. Throws only when its end could not be written: then the lease runs out and it runs again. */
export async function attemptJob(attempt: Attempt): Promise<JobOutcome> {
  const { job, definition, context } = attempt;
  if (job.attempts > definition.attempts_max) {
    return await giveUp(attempt, `its server died during the last of ${definition.attempts_max} attempts`);
  }
  try {
    const { job_id, kind, payload, attempts } = job;
    await definition.run({ job_id, kind, payload, attempts }, context);
  } catch (error) {
    return await settleError(attempt, error);
  }
  const now = context.clock.now();
  await completeJob(context.database, job, { now, next_due_at: nextDue(job, definition, now) });
  return "done";
}

async function settleError(attempt: Attempt, error: unknown): Promise<JobOutcome> {
  const { job, definition, context } = attempt;
  const text = error instanceof Error ? error.message : String(error);
  if (job.attempts >= definition.attempts_max || isAbandoned(error)) return await giveUp(attempt, text);
  await retryJob(context.database.lazySql, job, {
    due_at: later(context.clock.now(), definition.backoff_ms(job.attempts)),
    error: text,
  });
  context.log.warn({ err: error, ...factsOf(job) }, "a job has failed and is tried again");
  return "retried";
}

async function giveUp({ job, definition, context }: Attempt, reason: string): Promise<JobOutcome> {
  const now = context.clock.now();
  await failJob(context.database, job, { now, error: reason, next_due_at: nextDue(job, definition, now) });
  context.log.error({ reason, ...factsOf(job) }, "a job has failed for good");
  return "failed";
}

function factsOf({ kind, job_id, attempts }: ClaimedJob) {
  return { kind, job_id, attempts };
}

/** The next time of a recurring job on the grid of its period, past the times that were missed. */
function nextDue(job: ClaimedJob, { every_ms }: JobDefinition, now: Date): Date | null {
  if (every_ms === undefined) return null;
  const periods = Math.floor((now.getTime() - job.wanted_at.getTime()) / every_ms) + 1;
  return later(job.wanted_at, Math.max(1, periods) * every_ms);
}
