// Which operators each type has, and that what they compare with is in the form in which it is kept.
import { expect, test } from "bun:test";
import { BOUNDS, checkFields, checkFilter, FIELD_TYPES, OPERATORS } from "./mod.ts";

const made = checkFields(
  FIELD_TYPES.map((type) => ({
    key: type,
    type,
    ...(type.endsWith("select") ? { options: ["a", "b", "c"] } : {}),
    ...(type === "review" ? { attachment_field: "attachment" } : {}),
  })),
);
const fields = "fields" in made ? made.fields : [];
const check = (field: string, op: string, value?: unknown) => {
  const checked = checkFilter(fields, { field, op, value });
  return "filter" in checked ? (checked.filter.value ?? "ok") : "refused";
};

test("each type has its operators", () => {
  const values: Record<string, unknown> = {
    number: 1,
    checkbox: true,
    date: "2026-03-01",
    datetime: "2026-03-01T00:00:00Z",
    email: "a@b.de",
    url: "https://a.de",
    select: "a",
    multi_select: ["a"],
    json: {},
    attachment: [{ doc_id: "d", version: 1, path: "p" }],
    review: [{ id: "1", source: { doc_id: "d", version: 1, path: "p" } }],
  };
  const taken = (type: string) =>
    OPERATORS.filter((op) => {
      const value = op === "contains" && type === "multi_select" ? "a" : (values[type] ?? "a");
      return check(type, op, value) !== "refused";
    });
  for (const type of ["json", "attachment", "review", "checkbox"])
    expect(taken(type)).toEqual(["eq", "ne", "empty", "not_empty"]);
  for (const type of ["number", "date", "datetime"])
    expect(taken(type)).toEqual(OPERATORS.filter((op) => op !== "contains"));
  for (const type of ["text", "long_text", "email", "url", "select"]) expect(taken(type)).toEqual([...OPERATORS]);
  expect(taken("multi_select")).toEqual(["eq", "ne", "contains", "empty", "not_empty"]);
});

test("values are normalised as the field's own, and refused as they would be", () => {
  expect(check("multi_select", "eq", ["c", "a"])).toEqual(["a", "c"]);
  expect(check("datetime", "gt", "2026-03-01T12:00:00+01:00")).toBe("2026-03-01T11:00:00.000000Z");
  expect(check("number", "eq", "1.50")).toBe(1.5);
  expect(check("json", "eq", '{"a":1}')).toEqual({ a: 1 });
  expect(check("text", "contains", "50%_")).toBe("50%_");
  expect(check("text", "contains", "x".repeat(BOUNDS.contains_chars + 1))).toBe("refused");
  expect(check("multi_select", "contains", "d")).toBe("refused");
  expect(check("select", "eq", "d")).toBe("refused");
  expect(check("date", "lt", "2026-02-30")).toBe("refused");
  expect(check("text", "eq", null)).toBe("refused");
  expect(check("text", "like", "x")).toBe("refused");
  expect(check("nothing", "eq", "x")).toBe("refused");
});

test("the status of an answer is addressed like a field", () => {
  expect(check("$form_status", "eq", "draft")).toBe("draft");
  expect(check("$form_status", "ne", "none")).toBe("refused");
  expect(check("$form_status", "empty")).toBe("ok");
});
