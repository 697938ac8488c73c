// Parts of any answer, put together again, are the answer;
// each is as long as was asked for and begins where the last ended.
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { JsonObject, JsonValue } from "../../../kernel/plugin.ts";
import { cutPart, LostPlace, type Step } from "./cut.ts";

/** Everything that is handed out piece by piece, in order: items of lists as they are when whole, texts joined. */
function partsOf(answer: JsonObject, chars: number): JsonObject[] {
  const parts: JsonObject[] = [];
  let from: readonly Step[] | null = [];
  while (from) {
    const part = cutPart(answer, { from, chars });
    parts.push(part.value as JsonObject);
    // What a client sends back has been through JSON.
    from = part.end && JSON.parse(JSON.stringify(part.end));
    if (parts.length > 5000) throw new Error("the parts do not end");
  }
  return parts;
}

const line = fc.string({ maxLength: 120, unit: "grapheme" });
const text = fc.array(line, { maxLength: 60 }).map((lines) => lines.join("\n"));

test("texts in parts join to the text, and end with a line", () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1000, max: 3000 }), (content, chars) => {
      const parts = partsOf({ doc_id: "d", content, added: 1 }, chars);
      expect(parts.map((part) => part["content"]).join("")).toBe(content);
      for (const part of parts.slice(0, -1)) {
        expect(part).toMatchObject({ doc_id: "d", added: 1 });
        expect(JSON.stringify(part).length).toBeLessThanOrEqual(chars);
        expect(part["content"]).toMatch(/\n$/);
      }
    }),
    { numRuns: 100 },
  );
});

test("a text without lines is cut between characters, escapes and pairs counted", () => {
  for (const sign of ["x", "😀", "\u0001", '"', "é"]) {
    const content = sign.repeat(5000);
    const parts = partsOf({ content }, 1000);
    expect(parts.map((part) => part["content"]).join("")).toBe(content);
    for (const part of parts) {
      expect(String(part["content"]).isWellFormed()).toBe(true);
      expect(JSON.stringify(part).length).toBeLessThanOrEqual(1000);
    }
  }
});

test("lists in parts hold every item once and in order, whole where it fits", () => {
  const item = fc.record({ id: fc.integer(), words: fc.string({ maxLength: 300 }) });
  fc.assert(
    fc.property(fc.array(item, { maxLength: 60 }), fc.array(item, { maxLength: 20 }), (docs, others) => {
      const parts = partsOf({ title: "t", docs, others, truncated: false }, 1200);
      expect(parts.flatMap((part) => part["docs"] as JsonValue[])).toEqual(docs);
      expect(parts.flatMap((part) => part["others"] as JsonValue[])).toEqual(others);
      for (const part of parts) expect(JSON.stringify(part).length).toBeLessThanOrEqual(1200);
    }),
    { numRuns: 100 },
  );
});

test("an item that is longer than a part is cut within, and keeps what it is called", () => {
  const matches = Array.from({ length: 300 }, (_, number) => ({ line: number, text: "words ".repeat(5) }));
  const files = [
    { path: "a", matches },
    { path: "b", matches: matches.slice(0, 2) },
  ];
  const parts = partsOf({ files }, 2000);
  const given = parts.flatMap((part) => part["files"] as { path: string; matches: object[] }[]);
  for (const file of files) {
    expect(given.filter((one) => one.path === file.path).flatMap((one) => one.matches)).toEqual(file.matches);
  }
  for (const part of parts) expect(JSON.stringify(part).length).toBeLessThanOrEqual(2000);
});

test("a place is found again when items come and go before it, and reported lost when it is gone", () => {
  const docs = Array.from({ length: 40 }, (_, number) => ({ id: number, words: "w".repeat(100) }));
  const { value, end } = cutPart({ docs }, { from: [], chars: 1000 });
  const given = (value as { docs: { id: number }[] }).docs.length;
  const from = end ?? [];
  const first = (now: typeof docs) =>
    (cutPart({ docs: now }, { from, chars: 1000 }).value as { docs: { id: number }[] }).docs[0]?.id;
  expect(first([{ id: 99, words: "" }, ...docs])).toBe(given);
  expect(first(docs.slice(2))).toBe(given);
  expect(() => first(docs.toSpliced(given - 1, 1))).toThrow(LostPlace);
  expect(() => cutPart({ docs: [] }, { from, chars: 1000 })).toThrow(LostPlace);
  expect(() => cutPart({ other: "x" }, { from, chars: 1000 })).toThrow(LostPlace);
});
