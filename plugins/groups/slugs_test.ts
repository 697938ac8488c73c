// Handles from names.
import { expect, test } from "bun:test";
import { slugsFor } from "./slugs.ts";

test("a name has one handle, and a name without Latin letters gets a number", () => {
  expect([...slugsFor("Design & Brand")]).toEqual(["design-brand"]);
  const [first, second, third] = slugsFor("设计");
  expect([first, second, third]).toEqual(["group", "group-2", "group-3"]);
});
