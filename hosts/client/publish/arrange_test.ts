// Which order and which first pages a published folder is given.
import { expect, test } from "bun:test";
import { readSummary } from "../navigation/summary.ts";
import { arrangeFolders, isOfEarlierRun } from "./arrange.ts";

function documentsOf(paths: readonly string[]) {
  return new Map(
    paths.map((path) => {
      const at = path.lastIndexOf("/");
      return [path, { doc_id: path, folder: at < 0 ? "book" : `book/${path.slice(0, at)}` }] as const;
    }),
  );
}

const SUMMARY =
  "# Summary\n\n[Foreword](foreword.md)\n\n- [One](ch1/README.md)\n  - [Deep](ch1/z.md)\n  - [Low](ch1/b.md)\n- [Two](ch2.md)\n\n[Appendix](appendix.md)\n";

test("chapters stand as the table of contents has them, folders by the first page in them, and licences last", () => {
  const paths = [
    "LICENSE.md",
    "SUMMARY.md",
    "appendix.md",
    "ch1/README.md",
    "ch1/b.md",
    "ch1/z.md",
    "ch2.md",
    "foreword.md",
    "other.md",
  ];
  const outline = readSummary(SUMMARY, { folder: "" });
  expect(arrangeFolders(documentsOf(paths), { top: "book", outline })).toEqual([
    {
      folder: "book",
      index: "SUMMARY.md",
      order: ["d:foreword.md", "f:ch1", "d:ch2.md", "d:appendix.md", "d:other.md", "d:SUMMARY.md", "d:LICENSE.md"],
    },
    { folder: "book/ch1", index: "ch1/README.md", order: ["d:ch1/README.md", "d:ch1/z.md", "d:ch1/b.md"] },
  ]);
});

test("without a table of contents names decide, but for what nobody reads first", () => {
  const arranged = arrangeFolders(documentsOf(["2.md", "10.md", "a/x.md"]), { top: "book", outline: null });
  expect(arranged.map(({ index, order }) => ({ index, order }))).toEqual([
    { index: null, order: [] },
    { index: null, order: [] },
  ]);
  const [top] = arrangeFolders(documentsOf(["10.md", "2.md", "CONTRIBUTING.md", "README.md"]), {
    top: "book",
    outline: null,
  });
  expect(top).toMatchObject({ index: "README.md", order: ["d:2.md", "d:10.md", "d:README.md", "d:CONTRIBUTING.md"] });
});

test.each<[string[], string[], boolean]>([
  [[], ["a", "b"], true],
  [["a", "c"], ["a", "b", "c"], true],
  [["c", "a"], ["a", "b", "c"], false],
  [["a", "s:1"], ["a", "b"], false],
])("an order %p gives way to %p: %p", (standing, wanted, gives) => {
  expect(isOfEarlierRun(standing, wanted)).toBe(gives);
});
