// Activity: who reads and changes documents, counted beside the answers and shown to whoever may open them.
import { handle, type Plugin, personEndHook, personMoveHook, provide } from "../../kernel/plugin.ts";
import { documentInfoHook } from "../app/port/slots.ts";
import { documentReadHook } from "../documents/port/hooks.ts";
import { activityPart } from "./app/activity_part.ts";
import { counterPort, createCounter } from "./counter.ts";
import { activityListeners } from "./heard.ts";
import { activityJobs } from "./jobs.ts";
import { readEvents } from "./operations/events.ts";
import { readStatus } from "./operations/status.ts";
import { readSummary } from "./operations/summary.ts";
import { forgetPerson, moveActivity } from "./store/people.ts";

export const activity: Plugin = {
  name: "activity",
  operations: [readSummary, readEvents, readStatus],
  provides: (runtime) => [provide(counterPort, createCounter(runtime))],
  on: activityListeners,
  handles: (runtime) => {
    const counter = runtime.use(counterPort);
    return [
      handle(documentInfoHook, activityPart),
      handle(documentReadHook, counter.add),
      handle(personMoveHook, moveActivity),
      handle(personEndHook, forgetPerson),
    ];
  },
  dispatchers: (runtime) => [runtime.use(counterPort)],
  jobs: activityJobs,
  migrations: new URL("./migrations/", import.meta.url),
};
