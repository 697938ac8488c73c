// Proves that bounds on emphasis and brackets change nothing within them, and keep a parser quick beyond them.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { toHtml } from "hast-util-to-html";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { toHast } from "mdast-util-to-hast";
import { gfm } from "micromark-extension-gfm";
import type { Extension } from "micromark-util-types";
import { pickByDepth } from "../../../test/harness/depth.ts";
import { boundBrackets, boundMarks } from "./bounded_inlines.ts";

const PIECES = [
  ...[
    "*",
    "**",
    "***",
    "_",
    "__",
    "~",
    "~~",
    "[",
    "]",
    "![",
    "](b)",
    "](b 'c')",
    "][r]",
    "[]",
    "[^1]",
    "![^1]",
    "\\",
    "!",
  ],
  ...["a", " ", "\n", "`", "<b>", "<http://c.d>", "https://e.f", "g@h.i", "&amp;", "[r]", "(", ")", "]:", "^"],
];

function htmlOf(source: string, extensions: Extension[]): string {
  const tree = fromMarkdown(source, { extensions, mdastExtensions: gfmFromMarkdown() });
  return toHtml(toHast(tree, { allowDangerousHtml: true }), { allowDangerousHtml: true });
}

const bounded = (source: string) => htmlOf(source, [boundBrackets(), gfm(), boundMarks()]);

test("emphasis, links and pictures in any order make the same page as without bounds", () => {
  const source = fc
    .array(fc.constantFrom(...PIECES), { maxLength: 40 })
    .map((pieces) => `${pieces.join("")}\n\n[r]: /r\n\n[^1]: note`);
  fc.assert(
    fc.property(source, (text) => expect(bounded(text)).toBe(htmlOf(text, [gfm()]))),
    { numRuns: pickByDepth({ small: 500, deep: 4000 }) },
  );
});

test("brackets that are open inside more than 32 others are letters", () => {
  expect(bounded(`${"[".repeat(31)}[a](b)`)).toContain('<a href="b">a</a>');
  expect(bounded(`${"[".repeat(32)}[a](b)`)).toContain('<a href="b">[a</a>');
  expect(bounded(`${"![".repeat(32)}![a](b)`)).toContain('<img src="b" alt="![a">');
});

test("emphasis in a paragraph of a hundred thousand marks is read at its beginning, and in the paragraph after it", () => {
  const html = bounded(`${"**a** ".repeat(50_000)}\n\n**b**`);
  expect(html).toStartWith("<p><strong>a</strong> <strong>a</strong>");
  expect(html).toEndWith("**a** **a**</p>\n<p><strong>b</strong></p>");
});
