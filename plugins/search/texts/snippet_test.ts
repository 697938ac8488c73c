// The words of a query are marked alike in a text of ASCII, where they are looked for, and in others,
// which are taken apart into words.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { makeSnippet } from "./snippet.ts";
import { readQuery } from "./words.ts";

/** Of the same text, once with a last letter of ASCII and once with another, which nobody looks for. */
function bothOf(text: string, query: string): { looked: string; apart: string } {
  const { runs } = readQuery(query, "1/");
  const markup = (last: string) =>
    makeSnippet({ text: `${text} ${last}`, is_markdown: false, title: "" }, runs).snippet_html;
  return { looked: markup("z"), apart: markup("é").replace("é", "z") };
}

test("words that stand within words, begin them or stand in them again and again are marked where they are words", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "A", "1", " ", "-"), maxLength: 40 });
  const query = fc.string({ unit: fc.constantFrom("a", "b", "1", " "), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(text, query, (one, other) => {
      const { looked, apart } = bothOf(one, other);
      expect(looked).toBe(apart);
    }),
    {
      numRuns: 2000,
      examples: [
        ["aaaa aa aab baa", "aa"],
        ["aba ab", "ab a"],
      ],
    },
  );
});

test.each([
  ["# Setting *up*\n\nFirst, set it up.", "Setting up", "First, set it up."],
  ["---\nx: 1\n---\n\nSetting up\n===\n\nFirst.", "Setting up", "First."],
  ["# Setting up the rest\n\nFirst.", "Setting up", "Setting up the rest First."],
  ["# Setting up", "Setting up", "Setting up"],
  ["First.\n\n# Setting up", "Setting up", "First. Setting up"],
])("the snippet of %p under the title %p is %p", (text, title, shown) => {
  const { runs } = readQuery("set", "1/");
  expect(makeSnippet({ text, is_markdown: true, title }, runs).snippet).toBe(shown);
});

test("words that only the title holds leave the beginning of the text unmarked, and others are marked below it", () => {
  const { runs } = readQuery("setting", "1/");
  const source = { text: "# Setting\n\nFirst.", is_markdown: true, title: "Setting" };
  expect(makeSnippet(source, runs).snippet_html).toBe("First.");
  const again = { ...source, text: "# Setting\n\nA setting." };
  expect(makeSnippet(again, runs).snippet_html).toBe("A <mark>setting</mark>.");
});
