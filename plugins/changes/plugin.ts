// The change feed: what sync clients follow.
import { HOUR_MS, handle, MINUTE_MS, type Plugin, personEndHook, provide } from "../../kernel/plugin.ts";
import { listChanges } from "./operations/list.ts";
import { forgetOld, forgetPerson } from "./store/forget.ts";
import { createWaiting, waitingPort } from "./waiting.ts";

export const changes: Plugin = {
  name: "changes",
  operations: [listChanges],
  handles: () => [handle(personEndHook, forgetPerson)],
  migrations: new URL("./migrations/", import.meta.url),
  provides: (runtime) => [provide(waitingPort, createWaiting(runtime))],
  jobs: (runtime) => [
    {
      kind: "changes.forget",
      attempts_max: 3,
      backoff_ms: () => MINUTE_MS,
      every_ms: HOUR_MS,
      run: () => forgetOld(runtime.database, runtime.clock.now()),
    },
  ],
};
