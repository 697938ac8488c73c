// Proves that tables looked for where they may be are the tables that are there.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import type { Construct, Extension } from "micromark-util-types";
import { pickByDepth } from "../../../test/harness/depth.ts";
import { tablesWhereHeld } from "./held_tables.ts";

const parse = (source: string, syntax: Extension) =>
  fromMarkdown(source, { extensions: [syntax], mdastExtensions: gfmFromMarkdown() });

const PREFIXES = ["", "", "", "> ", ">", "- ", "  ", "   ", "    ", "1. ", "+ ", "> - ", "\t"];
const LINES = [
  ...["a | b", "| a | b |", "|a|", "a", "text", "", " ", "# a", "===", "```", "<div>", "[a]: /b", "$$", "a\\"],
  ...[
    "-|-",
    "| --- | --- |",
    "|:-:|-:|",
    "|-",
    "-",
    ":-",
    "---",
    "- -",
    "--|",
    "|-|a",
    "* * *",
    "| :-: |",
    "-\u00a0|-",
    "|1-|",
  ],
];

test("lines in any order, in quotes and lists, are the same tree, positions too", () => {
  const line = fc.tuple(fc.constantFrom(...PREFIXES), fc.constantFrom(...LINES)).map((parts) => parts.join(""));
  const source = fc.tuple(fc.array(line, { maxLength: 10 }), fc.constantFrom("\n", "\n", "\r\n", "\r"));
  fc.assert(
    fc.property(source, ([lines, end]) => {
      const text = lines.join(end);
      expect(parse(text, tablesWhereHeld(gfm(), text))).toEqual(parse(text, gfm()));
    }),
    { numRuns: pickByDepth({ small: 1000, deep: 3000 }) },
  );
});

test("prose is not looked at for tables", () => {
  let looks = 0;
  const table: Construct = {
    name: "table",
    tokenize: (_effects, _ok, nok) => {
      looks++;
      return nok;
    },
  };
  const text = "one - line\nand another\n\n- a list\n\na|b\n-|-\n";
  parse(text, tablesWhereHeld({ flow: { null: [table] } }, text));
  expect(looks).toBe(1);
});
