// What a review keeps: comments with their marks and replies, just inside and just outside of every bound.
import { describe, expect, test } from "bun:test";
import { checkData, checkFields, type DataOptions } from "./mod.ts";
import { checkReview } from "./reviews.ts";

const source = { doc_id: "d", version: 2, path: "plan.pdf" };
const other = { doc_id: "e", version: 1, path: "b.png" };
const made = checkFields([
  { key: "files", type: "attachment" },
  { key: "notes", type: "review", attachment_field: "files", sources: [source] },
]);
const fields = "fields" in made ? made.fields : [];
const comment = (more: object = {}) => ({ id: "1", source, body: "Hm", ...more });

function keep(notes: unknown, options: DataOptions = {}, data: object = {}): unknown {
  const checked = checkData(fields, { notes, ...data }, options);
  return "data" in checked ? checked.data["notes"] : checked.faults[0]?.code;
}
const anchored = (anchor: object) => keep([comment({ anchor })]);
const shown = { width: 800, height: 600 };
const points = (count: number) => Array.from({ length: count }, () => ({ x: 0.5, y: 1 }));

test("a comment is whole when it is kept", () => {
  expect(keep([comment()])).toEqual([
    { id: "1", source, body: "Hm", resolved: false, replies: [], anchor: { type: "general" } },
  ]);
});

describe("comments", () => {
  test("are at most 200 with ids of their own", () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => comment({ id: `c${index}` }));
    expect(keep(many(200))).toHaveLength(200);
    expect(keep(many(201))).toBe("range");
    expect(keep([comment(), comment()])).toBe("unique");
  });

  test("have 8,000 characters and 50 replies of as many", () => {
    expect(keep([comment({ body: "x".repeat(8000), replies: Array(50).fill("y".repeat(8000)) })])).toHaveLength(1);
    expect(keep([comment({ body: "x".repeat(8001) })])).toBe("too_long");
    expect(keep([comment({ replies: Array(51).fill("y") })])).toBe("range");
    expect(keep([comment({ replies: ["y".repeat(8001)] })])).toBe("too_long");
    expect(keep([comment({ replies: [{ text: "y" }] })])).toBe("type");
  });

  test("have no members of other kinds", () => {
    const bad = [
      { author: "x" },
      { id: 1 },
      { id: "" },
      { source: null },
      { resolved: "no" },
      { replies: "x" },
      { body: null },
    ];
    for (const more of bad) expect(keep([comment(more)])).toBe("type");
    expect(keep("x")).toBe("type");
    expect(keep(["x"])).toBe("type");
  });

  test("are on files that the record shows, unless they were there before", () => {
    expect(keep([comment({ source: other })])).toBe("option");
    expect(keep([comment({ source: other })], {}, { files: [other] })).toHaveLength(1);
    expect(keep([comment({ source: other })], { partial: true, before: { files: [other] } })).toHaveLength(1);
    const before = { notes: [comment({ source: other })] };
    expect(keep([comment({ source: other })], { partial: true, before })).toHaveLength(1);
    expect(keep([comment({ source: other, id: "2" })], { partial: true, before })).toBe("option");
    const led = { partial: true, before: { notes: [comment()] } };
    expect(keep([comment({ source: other })], led)).toBe("option");
  });
});

describe("anchors", () => {
  test("that lack what they need are told so in words", () => {
    const faultOf = (anchor: object) => checkReview([comment({ anchor })]);
    const said = (words: string) => ({ message: expect.stringContaining(words) });
    expect(faultOf({ type: "point", points: points(1) })).toMatchObject(
      said(": width is missing; send a number above 0"),
    );
    expect(faultOf({})).toMatchObject(said(": type is missing; send one of general"));
  });

  test("have as many points as their type, from 0 to 1, in a displayed size", () => {
    const counts = { general: [0], point: [1], rect: [2], arrow: [2], draw: [1, 1000] };
    for (const [type, fitting] of Object.entries(counts)) {
      for (const count of fitting) expect(anchored({ type, points: points(count), ...shown })).toHaveLength(1);
      const most = Math.max(...fitting);
      expect(anchored({ type, points: points(most + 1), ...shown })).toBe("range");
    }
    expect(anchored({ type: "point", points: [[0, 1]], ...shown })).toHaveLength(1);
    for (const point of [{ x: -0.01, y: 0 }, { x: 0, y: 1.01 }, [0, Number.NaN], ["0", 0]]) {
      expect(anchored({ type: "point", points: [point], ...shown })).toBe("range");
    }
    expect(anchored({ type: "point", points: points(1) })).toBe("range");
    expect(anchored({ type: "point", points: points(1), width: 0, height: 1 })).toBe("range");
    expect(anchored({ type: "circle" })).toBe("option");
    expect(anchored({ type: "constructor" })).toBe("option");
    expect(anchored({ type: "general", color: "red" })).toBe("type");
  });

  test("of a PDF have a page from 1, of media a time in seconds", () => {
    expect(anchored({ type: "point", points: points(1), ...shown, page: 1, time: 0.25 })).toHaveLength(1);
    expect(anchored({ type: "general", page: 0 })).toBe("range");
    expect(anchored({ type: "general", page: 1.5 })).toBe("range");
    expect(anchored({ type: "general", time: -1 })).toBe("range");
    expect(anchored({ type: "general", time: Number.POSITIVE_INFINITY })).toBe("range");
  });
});
