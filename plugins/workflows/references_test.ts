// References in arguments: what they become, and what they never lead to.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { allHold, type Condition } from "./conditions.ts";
import { BadReference, fillReferences, findReferences } from "./references.ts";

const CONTEXT = {
  event: { target_id: "d1", meta: { title: 'A "b" {{event.target_id}}', n: 7, none: null } },
  steps: { made: { doc_id: "x", files: [{ path: "a.md" }] } },
};

test.each([
  ["{{event.target_id}}", "d1"],
  ["{{ event.meta.n }}", 7],
  ["{{event.meta.none}}", null],
  ["{{steps.made.files}}", [{ path: "a.md" }]],
  ["{{steps.made.files.0.path}}", "a.md"],
  ["No. {{event.meta.n}} of {{steps.made}}", 'No. 7 of {"doc_id":"x","files":[{"path":"a.md"}]}'],
  // What a value says is not read again.
  ["{{event.meta.title}}!", 'A "b" {{event.target_id}}!'],
  ["\\{{event.target_id}}", "{{event.target_id}}"],
  ["a { b } } {", "a { b } } {"],
  [7, 7],
  [{ deep: ["{{event.target_id}}"] }, { deep: ["d1"] }],
])("%j", (value, filled) => {
  expect(fillReferences({ value }, CONTEXT)).toEqual({ value: filled });
});

test.each([
  "__proto__",
  "constructor",
  "event.__proto__",
  "event.target_id.length",
  "steps.made.files.-1",
  "steps.made.files.9",
])("%s leads to nothing", (reference) => {
  expect(() => fillReferences({ value: `{{${reference}}}` }, CONTEXT)).toThrow(BadReference);
});

test("texts that hold no two braces stay as they are, and references within others are found", () => {
  const plain = fc.string().filter((text) => !text.includes("{{"));
  fc.assert(fc.property(plain, (text) => fillReferences({ text }, {})["text"] === text));
  fc.assert(
    fc.property(plain, plain, (before, behind) => {
      const text = `${before.replace(/[\\{]+$/, "")}{{a.b}}${behind}`;
      expect(findReferences(text)).toEqual([["a", "b"]]);
    }),
  );
});

test.each(["{{a", "{{{a}}", "{{a}", "{{", "{{}}", "{{a..b}}", `{{${"a".repeat(201)}}}`, "{{".repeat(30_000)])(
  "%# is told as a slip",
  (value) => {
    expect(() => findReferences(value)).toThrow(BadReference);
  },
);

test("few references to a long text do not become more than a step may take", () => {
  const value = "{{event.long}}".repeat(20);
  expect(() => fillReferences({ value }, { event: { long: "x".repeat(64 * 1024) } })).toThrow(BadReference);
});

test.each<[Condition, boolean]>([
  [{ of: "event.target_id", is: "d1" }, true],
  [{ of: "event.meta.n", is: "7" }, false],
  [{ of: "event.meta.none", is: null }, true],
  [{ of: "event.gone", is: null }, false],
  [{ of: "event.gone", is_not: "a" }, true],
  [{ of: "event.meta.title", contains: '"b"' }, true],
  [{ of: "event.meta.n", contains: "7" }, false],
  [{ of: "event.meta.none", exists: false }, true],
  [{ of: "event.gone", exists: true }, false],
])("%j", (condition, holds) => {
  expect(allHold([condition], CONTEXT)).toBe(holds);
});
