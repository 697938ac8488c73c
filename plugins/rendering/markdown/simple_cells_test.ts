// Proves that what is read of a cell without the parser is what the parser reads, with all that our markdown knows.
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Nodes, PhrasingContent } from "mdast";
import { pickByDepth } from "../../../test/harness/depth.ts";
import { parseMarkdown } from "./markdown_tree.ts";
import { readSimpleCell } from "./simple_cells.ts";

/** The parser's cell, without the positions of its nodes. */
function parseCell(cell: string): PhrasingContent[] {
  const [table] = parseMarkdown(`| a |\n| - |\n| ${cell} |\n\n[a]: /defined\n`, []).children;
  const content = table?.type === "table" ? (table.children[1]?.children[0]?.children ?? []) : [];
  const waiting: Nodes[] = [...content];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    delete node.position;
    if ("children" in node) waiting.push(...node.children);
  }
  return content;
}

const WORDS = "a word 7.00 Ab ä 漢 ٣ \u{1f600} - = # 1. ( ) , ; : ' \" ! ? / > ^ { } $ & < _ a_b it's a/b -- ©";
const MARKS = "* ** *** ` `` _ __ ~ ~~ $ $$ \\ [ ] ![ [[ ]] ( ](b) ]: [^ <! </ <a &# @ www. :// mailto: xmpp:";
const WHOLE =
  "*em* *a/b* **strong** `code` `a*b` `\\` `$` $x$ &amp; &amp <b> [a] [a](/b) [a](b&c) [b][a] [[a]] ![a](b) [^a](b) a@b.example" +
  " a.b+c@d-e.example a_b@c.example a@b.c1 a@b www.e.example http://e.example https://e.example/a/b?c=d#e https://e.example/a.";
const SPACES = [" ", " ", "  ", "\u00a0", "\u00ad", "\u200d", "\u0301", "` c `"];
const PIECES = [...`${WORDS} ${MARKS} ${WHOLE}`.split(" "), ...SPACES];

test("a cell that is read without the parser is the parser's, for any words and marks", () => {
  const trimmed = (pieces: string[]) => pieces.join("").replace(/^[ \t]+|[ \t]+$/g, "");
  const cell = fc.array(fc.constantFrom(...PIECES), { maxLength: 7 }).map(trimmed);
  fc.assert(
    fc.property(cell, (text) => {
      const simple = readSimpleCell(text);
      if (simple) expect(simple).toEqual(parseCell(text));
    }),
    { numRuns: pickByDepth({ small: 2000, deep: 15_000 }) },
  );
});

test.each([
  ["nothing", ""],
  ["words", "two words, 7.00"],
  ["signs", 'it\'s a/b: "x" & y < 5 > $3, snake_case!'],
  ["a mail address", "ann.b+c@mail.example-1.org"],
  ["an address of the web", "https://docs.example.org/a/b-c?d=1#e"],
  ["emphasis", "paid by *card* 7"],
  ["several marks", "**Strong** and *a b*, `x.y`."],
  ["code of any letters", "`<b>&amp; $x [[a]] *`"],
  ["a link", "see [the plan](../plans/first.md#now), too"],
])("%s needs no parser", (_, cell) => {
  expect(readSimpleCell(cell)).not.toBeNull();
  expect(readSimpleCell(cell)).toEqual(parseCell(cell));
});

test.each([
  "*a",
  "a*",
  "* a *",
  "*a**b*",
  "***a***",
  "`a",
  "``a``",
  "[a]",
  "a@b.c1 d",
  "www.e.org",
  "<b>",
  "$x$",
  "a\\",
])("%p is left to the parser", (cell) => {
  expect(readSimpleCell(cell)).toBeNull();
});
