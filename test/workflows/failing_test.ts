// Runs that fail while nobody looks: noted, told to whoever saved the workflow, and to nobody else.
import { expect, test } from "bun:test";
import { publish } from "../documents/published.ts";
import { openHarness, type Person } from "../harness/harness.ts";

const h = await openHarness();

async function settle(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await h.runtime.relay.relayAll();
    await h.runtime.jobs.runDue();
  }
}

const save = async (as: Person, rest: object): Promise<number> => {
  const answer = await h.call("POST /api/workflows", { as, json: { name: 'Tag "all"', ...rest } });
  expect(answer.status).toBe(201);
  return answer.body.id;
};

const told = async (as: Person) =>
  (await h.call("GET /api/notifications?kind=workflow.failed", { as })).body.notifications;

const FAILING = [{ tool: "set_tags", args: { doc_id: "doc_of_nobody", tags: ["seen"] } }];

test("whoever saved a workflow is told of a run that failed at an event, once an hour, and of none when it is removed", async () => {
  const owner = await h.person();
  const as = await h.person({ role: "member", workspace_id: owner.workspace_id });
  const id = await save(as, { trigger: { type: "event", event: "doc.publish" }, steps: FAILING });
  await publish(h, { html: "x" }, { as });
  await settle();
  expect(await told(as)).toMatchObject([
    {
      title: 'Your workflow "Tag "all"" failed',
      body: "Its page says at which step, and why.",
      actor: "system",
      target: {
        type: "workflow",
        id: String(id),
        url: expect.stringContaining(`/app/settings/agents/workflows/${id}`),
      },
    },
  ]);
  expect(await told(owner)).toEqual([]);
  const rows = (await h.audit()).filter(({ action }) => action === "workflow.failed");
  expect(rows).toMatchObject([
    { actor: "system", target_type: "workflow", target_id: String(id), meta: { cause: "event", via: "workflow" } },
  ]);
  expect(JSON.stringify(rows)).not.toContain("doc_of_nobody");
  h.clock.advance(60_000);
  await publish(h, { html: "x" }, { as });
  await settle();
  expect(await told(as)).toHaveLength(1);
  h.clock.advance(3_600_000);
  await publish(h, { html: "x" }, { as });
  await settle();
  expect(await told(as)).toHaveLength(2);
  expect((await h.call(`DELETE /api/workflows/${id}`, { as })).status).toBe(200);
  await settle();
  expect(await told(as)).toEqual([]);
});

test("a run that failed at its time is told too, one that went well or was asked for is not, and none starts a workflow", async () => {
  const as = await h.person();
  const trigger = { type: "schedule", cron: "* * * * *" };
  const failing = await save(as, { trigger, steps: FAILING });
  const well = await save(as, { trigger, steps: [{ tool: "list_docs" }] });
  const waiting = await save(as, {
    trigger: { type: "event", event: "workflow.failed" },
    steps: [{ tool: "list_docs" }],
  });
  expect((await h.call(`POST /api/workflows/${failing}/run`, { as, json: {} })).status).toBe(202);
  await settle();
  expect(await told(as)).toEqual([]);
  h.clock.advance(60_000);
  await settle();
  expect(await told(as)).toMatchObject([{ target: { id: String(failing) } }]);
  expect((await h.call(`GET /api/workflows/${well}/runs`, { as })).body.runs).toMatchObject([{ status: "done" }]);
  expect((await h.call(`GET /api/workflows/${waiting}/runs`, { as })).body.runs).toEqual([]);
});

test("a run that was given up is told as one that failed", async () => {
  const as = await h.person();
  const id = await save(as, { trigger: { type: "schedule", cron: "0 9 1 1 *" }, steps: FAILING });
  const at = h.clock.now();
  await h.runtime.database.sql`
    insert into workflow_runs (workspace_id, workflow_id, cause, steps, context, status, created_at)
    values (${as.workspace_id}, ${id}, 'schedule', '[]', '{}', 'running', ${at})`;
  h.clock.advance(2 * 86_400_000);
  await settle();
  expect((await h.call(`GET /api/workflows/${id}`, { as })).body.last_run).toMatchObject({ status: "failed" });
  expect(await told(as)).toMatchObject([{ target: { id: String(id) } }]);
});
