// Proves that addresses are found as if every word were tried, and that lines without one are not.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import type { Extension } from "micromark-util-types";
import { addressesWhereHeld } from "./literal_autolinks.ts";

const parse = (source: string, syntax: Extension) =>
  fromMarkdown(source, { extensions: [syntax], mdastExtensions: gfmFromMarkdown() });

const PIECES = [
  ...["word", "a.b-c_d+e", "me@example.org", "@", "www.example.org/a_b_c", "WWW.", "https://example.org/*a*", "http:"],
  ...["://", "mailto:x@y.example", "<https://e.example>", "*em*", "`a@b.example`", "[l](x@y)", "\\", "\0", "\t", " "],
  ...["\n", "\r\n", "\r", "\n\n", "\n> ", "\n- ", "\n  ", "| a@b.example |\n|---|\n", "\n# ", "\n```\n", "\uFEFF"],
];

test("addresses are the same as where every word is tried", () => {
  const source = fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(source, (text) => {
      expect(parse(text, addressesWhereHeld(gfm(), text))).toEqual(parse(text, gfm()));
    }),
    { numRuns: 500 },
  );
});

test("no word is tried where no line holds an address", () => {
  const codes = (text: string) => Object.keys(addressesWhereHeld(gfm(), text).text ?? {});
  const letter = String("p".charCodeAt(0));
  expect(codes("plain words\n")).not.toContain(letter);
  expect(codes("plain words\nme@example.org\n")).toContain(letter);
});
