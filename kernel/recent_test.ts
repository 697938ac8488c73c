// Checks that the memory stays within its weight and lets go of what was unused for longest.
import { expect, test } from "bun:test";
import { createRecent } from "./recent.ts";

test("what was unused for longest makes room, and a hit counts as use", () => {
  const recent = createRecent<string>({ weight_max: 80 });
  for (const key of ["a", "b", "c", "d", "e", "f", "g", "h"]) recent.set(key, key, 10);
  expect(recent.get("a")).toBe("a");
  recent.set("i", "i", 10);
  expect(recent.get("b")).toBeUndefined();
  expect(recent.get("a")).toBe("a");
  expect(recent.weight).toBe(80);
});

test("a value that is set again weighs once, and one that is too heavy is not kept", () => {
  const recent = createRecent<string>({ weight_max: 80 });
  recent.set("a", "old", 10);
  recent.set("a", "new", 4);
  expect([recent.get("a"), recent.weight]).toEqual(["new", 4]);
  recent.set("a", "heavy", 11);
  expect([recent.get("a"), recent.weight]).toEqual([undefined, 0]);
});
