// A task on its way through a pool: what it may use, who is told of its result, and the error that its runner answers.
import { Refusal } from "../base/refusal.ts";
import type { Budget, Overrun } from "./budget.ts";
import { refuseClosed } from "./turns.ts";
import type { WorkerReply, WorkerRequest } from "./worker_protocol.ts";

export interface PoolJob {
  request: WorkerRequest;
  budget: Budget;
  overdue: (overrun: Overrun) => Error;
  /** Its runner is not kept where nobody can tell how much memory it has. */
  heavy: boolean;
  transfer: ArrayBuffer[];
  /** It went over its memory where others had worked before it, and is tried once more where nobody has. */
  isTriedAgain?: boolean;
  // The type of a result is known where `module` was called and nowhere in here, hence `never`.
  resolve: (value: never) => void;
  reject: (reason: Error) => void;
  /** Told how much processor time it took, where that can be known. */
  used: (cpu_ms: number) => void;
  /** Told when others go first from now on. */
  steppedBack: () => void;
  /** Called once the runner is as small as before, or gone: later than the answer, which does not wait for a dying runner. */
  freed: () => void;
}

/** The pool is closed: the task is refused as unavailable. */
export function refuseJob(job: PoolJob): void {
  job.reject(refuseClosed());
  job.freed();
}

/** What the runner answered in place of a value, as it is thrown here. */
export function errorOf(reply: Exclude<WorkerReply<never>, { state: "loaded" | "done" }>): Error {
  if (reply.state === "refused") {
    return new Refusal(reply.kind, reply.message, reply.detail, reply.voice, reply.fields);
  }
  const error = new Error(reply.message);
  error.name = reply.name;
  if (reply.stack) error.stack = reply.stack;
  return error;
}
