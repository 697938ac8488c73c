// Tools of agents go by the names that they had when agents were called brains,
// and are listed by them to clients that ask for it.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { callTool } from "../harness/scenario.ts";

const h = await openHarness();
const { tools, formerTools } = h.runtime.catalogue;

async function listed(as: Person, headers: Record<string, string> = {}): Promise<string[]> {
  const json = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  const accept = "application/json, text/event-stream";
  const { body } = await h.call("POST /mcp", { as, json, headers: { accept, ...headers } });
  return body.result.tools.map((tool: { name: string }) => tool.name);
}

/** Every tool that is named after agents, by the name that says brain. */
const named = [...tools.keys()].filter((name) => /(^|_)agents?(_|$)/.test(name));
const former = named.map((name) => name.replace("agent", "brain"));

test("every tool that is named after agents has the name that says brain, and no tool says it today", () => {
  expect(named).toContain("get_agent");
  expect(former.map((name) => formerTools.get(name)?.tool.name)).toEqual(named);
  expect([...tools.keys()].filter((name) => name.includes("brain"))).toEqual([]);
});

test("a client that asks for former names is listed them, and every client may call them", async () => {
  const as = await h.person();
  const made = { name: "Support", instructions: "# Support\n\nBe kind.\n" };
  await h.call("POST /api/brains", { as, json: made });
  expect(await listed(as)).not.toContain("get_brain");
  expect(await listed(as, { "x-mcp-legacy": "true" })).toEqual(expect.arrayContaining(former));
  const call = async (name: string, given: object) =>
    (await callTool(h, as, { name, arguments: { ...given } })).structuredContent;
  expect(await call("get_brain", { ref: "support" })).toEqual(await call("get_agent", { ref: "support" }));
  expect((await call("list_brains", {})).agents).toMatchObject([{ slug: "support" }]);
  expect((await call("list_brain_workflows", { ref: "support" })).workflows).toEqual([]);
  const files = [{ path: "AGENT.md", content: "# Support\n\nBe brief.\n" }];
  expect(await call("propose_brain_change", { ref: "support", files, message: "Shorter" })).toMatchObject({
    status: "pending",
  });
});

test("a step of a workflow may be named so too", async () => {
  const as = await h.person();
  const json = { name: "Look", trigger: { type: "manual" }, steps: [{ tool: "list_brains", args: {} }] };
  const { id } = (await h.call("POST /api/workflows", { as, json })).body;
  await h.call(`POST /api/workflows/${id}/run`, { as, json: {} });
  await h.runtime.jobs.runDue();
  const [run] = (await h.call(`GET /api/workflows/${id}/runs`, { as })).body.runs;
  expect(run).toMatchObject({ status: "done", error: null });
});
