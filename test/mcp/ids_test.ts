// Ids that tools answer are taken by tools, as the numbers that they are or as text.
import { expect, test } from "bun:test";
import { Refusal } from "../../kernel/plugin.ts";
import { typesOf } from "../../kernel/ports/base.ts";
import type { ToolEntry } from "../../kernel/ports/plugin.ts";
import { readArguments } from "../../kernel/ports/tools.ts";
import { mayBeNumbered } from "../../kernel/tools/tools.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { callTool } from "../harness/scenario.ts";

const h = await openHarness();

async function say(as: Person, name: string, given: Record<string, unknown>) {
  const { isError, content, structuredContent } = await callTool(h, as, { name, arguments: given });
  expect([name, isError ?? false, isError ? content : []]).toEqual([name, false, []]);
  return structuredContent;
}

test("a navigation goes by the id that its making answered", async () => {
  const as = await h.person();
  for (const form of [Number, String]) {
    const { id: made } = await say(as, "create_navigation", { name: `Book ${form.name}` });
    const id = form(made);
    const group = await say(as, "add_navigation_entry", { id, kind: "group", label: "Start" });
    const entry = await say(as, "add_navigation_entry", { id, target: "tag:plans", parent_id: form(group.id) });
    await say(as, "move_navigation_entry", { id, entry_id: form(entry.id), parent_id: null });
    await say(as, "move_navigation_entry", { id, entry_id: form(entry.id), parent_id: form(group.id) });
    await say(as, "update_wiki", { navigation: id });
    expect((await say(as, "get_navigation", { id })).id).toBe(made);
    await say(as, "delete_navigation", { id });
  }
});

test("a root goes by its id wherever a slug is taken", async () => {
  const as = await h.person();
  const { id } = await say(as, "create_root", { name: "Plans" });
  for (const root of [id, String(id)]) {
    expect((await say(as, "get_root", { root })).id).toBe(id);
    const { doc_id } = await say(as, "publish_html", { content: "<h1>Plan</h1>", root });
    const { docs } = await say(as, "list_docs", { root });
    expect(docs.map((one: { doc_id: string }) => one.doc_id)).toContain(doc_id);
    await say(as, "list_folders", { root });
    await say(as, "search_docs", { q: "Plan", root });
  }
});

test("every text in which an id may stand takes a whole number, and every whole number its text, and no other text does", () => {
  const refused: string[] = [];
  for (const called of h.runtime.catalogue.tools.values()) {
    for (const [name, schema] of Object.entries(called.shape.inputSchema.properties)) {
      const types = typesOf(schema);
      const isOwn = called.shape.places.has(name);
      if (!isOwn || "enum" in schema) continue;
      if (types.has("integer") && readOne(called, name, "7") !== 7 && !types.has("string"))
        refused.push(`${called.tool.name}.${name} as text`);
      if (!types.has("string") || types.has("integer") || types.has("number")) continue;
      if ((readOne(called, name, 7) === "7") !== mayBeNumbered(name))
        refused.push(`${called.tool.name}.${name} as a number`);
    }
  }
  expect(refused).toEqual([]);
});

/** What the operation gets for one argument beside those that the tool needs; undefined for one that is refused. */
function readOne(called: ToolEntry, name: string, value: unknown): unknown {
  const { required } = called.shape.inputSchema;
  const others = Object.fromEntries([...required, ...(called.tool.requires_one ?? [])].map((one) => [one, "1"]));
  try {
    const { params, query, body } = readArguments(called, { ...others, [name]: value });
    return { ...params, ...query, ...(body as object) }[name as never];
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

test("what is no whole number, or one of a list of words, is not taken for text", async () => {
  const as = await h.person();
  const refused = await callTool(h, as, { name: "get_navigation", arguments: { id: 1.5 } });
  expect(refused.structuredContent.error.code).toBe("invalid_arguments");
  const word = await callTool(h, as, { name: "publish_html", arguments: { content: "x", visibility: 5 } });
  expect(word.structuredContent.error.code).toBe("invalid_arguments");
});
