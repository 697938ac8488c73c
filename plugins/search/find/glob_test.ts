// Globs against a plain reading of them, and the work that the worst of them make.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { compileGlob } from "./glob.ts";

const atom = fc.constantFrom("a", "b", "/", "*", "**", "**/", "?", "[ab]", "[!a]", "[a-c]", ".", "\\*", "ä", "😀");
const branch = fc.array(atom, { minLength: 1, maxLength: 7 }).map((atoms) => atoms.join(""));
const glob = fc.oneof(
  branch,
  fc
    .tuple(branch, fc.array(branch, { minLength: 2, maxLength: 3 }), branch)
    .map(([before, choices, after]) => `${before}{${choices.join(",")}}${after}`),
);
const path = fc
  .array(fc.constantFrom("a", "b", "c", "/", ".", "*", "ä", "😀"), { maxLength: 8 })
  .map((one) => one.join(""));

test("a glob takes the paths that the same glob as a regular expression takes", () => {
  fc.assert(
    fc.property(glob, fc.array(path, { minLength: 10, maxLength: 10 }), (text, paths) => {
      const { takes } = compileGlob(text);
      const expected = referenceOf(text);
      for (const one of paths) expect({ text, one, taken: takes(one) }).toEqual({ text, one, taken: expected(one) });
    }),
    { numRuns: 3000 },
  );
});

test.each([
  ["*.md", "docs/read.me.md", true],
  ["*.md", "docs.md/readme", false],
  ["docs/*.md", "docs/a/b.md", false],
  ["docs/**/*.{ts,js}", "docs/b.js", true],
  ["docs/**/*.{ts,js}", "docs/a/b/c.ts", true],
  ["/docs/**", "docs/a", true],
  ["**", "a/b", true],
  ["[]a]", "]", true],
  ["[a", "a", null],
])("%s over %s is %p", (text, one, taken) => {
  if (taken === null) expect(() => compileGlob(text)).toThrow(/without its/);
  else expect(compileGlob(text).takes(one)).toBe(taken);
});

test("a path takes steps by what the glob's parts are in all, whichever of them match", () => {
  const text = "/**a**a**a**a**a**a**a**a**a**a**a**a";
  const { steps } = compileGlob(`${"{,a}".repeat(6)}${text}`);
  expect(steps).toBeLessThan(200);
});

test.each([`{${"a".repeat(100)},b}`.repeat(2) + "{a,b}".repeat(4), `${"{,a}".repeat(6)}/${"**a".repeat(77)}`])(
  "a glob whose braces stand for too much is refused, and told what to do: %s",
  (text) => {
    expect(() => compileGlob(text)).toThrow(/use fewer braces/);
  },
);

/** By Bun's own engine, which is quick enough for a few letters. */
function referenceOf(text: string): (path: string) => boolean {
  const branches = branchesOf(text).map((one) => ({
    whole: one.includes("/"),
    regex: regexOf(one.replace(/^\//, "")),
  }));
  return (one) => branches.some(({ whole, regex }) => regex.test(whole ? one : one.slice(one.lastIndexOf("/") + 1)));
}

function branchesOf(text: string): string[] {
  const open = text.indexOf("{");
  if (open < 0) return [text];
  const close = text.indexOf("}");
  const choices = text.slice(open + 1, close).split(",");
  return choices.map((choice) => text.slice(0, open) + choice + text.slice(close + 1));
}

function regexOf(text: string): RegExp {
  const source = text.replace(/(?<=^|\/)\*\*\/|\*\*|\*|\?|\[!?[^\]]*\]|\\.|./gsu, (part) => {
    if (part === "**/") return "(?:[^]*/)?";
    if (part === "**") return "[^]*";
    if (part === "*") return "[^/]*";
    if (part === "?") return "[^/]";
    if (part.startsWith("[")) return `(?!/)${part.replace("!", "^")}`;
    return (part.length > 1 && part.startsWith("\\") ? part.slice(1) : part).replace(/[.*+?^$()|{}[\]\\/]/g, "\\$&");
  });
  return new RegExp(`^${source}$`, "u");
}
