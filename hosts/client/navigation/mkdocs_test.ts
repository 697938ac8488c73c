// Reading the nav of mkdocs.yml.
import { expect, test } from "bun:test";
import { docsFolderOf, readMkdocs } from "./mkdocs.ts";

test("a nav has pages with and without titles, sections and addresses, whatever else the file says", () => {
  const text = `site_name: !ENV [NAME, x]
docs_dir: pages
markdown_extensions:
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
nav:
  - index.md
  - 'Guide: first':
      - Start: guide/start.md
      - Deep:
          - guide/deep/a.md
  - Outside: https://example.com/
  - Odd: 7
  - 8
`;
  const page = { children: [], line: null, is_divider: false };
  const outline = readMkdocs(text, { folder: "" });
  expect(outline?.lines).toEqual([
    { ...page, title: null, leads: { path: "index.md" } },
    {
      ...page,
      title: "Guide: first",
      leads: null,
      children: [
        { ...page, title: "Start", leads: { path: "guide/start.md" } },
        {
          ...page,
          title: "Deep",
          leads: null,
          children: [{ ...page, title: null, leads: { path: "guide/deep/a.md" } }],
        },
      ],
    },
    { ...page, title: "Outside", leads: { url: "https://example.com/" } },
  ]);
  expect(outline?.unread).toEqual([
    { line: null, text: "Odd" },
    { line: null, text: "8" },
  ]);
  expect(docsFolderOf(text)).toBe("pages");
  expect(readMkdocs(text, { folder: "pages" })?.lines[0]?.leads).toEqual({ path: "pages/index.md" });
});

test("a file without nav has no outline, and one that is no YAML says so", () => {
  expect(readMkdocs("site_name: x", { folder: "" })).toBeNull();
  expect(readMkdocs("", { folder: "" })).toBeNull();
  expect(docsFolderOf("site_name: x")).toBe("docs");
  expect(() => readMkdocs("a: [1\n b: 2", { folder: "" })).toThrow(/YAML/);
});
