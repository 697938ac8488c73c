// A runner as its pool sees it: its task, its time, and what it has loaded and run.
import type { PoolJob } from "./pool_job.ts";
import type { Runner } from "./runner.ts";
import type { WorkerRequest } from "./worker_protocol.ts";

/** When a task has run for so long on the last free runner, another one is made ready for whoever comes next. */
const SPARE_AFTER_MS = 150;

export interface PoolMember {
  runner: Runner;
  job: PoolJob | null;
  /** When the task began, and how much processor time the runner had used by then; null while its module is loaded. */
  began: { at: number; cpu_ms: number | null } | null;
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

export function hasRunLong({ began }: PoolMember): boolean {
  return began !== null && performance.now() - began.at > SPARE_AFTER_MS;
}

/** Its task has ended, or what it ran to be warm. */
export function settle(member: PoolMember): void {
  if (member.timer) clearTimeout(member.timer);
  member.timer = null;
  member.isUsed ||= member.job !== null || member.isWarming;
  member.job = null;
  member.began = null;
  member.isWarming = false;
}
