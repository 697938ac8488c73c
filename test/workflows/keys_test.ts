// Under which key a step is taken, and what is kept of its answer.
import { expect, test } from "bun:test";
import { openHarness, type ParsedBody, type Person } from "../harness/harness.ts";

const h = await openHarness();

async function run(as: Person, steps: unknown[]): Promise<ParsedBody> {
  const json = { name: "Work", trigger: { type: "manual" }, steps };
  const { id } = (await h.call("POST /api/workflows", { as, json })).body;
  await h.call(`POST /api/workflows/${id}/run`, { as, json: {} });
  await h.runtime.jobs.runDue();
  return (await h.call(`GET /api/workflows/${id}/runs`, { as })).body.runs[0];
}

test("a step that holds a key of its own is taken under that", async () => {
  const as = await h.person();
  const steps = ["publish_markdown", "publish_snippet"].map((tool) => ({
    tool,
    args: { content: "# Once", idempotency_key: `${tool}-once` },
  }));
  const tag = { tool: "create_root", args: { name: "Once {{run.id}}", idempotency_key: "root-{{run.id}}" } };
  expect(await run(as, [...steps, tag])).toMatchObject({ status: "done", error: null });
  const rows = await h.runtime.database.sql<{ idempotency_key: string }[]>`
    select idempotency_key from remembered_answers where user_id = ${as.user_id} order by 1`;
  expect(rows.map((row) => row.idempotency_key)).toEqual([
    "publish_markdown-once",
    "publish_snippet-once",
    expect.stringMatching(/^root-\d+$/),
  ]);
});

test("a secret that a step answers is there for the next one and kept nowhere", async () => {
  const as = await h.person();
  const done = await run(as, [
    { name: "asked", tool: "invite_member", args: { email: "new@example.com" } },
    { tool: "publish_markdown", args: { content: "{{steps.asked.url}}" } },
  ]);
  expect(done).toMatchObject({ status: "done", error: null });
  const { sql } = h.runtime.database;
  const answers = await sql<
    { answer: ParsedBody }[]
  >`select answer from remembered_answers where user_id = ${as.user_id}`;
  expect(answers.map(({ answer }) => answer.doc_id)).toEqual([expect.any(String)]);
});
