// Whole records: what is filled in, changed in part, kept as a draft, told of, and a normal form that stays as it is.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { BOUNDS, checkData, checkFields, type Field, type FieldInput, recordBytes } from "./mod.ts";

function fieldsOf(...input: FieldInput[]): Field[] {
  const checked = checkFields(input);
  if ("faults" in checked) throw new Error(checked.faults[0]?.message);
  return checked.fields;
}

describe("whole records", () => {
  const fields = fieldsOf(
    { key: "name", type: "text", required: true },
    { key: "count", type: "number", default: 1 },
    { key: "constructor", type: "text" },
    { key: "at", type: "datetime", required: true },
    { key: "more", type: "json" },
  );

  test("hold what has a value, defaults filled in, and nothing else", () => {
    const at = "2026-03-01T12:00:00Z";
    expect(checkData(fields, { name: "A", at, more: null })).toEqual({
      data: { name: "A", count: 1, at: "2026-03-01T12:00:00.000000Z" },
    });
    expect(checkData(fields, { name: "A", at, count: null })).toEqual({
      data: { name: "A", at: "2026-03-01T12:00:00.000000Z" },
    });
    expect(checkData(fields, { name: "", count: "x", nothing: 1, $form_status: "draft" })).toMatchObject({
      faults: [
        { key: "nothing", code: "type" },
        { key: "$form_status", code: "type" },
        { key: "name", code: "required" },
        { key: "count", code: "type" },
        { key: "at", code: "required" },
      ],
    });
  });

  test("change in part: what is cleared is null, what is not sent stays away", () => {
    expect(checkData(fields, { count: "" }, { partial: true })).toEqual({ data: { count: null } });
    expect(checkData(fields, { constructor: "x" }, { partial: true })).toEqual({ data: { constructor: "x" } });
    expect(checkData(fields, { name: null }, { partial: true })).toMatchObject({ faults: [{ code: "required" }] });
    expect(checkData(fields, {}, { partial: true })).toEqual({ data: {} });
  });

  test("as drafts keep unfinished texts and need nothing, and are looked at when they are finished", () => {
    const draft = checkData(fields, { at: "2026-03-", more: '{"a":' }, { draft: true });
    expect(draft).toEqual({ data: { at: "2026-03-", count: 1, more: '{"a":' } });
    expect(checkData(fields, "data" in draft ? draft.data : {})).toMatchObject({
      faults: [
        { key: "name", code: "required" },
        { key: "at", code: "type" },
        { key: "more", code: "type" },
      ],
    });
    expect(checkData(fields, { at: "\0" }, { draft: true })).toMatchObject({ faults: [{ key: "at", code: "type" }] });
    expect(checkData(fields, { count: "x" }, { draft: true, partial: true })).toMatchObject({
      faults: [{ key: "count" }],
    });
  });

  test("tell of at most 50 faults, and are measured as UTF-8 JSON", () => {
    const unknown = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`k${index}`, 1]));
    const checked = checkData(fields, unknown);
    expect("faults" in checked ? checked.faults.length : 0).toBe(BOUNDS.faults);
    expect(recordBytes({ a: "ä" })).toBe(10);
  });

  test("are in a normal form that stays as it is", () => {
    const all = fieldsOf(
      { key: "t", type: "text" },
      { key: "n", type: "number" },
      { key: "m", type: "multi_select", options: ["b", "a", "c"] },
      { key: "e", type: "email" },
      { key: "j", type: "json" },
    );
    const record = fc.record(
      {
        t: fc.string({ unit: "binary" }),
        n: fc.oneof(fc.double(), fc.integer().map(String)),
        m: fc.uniqueArray(fc.constantFrom("a", "b", "c")),
        e: fc.emailAddress(),
        j: fc.oneof(fc.object(), fc.json()),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(record, (sent) => {
        const once = checkData(all, sent);
        if ("faults" in once) return;
        expect(checkData(all, once.data)).toEqual(once);
        expect(checkData(all, JSON.parse(JSON.stringify(once.data)))).toEqual(once);
      }),
    );
  });
});
