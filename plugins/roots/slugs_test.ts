// Slugs of roots: which are taken, and what is made of a name.
import { expect, test } from "bun:test";
import { checkSlug, SLUG_PATTERN, slugsFor } from "./slugs.ts";

test.each(["general", "personal", "roots", "api", "d", "12"])("slug %p is refused", (slug) => {
  expect(() => checkSlug(slug)).toThrow(`slug "${slug}"`);
});

test("a slug is made from the name, and numbered where a name has no letter for it", () => {
  const first = (name: string, count: number) => slugsFor(name).take(count).toArray();
  expect(first("Product Plans", 2)).toEqual(["product-plans"]);
  expect(first("2026", 2)).toEqual(["space-2026"]);
  expect(first("計画", 3)).toEqual(["space", "space-2", "space-3"]);
  for (const slug of [...first("Ünïcode & Co.", 1), ...first("計画", 2)])
    expect(slug).toMatch(new RegExp(SLUG_PATTERN));
});
