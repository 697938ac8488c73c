// The door of databases: a plugin above writes records in a transaction of its own, as nobody,
// from a draft to a finished one.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { answers } from "./answers/plugin.ts";
import { databasesOf } from "./made.ts";

const entry = { purpose: "Answers.", needs: ["databases"], toolset: "forms", editions: ["community"] };
const h = await openHarness({ extra: [{ plugin: answers, entry }] });
const { makeDatabase, must } = databasesOf(h);

test("a draft may lack what is required and hold unfinished texts; completing it holds it to the fields", async () => {
  const db = await makeDatabase();
  const at = `/api/toy/answers/${db.doc_id}/${db.table.id}`;
  const draft = await must(h.call(`POST ${at}`, { as: db.as, json: { data: { due: "2026-" } } }));
  expect(draft).toMatchObject({ id: 1, version: 1, form_status: "draft", data: { due: "2026-", status: "open" } });
  const early = await h.call(`PUT ${at}/1`, { as: db.as, json: { base_version: 1 } });
  expect(early.body.fields.map(({ key }: { key: string }) => key)).toEqual(["name", "due"]);
  const json = { data: { name: "Ann", due: "2026-03-01" }, base_version: 1 };
  await must(h.call(`PUT ${at}/1`, { as: db.as, json }));
  expect((await h.call(`PUT ${at}/1`, { as: db.as, json })).body).toMatchObject({
    code: "version_conflict",
    current_version: 2,
  });
  const done = await must(h.call(`PUT ${at}/1`, { as: db.as, json: { base_version: 2 } }));
  expect(done).toMatchObject({ version: 3, form_status: "complete", data: { name: "Ann", due: "2026-03-01" } });
  const filters = [{ field: "$form_status", op: "eq", value: "complete" }];
  expect((await must(h.call(`POST ${db.in}/query`, { as: db.as, json: { filters } }))).total).toBe(1);
  const { changes } = await must(h.call(`GET ${db.at}/changes?after=1`, { as: db.as }));
  expect(changes.map(({ op, actor }: { op: string; actor: string | null }) => [op, actor])).toEqual([
    ["record.create", null],
    ["record.update", null],
    ["record.update", null],
  ]);
});
