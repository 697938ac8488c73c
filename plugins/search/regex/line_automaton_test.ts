// The table of states finds the lines that the engine's own search finds, one line at a time.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { RE2JS } from "re2js";
import { placeTexts, scan } from "../find/scan.ts";
import { compilePattern } from "./pattern.ts";

const atom = fc.constantFrom(
  "a",
  "b",
  "k",
  ".",
  "\\d",
  "\\w",
  "[^a]",
  "[b-y]",
  "\\b",
  "\\B",
  "^",
  "$",
  "é",
  "会",
  "\\p{Greek}",
  "\\s",
  ...[
    "k",
    "\\x41",
    "\\x{e9}",
    "[[:alpha:]]",
    "[[:^digit:]]",
    "[]b]",
    "[^]a\\]]",
    "[\\d_-]",
    "\\.",
    "\\n",
    "\\PL",
    "(?i:ſ)",
  ],
  ...[
    "(?i)b",
    "(?P<n>a|)",
    "(?i-s:k|é)",
    "(?-i:A)",
    "()",
    "{",
    "a{,2}",
    "[k-s]",
    "\\Qa.\\E",
    "\\101",
    "[[:word:]é]",
    "\\W",
  ],
);
const piece = fc
  .tuple(atom, fc.constantFrom("", "", "*", "+?", "{2,3}", "{2}?", "{1,}", "??", "{0}"))
  .map(([one, times]) => `(?:${one})${times}`);
const regex = fc.oneof(
  fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join("")),
  fc.tuple(piece, piece, piece).map(([one, two, three]) => `(?:${one}|${two}${three})`),
  fc.array(atom, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join("")),
  fc.tuple(atom, atom, atom).map(([one, two, three]) => `${one}|(${two}(?i)b|${three})a|${two}`),
  fc.constantFrom("\\Aa", "b\\z", "(?i:A)b", "(?s)a.b", "(?m)^b$", "x*", "((a*)*)*b", "(|a)+$", "^*b", "(?:$|a)\\b"),
);
/** Not everything that the parts add up to is a regex: two groups of one name are none. */
const accepted = regex.filter((source) => {
  try {
    return RE2JS.compile(source) !== null;
  } catch {
    return false;
  }
});
const line = fc.array(fc.constantFrom("a", "b", "K", "\u212a", "s", "ſ", "1", "_", " ", "é", "会议", "σ", "😀"), {
  maxLength: 8,
});
const text = fc
  .tuple(fc.array(line, { maxLength: 6 }), fc.boolean())
  .map(([lines, ends]) => lines.map((one) => one.join("")).join("\n") + (ends ? "\n" : ""));

test("the lines that match are those which match alone", () => {
  fc.assert(
    fc.property(accepted, fc.boolean(), fc.array(text, { maxLength: 3 }), (source, case_sensitive, texts) => {
      const alone = RE2JS.compile(source, case_sensitive ? 0 : RE2JS.CASE_INSENSITIVE);
      const expected = texts.map((one) => {
        const lines = one.split("\n");
        if (lines.at(-1) === "" && lines.length > 1) lines.pop();
        return lines.flatMap((content, index) => (alone.test(content) ? [index + 1] : []));
      });
      const found = scan({
        texts: placeTexts(texts),
        pattern: { text: source, regex: true, case_sensitive },
        context: 0,
        files_max: 10,
        lines_max: 100,
        chars_max: 10_000,
        counts_all: true,
        time_ms: 10_000,
      });
      const lines = texts.map(
        (_, key) => found.hits.find((hit) => hit.key === key)?.matches.map((match) => match.line) ?? [],
      );
      expect({ source, texts, lines }).toEqual({ source, texts, lines: expected });
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ["a", "b"],
  ["é", "会"],
])("a regex of %p and %p with more states than are kept begins anew and finds the same", (one, two) => {
  const source = `${one}.{14}${two}`;
  let state = 42;
  const letters = Array.from({ length: 60_000 }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state & 0x10000 ? one : two;
  });
  const end = `${"c".repeat(20)}${one}${"c".repeat(14)}${two}`;
  const looks = { count: 0 };
  const { over } = compilePattern({ text: `${source}$`, regex: true, case_sensitive: true }, () => {
    looks.count += 1;
  });
  const whole = Buffer.from(letters.join("") + end);
  expect(over(whole)(0)).toBe(whole.length);
  expect(looks.count).toBeGreaterThan(64);
  expect(over(Buffer.from(`${whole}c`))(0)).toBe(-1);
});
