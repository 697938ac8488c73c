// The hook of rules on openness:
// a toy that lets nothing out of the workspace is asked by what operations declare, whatever they are called.
import { beforeEach, expect, test } from "bun:test";
import { handle, isWider, type Plugin, refuse } from "../../kernel/plugin.ts";
import { type Exposure, exposureHook } from "../../kernel/ports/access.ts";
import { openHarness } from "../harness/harness.ts";

const asked: Pick<Exposure, "operation" | "readers">[] = [];

const warden: Plugin = {
  name: "warden",
  operations: [],
  handles: () => [
    handle(exposureHook, ({ operation, readers }) => {
      asked.push({ operation, readers });
      if (isWider(readers, "workspace")) throw refuse.forbidden("nothing leaves the workspace");
    }),
  ],
};

const h = await openHarness({
  extra: [{ plugin: warden, entry: { purpose: "Keeps it in.", needs: [], toolset: "docs", editions: ["community"] } }],
});
const owner = await h.person();
const { doc_id } = (await h.call("POST /api/docs", { as: owner, json: { html: "<p>in</p>", folder: "in" } })).body;

beforeEach(() => {
  asked.length = 0;
});

test.each<[string, string, object, string]>([
  ["a document", "POST /api/docs", { html: "<p>out</p>", visibility: "unlisted" }, "unlisted"],
  ["its visibility", `PATCH /api/docs/${doc_id}`, { visibility: "password", password: "open sesame" }, "password"],
  ["a folder", "PUT /api/folder-meta?folder=in", { published: true, publish_visibility: "public" }, "public"],
])("%s that would leave is refused by what its operation declares", async (_what, route, json, readers) => {
  const answer = await h.call(route, { as: owner, json });
  expect([answer.status, answer.body.error]).toEqual([403, "nothing leaves the workspace"]);
  expect(asked.map((one) => one.readers)).toEqual([readers as Exposure["readers"]]);
});

test("what stays within passes, and what opens nothing is not asked about", async () => {
  expect((await h.call(`PATCH /api/docs/${doc_id}`, { as: owner, json: { visibility: "workspace" } })).status).toBe(
    200,
  );
  expect(asked.map((one) => one.readers)).toEqual(["workspace"]);
  asked.length = 0;
  await h.call(`PUT /api/docs/${doc_id}/star`, { as: owner });
  await h.call(`GET /api/docs/${doc_id}`, { as: owner });
  expect(asked).toEqual([]);
});
