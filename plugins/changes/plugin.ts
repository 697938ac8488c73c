// The change feed: what sync clients follow.
import { HOUR_MS, MINUTE_MS, type Plugin, provide } from "../../kernel/mod.ts";
import { listChanges } from "./operations/list.ts";
import { forgetTombstones } from "./store/feed.ts";
import { createWaiting, waitingPort } from "./waiting.ts";

export const changes: Plugin = {
  name: "changes",
  operations: [listChanges],
  provides: (house) => [provide(waitingPort, createWaiting(house))],
  jobs: (house) => [
    {
      kind: "changes.forget",
      attempts_max: 3,
      backoff_ms: () => MINUTE_MS,
      every_ms: HOUR_MS,
      run: () => forgetTombstones(house.database.sql, house.clock.now()),
    },
  ],
};
