// Cursors are read back as they were written, and nothing else is taken for one.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Refusal } from "../base/refusal.ts";
import { compareSortKeys, cursorsOf, pageOfSorted, pagesOf } from "./pages.ts";

const NOTES = pagesOf("notes", (at) => ({ made: at.time("made"), name: at.text("name"), id: at.id("id") }));
const row = { made: new Date("2026-03-01T12:00:00.123Z"), name: 'é "quoted" 語', id: 7, other: true };

function refusalOf(run: () => unknown): Refusal | null {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

describe("pagesOf()", () => {
  test("asks for one row more than the page holds, and for all without a limit", () => {
    expect(NOTES.options({ limit: 2 })).toEqual({ after: null, limit: 3 });
    expect(NOTES.options({})).toEqual({ after: null, limit: null });
    expect(NOTES.page([row, row, row], { limit: 2 })).toEqual({
      rows: [row, row],
      next: { next_cursor: expect.any(String) },
    });
    expect(NOTES.page([row, row], { limit: 2 })).toEqual({ rows: [row, row], next: {} });
    expect(NOTES.page([], { limit: 2 })).toEqual({ rows: [], next: {} });
  });

  test("reads the keys of the last row back, and an empty text as the beginning", () => {
    const { next } = NOTES.page([row, row], { limit: 1 });
    const { made, name, id } = row;
    expect(NOTES.after(next.next_cursor)).toEqual({ made, name, id });
    expect(NOTES.after("")).toBeNull();
  });

  const write = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const keys = { made: "2026-03-01T12:00:00.123Z", name: "x", id: 7 };
  test.each([
    ["no base64", "%%%"],
    ["no JSON", Buffer.from("x").toString("base64url")],
    ["an object", write({})],
    ["another list's", write(["others", keys])],
    ["without keys", write(["notes"])],
    ["a missing key", write(["notes", { ...keys, id: undefined }])],
    ["a time that is none", write(["notes", { ...keys, made: "2026-13-01" }])],
    ["a time beyond what Postgres takes", write(["notes", { ...keys, made: "+275760-01-01T00:00:00Z" }])],
    ["a time before 1970", write(["notes", { ...keys, made: "0001-01-01T00:00:00Z" }])],
    ["a text with NUL", write(["notes", { ...keys, name: "\0" }])],
    ["half of a surrogate pair", write(["notes", { ...keys, name: "\ud800" }])],
    ["a fraction for an id", write(["notes", { ...keys, id: 1.5 }])],
    ["a negative id", write(["notes", { ...keys, id: -1 }])],
    ["an id that is no safe integer", write(["notes", { ...keys, id: 2 ** 53 }])],
  ])("refuses a cursor that is %s with 400 and a code", (_what, cursor) => {
    expect(refusalOf(() => NOTES.after(cursor))).toMatchObject({ kind: "invalid", code: "invalid_cursor" });
  });

  test("a text of any kind is either read or refused", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void refusalOf(() => NOTES.after(text))));
    fc.assert(fc.property(fc.jsonValue(), (value) => void refusalOf(() => NOTES.after(write(["notes", value])))));
  });
});

describe("pageOfSorted()", () => {
  const item = fc.record({ name: fc.string({ maxLength: 3 }), rank: fc.integer({ min: -3, max: 3 }), id: fc.nat() });
  const keysOf = ({ rank, name, id }: { rank: number; name: string; id: number }) => [rank, name, id];

  test("walks over everything once, in order, whatever the size of the page", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(item, { selector: (one) => one.id }),
        fc.integer({ min: 1, max: 5 }),
        (items, limit) => {
          const sorted = items
            .filter(({ name }) => name.isWellFormed())
            .sort((a, b) => compareSortKeys(keysOf(a), keysOf(b)));
          const seen: typeof items = [];
          let cursor = "";
          do {
            const { rows, next } = pageOfSorted("items", sorted, { limit, cursor, keysOf });
            seen.push(...rows);
            cursor = next.next_cursor ?? "";
          } while (cursor);
          expect(seen).toEqual(sorted);
        },
      ),
    );
  });

  test("goes on behind an entry that has gone meanwhile", () => {
    const items = [1, 2, 3, 4].map((id) => ({ rank: 0, name: "", id }));
    const { next } = pageOfSorted("items", items, { limit: 2, keysOf });
    const left = items.filter(({ id }) => id !== 2);
    const { rows } = pageOfSorted("items", left, { cursor: next.next_cursor ?? "", keysOf });
    expect(rows.map(({ id }) => id)).toEqual([3, 4]);
  });
});

describe("cursorsOf()", () => {
  const PLACES = cursorsOf<{ score: number; version: number | null }>("places", {
    keys: ({ score, version }) => ({ score, ...(version !== null && { version }) }),
    read: (at) => ({ score: at.number("score", 10), version: at.has("version") ? at.id("version", 5) : null }),
  });
  const write = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

  test("reads a place back as it was written, with the keys that it has", () => {
    for (const place of [
      { score: -1.25, version: null },
      { score: 10, version: 5 },
    ]) {
      expect(PLACES.read(PLACES.write(place))).toEqual(place);
    }
  });

  test.each([
    ["a number beyond its bound", ["places", { score: 10.5 }]],
    ["a text for a number", ["places", { score: "1" }]],
    ["an id above its maximum", ["places", { score: 1, version: 6 }]],
    ["null for an id", ["places", { score: 1, version: null }]],
    ["another list", ["others", { score: 1 }]],
  ])("refuses %s with 400", (_what, value) => {
    expect(refusalOf(() => PLACES.read(write(value)))).toMatchObject({ kind: "invalid", code: "invalid_cursor" });
  });
});
