// Job definitions for the queue's tests: handlers that remember, wait or fail, and a look at the rows.
import { afterAll, beforeEach } from "bun:test";
import { createLog } from "../../kernel/base/log.ts";
import { MINUTE_MS, type MovableClock, movableClock } from "../../kernel/base/time.ts";
import type { Database } from "../../kernel/db/sql.ts";
import { createJobRunner, type Job, type JobDefinition, type JobRunner } from "../../kernel/jobs/jobs.ts";
import { openKernelDatabase } from "./kernel_database.ts";

/** A queue for the tests of one file: empty, at the same time, before each of them. */
export interface JobQueue {
  database: Database;
  clock: MovableClock;
  runnerOf(definitions: JobDefinition[], concurrency?: number): JobRunner;
  rows(): Promise<Row[]>;
}

/** Opens it, and closes it after the file's tests. */
export async function openJobQueue(start: Date): Promise<JobQueue> {
  const database = await openKernelDatabase();
  const clock = movableClock(start);
  const log = createLog("silent");
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.sql`truncate jobs`;
    clock.set(start);
  });
  return {
    database,
    clock,
    runnerOf: (definitions, concurrency = 4) => createJobRunner({ database, clock, log, definitions, concurrency }),
    rows: () => readRows(database),
  };
}

/** A definition with three attempts, a minute apart. */
export function define(kind: string, run: JobDefinition["run"], more: Partial<JobDefinition> = {}): JobDefinition {
  return { kind, attempts_max: 3, backoff_ms: () => MINUTE_MS, run, ...more };
}

/** A handler that remembers its jobs. */
export function recorder(kind: string, more: Partial<JobDefinition> = {}) {
  const jobs: Job[] = [];
  return { jobs, definition: define(kind, async (job) => void jobs.push(job), more) };
}

/** A handler that waits until it is let go. */
export function blocker(kind: string) {
  const began = Promise.withResolvers<AbortSignal>();
  const gate = Promise.withResolvers<void>();
  const definition = define(kind, async (_job, { signal }) => {
    began.resolve(signal);
    await gate.promise;
  });
  return { definition, began: began.promise, letGo: gate.resolve, breakOff: gate.reject };
}

/** A row of the queue as the tests look at it. */
export interface Row {
  kind: string;
  due_at: Date;
  attempts: number;
  failed_at: Date | null;
  last_error: string | null;
  held: boolean;
}

/** The whole queue, oldest first. */
export async function readRows(database: Database): Promise<Row[]> {
  return [
    ...(await database.sql<Row[]>`
      select kind, due_at, attempts, failed_at, last_error, lease_until is not null as held from jobs order by job_id`),
  ];
}
