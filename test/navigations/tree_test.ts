// A whole tree, replaced at once:
// ids survive, a stale version is told the current tree, and the first bad node is named.
import { describe, expect, test } from "bun:test";
import { publish } from "../documents/published.ts";
import { openHarness, type ParsedBody } from "../harness/harness.ts";
import { must } from "../roots/space.ts";
import { curating, outlineOf } from "./curating.ts";

const h = await openHarness();
const { makeNavigation, add, readTree, putTree } = curating(h);

async function stand() {
  const as = await h.person();
  return { as, nav: await makeNavigation(as) };
}

describe("a tree", () => {
  test("is made, reordered and thinned out by PUT, and its ids survive", async () => {
    const { as, nav } = await stand();
    const { doc } = await publish(h, { html: "<h1>Plan</h1>" }, { as });
    const entries = [
      { label: "A", children: [{ target: doc.doc_id }, { kind: "divider" }] },
      { label: "B", collapsed: true },
    ];
    const first = (await must(putTree(as, nav, { entries, version: 1 }))).body;
    expect(first).toMatchObject({ version: 2, entry_count: 4 });
    expect(outlineOf(first.entries)).toEqual(["A", ["Plan", "---"], "B"]);
    const [a, b] = first.entries;
    const turned = [
      { ...b, children: [a.children[0]] },
      { ...a, label: "A again", children: [{ label: "New" }] },
    ];
    const answer = await must(
      h.call(`PUT /api/navigations/${nav.slug}`, { as, json: { tree: turned }, headers: { "if-match": '"2"' } }),
    );
    expect(answer.headers.get("etag")).toBe('"3"');
    expect(outlineOf(answer.body.entries)).toEqual(["B", ["Plan"], "A again", ["New"]]);
    expect(answer.body.entries[0]).toMatchObject({
      id: b.id,
      collapsed: true,
      children: [{ id: a.children[0].id, parent_id: b.id }],
    });
    expect(answer.body.entries[1].id).toBe(a.id);
    const { expanded: _none, ...read } = await readTree(as, nav, "?expand=false");
    expect(read).toEqual(answer.body);
    const again = await must(putTree(as, nav, { entries: read.entries, version: 3 }));
    expect(again.headers.get("etag")).toBe('"3"');
  });

  test("sent back as it was read changes nothing and is no new version", async () => {
    const { as, nav } = await stand();
    await publish(h, { html: "<h1>Here</h1>", folder: "guides" }, { as });
    for (const json of [
      { label: "A" },
      { target: "folder:guides", parent: "A" },
      { target: "https://a.example/", label: "x" },
      { kind: "divider" },
    ])
      await add(as, nav, json);
    const { entries, version } = await readTree(as, nav);
    const before = await h.audit();
    const answer = await must(putTree(as, nav, { entries, version }));
    expect(answer.body.version).toBe(version);
    expect(await h.audit()).toEqual(before);
  });

  test("of a stale version is refused with 409 and the current tree", async () => {
    const { as, nav } = await stand();
    await add(as, nav, { label: "Theirs" });
    for (const send of [
      { json: { entries: [], version: 1 } },
      { json: { entries: [] }, headers: { "if-match": '"1"' } },
    ]) {
      const { status, body } = await h.call(`PUT /api/navigations/${nav.id}`, { as, ...send });
      expect(status).toBe(409);
      expect(body.detail.error).toContain("is at version 2, your change was made on version 1");
      expect(outlineOf(body.detail.current.entries)).toEqual(["Theirs"]);
      expect(body.detail.current.version).toBe(2);
    }
    const none = await putTree(as, nav, { entries: [] });
    expect([none.status, none.body.detail[0].loc]).toEqual([422, ["body", "version"]]);
    expect(outlineOf((await readTree(as, nav)).entries)).toEqual(["Theirs"]);
  });

  const deep = (levels: number): ParsedBody[] =>
    levels === 0 ? [] : [{ label: `${levels}`, children: deep(levels - 1) }];

  test.each<[string, unknown[], (string | number)[]]>([
    ["2,001 entries", Array.from({ length: 2001 }, () => ({ kind: "divider" })), [2000]],
    [
      "nine levels",
      deep(9),
      [
        0,
        "children",
        0,
        "children",
        0,
        "children",
        0,
        "children",
        0,
        "children",
        0,
        "children",
        0,
        "children",
        0,
        "children",
        0,
      ],
    ],
    ["an unknown member", [{ label: "A" }, { lable: "B" }], [1, "lable"]],
    ["a group without label", [{ label: "A", children: [{ kind: "group" }] }], [0, "children", 0, "label"]],
    ["nothing at all", [{}], [0, "target"]],
    ["no object", ["A"], [0]],
    ["a link without label", [{ target: "https://a.example" }], [0, "label"]],
    ["an address that a browser runs", [{ target: "javascript:alert(1)", label: "x" }], [0, "target"]],
    ["a blank label", [{ label: " \t" }], [0, "label"]],
    ["a label that turns the direction of text", [{ label: "a\u202Egpj.exe" }], [0, "label"]],
    ["a wrong type", [{ label: 7 }], [0, "label"]],
    ["an unknown visibility", [{ label: "A", visibility: "secret" }], [0, "visibility"]],
    ["a group of nobody", [{ label: "A", visibility: "group", group: "nobody" }], [0, "group"]],
    ["no group", [{ label: "A", visibility: "group" }], [0, "group"]],
    ["a group without its visibility", [{ label: "A", visibility: "public", group: "x" }], [0, "group"]],
    ["a sorted group", [{ label: "A", sort: "title" }], [0, "sort"]],
    ["a document that is not there", [{ target: "doc:doc_nothere" }], [0, "target"]],
    ["an alias that is not there", [{ target: "nowhere" }], [0, "target"]],
    ["a folder of a root that is not there", [{ target: "folder:nowhere:a" }], [0, "target"]],
    ["somebody else's folder", [{ target: "folder:~1:a" }], [0, "target"]],
    ["a bad folder", [{ target: "folder:a//b" }], [0, "target"]],
    ["a bad icon", [{ label: "A", icon: "lucide:nope" }], [0, "icon"]],
    ["a kind that does not fit", [{ target: "tag:a", kind: "folder" }], [0, "kind"]],
    ["an entry of another navigation", [{ id: 999_999, label: "A" }], [0, "id"]],
    ["children of a divider", [{ kind: "divider", children: [{ label: "A" }] }], [0, "children"]],
  ])("with %s is refused with 422 and the path of the first bad node", async (_name, entries, path) => {
    const { as, nav } = await stand();
    await add(as, nav, { label: "Kept" });
    const before = await h.audit();
    const { status, body } = await putTree(as, nav, { entries, version: 2 });
    expect([status, body.detail?.[0]?.loc]).toEqual([422, ["body", "entries", ...path]]);
    expect(outlineOf((await readTree(as, nav)).entries)).toEqual(["Kept"]);
    expect(await h.audit()).toEqual(before);
  });

  test("naming an entry twice is refused, so that no tree has a circle", async () => {
    const { as, nav } = await stand();
    const { id } = await add(as, nav, { label: "A" });
    const { status, body } = await putTree(as, nav, {
      entries: [{ id, label: "A", children: [{ id, label: "A" }] }],
      version: 2,
    });
    expect([status, body.detail[0].loc]).toEqual([422, ["body", "entries", 0, "children", 0, "id"]]);
  });

  test("of more than 1 MiB is refused with 413", async () => {
    const { as, nav } = await stand();
    const entries = Array.from({ length: 1500 }, () => ({
      label: "é".repeat(199),
      target: `https://a.example/${"x".repeat(500)}`,
    }));
    expect((await putTree(as, nav, { entries, version: 1 })).status).toBe(413);
  });

  test("of 2,000 entries, with markup and emoji in labels, is kept as it was sent", async () => {
    const { as, nav } = await stand();
    const label = "<script>alert(1)</script> & 👩‍👩‍👧 **עברית** \u200F";
    const entries = Array.from({ length: 20 }, () => ({
      label,
      children: Array.from({ length: 99 }, (_, n) => ({ label: `n${n}` })),
    }));
    const { body } = await must(putTree(as, nav, { entries, version: 1 }));
    expect(body.entry_count).toBe(2000);
    expect(body.entries[19].label).toBe(label.normalize("NFC").trim());
    expect(body.entries[19].children.map((one: ParsedBody) => one.title)).toEqual(
      entries[0]?.children.map((one) => one.label),
    );
    const { entries: shown, version } = await readTree(as, nav);
    expect((await must(putTree(as, nav, { entries: shown, version }))).body.version).toBe(version);
    const more = await h.call(`POST /api/navigations/${nav.id}/entries`, { as, json: { label: "one more" } });
    expect(more.status).toBe(400);
  });
});
