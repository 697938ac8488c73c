// The kernel's door for plugins to work beside the event loop.

export { sharedThreads, type TaskOptions, type WarmUp, workBounds } from "../workers/workers.ts";
