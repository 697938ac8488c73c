// The kernel's door for plugins to what is known of a job beyond its work.

export { doublingBackoff, isLastTry } from "../jobs/job.ts";
export type { JobContext } from "../jobs/jobs.ts";
export { createWakeableWorker } from "../jobs/wakeable_worker.ts";
