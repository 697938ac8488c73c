// The hook of documents that are more than files:
// a toy makes one of its own type and kind, with a page on the content host.
import { expect, test } from "bun:test";
import { operationFor, type Plugin, t } from "../../kernel/plugin.ts";
import { Document, keepFile, publish, publishTarget } from "../../plugins/documents/port/create.ts";
import { openHarness } from "../harness/harness.ts";

const operation = operationFor<never, never>();

const makeTable = operation({
  id: "toy.table",
  route: "POST /api/toy/tables",
  summary: "Make a table",
  body: t.Object({ title: t.String(), cells: t.Array(t.String()) }),
  output: Document,
  status: 201,
  permit: () => publishTarget(undefined),
  connection_limit: "places",
  opens: null,
  publishes: () => "restricted",
  audit: "doc.publish",
  prepare: async (call, { body }) =>
    Promise.all([
      keepFile(call, { path: "cells.json", bytes: JSON.stringify(body.cells) }),
      keepFile(call, { path: "index.html", bytes: `<h1>${body.title}</h1><p>${body.cells.length} cells</p>` }),
    ]),
  run: (call, { body }, files) => {
    const own = { kind: "database", doc_type: "database", source_path: "cells.json" } as const;
    const content = { ...own, title: body.title, title_set: true, files };
    return publish(call, { content, password_hash: null, target: call.subject }, { visibility: "unlisted" });
  },
});

const tables: Plugin = { name: "tables", operations: [makeTable] };
const h = await openHarness({
  extra: [
    {
      plugin: tables,
      entry: { purpose: "Makes tables.", needs: ["documents"], toolset: "docs", editions: ["community"] },
    },
  ],
});

test("a document of another type is listed, read, served, copied and deleted like every document", async () => {
  const owner = await h.person();
  const made = await h.call("POST /api/toy/tables", { as: owner, json: { title: "Prices", cells: ["1", "2"] } });
  expect([made.status, made.body.doc_type, made.body.kind]).toEqual([201, "database", "database"]);
  const { doc_id, slug } = made.body;
  const page = await h.open(`/d/${slug}/`);
  expect([page.status, new TextDecoder().decode(page.bytes)]).toEqual([200, "<h1>Prices</h1><p>2 cells</p>"]);
  const listed = await h.call("GET /api/docs?kind=database", { as: owner });
  expect(listed.body.docs.map((doc: { doc_id: string }) => doc.doc_id)).toEqual([doc_id]);
  expect((await h.call(`DELETE /api/docs/${doc_id}`, { as: owner })).status).toBe(200);
  expect((await h.open(`/d/${slug}/`)).status).toBe(404);
});
