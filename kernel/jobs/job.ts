// What a job is to the one who writes its handler.
import type { JsonObject } from "../base/json.ts";
import type { Log } from "../base/log.ts";
import type { Clock } from "../base/time.ts";
import type { Database } from "../db/sql.ts";

/** One attempt at a job. */
export interface Job {
  job_id: number;
  kind: string;
  payload: JsonObject;
  /** From 1, this one and those that died with their server included. */
  attempts: number;
  /** Attempts before this one that count as its own: it is over after the one that makes them `attempts_max`. */
  failures: number;
}

/** What a handler is given of the server. */
export interface JobContext {
  database: Database;
  clock: Clock;
  log: Log;
  /** Aborted when another server has taken the job over, so that long work can stop. */
  signal: AbortSignal;
}

/**
 * Does the work of one job. It must be idempotent: a job runs at least once, and again after a crash, after a lost lease
 * or when its completion could not be written. Returning completes it, throwing has it tried again.
 */
export type JobHandler = (job: Job, context: JobContext) => Promise<void>;

/** One kind of job, declared by the kernel or by a plugin. */
export interface JobDefinition {
  /** Dotted, unique in the server, such as `mail.send`. */
  kind: string;
  /** Attempts that the job itself may fail. Those that die with their server, with Postgres or with the store of files do not count. */
  attempts_max: number;
  /** Wait after the failed attempt number `attempt` (from 1), in milliseconds. */
  backoff_ms: (attempt: number) => number;
  /** Makes the job recur: first due at the first start, then every so many milliseconds; missed times are run once. */
  every_ms?: number;
  /** The farthest ahead that it is ever asked for, in milliseconds; without it as soon as it is. */
  ahead_ms?: number;
  run: JobHandler;
}

/** Whether this is the last attempt that counts. An error that `isCutShort` knows makes none of it. */
export function isLastTry({ failures }: Job, { attempts_max }: Pick<JobDefinition, "attempts_max">): boolean {
  return failures + 1 >= attempts_max;
}

const ABANDONED = "JobAbandoned";

/** Makes the error by which a handler says that trying again is useless: the job fails at once. */
export function abandonJob(reason: string): Error {
  const error = new Error(reason);
  error.name = ABANDONED;
  return error;
}

/** Whether an error was made by `abandonJob`. */
export function isAbandoned(error: unknown): boolean {
  return error instanceof Error && error.name === ABANDONED;
}

/** Exponential waits for `JobDefinition.backoff_ms`: `first_ms`, then twice as much each time, at most `max_ms`. */
export function doublingBackoff(first_ms: number, max_ms: number): (attempt: number) => number {
  return (attempt) => Math.min(max_ms, first_ms * 2 ** Math.min(attempt - 1, 40));
}
