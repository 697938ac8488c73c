// Clears away tickets that are long over and the parts of uploads that nobody finished;
// the store's own sweep takes the bytes.
import { DAY_MS, HOUR_MS, type JobDefinition, later, MINUTE_MS, type Runtime } from "../../../kernel/plugin.ts";
import { sweepTickets } from "./store.ts";

/** A last part may have begun just before the ticket ended, and it reads the others. */
const PARTS_KEPT_MS = HOUR_MS;
/** Whoever made a ticket can still ask how it went. */
const TICKETS_KEPT_MS = 7 * DAY_MS;

export function ticketSweepJob(runtime: Runtime): JobDefinition {
  return {
    kind: "documents.sweep_tickets",
    attempts_max: 3,
    backoff_ms: () => MINUTE_MS,
    every_ms: HOUR_MS,
    run: async () => {
      const now = runtime.clock.now();
      await sweepTickets(runtime.database.sql, {
        parts_before: later(now, -PARTS_KEPT_MS),
        tickets_before: later(now, -TICKETS_KEPT_MS),
      });
    },
  };
}
