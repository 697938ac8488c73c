// The door of the queue: declare a job, ask for it, run the workers.
export type { Dispatcher } from "./dispatcher.ts";
export { abandonJob, type Job, type JobContext, type JobDefinition, type JobHandler } from "./job.ts";
export { enqueue, enqueueAll, type NewJob, type QueueHealth, readQueueHealth } from "./job_queue.ts";
export { createJobRunner, type JobRun, type JobRunner, type JobRunnerOptions } from "./job_runner.ts";
export { FAILED_JOBS_PURGE } from "./job_store.ts";
