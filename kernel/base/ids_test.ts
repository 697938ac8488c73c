// Checks that random names have the size and the alphabet that their callers build addresses from.
import { expect, test } from "bun:test";
import { randomSlug, randomToken } from "./ids.ts";

test("a token carries at least 128 bits in base64url", () => {
  expect(randomToken()).toMatch(/^[A-Za-z0-9_-]{22}$/);
  expect(randomToken(256)).toMatch(/^[A-Za-z0-9_-]{43}$/);
});

test("a token of fewer than 128 bits is refused", () => {
  expect(() => randomToken(64)).toThrow("a token of 64 bits can be guessed: ask for at least 128");
  expect(() => randomToken(Number.NaN)).toThrow(RangeError);
});

test("a slug is 25 lower-case letters and digits, and no two are alike", () => {
  const slugs = Array.from({ length: 2000 }, randomSlug);
  for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]{25}$/);
  expect(new Set(slugs).size).toBe(slugs.length);
});

test("slugs use every letter and digit", () => {
  const seen = new Set(Array.from({ length: 500 }, randomSlug).join(""));
  expect(seen.size).toBe(36);
});
