// Which regexes get a table of states, and which are left to the engine line by line.
import { expect, test } from "bun:test";
import { RE2JS } from "re2js";
import { readProgram } from "./regex_program.ts";

const read = (source: string) => readProgram(source, { ignores_case: true });

test.each([
  ["a literal", "needle"],
  ["classes", "[0-9]{3}-[^]x][[:alpha:]\\]\\d][a-]"],
  ["escapes", "\\d\\W\\s\\pL\\P{Greek}\\x41\\x{1F600}\\t\\.\\/\\-\\_"],
  ["groups with names and flags", "(?P<a>b)(?<c>d)(?:e)(?i)f(?s-i:g|(?U)h+?)"],
  ["assertions", "\\A^\\bword\\B.*\\z$"],
  ["repeats", "a*b+?c??d{2}e{1,}f{0,3}?(g{2,4})*"],
  ["braces that repeat nothing", "{a{,2}b{x}c}"],
  ["ways that are empty", "(|a)(b|)|()"],
])("%s are read", (_what, source) => {
  expect(RE2JS.compile(source).test("")).toBeBoolean();
  expect(read(source)).not.toBeNull();
});

test.each([
  ["quoted text", "\\Qa.b\\E"],
  ["octal numbers", "\\101"],
  ["more steps than are good", "(?:[a-z][0-9]){900}(?:[a-z][0-9]){900}".repeat(8)],
  ["repeats of repeats of nothing", "(?:(?:(?:){1000}){1000}){1000}"],
])("%s are left to the engine", (_what, source) => {
  expect(read(source)).toBeNull();
});

test("what takes all runes beyond ASCII or none is told from what does not", () => {
  const narrow = (source: string) => read(source)?.atoms.every((atom) => atom.is_narrow);
  for (const source of [".", "abc", "[^a]", "\\d", "\\D", "[[:^digit:]]", "\\."])
    expect({ source, narrow: narrow(source) }).toEqual({ source, narrow: true });
  for (const source of ["k", "s", "é", "[a-z]", "[é]", "\\pL", "\\x{e9}", "[^\\x{e9}]"])
    expect({ source, narrow: narrow(source) }).toEqual({ source, narrow: false });
});
