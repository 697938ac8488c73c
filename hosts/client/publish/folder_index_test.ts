// Holds which page of a folder is its beginning.
import { expect, test } from "bun:test";
import { findIndex } from "./folder_index.ts";

const fileAt = (path: string) => ({
  ...{ path, absolute: `/${path}`, size: 1 },
  kind: /\.md$/i.test(path) ? ("markdown" as const) : path.endsWith(".html") ? ("html" as const) : ("other" as const),
});

test.each([
  [["appendix.md", "README.md", "SUMMARY.md", "index.md"], "README.md"],
  [["SUMMARY.md", "appendix.md", "index.html"], "SUMMARY.md"],
  [["a.md", "index.html"], "index.html"],
  [["a.md", "readme.markdown"], "readme.markdown"],
  [["a.md", "deep/README.md", "src/part/SUMMARY.md"], "deep/README.md"],
  [["only.md", "picture.png"], "only.md"],
])("of %p readers begin at %p", (paths, index) => {
  expect(findIndex(paths.map(fileAt))?.path).toBe(index);
});

test.each([[["a.md", "b.md"]], [["README.txt", "table.csv"]], [["read.me.md", "c.md"]]])(
  "%p has no beginning",
  (paths) => {
    expect(findIndex(paths.map(fileAt))).toBeNull();
  },
);
