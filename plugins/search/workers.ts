// The doors to search's workers.

import { sharedWorkers, type TaskRunner, type WorkOptions } from "../../kernel/plugin.ts";
import { sharedThreads } from "../../kernel/ports/workers.ts";
import type { tasks as tailTasks } from "./find/tail_worker.ts";
import type { tasks as indexTasks } from "./index/index_worker.ts";
import type { tasks } from "./search_worker.ts";

/** Binds the tasks of searching to this process's threads, which share the texts in its memory. */
export function searchWorkers(): TaskRunner<typeof tasks> {
  return sharedThreads().module<typeof tasks>(new URL("./search_worker.ts", import.meta.url));
}

/** Holds one turn for a whole search, so that what waits has read nothing. Throws 429 when too many of the owner's wait. */
export function inSearchTurn<Result>(options: WorkOptions, work: () => Promise<Result>): Promise<Result> {
  return sharedThreads().inTurn(options, work);
}

/** Binds the tasks of indexing to the worker processes. */
export function indexWorkers(): TaskRunner<typeof indexTasks> {
  return sharedWorkers().module<typeof indexTasks>(new URL("./index/index_worker.ts", import.meta.url));
}

/** Binds the tasks of searching what is not indexed yet to the same threads as searching: there a search has its turn already. */
export function tailWorkers(): TaskRunner<typeof tailTasks> {
  return sharedThreads().module<typeof tailTasks>(new URL("./find/tail_worker.ts", import.meta.url));
}
