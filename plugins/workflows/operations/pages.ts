// The pages of workflows and what their forms do; under /auth, where a form from another origin is refused.
import { answerPage, KERNEL_BOUNDS, seeOther, sessionOnly, signedIn, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { pageForm, servePageFile, signedInPage } from "../../pages.ts";
import { PAGE_PATH, workflowsStyle } from "../pages/assets.ts";
import { workflowPage, workflowsPage } from "../pages/workflows_page.ts";
import { ownWorkflow, seenBy, workflowNamed } from "../permits.ts";
import { findLastByHand, findLastRuns, lastByHand, listRuns, RUNS } from "../store/runs.ts";
import { listWorkflows, WORKFLOWS } from "../store/workflows.ts";
import { runNow } from "./runs.ts";
import { remove, save } from "./workflows.ts";

const PAGE = 50;
const pathId = t.Object({ id: t.Id({ description: "The workflow." }) });

export const showWorkflows = operation({
  id: "workflow.page.list",
  route: "GET /auth/workflows",
  summary: "Your workflows, and as an owner or admin those of the workspace, as a page",
  query: t.Object({
    after: t.Optional(t.String({ maxLength: KERNEL_BOUNDS.cursor_chars, description: "Where the page before ended." })),
  }),
  ...signedInPage,
  permit: signedIn(),
  run: async ({ actor, sql }, { query }) => {
    const asked = { limit: PAGE, ...(query.after === undefined ? {} : { cursor: query.after }) };
    const found = await listWorkflows(sql, { ...seenBy(actor), ...WORKFLOWS.options(asked) });
    const { rows: workflows, next } = WORKFLOWS.page(found, asked);
    const last = await findLastRuns(
      sql,
      workflows.map((row) => row.workflow_id),
    );
    return answerPage(workflowsPage({ actor, workflows, last, next_cursor: next.next_cursor }), {
      holds_no_secret: true,
    });
  },
});

export const showWorkflowPage = operation({
  id: "workflow.page",
  route: "GET /auth/workflows/{id}",
  summary: "A workflow with its runs, as a page",
  params: pathId,
  query: t.Object({
    older: t.Optional(t.String({ maxLength: KERNEL_BOUNDS.cursor_chars, description: "Where the page before ended." })),
  }),
  ...signedInPage,
  permit: workflowNamed(),
  run: async ({ actor, subject: workflow, sql }, { query }) => {
    const asked = { limit: PAGE, ...(query.older === undefined ? {} : { cursor: query.older }) };
    const { workflow_id } = workflow;
    // Ahead of the list, so that a run between the two is one that the page does not know.
    const last_by_hand = await findLastByHand(sql, workflow_id);
    const { rows, next } = RUNS.page(await listRuns(sql, { workflow_id, ...RUNS.options(asked) }), asked);
    const shown = { actor, workflow, runs: rows, next_cursor: next.next_cursor, last_by_hand };
    return answerPage(workflowPage(shown), { holds_no_secret: true });
  },
});

export const sendWorkflow = operation({
  id: "workflow.page.send",
  route: "POST /auth/workflows/{id}",
  summary: "Runs your workflow, or switches it off or on, from its page",
  params: pathId,
  form: t.Object({
    action: t.OneOf(["run", "on", "off"], { description: "What becomes of it." }),
    last_by_hand: t.Optional(
      t.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          "The newest run by hand that the page knows: what came since is shown, and not asked for once more.",
      }),
    ),
  }),
  ...pageForm,
  permit: () => [ownWorkflow(), sessionOnly("run or change a workflow here")],
  opens: () => "public",
  audit: ["workflow.changed", "workflow.used"],
  refuses: [429],
  run: async (call, { form }) => {
    if (form.action === "run") {
      const { last_by_hand: known } = form;
      // Two presses of one button are one run.
      if (known === undefined || (await lastByHand(call.sql, call.subject.workflow_id)) <= known)
        await runNow(call, {});
    } else await save(call, { enabled: form.action === "on" });
    return seeOther(`${PAGE_PATH}/${call.subject.workflow_id}`);
  },
});

export const removeFromPage = operation({
  id: "workflow.page.remove",
  route: "POST /auth/workflows/{id}/remove",
  summary: "Removes a workflow from its page",
  params: pathId,
  ...pageForm,
  permit: () => [workflowNamed(), sessionOnly("remove a workflow here")],
  opens: null,
  audit: "workflow.deleted",
  run: async (call) => {
    await remove(call);
    return seeOther(PAGE_PATH);
  },
});

export const readPageStyle = servePageFile({
  id: "workflow.style",
  route: "GET /auth/pages/workflows.css",
  summary: "The stylesheet of the pages of workflows",
  file: workflowsStyle,
});
