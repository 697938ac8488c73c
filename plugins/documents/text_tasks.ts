// The door of the text work that runs on worker threads: comparing, patching, replacing and blaming.
import { sharedWorkers, type TaskRunner } from "../../kernel/mod.ts";
import type { tasks } from "./text_worker.ts";

/** Calls one of the tasks of `text_worker.ts`. */
export function textTasks(): TaskRunner<typeof tasks> {
  return sharedWorkers().module<typeof tasks>(new URL("./text_worker.ts", import.meta.url));
}
