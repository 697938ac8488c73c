// Workflows as tools: made, shown, changed, run and removed by an agent, within what its credential may.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { callTool } from "../harness/scenario.ts";
import { limited } from "../oauth/limited.ts";

const h = await openHarness();

const say = async (as: Person, name: string, given: Record<string, unknown> = {}) =>
  callTool(h, as, { name, arguments: given });
const LOOK = { name: "Look", trigger: { type: "manual" }, steps: [{ tool: "list_docs", args: { limit: 1 } }] };

test("a workflow is made, found, run, changed and removed by tools", async () => {
  const as = await h.person();
  const { id } = (await say(as, "create_workflow", LOOK)).structuredContent;
  expect((await say(as, "list_workflows")).structuredContent.workflows).toMatchObject([{ id, name: "Look" }]);
  expect((await say(as, "get_workflow", { id: String(id) })).structuredContent.steps).toEqual(LOOK.steps);
  const run = (await say(as, "run_workflow", { id })).structuredContent;
  expect(run).toMatchObject({ workflow_id: id, status: "queued" });
  await h.runtime.jobs.runDue();
  const { runs } = (await say(as, "list_workflow_runs", { id })).structuredContent;
  expect(runs).toMatchObject([{ id: run.id, status: "done", steps: [{ tool: "list_docs", status: "done" }] }]);
  const steps = [{ tool: "list_folders", args: {} }];
  await say(as, "update_workflow", { id, steps, enabled: false });
  expect((await say(as, "get_workflow", { id })).structuredContent).toMatchObject({ steps, enabled: false });
  expect((await say(as, "delete_workflow", { id })).structuredContent).toEqual({ id, deleted: true });
  expect((await say(as, "get_workflow", { id })).isError).toBe(true);
});

test("an answer that is sent again under its key makes one workflow", async () => {
  const as = await h.person();
  const made = { ...LOOK, idempotency_key: "w1" };
  const [first, again] = [await say(as, "create_workflow", made), await say(as, "create_workflow", made)];
  expect(again.structuredContent).toEqual(first.structuredContent);
  expect((await say(as, "list_workflows")).structuredContent.workflows).toHaveLength(1);
});

test("a token with limits makes and runs none, and somebody else's is not there", async () => {
  const as = await h.person();
  const { id } = (await say(as, "create_workflow", LOOK)).structuredContent;
  const bot = await limited(h, as, { toolsets: ["agents"] });
  for (const [name, given] of [
    ["create_workflow", LOOK],
    ["run_workflow", { id }],
  ] as const)
    expect((await say(bot, name, given)).structuredContent.error.code).toBe("connection_limited");
  const other = await h.person({ workspace_id: as.workspace_id, role: "member" });
  for (const name of ["get_workflow", "run_workflow", "delete_workflow", "list_workflow_runs"])
    expect((await say(other, name, { id })).structuredContent.error.code).toBe("not_found");
});

test.each(["run_workflow", "create_workflow", "update_workflow", "delete_workflow"])(
  "a step that calls %s is refused, since no workflow starts or changes another",
  async (tool) => {
    const as = await h.person();
    const args = tool === "create_workflow" ? LOOK : { id: 1 };
    const json = { ...LOOK, steps: [{ tool, args }] };
    const answer = await h.call("POST /api/workflows", { as, json });
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(`may not call "${tool}"`) } });
  },
);
