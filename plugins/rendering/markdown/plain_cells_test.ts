// Proves that cells taken as they stand make the same tree as cells that are parsed,
// and that simple ones are not parsed.
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import type { Extension } from "micromark-util-types";
import { plainCells, SIMPLE_CELL_BUILDER } from "./plain_cells.ts";

const parse = (source: string, ...extensions: Extension[]) =>
  fromMarkdown(source, { extensions, mdastExtensions: [...gfmFromMarkdown(), SIMPLE_CELL_BUILDER] });

/** Nothing asks where something in a cell stands; all else has its position. */
function withoutPlacesInCells(root: Nodes, isInCell = false): Nodes {
  if (isInCell) delete root.position;
  if ("children" in root)
    for (const child of root.children) withoutPlacesInCells(child, isInCell || root.type === "tableCell");
  return root;
}

const WORDS = [
  ...["word", "two words", "7.00", "2026-01-11", "-", "=", "#", "1.", "ä", "漢字", "&amp;", "a&b", "`code`", "*em*"],
  ...["**b**", "_u_", "~~s~~", "[l](x)", "![p](y)", "<b>", "\\|", "\\", "www.example.org", "WWW.x.y", "a@b.example"],
  ...["http://e.example/", "x:y", " ", "", "\t", "a\u00a0b", "$x$", "[^1]", "(a, b)", "50%", "+1", "a;b", "'q'"],
];
const cell = fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }).map((words) => words.join(" "));
const row = fc.array(cell, { minLength: 1, maxLength: 4 }).map((cells) => `| ${cells.join(" | ")} |`);

test("a table with simple cells is the same tree, positions of blocks, rows and cells too", () => {
  const table = fc.record({
    head: row,
    rows: fc.array(row, { maxLength: 6 }),
    prefix: fc.constantFrom("", "> ", "- "),
  });
  fc.assert(
    fc.property(table, fc.constantFrom("\n", "\r\n"), ({ head, rows, prefix }, end) => {
      const columns = head.split(/(?<!\\)\|/).length - 2;
      const source = [`# ${head.slice(2, -2)}`, "", head, `|${"---|".repeat(columns)}`, ...rows]
        .map((line) => prefix + line)
        .join(end);
      expect(withoutPlacesInCells(parse(source, plainCells(gfm())))).toEqual(
        withoutPlacesInCells(parse(source, gfm())),
      );
    }),
  );
});

test("nothing looks into a simple cell, with marks in it or none", () => {
  let looks = 0;
  const watching: Extension = {
    text: {
      112: {
        tokenize: (_effects, _ok, nok) => {
          looks++;
          return nok;
        },
      },
    },
  };
  const source = "| p |\n|---|\n| paid p |\n| *p*, `p` and [p](p) |\n";
  parse(source, plainCells(gfm()), watching);
  expect(looks).toBe(0);
  parse(source, gfm(), watching);
  expect(looks).toBeGreaterThan(0);
});
