// Hands what is due to be sent to one job a person, so that a mailbox that is full keeps nobody else waiting.
import { type JobDefinition, MINUTE_MS, type Runtime } from "../../../kernel/plugin.ts";
import { queueDue } from "../store/channels.ts";

const BATCH = 500;

/** Runs every minute, on one server at a time; what one took is due on no other. */
export function dueJob(runtime: Runtime): JobDefinition {
  return {
    kind: "notifications.due",
    attempts_max: 3,
    backoff_ms: () => MINUTE_MS,
    every_ms: MINUTE_MS,
    run: async (_job, { signal }) => {
      for (let queued = BATCH; queued === BATCH && !signal.aborted; ) {
        queued = await runtime.database.withTransaction((sql) =>
          queueDue(sql, { now: runtime.clock.now(), limit: BATCH }),
        );
        if (queued > 0) runtime.jobs.wake();
      }
    },
  };
}
