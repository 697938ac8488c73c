// Characters are counted and cut by code points, whatever they take in UTF-16.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { countCharacters, firstCharacters, isLongerThan } from "./characters.ts";

describe("characters of a text", () => {
  test("they are counted, compared and cut as code points are", () => {
    const texts = fc
      .array(fc.constantFrom("a", "é", "語", "😀", "𝒜", "\ud83d", "\ude00"))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(texts, fc.nat(20), (text, most) => {
        const points = [...text];
        expect(countCharacters(text.toWellFormed())).toBe([...text.toWellFormed()].length);
        expect(isLongerThan(text.toWellFormed(), most)).toBe(points.length > most);
        expect(firstCharacters(text, most)).toBe(points.slice(0, most).join(""));
      }),
    );
  });

  test("what is far too long is not counted through", () => {
    expect(isLongerThan("😀".repeat(1_000_000), 10)).toBe(true);
  });
});
