// Leading the lines of a table of contents to documents.
import { expect, test } from "bun:test";
import { entriesOf, keepIds } from "./upload.ts";

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
    line(null, { path: "guide/" }),
    line("Gone", { path: "gone.md" }, [line("A", { path: "a.md" })]),
    line("Lost", { path: "lost.md" }),
    line("Draft\u202E", null),
    line("Out", { url: "https://example.com" }),
    line("Odd", { url: "javascript:alert(1)" }),
    { ...line(null, null), is_divider: true },
  ];
  expect(entriesOf(lines, documents)).toEqual({
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
  expect(keepIds(entries, present)).toEqual([
    {
      ...{ id: 2, target: "doc:doc_a", label: "A", visibility: "signed_in" },
      children: [{ id: 1, target: null, label: "Part", children: [] }],
    },
    { target: "doc:doc_a", children: [] },
  ] as never[]);
});
