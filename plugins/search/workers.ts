// The door to search's worker threads.
import { sharedWorkers, type TaskRunner } from "../../kernel/mod.ts";
import type { tasks as indexTasks } from "./index_worker.ts";
import type { tasks } from "./search_worker.ts";

/** Binds the tasks of searching to this process's threads. */
export function searchWorkers(): TaskRunner<typeof tasks> {
  return sharedWorkers().module<typeof tasks>(new URL("./search_worker.ts", import.meta.url));
}

/** Binds the tasks of indexing to them. */
export function indexWorkers(): TaskRunner<typeof indexTasks> {
  return sharedWorkers().module<typeof indexTasks>(new URL("./index_worker.ts", import.meta.url));
}
