// Workflows: steps that people have taken for them, by hand, at an event or at a time. A step is a tool of this server and nothing else.
import {
  DAY_MS,
  fill,
  type House,
  type JobDefinition,
  later,
  MINUTE_MS,
  noticeKindsSlot,
  PLANS,
  type Plugin,
  provide,
} from "../../kernel/plugin.ts";
import { FAILED, FAILED_KIND, forgetFailures, noteFailures, tellAuthor } from "./ending.ts";
import { readPageStyle, removeFromPage, sendWorkflow, showWorkflowPage, showWorkflows } from "./operations/pages.ts";
import { readRuns, runWorkflow } from "./operations/runs.ts";
import {
  makeWorkflow,
  readAgentWorkflows,
  readWorkflow,
  readWorkflows,
  removeWorkflow,
  updateWorkflow,
} from "./operations/workflows.ts";
import { surfacePort } from "./port.ts";
import { runJob } from "./runner.ts";
import { departures, loggedPlansPort, pokePort, runAtEvents, scheduleJob } from "./starting.ts";
import { dropOldRuns, giveUpRuns } from "./store/runs.ts";

const KEPT_DAYS = 30;
const BATCH = 1000;

export const workflows: Plugin = {
  name: "workflows",
  operations: [
    readWorkflows,
    readAgentWorkflows,
    makeWorkflow,
    readWorkflow,
    updateWorkflow,
    removeWorkflow,
    runWorkflow,
    readRuns,
    showWorkflows,
    showWorkflowPage,
    sendWorkflow,
    removeFromPage,
    readPageStyle,
  ],
  provides: (house, surface) => [
    provide(surfacePort, surface),
    provide(
      loggedPlansPort,
      PLANS.filter((plan) => house.plans.carries("audit_log", plan)),
    ),
    provide(pokePort, () => house.jobs.poke()),
  ],
  lends: [FAILED],
  on: [runAtEvents, tellAuthor, forgetFailures],
  fills: () => [...departures, fill(noticeKindsSlot, () => [FAILED_KIND])],
  jobs: (house) => [runJob(house, house.use(surfacePort)), scheduleJob(house), sweepJob(house)],
  migrations: new URL("./migrations/", import.meta.url),
};

/** Forgets runs after 30 days, and gives up what has not ended within one. */
function sweepJob(house: House): JobDefinition {
  const { database, clock } = house;
  return {
    kind: "workflows.sweep",
    attempts_max: 3,
    backoff_ms: () => MINUTE_MS,
    every_ms: DAY_MS,
    run: async (_job, { signal }) => {
      const now = clock.now();
      const given = await database.withTransaction(async (sql) =>
        noteFailures(house, sql, await giveUpRuns(sql, { before: later(now, -DAY_MS), now })),
      );
      if (given) house.relay.poke();
      const before = later(now, -KEPT_DAYS * DAY_MS);
      while (!signal.aborted && (await dropOldRuns(database.sql, { before, limit: BATCH })) === BATCH);
    },
  };
}
