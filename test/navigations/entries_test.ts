// Entries of a navigation, one by one:
// every kind, where they stand, what is refused, and what becomes of what they name.
import { describe, expect, test } from "bun:test";
import { publish } from "../documents/published.ts";
import { openHarness, type ParsedBody, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { must } from "../roots/space.ts";
import { curating, outlineOf } from "./curating.ts";

const h = await openHarness();
const { makeNavigation, addEntry, add, readTree, preview } = curating(h);

const patch = (as: Person, nav: { id: number }, id: number, json: Record<string, unknown>) =>
  h.call(`PATCH /api/navigations/${nav.id}/entries/${id}`, { as, json });
const move = (as: Person, nav: { id: number }, id: number, json: Record<string, unknown>) =>
  h.call(`POST /api/navigations/${nav.id}/entries/${id}/move`, { as, json });
const outline = async (as: Person, nav: { id: number }) => outlineOf((await readTree(as, nav)).entries);

async function stand() {
  const as = await h.person();
  return { as, nav: await makeNavigation(as) };
}

/** Groups A (B, C) and D. */
async function lettered() {
  const { as, nav } = await stand();
  const ids: Record<string, number> = {};
  for (const [label, parent] of [["A"], ["B", "A"], ["C", "A"], ["D"]] as const) {
    ids[label] = (await add(as, nav, { label, parent })).id;
  }
  return { as, nav, ids: ids as Record<"A" | "B" | "C" | "D", number> };
}

describe("an entry", () => {
  test("of every kind is added, shown to its editor and to readers", async () => {
    const { as, nav } = await stand();
    const { doc } = await publish(h, { html: "<h1>Plan</h1>", visibility: "unlisted" }, { as });
    await must(h.call(`PUT /api/docs/${doc.doc_id}/alias`, { as, json: { alias: "the-plan" } }));
    await publish(h, { html: "<h1>In folder</h1>", folder: "guides/deep", visibility: "unlisted" }, { as });
    await publish(h, { html: "<h1>Tagged</h1>", tags: ["howto"], visibility: "unlisted", listing: "team" }, { as });
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
    const shown = ["Start", ["Plan", "Again"], "---", "guides", ["In folder"], "How to", ["Tagged"], "Outside"];
    const tree = await readTree(as, nav);
    expect(outlineOf(tree.entries)).toEqual(shown);
    expect(tree).toMatchObject({ version: 8, can_manage: true, entry_count: 7 });
    expect(tree.orphans.map((one: { title: string }) => one.title)).toEqual(["In folder", "Tagged"]);
    const orphans = await must(h.call(`GET /api/navigations/${nav.id}/orphans?limit=1`, { as }));
    expect(orphans.body).toMatchObject({ navigation: nav.slug, orphans: [{ title: "In folder" }] });
    const rest = await must(
      h.call(`GET /api/navigations/${nav.id}/orphans?cursor=${orphans.body.next_cursor}`, { as }),
    );
    expect(rest.body.orphans).toMatchObject([{ title: "Tagged" }]);
    expect(outlineOf((await preview(as, nav)).entries)).toEqual(shown);
    expect(outlineOf((await preview(as, nav, { anonymous: true })).entries)).toEqual(shown);
    const closed = await readTree(as, nav, "?expand=false");
    expect(outlineOf(closed.entries)).toEqual(["Start", ["Plan", "Again"], "---", "guides", "How to", "Outside"]);
    expect(closed).not.toHaveProperty("orphans");
  });

  test.each<[Record<string, unknown>, number, string | RegExp]>([
    [{}, 422, /entry without a target needs kind or a label/],
    [{ kind: "group" }, 422, /a group needs a label/],
    [{ target: "https://a.example" }, 422, /a link needs a label/],
    [{ label: "A", visibility: "group" }, 422, /needs group, its slug/],
    [{ label: "A", parent_id: [] }, 422, /parent_id/],
    [{ kind: "document" }, 422, /needs a target/],
    [
      { kind: "chapter", label: "A" },
      400,
      'kind "chapter" is not allowed; use one of group, document, folder, tag, link, divider',
    ],
    [{ label: "A", group: "nobody" }, 400, 'group "nobody" is not found'],
    [
      { label: "A", parent: "Nowhere" },
      400,
      'parent "Nowhere" is neither an entry of this navigation nor the label of a group in it',
    ],
    [{ label: "A", position: -1 }, 400, /position is -1/],
    [{ target: "doc:doc_nothere" }, 400, 'document "doc:doc_nothere" is not found'],
    [{ target: "data:text/html,x", label: "x" }, 400, /target "data:text\/html,x" is not one/],
    [{ target: "https://user:secret@a.example/", label: "x" }, 400, /is not one/],
    [{ kind: "divider", label: "A" }, 400, "a divider has no label"],
    [{ label: "\u200b\u2060" }, 400, "label is blank; it needs a character that shows"],
    [{ label: "\u3164" }, 400, "label is blank; it needs a character that shows"],
    [{ label: "A\u2028B" }, 400, "label holds U+2028, which shows nothing itself; remove it"],
    [{ label: "x".repeat(201) }, 400, /label has 201 characters; at most 200/],
  ])("of %p is refused with %p", async (json, status, error) => {
    await scenario(h, {
      given: stand,
      act: ({ as, nav }) => ({ as, call: `POST /api/navigations/${nav.id}/entries`, json }),
      expect: status === 422 ? { status } : { status, error },
      tools: !Array.isArray(json["parent_id"]),
    });
    const { as, nav } = await stand();
    const { body } = await addEntry(as, nav, json);
    expect(body.error ?? body.detail[0].msg).toMatch(error);
  });

  test("that names a document of somebody else's is refused like one that is not there", async () => {
    const { as, nav } = await stand();
    const member = await h.person({ role: "member", workspace_id: as.workspace_id });
    for (const other of [await h.person(), member]) {
      const { doc } = await publish(h, { html: "<h1>Theirs</h1>" }, { as: other });
      const { status, body } = await addEntry(as, nav, { target: doc.doc_id });
      expect([status, body.error]).toEqual([400, `document "doc:${doc.doc_id}" is not found`]);
    }
  });

  test("is changed by what is sent, null clears, and another kind is refused", async () => {
    const { as, nav } = await stand();
    const { id } = await add(as, nav, { target: "tag:a", label: "A", icon: "lucide:tag", sort: "updated" });
    const changed = (await must(patch(as, nav, id, { target: "tag:b", collapsed: true, visibility: "signed_in" })))
      .body;
    expect(changed).toMatchObject({
      target: "tag:b",
      label: "A",
      collapsed: true,
      visibility: "signed_in",
      sort: "updated",
    });
    const cleared = (await must(patch(as, nav, id, { label: null, icon: null, sort: null }))).body;
    expect(cleared).toMatchObject({ label: null, title: "b", icon: null, sort: null, version: 4 });
    expect((await must(patch(as, nav, id, { label: null }))).body.version).toBe(4);
    const kind = await patch(as, nav, id, { target: "folder:a" });
    expect([kind.status, kind.body.error]).toEqual([
      400,
      'kind "tag" does not fit the target, which is a folder; send one of that kind, or add another entry without kind',
    ]);
    const unknown = await patch(as, nav, id, { parent_id: null });
    expect([unknown.status, unknown.body.detail[0].loc]).toEqual([422, ["body", "parent_id"]]);
    expect((await patch(as, nav, 999_999, { label: "x" })).status).toBe(404);
    const other = await makeNavigation(as);
    expect((await patch(as, other, id, { label: "x" })).status).toBe(404);
  });

  test("moves with all below it, to a place or to the end", async () => {
    const { as, nav, ids } = await lettered();
    await must(move(as, nav, ids.D, { parent_id: null, position: 0 }));
    expect(await outline(as, nav)).toEqual(["D", "A", ["B", "C"]]);
    await must(move(as, nav, ids.C, { parent_id: "A", position: 0 }));
    expect(await outline(as, nav)).toEqual(["D", "A", ["C", "B"]]);
    const answer = await must(move(as, nav, ids.A, { parent_id: ids.D }));
    expect(answer.body).toMatchObject({ parent_id: ids.D, position: 0 });
    expect(await outline(as, nav)).toEqual(["D", ["A", ["C", "B"]]]);
    const { version } = await readTree(as, nav);
    expect((await must(move(as, nav, ids.A, { parent_id: ids.D, position: 7 }))).body.version).toBe(version);
  });

  test("never comes to lie below itself or deeper than eight levels", async () => {
    const { as, nav, ids } = await lettered();
    for (const parent_id of [ids.A, ids.B, "A"]) {
      const { status, body } = await move(as, nav, ids.A, { parent_id });
      expect([status, body.error]).toEqual([400, `entry ${ids.A} cannot lie below itself; move it below another one`]);
    }
    let parent_id = ids.D;
    for (let level = 2; level <= 7; level++) parent_id = (await add(as, nav, { label: `${level}`, parent_id })).id;
    expect((await move(as, nav, ids.A, { parent_id })).body.error).toBe(
      "the entry would lie 9 levels deep; at most 8 are allowed",
    );
    const last = await add(as, nav, { label: "8", parent_id });
    expect((await addEntry(as, nav, { label: "9", parent_id: last.id })).status).toBe(400);
    expect(await outline(as, nav)).toContain("A");
  });

  test("is removed with what lies below it, and the others close up", async () => {
    const { as, nav, ids } = await lettered();
    await scenario(h, {
      given: lettered,
      act: (one) => ({ as: one.as, call: `DELETE /api/navigations/${one.nav.id}/entries/${one.ids.B}` }),
      expect: ({ ids: { B } }) => ({
        status: 200,
        body: { id: B, deleted: true, version: 6 },
        audit: [{ action: "nav.entry_delete", meta: { entry_id: B, entries: 1 } }],
      }),
    });
    await must(h.call(`DELETE /api/navigations/${nav.id}/entries/${ids.A}`, { as }));
    const tree = await readTree(as, nav);
    expect(tree.entries).toMatchObject([{ id: ids.D, position: 0, children: [] }]);
    expect(tree.entry_count).toBe(1);
  });

  test("leads nowhere, and is gone for readers, once its document is deleted, closed, expired or moved away", async () => {
    const { as, nav } = await stand();
    const member = await h.person({ role: "member", workspace_id: as.workspace_id });
    const at = (doc: ParsedBody) => `/api/docs/${doc.doc_id}`;
    const open = { visibility: "workspace", listing: "team" };
    const docs = await Promise.all(
      ["Deleted", "Closed", "Expired", "Stays"].map(
        async (title) => (await publish(h, { html: "x", title, ...open }, { as })).doc,
      ),
    );
    const [deleted, closed, expired] = docs;
    for (const doc of docs) await add(as, nav, { target: doc.doc_id });
    expect(outlineOf((await preview(member, nav)).entries)).toEqual(["Deleted", "Closed", "Expired", "Stays"]);
    await must(h.call(`DELETE ${at(deleted)}`, { as }));
    await must(h.call(`PATCH ${at(closed)}`, { as, json: { visibility: "restricted" } }));
    await must(h.call(`PATCH ${at(expired)}`, { as, json: { retention_days: 1 } }));
    const start = h.clock.now();
    h.clock.advance(2 * 86_400_000);
    expect(outlineOf((await preview(member, nav)).entries)).toEqual(["Stays"]);
    expect((await preview(member, nav, { anonymous: true })).entries).toEqual([]);
    const { entries, version } = await readTree(as, nav);
    expect(entries.map((one: ParsedBody) => [one.title, one.broken])).toEqual([
      ["", true],
      ["Closed", false],
      ["", true],
      ["Stays", false],
    ]);
    const kept = await must(h.call(`PUT /api/navigations/${nav.id}`, { as, json: { entries, version } }));
    expect(kept.body).toMatchObject({ version, entry_count: 4 });
    h.clock.set(start);
    await must(h.call(`POST ${at(deleted)}/undelete`, { as }));
    expect(outlineOf((await preview(member, nav)).entries)).toEqual(["Deleted", "Expired", "Stays"]);
  });

  test("on an alias follows it to another document", async () => {
    const { as, nav } = await stand();
    const [one, other] = [
      await publish(h, { html: "x", title: "One" }, { as }),
      await publish(h, { html: "x", title: "Other" }, { as }),
    ];
    await must(h.call(`PUT ${one.at}/alias`, { as, json: { alias: "guide" } }));
    await add(as, nav, { target: "guide" });
    await must(h.call(`PUT ${other.at}/alias`, { as, json: { alias: "guide", force: true } }));
    expect(await outline(as, nav)).toEqual(["Other"]);
    await must(h.call(`DELETE ${other.at}/alias`, { as }));
    expect((await readTree(as, nav)).entries).toMatchObject([{ target: "guide", broken: true, doc: null }]);
  });

  test("on a folder follows it when it is renamed, and shows nothing once it or its root is gone", async () => {
    const { as, nav } = await stand();
    await must(h.call("POST /api/roots", { as, json: { name: "Plans" } }));
    for (const root of ["~", "plans"]) await publish(h, { html: "x", title: root, root, folder: "a/b" }, { as });
    for (const target of ["folder:a", "folder:plans:a/b"]) await add(as, nav, { target });
    await must(h.call("PATCH /api/folders", { as, json: { path: "a", new_path: "z" } }));
    await must(h.call("PATCH /api/folders", { as, json: { path: "a/b", new_path: "c", root: "plans" } }));
    const { entries } = await readTree(as, nav);
    expect(entries.map((one: ParsedBody) => one.target)).toEqual(["folder:z", "folder:plans:c"]);
    expect(outlineOf(entries)).toEqual(["z", ["~"], "c", ["plans"]]);
    await must(h.call("DELETE /api/roots/plans?force=true", { as }));
    await must(h.call("DELETE /api/folders?path=z&force=true", { as }));
    expect((await readTree(as, nav)).entries).toMatchObject([
      { target: "folder:z", items: [], broken: false },
      { target: "folder:?:c", items: [], broken: true },
    ]);
    expect((await preview(as, nav)).entries).toEqual([]);
  });

  test("and a navigation carry icons, which go when the library loses them", async () => {
    const { as, nav } = await stand();
    const member = await h.person({ role: "member", workspace_id: as.workspace_id });
    const { id } = await add(as, nav, { label: "A" });
    const set = (who: Person, target: string, icon: string) =>
      h.call("PUT /api/icons/target", { as: who, json: { target, icon } });
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 1"/></svg>';
    const { icon, id: icon_id } = (await must(h.call("POST /api/icons", { as, json: { name: "Dot", svg } }))).body;
    await must(set(as, `nav:${id}`, icon));
    await must(set(as, `navigation:${nav.slug}`, "🚀"));
    expect(await readTree(as, nav)).toMatchObject({ icon: "🚀", version: 4, entries: [{ icon }] });
    // Whether there is an entry of that id is nothing that a member can find out.
    for (const target of [`nav:${id}`, "nav:999999"]) expect((await set(member, target, "🚀")).status).toBe(403);
    for (const target of ["nav:999999", "nav:x", "navigation:nowhere"])
      expect((await set(as, target, "🚀")).status).toBe(404);
    expect((await set(await h.person(), `nav:${id}`, "🚀")).status).toBe(404);
    await must(h.call(`DELETE /api/icons/${icon_id}`, { as }));
    await must(h.call(`DELETE /api/icons/target?target=navigation:${nav.slug}`, { as }));
    expect(await readTree(as, nav)).toMatchObject({ icon: null, entries: [{ icon: null }] });
  });
});
