// What agents do beside publishing:
// rename, remove files, look after folders, shortcuts and roles, each by a tool of its own.
import { expect, test } from "bun:test";
import { publish } from "../documents/published.ts";
import { openHarness } from "../harness/harness.ts";
import { callTool } from "../harness/scenario.ts";
import { must } from "../roots/space.ts";

const h = await openHarness();
const as = await h.person();

async function use(name: string, given: Record<string, unknown>) {
  const result = await callTool(h, as, { name, arguments: given });
  expect([name, result.isError ? result.content : null]).toEqual([name, null]);
  return result.structuredContent;
}

test.each([
  ["an HTML page", { html: "<h1>Old</h1>" }],
  ["a markdown page", { markdown: "# Old" }],
])("rename_doc gives %s another title at the same link", async (_kind, json) => {
  const { doc } = await publish(h, json, { as });
  const renamed = await use("rename_doc", { doc_id: doc.doc_id, title: "New" });
  expect(renamed).toEqual({ doc_id: doc.doc_id, url: doc.url, title: "New" });
});

test("move_doc without a place to move to says what it needs", async () => {
  const { doc } = await publish(h, { html: "x" }, { as });
  const refused = await callTool(h, as, { name: "move_doc", arguments: { doc_id: doc.doc_id } });
  const words =
    'move_doc needs one of folder, root. A correct call of move_doc: {"doc_id":"<doc_id>","folder":"<folder>"}';
  expect(refused).toMatchObject({ isError: true, content: [{ text: words }] });
});

test("delete_file removes a supporting file, and refuses what the document shows", async () => {
  const { doc, at } = await publish(h, { html: "<h1>Plan</h1>" }, { as });
  await must(h.call(`PUT ${at}/files/data.csv`, { as, json: { content: "1,2" } }));
  expect(await use("delete_file", { doc_id: doc.doc_id, path: "data.csv" })).toMatchObject({ version: 3 });
  const refused = await callTool(h, as, { name: "delete_file", arguments: { doc_id: doc.doc_id, path: "index.html" } });
  expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: "invalid" } } });
});

test("folder settings are read and changed", async () => {
  await must(h.call("POST /api/folders", { as, json: { path: "Plans" } }));
  await use("set_folder_settings", { path: "Plans", description: "What comes next", view_mode: "list" });
  const shown = await use("get_folder_settings", { path: "Plans" });
  expect(shown).toMatchObject({ description: "What comes next", view_mode: "list" });
});

test("a shortcut is made, listed, changed and removed", async () => {
  const { doc } = await publish(h, { html: "x", folder: "Elsewhere" }, { as });
  await must(h.call("POST /api/folders", { as, json: { path: "Desk" } }));
  const made = await use("create_shortcut", { folder: "Desk", target: { doc_id: doc.doc_id } });
  expect(await use("update_shortcut", { shortcut_id: made.id, label: "Read me" })).toMatchObject({ label: "Read me" });
  expect((await use("list_shortcuts", { folder: "Desk" })).shortcuts).toMatchObject([
    { id: made.id, label: "Read me" },
  ]);
  expect(await use("delete_shortcut", { shortcut_id: made.id })).toEqual({ id: made.id, deleted: true });
});

test("set_member_role changes a role for an owner alone", async () => {
  const member = await h.person({ role: "member", workspace_id: as.workspace_id });
  const given = { user_id: member.user_id, role: "admin" };
  expect(await use("set_member_role", given)).toMatchObject({ id: member.user_id, role: "admin" });
  const refused = await callTool(h, member, { name: "set_member_role", arguments: given });
  expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: "role_required" } } });
});
