// Editing's own recurring work: what has run out and nobody has touched since is taken away.
import { DAY_MS, HOUR_MS, type JobDefinition, later, MINUTE_MS, type Runtime } from "../../kernel/plugin.ts";
import { sweepCommits } from "./store/commits.ts";
import { sweepLeases } from "./store/leases.ts";

export function editingSweepJob(runtime: Runtime): JobDefinition {
  return {
    kind: "editing.sweep",
    attempts_max: 3,
    backoff_ms: () => MINUTE_MS,
    every_ms: HOUR_MS,
    run: async () => {
      const before = later(runtime.clock.now(), -DAY_MS);
      await sweepLeases(runtime.database.sql, before);
      await sweepCommits(runtime.database.sql, before);
    },
  };
}
