// Activity: who reads and changes documents, counted beside the answers and shown to whoever may open them.
import { fill, type Plugin, personEndSlot, personMoveSlot, provide } from "../../kernel/plugin.ts";
import { documentReadSlot } from "../documents/port/slots.ts";
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
  fills: (runtime) => {
    const counter = runtime.use(counterPort);
    return [fill(documentReadSlot, counter.add), fill(personMoveSlot, moveActivity), fill(personEndSlot, forgetPerson)];
  },
  dispatchers: (runtime) => [runtime.use(counterPort)],
  jobs: activityJobs,
  migrations: new URL("./migrations/", import.meta.url),
};
