// Open redirects are how a sign-in page serves phishers: every known trick ends on the start page.
import { expect, test } from "bun:test";
import { safeNext } from "../pages.ts";

const BASE = "https://docs.example.com";

test("next keeps a path of the app with its query", () => {
  expect(safeNext("/app", BASE)).toBe("/app");
  expect(safeNext("/viewer/authorize?slug=abc&path=a%2Fb", BASE)).toBe("/viewer/authorize?slug=abc&path=a%2Fb");
  expect(safeNext("/app#part", BASE)).toBe("/app");
});

test("next falls back to the start page for everything that could leave the app", () => {
  const tricks = [
    undefined,
    "",
    "app",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/a\\..\\..\\evil",
    "/\t/evil.example",
    "/\n/evil.example",
    " /app",
    "https://evil.example/app",
    "javascript:alert(1)",
    "/..//evil.example",
    "/.//evil.example",
    "/%0d%0aLocation:x\r\n",
    `/${"a".repeat(3000)}`,
  ];
  for (const trick of tricks) expect(safeNext(trick, BASE)).toBe("/app");
});
