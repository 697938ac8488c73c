// GET /api/tags: whose documents count, and that only those which the caller may open do.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { publish } from "./published.ts";

const h = await openHarness();

test("tags count one's own live documents, and with include_team what is listed to one", async () => {
  const anna = await h.person();
  const bert = await h.person({ workspace_id: anna.workspace_id });
  await publish(h, { html: "x", tags: ["plan", "own"] }, { as: anna });
  const { doc: gone } = await publish(h, { html: "x", tags: ["gone"] }, { as: anna });
  await h.call(`DELETE /api/docs/${gone.doc_id}`, { as: anna });
  await publish(h, { html: "x", tags: ["secret"] }, { as: bert });
  await publish(h, { html: "x", tags: ["linked"], visibility: "workspace" }, { as: bert });
  await publish(h, { html: "x", tags: ["plan"], visibility: "unlisted", listing: "team" }, { as: bert });
  await publish(h, { html: "x", tags: ["general"], root: "general" }, { as: bert });
  await scenario(h, {
    act: () => ({ as: anna, call: "GET /api/tags" }),
    expect: {
      status: 200,
      body: {
        tags: [
          { tag: "own", count: 1 },
          { tag: "plan", count: 1 },
        ],
      },
    },
  });
  const all = await h.call("GET /api/tags?include_team=1", { as: anna });
  expect(all.body.tags).toEqual([
    { tag: "plan", count: 2, shared: true },
    { tag: "general", count: 1, shared: true },
    { tag: "own", count: 1 },
  ]);
});

test("a stranger gets 401", async () => {
  await scenario(h, { act: () => ({ call: "GET /api/tags" }), expect: { status: 401 } });
});
