// Workflows: listed, saved, switched off and removed.
import {
  type Actor,
  type Call,
  nextCursor,
  paging,
  type Runtime,
  refuse,
  type Sql,
  signedIn,
  t,
  type WriteCall,
} from "../../../kernel/plugin.ts";
import { refuseFull } from "../../../kernel/ports/limits.ts";
import { agentNamed, agentNamedIn } from "../../agents/port.ts";
import { findDocumentOf } from "../../documents/port/read.ts";
import { operation } from "../../operation.ts";
import { checkEvent, checkSteps, checkTrigger, toolsOf } from "../checking.ts";
import { author, ownWorkflow, seenBy, workflowNamed } from "../permits.ts";
import { surfacePort } from "../port.ts";
import { nextTime, nextTimeOfSaved } from "../schedule.ts";
import { type SentStep, type SentTrigger, Steps, Trigger, Workflow } from "../schemas.ts";
import { showWorkflow } from "../showing.ts";
import { findLastRuns } from "../store/runs.ts";
import {
  changeWorkflow,
  countInTurn,
  countWorkflows,
  deleteWorkflow,
  findWorkflow,
  insertWorkflow,
  listWorkflows,
  WORKFLOWS,
  type WorkflowRow,
} from "../store/workflows.ts";

const ALLOWANCE = "workflows";
const pathId = t.Object({ id: t.Id({ description: "The workflow." }) });
const name = t.Called({ maxLength: 100, description: "What it is called." });
const agent = t.Nullable(t.Name({ minLength: 1, maxLength: 80 }), {
  description: "The slug or doc_id of an agent that it belongs to; null for none.",
});
const enabled = t.Boolean({ description: "False has it wait for nothing; it can be run by hand still." });

export const readWorkflows = operation({
  id: "workflow.list",
  route: "GET /api/workflows",
  tool: {
    name: "list_workflows",
    wording: "List your workflows: steps that are taken for you by hand, at an event or at a time.",
    gives: ["workflows", "next_cursor", "can_create"],
    idempotent: true,
  },
  summary: "List your workflows, and as an owner or admin those of the workspace, oldest first",
  query: t.Object({ ...paging({ maximum: 200 }) }),
  output: t.Object({
    workflows: t.Array(Workflow),
    ...nextCursor,
    limit: t.Nullable(t.Integer(), { description: "How many the plan carries; null is no bound." }),
    can_create: t.Boolean(),
  }),
  permit: signedIn(),
  run: async ({ actor, sql, runtime }, { query }) => {
    const [found, count] = await Promise.all([
      listWorkflows(sql, { ...seenBy(actor), ...WORKFLOWS.options(query) }),
      countWorkflows(sql, actor.workspace.id),
    ]);
    const { rows, next } = WORKFLOWS.page(found, query);
    const limit = runtime.plans.allowance(ALLOWANCE, actor.workspace.plan);
    return {
      workflows: await showAll(sql, rows, actor),
      ...next,
      limit,
      can_create: limit === null || count < limit,
    };
  },
});

export const readAgentWorkflows = operation({
  id: "workflow.of_agent",
  route: "GET /api/brains/{ref}/workflows",
  tool: {
    name: "list_agent_workflows",
    formerly: ["list_brain_workflows"],
    wording: "List the workflows of an agent.",
    idempotent: true,
  },
  summary: "List the workflows of an agent that you see, oldest first",
  params: t.Object({ ref: t.Name({ maxLength: 80, description: "The agent's slug or doc_id." }) }),
  query: t.Object({ ...paging({ maximum: 200 }) }),
  output: t.Object({ workflows: t.Array(Workflow), ...nextCursor }),
  permit: agentNamed("view"),
  run: async ({ actor, sql, subject }, { query }) => {
    const by = { ...seenBy(actor), agent_id: subject.document_id };
    const { rows, next } = WORKFLOWS.page(await listWorkflows(sql, { ...by, ...WORKFLOWS.options(query) }), query);
    return { workflows: await showAll(sql, rows, actor), ...next };
  },
});

async function showAll(sql: Sql, rows: readonly WorkflowRow[], actor: Actor) {
  const last = await findLastRuns(
    sql,
    rows.map((row) => row.workflow_id),
  );
  return rows.map((row) => showWorkflow(row, last.get(row.workflow_id) ?? null, actor));
}

export const readWorkflow = operation({
  id: "workflow.get",
  route: "GET /api/workflows/{id}",
  tool: { name: "get_workflow", wording: "Show a workflow with its steps and its last run.", idempotent: true },
  summary: "Show a workflow",
  params: pathId,
  output: Workflow,
  permit: workflowNamed(),
  run: ({ sql, actor, subject }) => answer(sql, actor, subject),
});

export const makeWorkflow = operation({
  id: "workflow.create",
  route: "POST /api/workflows",
  tool: {
    name: "create_workflow",
    wording:
      "Have tools of this server called as the person: by hand, at an event or at a time. Put no secret into steps.",
    gives: ["id", "name", "enabled", "next_run_at"],
  },
  summary: "Have steps taken for you, by hand, at an event or at a time",
  description:
    "Steps are tools of this server, called as you: what you may not do, they may not. Owners and admins of the workspace see them with their arguments, so put no secret there. What steps do starts no workflow.",
  body: t.Object({ name, trigger: Trigger, steps: Steps, agent: t.Optional(agent), enabled: t.Optional(enabled) }),
  output: Workflow,
  status: 201,
  rules: ({ body }) => checkTrigger(body.trigger),
  permit: author(),
  opens: () => "public",
  audit: "workflow.created",
  refuses: [402],
  prepare: (call, { body }) => checkHere(call, body),
  run: async (call, { body }) => {
    const { sql, actor, now, runtime, note } = call;
    await refuseBeyondPlan(sql, { actor, runtime });
    const { trigger, steps } = body;
    const agent_id = await findAgentId(call, body.agent ?? null);
    const workflow_id = await insertWorkflow(sql, {
      ...{ workspace_id: actor.workspace.id, owner_id: actor.user_id, token_id: actor.token?.id ?? null },
      ...{ agent_id, name: body.name.trim(), enabled: body.enabled ?? true, trigger, steps },
      ...{ next_run_at: nextTime(trigger, now), now },
    });
    const made = await demandRow(sql, actor, workflow_id);
    note("workflow.created", { target_type: "workflow", target_id: workflow_id, meta: metaOf(made) });
    return showWorkflow(made, null, actor);
  },
});

export const updateWorkflow = operation({
  id: "workflow.update",
  route: "PATCH /api/workflows/{id}",
  tool: {
    name: "update_workflow",
    wording: "Change a workflow, or switch it off or on.",
    like: { trigger: "create_workflow.trigger", steps: "create_workflow.steps" },
    gives: ["id", "name", "enabled", "next_run_at"],
    idempotent: true,
  },
  summary: "Change your workflow, or switch it off or on",
  description: "It acts from then on by what it was changed with.",
  params: pathId,
  body: t.Object({
    name: t.Optional(name),
    trigger: t.Optional(Trigger),
    steps: t.Optional(Steps),
    agent: t.Optional(agent),
    enabled: t.Optional(enabled),
  }),
  output: Workflow,
  rules: ({ body }) => void (body.trigger && checkTrigger(body.trigger)),
  permit: ownWorkflow(),
  opens: () => "public",
  audit: "workflow.changed",
  prepare: async (call, { body }) => {
    if (body.trigger ?? body.steps) await checkHere(call, { ...call.subject, ...body });
  },
  run: async (call, { body }) => answer(call.sql, call.actor, await save(call, body)),
});

/** Changes what is named, for who saves it to act by from then on; answers it as it is then. */
export async function save(
  call: WriteCall<WorkflowRow>,
  changes: { name?: string; trigger?: SentTrigger; steps?: SentStep[]; agent?: string | null; enabled?: boolean },
): Promise<WorkflowRow> {
  const { sql, actor, now, note, subject } = call;
  const row = await demandRow(sql, actor, subject.workflow_id);
  const trigger = changes.trigger ?? row.trigger;
  await changeWorkflow(sql, row.workflow_id, {
    agent_id: changes.agent === undefined ? row.agent_id : await findAgentId(call, changes.agent),
    ...{ token_id: actor.token?.id ?? null, name: changes.name?.trim() ?? row.name },
    ...{ enabled: changes.enabled ?? row.enabled, trigger, steps: changes.steps ?? row.steps, now },
    next_run_at: nextTimeOfSaved(trigger, now),
  });
  const changed = await demandRow(sql, actor, row.workflow_id);
  note("workflow.changed", { target_type: "workflow", target_id: row.workflow_id, meta: metaOf(changed) });
  return changed;
}

export const removeWorkflow = operation({
  id: "workflow.delete",
  route: "DELETE /api/workflows/{id}",
  tool: { name: "delete_workflow", wording: "Remove a workflow with its runs.", destructive: true },
  summary: "Remove a workflow with its runs",
  description: "Owners and admins of the workspace may remove anybody's.",
  params: pathId,
  output: t.Object({ deleted: t.Literal(true), id: t.Integer() }),
  permit: workflowNamed(),
  opens: null,
  audit: "workflow.deleted",
  run: async (call) => {
    await remove(call);
    return { deleted: true as const, id: call.subject.workflow_id };
  },
});

/** Throws 404 for one that somebody else has removed a moment ago. */
export async function remove({ sql, note, subject }: WriteCall<WorkflowRow>): Promise<void> {
  const { workflow_id } = subject;
  if (!(await deleteWorkflow(sql, workflow_id))) throw refuse.notFound("workflow not found");
  note("workflow.deleted", { target_type: "workflow", target_id: workflow_id, meta: metaOf(subject) });
}

/** Throws 400 for an agent that the caller may not open. */
async function findAgentId(call: WriteCall<unknown>, ref: string | null): Promise<number | null> {
  if (ref === null) return null;
  const workspace_id = call.actor.workspace.id;
  const found = await findDocumentOf(call, agentNamedIn(call.sql, { ref, workspace_id }));
  if (!found) throw refuse.invalid(`agent "${ref}" is not found; GET /api/brains lists those that you may open`);
  return found.document_id;
}

/** Throws 400 for an event, a tool or an argument that this server does not have. */
async function checkHere({ use }: Pick<Call, "use">, { trigger, steps }: Pick<WorkflowRow, "trigger" | "steps">) {
  const { catalogue } = use(surfacePort);
  checkEvent(trigger, catalogue.actions);
  await checkSteps(steps, { trigger, tools: toolsOf(catalogue) });
}

async function answer(sql: Sql, actor: Actor, row: WorkflowRow) {
  const last = await findLastRuns(sql, [row.workflow_id]);
  return showWorkflow(row, last.get(row.workflow_id) ?? null, actor);
}

async function demandRow(sql: Sql, actor: Actor, workflow_id: number): Promise<WorkflowRow> {
  const row = await findWorkflow(sql, { ...seenBy(actor), workflow_id });
  if (!row) throw refuse.notFound("workflow not found");
  return row;
}

function metaOf({ name, trigger, enabled, steps }: WorkflowRow) {
  return { name, trigger: trigger.type, event: trigger.event ?? null, enabled, steps: steps.length };
}

/** Throws 402 where the workspace has as many as its plan carries; nobody else makes one until the transaction ends. */
async function refuseBeyondPlan(sql: Sql, { actor, runtime }: { actor: Actor; runtime: Runtime }): Promise<void> {
  const { plan, id } = actor.workspace;
  const most = runtime.plans.allowance(ALLOWANCE, plan);
  const count = await countInTurn(sql, id);
  if (most === null || count < most) return;
  const called = ["workflow", "workflows"] as const;
  throw refuseFull(runtime.plans, "plan", { plan, most, count, called });
}
