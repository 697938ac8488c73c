// What one server works on right now: the places it has, the jobs in them and the leases they need.

import type { Log } from "../base/log.ts";
import { type Clock, later, SECOND_MS } from "../base/time.ts";
import type { Database } from "../db/sql.ts";
import type { JobDefinition } from "./job.ts";
import { attemptJob, type JobRun } from "./job_attempt.ts";
import type { QueueHealth } from "./job_queue.ts";
import { type ClaimedJob, claimJobs, type KindAllowance, renewLeases } from "./job_store.ts";

/** Who is told of what jobs do, such as what counts it. */
export interface JobObserver {
  observeJob(run: JobRun): void;
  /** Hands over how the queue is read when somebody wants to know. */
  watchQueue(read: () => Promise<QueueHealth[]>): void;
}

export interface JobWorkersOptions {
  database: Database;
  clock: Clock;
  log: Log;
  /** Read when the first job is looked for, so that the server may still add to it. Kinds are unique. */
  definitions: readonly JobDefinition[];
  /** Jobs that run at once on this server; one kind takes at most half of them. */
  concurrency: number;
  metrics?: JobObserver;
  /** Called when a job has ended and its place is free. */
  onFree(): void;
}

export interface JobWorkers {
  /** Claims while there is room and something is due; answers how many it started. */
  fill(): Promise<number>;
  isFull(): boolean;
  isIdle(): boolean;
  /** Claims nothing from now on. */
  close(): void;
  /** Resolves when what runs now has ended. */
  settled(): Promise<void>;
  /** Extends the leases of what runs, and tells those whose lease another server took. */
  renew(): Promise<void>;
}

interface Running {
  job: ClaimedJob;
  lost: AbortController;
  done: Promise<void>;
}

/** A server that does not renew it for so long is taken for dead. */
export const LEASE_MS = 15 * SECOND_MS;

/** Makes the workers of one server. */
export function createJobWorkers(options: JobWorkersOptions): JobWorkers {
  const { database, clock, log, concurrency } = options;
  const running = new Set<Running>();
  let turn = 0;
  let closed = false;

  function nextAllowances(): KindAllowance[] {
    turn += 1;
    const kinds = options.definitions.map((definition) => definition.kind);
    return allowancesOf({ kinds, turn, running, concurrency });
  }

  function launch(job: ClaimedJob): void {
    const entry: Running = { job, lost: new AbortController(), done: Promise.resolve() };
    running.add(entry);
    entry.done = work(entry).finally(() => {
      running.delete(entry);
      options.onFree();
    });
  }

  async function work({ job, lost }: Running): Promise<void> {
    const definition = options.definitions.find((one) => one.kind === job.kind);
    if (!definition) return;
    const startedAt = performance.now();
    try {
      const context = { database, clock, log, signal: lost.signal };
      const outcome = await attemptJob({ job, definition, context });
      options.metrics?.observeJob({ kind: job.kind, outcome, seconds: (performance.now() - startedAt) / 1000 });
    } catch (error) {
      log.warn(
        { err: error, kind: job.kind, job_id: job.job_id },
        "the end of a job could not be written, it runs again",
      );
    }
  }

  return {
    async fill() {
      let count = 0;
      for (;;) {
        const free = concurrency - running.size;
        if (closed || free <= 0) return count;
        const now = clock.now();
        // A claim that a crash forgets is made again, so it need not wait for the disk.
        const claimed = await claimJobs(database.asyncCommitSql, {
          kinds: nextAllowances(),
          held: [...running].map((entry) => entry.job),
          limit: free,
          now,
          lease_until: later(now, LEASE_MS),
        });
        for (const job of claimed) launch(job);
        count += claimed.length;
        if (claimed.length < free) return count;
      }
    },
    isFull: () => running.size >= concurrency,
    isIdle: () => running.size === 0,
    close: () => {
      closed = true;
    },
    async settled() {
      await Promise.all([...running].map((entry) => entry.done));
    },
    async renew() {
      const entries = [...running];
      if (entries.length === 0) return;
      const claimed = entries.map((entry) => entry.job);
      const kept = await renewLeases(database.asyncCommitSql, { claimed, lease_until: later(clock.now(), LEASE_MS) });
      const names = new Set(kept.map(nameHolder));
      const lost = entries.filter((entry) => !names.has(nameHolder(entry.job)) && running.has(entry));
      for (const entry of lost) entry.lost.abort();
    },
  };
}

/** Another kind is first each time, and none takes more than half, so that a flood of one never starves the others. */
function allowancesOf({
  kinds,
  turn,
  running,
  concurrency,
}: {
  kinds: readonly string[];
  turn: number;
  running: Iterable<Running>;
  concurrency: number;
}): KindAllowance[] {
  const first = turn % Math.max(1, kinds.length);
  const counts = countKinds(running);
  return [...kinds.slice(first), ...kinds.slice(0, first)]
    .map((kind) => ({ kind, allowance: Math.ceil(concurrency / 2) - (counts.get(kind) ?? 0) }))
    .filter((entry) => entry.allowance > 0);
}

function countKinds(running: Iterable<Running>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { job } of running) counts.set(job.kind, (counts.get(job.kind) ?? 0) + 1);
  return counts;
}

function nameHolder({ job_id, attempts }: { job_id: number; attempts: number }): string {
  return `${job_id}:${attempts}`;
}
