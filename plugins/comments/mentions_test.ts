// Whom a comment's text names, and what only looks like it.
import { expect, test } from "bun:test";
import { findMentions } from "./mentions.ts";

test.each([
  ["@ada@example.org please look", ["ada@example.org"]],
  ["ask (@ada@example.org), or @Bob@Example.ORG.", ["ada@example.org", "bob@example.org"]],
  ["@ada@example.org and again @ADA@example.org", ["ada@example.org"]],
  ["@o'neil+x@mail.example.co.uk!", ["o'neil+x@mail.example.co.uk"]],
  ["@josé@münchen.example", ["josé@münchen.example"]],
  ["write to ada@example.org", []],
  ["@ada and @example.org and @@ada@example.org", []],
  ["x@ada@example.org", []],
  ["@ada@localhost", []],
])("%p names %p", (text, named) => {
  expect(findMentions(text)).toEqual(named);
});

test("at most 20 people are named", () => {
  const text = Array.from({ length: 30 }, (_, n) => `@p${n}@example.org`).join(" ");
  expect(findMentions(text)).toHaveLength(20);
});

test("a text made to be slow is read at once", () => {
  for (const part of ["@", "@a", "@a@a.", "a.", "@a@"]) findMentions(part.repeat(8000).slice(0, 8000));
  expect(findMentions("@a@a.".repeat(1600))).toEqual([]);
});
