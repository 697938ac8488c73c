// The door of the text work that runs in worker processes: comparing, patching, replacing and blaming.
import { sharedWorkers, type TaskRunner, type WorkOptions } from "../../kernel/plugin.ts";
import type { tasks } from "./text_worker.ts";

/** Calls one of the tasks of `text_worker.ts`. */
export function textTasks(): TaskRunner<typeof tasks> {
  return sharedWorkers().module<typeof tasks>(new URL("./text_worker.ts", import.meta.url));
}

/** Holds a worker's turn for work that reads its texts first, so that what waits holds none. Throws 429 when too many of the owner's wait. */
export function inTextTurn<Result>(options: WorkOptions, work: () => Promise<Result>): Promise<Result> {
  return sharedWorkers().inTurn(options, work);
}
