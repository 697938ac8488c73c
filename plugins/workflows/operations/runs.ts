// Runs of a workflow: asked for by hand, and looked at.
import { type JsonObject, nextCursor, paging, refuse, t, type WriteCall } from "../../../kernel/plugin.ts";
import { capOf, operation } from "../../operation.ts";
import { checkSent } from "../checking.ts";
import { ownWorkflow, workflowNamed } from "../permits.ts";
import { Run } from "../schemas.ts";
import { showRun } from "../showing.ts";
import { usedNote } from "../starting.ts";
import { insertRuns, listRuns, RUNS, type RunRow } from "../store/runs.ts";
import type { WorkflowRow } from "../store/workflows.ts";

const pathId = t.Object({ id: t.Id({ description: "The workflow." }) });
const RETRY_SECONDS = 600;

export const runWorkflow = operation({
  id: "workflow.run",
  route: "POST /api/workflows/{id}/run",
  tool: {
    name: "run_workflow",
    wording: "Run a workflow now; list_workflow_runs says what became of it.",
    gives: ["id", "workflow_id", "status"],
  },
  summary: "Run your workflow now",
  description: "It begins at once and goes on after the answer: `GET /api/workflows/{id}/runs` says what became of it.",
  params: pathId,
  body: t.Object({
    input: t.Optional(
      t.Json({ description: "What `{{input.…}}` in its steps leads to.", examples: [{ title: "July" }] }),
    ),
  }),
  output: Run,
  status: 202,
  permit: ownWorkflow(),
  opens: () => "public",
  audit: "workflow.used",
  refuses: [429],
  rules: ({ body }) => void checkSent(body.input),
  run: async (call, { body }) => showRun(await runNow(call, checkSent(body.input))),
});

/** Puts a run in the queue. Throws 429 for more than an hour may have. */
export async function runNow(
  { sql, now, runtime, note, subject, afterCommit }: WriteCall<WorkflowRow>,
  input: JsonObject,
): Promise<RunRow> {
  const { workflow_id, name } = subject;
  const hourly_max = capOf(runtime, "workflow_runs_per_hour");
  const asked = { workflow_id, cause: "manual" as const, event_id: null, context: { input } };
  const [made] = await insertRuns(sql, [asked], { hourly_max, now });
  if (!made)
    throw refuse.limited(`a workflow runs at most ${hourly_max} times within an hour; try again later`, {
      retry_after: RETRY_SECONDS,
    });
  const { action, ...noted } = usedNote(made, name);
  note(action, noted);
  afterCommit(() => runtime.jobs.wake());
  return made;
}

export const readRuns = operation({
  id: "workflow.runs",
  route: "GET /api/workflows/{id}/runs",
  tool: {
    name: "list_workflow_runs",
    wording: "List the runs of a workflow, newest first, with what became of each step.",
    idempotent: true,
  },
  summary: "List the runs of a workflow, newest first",
  description: "They are kept for 30 days.",
  params: pathId,
  query: t.Object({ ...paging({ maximum: 200 }) }),
  output: t.Object({ runs: t.Array(Run), ...nextCursor }),
  permit: workflowNamed(),
  run: async ({ sql, subject }, { query }) => {
    const { rows, next } = RUNS.page(await listRuns(sql, { ...subject, ...RUNS.options(query) }), query);
    return { runs: rows.map(showRun), ...next };
  },
});
