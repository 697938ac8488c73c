// The beat of one server's workers: when they look for jobs, when they renew leases, and how they stop.

import { SECOND_MS } from "../base/time.ts";
import type { Dispatcher } from "./dispatcher.ts";
import { type QueueHealth, readQueueHealth } from "./job_queue.ts";
import { ensureRecurring } from "./job_store.ts";
import { createTimes, type TimesOptions } from "./job_times.ts";
import { createJobWorkers, type JobWorkers, type JobWorkersOptions } from "./job_workers.ts";
import { createWakeableWorker } from "./wakeable_worker.ts";

export type { JobRun } from "./job_attempt.ts";

export type JobRunnerOptions = Omit<JobWorkersOptions, "onFree"> &
  Pick<TimesOptions, "times"> & {
    /** What works beside the queue; read when the runner starts. */
    dispatchers?: readonly Dispatcher[];
  };

/** The workers of one server on the queue that all servers share. */
export interface JobRunner {
  /** Begins to work: at every wake, at another server's call for help, and every two seconds. */
  start(): void;
  /** Says that something may have become due; costs nothing when the workers are already looking. */
  wake(): void;
  /**
   * Runs everything that is due by the clock, and what that makes due, until nothing is; answers how many attempts it
   * made. For tests with a moved clock and for one-shot commands, in place of `start`.
   */
  runDue(): Promise<number>;
  /** Extends the leases of what runs here; `start` has it done every five seconds. */
  renewLeases(): Promise<void>;
  /** How the queue of all servers stands, by kind; of those that run in this server. */
  health(): Promise<QueueHealth[]>;
  /** Claims nothing more and resolves when what runs has ended. */
  stop(): Promise<void>;
}

const POLL_MS = 2 * SECOND_MS;
// Three renewals fit into a lease, so that one slow query does not lose a job.
const RENEWAL_MS = 5 * SECOND_MS;
const HELP_EVERY_MS = SECOND_MS;
const HELP_CHANNEL = "jobs";

/** Makes the workers of this server; nothing runs before `start` or `runDue`. */
export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { database, log, dispatchers = [] } = options;
  const loop = createWakeableWorker({
    round: async () => {
      await setTimesRight({ always: false });
      await prepare();
      await workers.fill();
      await askForHelp();
    },
    failure: "jobs could not be claimed, the next poll tries again",
    database,
    log,
  });
  const workers = createJobWorkers({ ...options, onFree: loop.wake });
  const askForHelp = createHelpCall(options, workers);
  const prepare = createPreparation(options);
  const setTimesRight = createTimes(options);
  const stops: (() => Promise<void> | void)[] = [];

  // What a plugin left behind that is off waits for it to be on again, which is nobody's fault.
  async function health(): Promise<QueueHealth[]> {
    const kinds = new Set(options.definitions.map(({ kind }) => kind));
    const queues = await readQueueHealth(database.sql, options.clock.now());
    return queues.filter(({ kind }) => kinds.has(kind));
  }
  options.metrics?.watchQueue(health);

  function renewInBackground(): void {
    workers.renew().catch((error) => log.warn({ err: error }, "leases of running jobs could not be renewed"));
  }

  return {
    start() {
      loop.start();
      const listening = database.bus.listen(HELP_CHANNEL, { onMessage: loop.wake, onReset: loop.wake });
      stops.push(() => listening.then((leave) => leave()));
      const poll = setInterval(loop.wake, POLL_MS);
      const renewal = setInterval(renewInBackground, RENEWAL_MS);
      stops.push(() => clearInterval(poll));
      stops.push(() => clearInterval(renewal));
      for (const dispatcher of dispatchers) dispatcher.start();
      loop.wake();
    },
    wake: loop.wake,
    async runDue() {
      await setTimesRight({ always: true });
      await prepare();
      let count = 0;
      for (;;) {
        const started = await workers.fill();
        count += started;
        await workers.settled();
        if (started > 0 || !workers.isIdle()) continue;
        let dispatched = 0;
        for (const dispatcher of dispatchers) dispatched += await dispatcher.runDue();
        if (dispatched === 0) return count;
        count += dispatched;
      }
    },
    renewLeases: workers.renew,
    health,
    async stop() {
      workers.close();
      await loop.stop();
      // The renewals go on until the last job has ended.
      await Promise.all([workers.settled(), ...dispatchers.map((one) => one.stop())]);
      for (const stop of stops.splice(0)) await stop();
    },
  };
}

/** Makes sure, once, that every recurring kind has its row. */
function createPreparation({ database, clock, definitions }: JobRunnerOptions): () => Promise<void> {
  let prepared = false;
  return async () => {
    if (prepared) return;
    for (const { kind, every_ms } of definitions) {
      if (every_ms !== undefined) await ensureRecurring(database.sql, { kind, every_ms, now: clock.now() });
    }
    prepared = true;
  };
}

/** Only a server without a free place tells the others, at most once a second, because NOTIFY locks the whole database. */
function createHelpCall({ database, clock }: JobRunnerOptions, workers: JobWorkers): () => Promise<void> {
  let askedAt = 0;
  return async () => {
    const now = clock.now().getTime();
    if (!workers.isFull() || Math.abs(now - askedAt) < HELP_EVERY_MS) return;
    askedAt = now;
    await database.bus.notify(database.asyncCommitSql, HELP_CHANNEL, "");
  };
}
