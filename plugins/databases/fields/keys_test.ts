// Keys order as values do, are short, and are alike exactly when they should be.
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { JsonValue } from "../../../kernel/plugin.ts";
import { equalityKey, type Field, SORT_KEY_BYTES_MAX, searchText, sortKey } from "./mod.ts";
import { foldText } from "./texts.ts";

const field = (type: Field["type"], more: Partial<Field> = {}): Field => ({
  key: "x",
  label: "x",
  type,
  required: false,
  ...more,
});
const order = (of: Field, a: JsonValue, b: JsonValue) => Math.sign(Buffer.compare(sortKey(of, a), sortKey(of, b)));
const by = <T>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);
const bytesOf = (text: string) => Buffer.from(text);

test("numbers order as numbers", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (a, b) => {
      expect(order(field("number"), a, b)).toBe(by(a, b));
    }),
  );
  expect(order(field("number"), -0, 0)).toBe(0);
});

test("texts order without case and accents, those that have none first, then as they are; the longest keys are bounded and never in the wrong order", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom("a", "A", "é", "e", "ß", "İ", "Σ", "ς", "😀", "\u0301", "ｘ"), maxLength: 8 }),
    fc
      .tuple(fc.constantFrom("x".repeat(94), "é".repeat(95), "x".repeat(5000)), fc.string({ maxLength: 4 }))
      .map((parts) => parts.join("")),
  );
  const storable = text.filter((one) => one.isWellFormed() && !one.includes("\0")).map((one) => one.normalize("NFC"));
  fc.assert(
    fc.property(storable, storable, (a, b) => {
      const isPlain = (one: string) => foldText(one) === one;
      const truth =
        Buffer.compare(bytesOf(foldText(a)), bytesOf(foldText(b))) ||
        Number(isPlain(b)) - Number(isPlain(a)) ||
        Buffer.compare(bytesOf(a), bytesOf(b));
      const found = order(field("text"), a, b);
      const isBounded = a.length > 80 || b.length > 80;
      if (found !== 0 || !isBounded) expect(found).toBe(Math.sign(truth));
      expect(sortKey(field("text"), a).length).toBeLessThanOrEqual(SORT_KEY_BYTES_MAX);
    }),
    { numRuns: 1000 },
  );
  const names = ["Zoe", "émile", "Emil", "", "anna", "Émile", "Ödön", "oscar"];
  expect(names.sort((a, b) => order(field("text"), a, b))).toEqual([
    "",
    "anna",
    "Emil",
    "Émile",
    "émile",
    "Ödön",
    "oscar",
    "Zoe",
  ]);
});

test("a fold of a fold is the fold", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => expect(foldText(foldText(text))).toBe(foldText(text))),
  );
  expect(foldText("STRASSE Ünïcödé İıΣς ﬁ")).toBe("strasse unicode iıσσ fi");
  expect(foldText("हिन्दी")).toBe("हिन्दी".normalize("NFC"));
});

test("days, times, checkboxes and choices have their order, and nothing comes before something", () => {
  expect(order(field("date"), "2026-01-31", "2026-02-01")).toBe(-1);
  expect(order(field("datetime"), "2026-01-01T00:00:00.000001Z", "2026-01-01T00:00:00.000010Z")).toBe(-1);
  expect(order(field("checkbox"), true, false)).toBe(1);
  const level = field("select", { options: ["Low", "Mid", "High"] });
  expect(order(level, "Mid", "High")).toBe(-1);
  for (const of of [field("number"), field("text"), field("date"), level]) {
    expect(sortKey(of, null)).toHaveLength(0);
    expect(sortKey(of, undefined)).toHaveLength(0);
  }
  expect(sortKey(field("text"), "")).toHaveLength(0);
  // What a draft left unfinished comes last.
  expect(order(field("date"), "2026-0", "9999-12-31")).toBe(1);
  expect(() => sortKey(field("json"), {})).toThrow("no order");
});

test("JSON is equal in whatever order its members stand", () => {
  const turned = (value: JsonValue): JsonValue => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(turned);
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, member]) => [key, turned(member ?? null)]),
    );
  };
  fc.assert(
    fc.property(fc.json(), fc.json(), (left, right) => {
      const [a, b]: JsonValue[] = [[JSON.parse(left)], [JSON.parse(right)]];
      expect(equalityKey(field("json"), turned(a ?? null))).toBe(equalityKey(field("json"), a));
      expect(equalityKey(field("json"), a) === equalityKey(field("json"), b)).toBe(Bun.deepEquals(a, b, true));
    }),
  );
  expect(equalityKey(field("json"), '{"a":')).toBeNull();
});

test("keys of equality are short, and tell a text from the digest of another", () => {
  const long = "x".repeat(100_000);
  const key = equalityKey(field("long_text"), long) ?? "";
  expect(key.length).toBeLessThan(100);
  expect(equalityKey(field("long_text"), key)).not.toBe(key);
  expect(equalityKey(field("email"), "Anna@example.com")).toBe(equalityKey(field("email"), "anna@example.com"));
  expect(equalityKey(field("text"), "Anna")).not.toBe(equalityKey(field("text"), "anna"));
  expect(equalityKey(field("text"), null)).toBeNull();
});

test("a search looks into what people wrote", () => {
  const fields = [
    field("text", { key: "t" }),
    field("number", { key: "n" }),
    field("json", { key: "j" }),
    field("attachment", { key: "a" }),
    field("review", { key: "r" }),
    field("checkbox", { key: "c" }),
  ];
  const data = {
    t: "Größe",
    n: 12.5,
    j: { "a key": ["Ärger", { deep: true }] },
    a: [{ doc_id: "secretid", version: 1, path: "Plan.PDF" }],
    r: [{ id: "1", body: "Bitte", replies: ["Ja"], source: { doc_id: "secretid", version: 1, path: "p" } }],
    c: true,
  };
  expect(searchText(fields, data).split("\n")).toEqual(["große", "12.5", "arger", "plan.pdf", "bitte", "ja"]);
});
