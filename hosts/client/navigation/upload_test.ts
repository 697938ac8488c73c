// Leading the lines of a table of contents to documents.
import { expect, test } from "bun:test";
import { refuseUnfit } from "./bounds.ts";
import { entriesOf } from "./entries.ts";
import { mergeTree } from "./merge_tree.ts";

const line = (
  title: string | null,
  leads: { path: string } | { url: string } | null,
  children: ReturnType<typeof make>[] = [],
) => make(title, leads, children);
function make(title: string | null, leads: { path: string } | { url: string } | null, children: object[]) {
  return { title, leads, children: children as never[], line: 7, is_divider: false };
}

const documents = new Map([
  ["a.md", { doc_id: "doc_a" }],
  ["guide/index.md", { doc_id: "doc_g" }],
]);

test("lines lead to documents by file or by page, and what matches nothing is told", () => {
  const lines = [
    line("A", { path: "a.html" }),
    line("\u200b", { path: "guide/" }),
    line("Gone", { path: "gone.md" }, [line("A", { path: "a.md" })]),
    line("Lost", { path: "lost.md" }),
    line("Draft\u202E", null),
    line("Out", { url: "https://example.com" }),
    line("Odd", { url: "javascript:alert(1)" }),
    { ...line(null, null), is_divider: true },
  ];
  expect(entriesOf(lines, documents)).toMatchObject({
    entries: [
      { target: "doc:doc_a", label: "A", children: [] },
      { target: "doc:doc_g", children: [] },
      { label: "Gone", children: [{ target: "doc:doc_a", label: "A", children: [] }] },
      { label: "Draft", children: [] },
      { target: "https://example.com/", label: "Out", children: [] },
      { kind: "divider", children: [] },
    ],
    unmatched: [
      { line: 7, text: "gone.md" },
      { line: 7, text: "lost.md" },
      { line: 7, text: "javascript:alert(1)" },
    ],
  });
});

test("entries that are there keep their ids and what was said of them", () => {
  const present = [
    {
      id: 1,
      target: null,
      label: "Part",
      children: [{ id: 2, target: "doc:doc_a", label: "Old", visibility: "signed_in", children: [] }],
    },
  ] as never[];
  const entries = [
    { target: "doc:doc_a", label: "A", children: [{ label: "Part", children: [] }] },
    { target: "doc:doc_a", children: [] },
  ];
  expect(mergeTree(entries, present, { prune: false }).entries).toEqual([
    {
      ...{ id: 2, target: "doc:doc_a", label: "A", visibility: "signed_in" },
      children: [{ id: 1, target: null, label: "Part", children: [] }],
    },
    { target: "doc:doc_a", children: [] },
  ] as never[]);
});

test("entries that the file does not name stay below their parent unless they are to go, and a heading is known by what lies below it", () => {
  const added = { id: 3, target: "https://example.com/", label: "Ours", children: [] };
  const last = { id: 5, target: null, label: "Last", children: [] };
  const present = [
    added,
    {
      ...{ id: 1, target: null, label: "Called otherwise" },
      children: [
        { id: 4, target: "doc:doc_b", label: null, children: [] },
        { id: 2, target: "doc:doc_a", label: "A", children: [] },
      ],
    },
    last,
  ];
  const entries = [{ label: "Part", children: [{ target: "doc:doc_a", label: "A", children: [] }] }];
  const known = { id: 2, target: "doc:doc_a", label: "A", children: [] };
  expect(mergeTree(entries, present, { prune: false })).toEqual({
    entries: [
      {
        ...{ id: 1, target: null, label: "Part" },
        children: [known, { id: 4, target: "doc:doc_b", label: null, children: [] }],
      },
      added,
      last,
    ],
    others: 3,
    relabelled: 1,
  });
  expect(mergeTree(entries, present, { prune: true })).toEqual({
    entries: [{ id: 1, target: null, label: "Part", children: [known] }],
    others: 3,
    relabelled: 1,
  });
});

test("a tree that is too deep or too long is refused with the line", () => {
  const lines = [line("A", { path: "a.md" }, [line("A", { path: "a.md" })])];
  const checked = { ...entriesOf(lines, documents), file: "SUMMARY.md" };
  const bounds = { entries_max: 2, levels_max: 2 };
  expect(() => refuseUnfit(checked, bounds)).not.toThrow();
  expect(() => refuseUnfit(checked, { ...bounds, levels_max: 1 })).toThrow(/^SUMMARY.md:7 lies 2 levels deep, .* 1:/);
  expect(() => refuseUnfit(checked, { ...bounds, entries_max: 1 })).toThrow(
    /^SUMMARY.md:7 is one too many: .* 1 entries/,
  );
});
