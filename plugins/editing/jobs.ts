// Editing's own recurring work: what has run out and nobody has touched since is taken away.
import { DAY_MS, HOUR_MS, type House, type JobDefinition, later, MINUTE_MS } from "../../kernel/plugin.ts";
import { sweepCommits } from "./store/commits.ts";
import { sweepLeases } from "./store/leases.ts";

export function editingSweepJob(house: House): JobDefinition {
  return {
    kind: "editing.sweep",
    attempts_max: 3,
    backoff_ms: () => MINUTE_MS,
    every_ms: HOUR_MS,
    run: async () => {
      const before = later(house.clock.now(), -DAY_MS);
      await sweepLeases(house.database.sql, before);
      await sweepCommits(house.database.sql, before);
    },
  };
}
