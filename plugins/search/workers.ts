// The door to search's worker threads.
import { sharedWorkers, type TaskRunner } from "../../kernel/mod.ts";
import type { tasks } from "./search_worker.ts";

/** Binds the tasks of search to this process's threads. */
export function searchWorkers(): TaskRunner<typeof tasks> {
  return sharedWorkers().module<typeof tasks>(new URL("./search_worker.ts", import.meta.url));
}
