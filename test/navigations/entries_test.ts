// Entries of a navigation, one by one: every kind, where they stand, and what is refused.
import { describe, expect, test } from "bun:test";
import { publish } from "../documents/published.ts";
import { openHarness } from "../harness.ts";
import { must } from "../roots/space.ts";
import { curating, outlineOf } from "./curating.ts";

const h = await openHarness();
const { makeNavigation, add, readTree, preview } = curating(h);

describe("an entry", () => {
  test("of every kind is added, shown to its editor and to readers", async () => {
    const as = await h.person();
    const { doc } = await publish(h, { html: "<h1>Plan</h1>", visibility: "unlisted" }, { as });
    await must(h.call(`PUT /api/docs/${doc.doc_id}/alias`, { as, json: { alias: "the-plan" } }));
    await publish(h, { html: "<h1>In folder</h1>", folder: "guides/deep", visibility: "unlisted" }, { as });
    await publish(h, { html: "<h1>Tagged</h1>", tags: ["howto"], visibility: "unlisted", listing: "team" }, { as });
    const nav = await makeNavigation(as);
    const group = await add(as, nav, { label: "Start", icon: "lucide:rocket" });
    expect(group).toMatchObject({ kind: "group", parent_id: null, position: 0, navigation: nav.slug, version: 2 });
    const byId = await add(as, nav, { target: `doc:${doc.doc_id}`, parent_id: group.id });
    expect(byId).toMatchObject({ kind: "document", title: "Plan", broken: false, doc: { alias: "the-plan" } });
    const byAlias = await add(as, nav, { target: "the-plan", parent: "Start", label: "Again" });
    expect(byAlias).toMatchObject({ parent_id: group.id, position: 1, title: "Again", target: "the-plan" });
    await add(as, nav, { kind: "divider" });
    await add(as, nav, { target: "folder:guides" });
    await add(as, nav, { target: "tag:HowTo", label: "How to" });
    await add(as, nav, { target: "https://example.com/a?b", label: "Outside" });
    const outline = ["Start", ["Plan", "Again"], "---", "guides", ["In folder"], "How to", ["Tagged"], "Outside"];
    const tree = await readTree(as, nav);
    expect(outlineOf(tree.entries)).toEqual(outline);
    expect(tree).toMatchObject({ version: 8, can_manage: true, entry_count: 7 });
    expect(tree.orphans.map((one: { title: string }) => one.title)).toEqual(["In folder", "Tagged"]);
    expect(outlineOf((await preview(as, nav)).entries)).toEqual(outline);
    expect(outlineOf((await preview(as, nav, { anonymous: true })).entries)).toEqual(outline);
    const closed = await readTree(as, nav, "?expand=false");
    expect(outlineOf(closed.entries)).toEqual(["Start", ["Plan", "Again"], "---", "guides", "How to", "Outside"]);
    expect(closed).not.toHaveProperty("orphans");
  });
});
