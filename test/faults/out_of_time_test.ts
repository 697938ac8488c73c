// What is told of a statement that the database gives up because it takes too long:
// no fault of ours, and nothing of it is left.
import { expect, test } from "bun:test";
import { operationFor, type Plugin, signedIn, t } from "../../kernel/plugin.ts";
import { openHarness } from "../harness/harness.ts";
import { callTool } from "../harness/scenario.ts";

const operation = operationFor<never, never>();

const sleep = operation({
  id: "sleeper.sleep",
  route: "POST /api/toy/sleep",
  tool: { name: "toy_sleep", wording: "Sleep in the database." },
  summary: "Sleep in the database",
  body: t.Object({ seconds: t.Integer({ minimum: 0, maximum: 60, description: "How long." }) }),
  output: t.Object({ slept: t.Boolean() }),
  permit: signedIn(),
  opens: null,
  audit: "sleeper.sleep",
  run: async ({ sql, actor, note }, { body }) => {
    note("sleeper.sleep", { target_type: "user", target_id: actor.user_id });
    await sql`set local statement_timeout = 100`;
    await sql`select pg_sleep(${body.seconds})`;
    return { slept: true };
  },
});

const sleeper: Plugin = { name: "sleeper", operations: [sleep] };
const entry = { purpose: "Sleeps.", needs: [], toolset: "docs", editions: ["community"] } as const;
const h = await openHarness({ extra: [{ plugin: sleeper, entry }] });

test("a statement that takes too long is a 503 in words, by REST and as a tool, and leaves nothing behind", async () => {
  const as = await h.person();
  const before = (await h.audit()).length;
  const answer = await h.call("POST /api/toy/sleep", { as, json: { seconds: 5 } });
  expect(answer).toMatchObject({ status: 503, body: { code: "unavailable" } });
  expect(answer.body.error).toMatch(/took longer for this than a request may; ask for less at once/);
  const told = await callTool(h, as, { name: "toy_sleep", arguments: { seconds: 5 } });
  expect(JSON.stringify(told)).toMatch(/took longer for this than a request may/);
  expect((await h.audit()).length).toBe(before);
  expect((await h.call("POST /api/toy/sleep", { as, json: { seconds: 0 } })).status).toBe(200);
});
