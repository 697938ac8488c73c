// A runner as its pool sees it: its task, its time, and what it has loaded and run.
import type { PoolJob } from "./pool_job.ts";
import type { Runner } from "./runner.ts";
import type { WorkerRequest } from "./worker_protocol.ts";

/** When tasks have run for so long on all runners, another one is made ready for whoever comes next. */
const SPARE_AFTER_MS = 150;

export interface PoolMember {
  runner: Runner;
  job: PoolJob | null;
  /** When the task began, and how much processor time the runner had used by then; null while its module is loaded. */
  began: { at: number; cpu_ms: number | null } | null;
  /** Processor time of the task as last seen; null where nobody can tell. */
  used_ms: number | null;
  /** Ends a task that takes too long or, after it, a runner that is one too many. */
  timer: Timer | null;
  /** Its task has run for so long that the others go first. */
  steppedBack: boolean;
  /** Some task has ended in it, whose memory may still be there. */
  isUsed: boolean;
  loaded: Set<string>;
  /** What it is still to run to be warm, and whether it runs one of these now. */
  cold: WorkerRequest[];
  isWarming: boolean;
  ended: PromiseWithResolvers<void>;
}

/** By its processor time: on a busy machine a short task takes long by the clock, and a further runner makes all of them longer. */
export function hasRunLong({ began, used_ms }: PoolMember, { patience }: { patience: number }): boolean {
  if (!began) return false;
  const clock_ms = performance.now() - began.at;
  return (used_ms ?? clock_ms) > SPARE_AFTER_MS || clock_ms > SPARE_AFTER_MS * patience;
}

/** Its task has ended, or what it ran to be warm. */
export function settle(member: PoolMember): void {
  if (member.timer) clearTimeout(member.timer);
  member.timer = null;
  member.isUsed ||= member.job !== null || member.isWarming;
  member.job = null;
  member.began = null;
  member.used_ms = null;
  member.isWarming = false;
}
