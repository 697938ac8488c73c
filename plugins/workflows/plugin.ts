// Workflows: steps that people have taken for them, by hand, at an event or at a time.
// A step is a tool of this server and nothing else.
import {
  DAY_MS,
  handle,
  type JobDefinition,
  later,
  MINUTE_MS,
  noticeKindsHook,
  PLANS,
  type Plugin,
  provide,
  type Runtime,
} from "../../kernel/plugin.ts";
import { settingsHook } from "../app/port/slots.ts";
import { formerWorkflow, formerWorkflows, showWorkflowPage } from "./app/workflow_page.ts";
import { showWorkflows, workflowSettings } from "./app/workflows_page.ts";
import { FAILED, FAILED_KIND, forgetFailures, noteFailures, tellAuthor } from "./ending.ts";
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
import { departures, loggedPlansPort, runAtEvents, scheduleJob, wakePort } from "./starting.ts";
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
    formerWorkflows,
    formerWorkflow,
  ],
  provides: (runtime, surface) => [
    provide(surfacePort, surface),
    provide(
      loggedPlansPort,
      PLANS.filter((plan) => runtime.plans.carries("audit_log", plan)),
    ),
    provide(wakePort, () => runtime.jobs.wake()),
  ],
  lends: [FAILED],
  on: [runAtEvents, tellAuthor, forgetFailures],
  handles: () => [...departures, handle(noticeKindsHook, () => [FAILED_KIND]), handle(settingsHook, workflowSettings)],
  jobs: (runtime) => [runJob(runtime, runtime.use(surfacePort)), scheduleJob(runtime), sweepJob(runtime)],
  migrations: new URL("./migrations/", import.meta.url),
};

/** Forgets runs after 30 days, and gives up what has not ended within one. */
function sweepJob(runtime: Runtime): JobDefinition {
  const { database, clock } = runtime;
  return {
    kind: "workflows.sweep",
    attempts_max: 3,
    backoff_ms: () => MINUTE_MS,
    every_ms: DAY_MS,
    run: async (_job, { signal }) => {
      const now = clock.now();
      const given = await database.withTransaction(async (sql) =>
        noteFailures(runtime, sql, await giveUpRuns(sql, { before: later(now, -DAY_MS), now })),
      );
      if (given) runtime.relay.wake();
      const before = later(now, -KEPT_DAYS * DAY_MS);
      while (!signal.aborted && (await dropOldRuns(database.sql, { before, limit: BATCH })) === BATCH);
    },
  };
}
