// The mapping from a mismatch to 422 or 400, in the words that callers read, and what hostile values cannot do.
import { describe, expect, test } from "bun:test";
import { Refusal } from "../base/refusal.ts";
import { type TObject, t } from "../base/schema.ts";
import { compileValidator } from "./validate.ts";

const Shape = t.Object({
  name: t.String({ minLength: 1, maxLength: 5 }),
  size: t.Optional(t.Integer({ minimum: 0, maximum: 10 })),
  colour: t.Optional(t.OneOf(["red", "blue"], { default: "red" })),
  note: t.Optional(t.Nullable(t.String({ maxLength: 3 }))),
  mood: t.Optional(t.Nullable(t.OneOf(["glad", "sad"]))),
  tags: t.Optional(t.Array(t.String({ maxLength: 3 }), { maxItems: 2 })),
  inner: t.Optional(t.Object({ deep: t.Integer({ minimum: 1, maximum: 9, default: 4 }) })),
  items: t.Optional(t.Array(t.Object({ id: t.Integer({ minimum: 1, maximum: 9 }) }))),
  either: t.Optional(t.Union([t.String({ maxLength: 3 }), t.Integer({ minimum: 1, maximum: 5 })])),
  yes: t.Optional(t.Literal(true)),
  limit: t.Limit({ maximum: 50, default: 20 }),
  free: t.Optional(t.Json()),
  label: t.Optional(t.String({ pattern: "\\S", description: "What people call it." })),
  texts: t.Optional(
    t.Record(t.String({ pattern: "^[a-z]{1,4}$" }), t.String(), { maxProperties: 2, additionalProperties: false }),
  ),
});

function check(value: unknown, schema: TObject = Shape): unknown {
  try {
    return compileValidator(schema).check(value, "body");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.kind === "unprocessable") return { status: 422, fields: error.fields };
    return { kind: error.kind, says: error.message };
  }
}

const named = (more: object) => ({ name: "kite", ...more });

describe("a wrong JSON type is a 422 whose list says where", () => {
  const cases: [string, unknown, { loc: (string | number)[]; msg: string; type: string }][] = [
    ["no object", 7, { loc: ["body"], msg: "body must be an object", type: "type_error" }],
    ["an array for an object", [], { loc: ["body"], msg: "body must be an object", type: "type_error" }],
    ["a missing member", {}, { loc: ["body", "name"], msg: "name is required", type: "missing" }],
    ["a number for text", { name: 1 }, { loc: ["body", "name"], msg: "name must be a string", type: "type_error" }],
    ["null for text", { name: null }, { loc: ["body", "name"], msg: "name must be a string", type: "type_error" }],
    ["a fraction", named({ size: 1.5 }), { loc: ["body", "size"], msg: "size must be an integer", type: "type_error" }],
    [
      "a number for an enum",
      named({ colour: 1 }),
      { loc: ["body", "colour"], msg: "colour must be a string", type: "type_error" },
    ],
    [
      "null for an enum",
      named({ colour: null }),
      { loc: ["body", "colour"], msg: "colour must be a string", type: "type_error" },
    ],
    [
      "a number for a nullable",
      named({ note: 1 }),
      { loc: ["body", "note"], msg: "note must be a string", type: "type_error" },
    ],
    [
      "an array for a nullable enum",
      named({ mood: [] }),
      { loc: ["body", "mood"], msg: "mood must be a string", type: "type_error" },
    ],
    [
      "text for a list",
      named({ tags: "a" }),
      { loc: ["body", "tags"], msg: "tags must be an array", type: "type_error" },
    ],
    [
      "a number in a list",
      named({ tags: ["a", 1] }),
      { loc: ["body", "tags", 1], msg: "tags.1 must be a string", type: "type_error" },
    ],
    [
      "a wrong member below",
      named({ inner: { deep: "x" } }),
      { loc: ["body", "inner", "deep"], msg: "inner.deep must be an integer", type: "type_error" },
    ],
    [
      "a missing member in a list",
      named({ items: [{}] }),
      { loc: ["body", "items", 0, "id"], msg: "items.0.id is required", type: "missing" },
    ],
    [
      "no branch of a union",
      named({ either: [] }),
      { loc: ["body", "either"], msg: "either must be a string or integer", type: "type_error" },
    ],
    [
      "another type than the literal's",
      named({ yes: "true" }),
      { loc: ["body", "yes"], msg: "yes must be a boolean", type: "type_error" },
    ],
    [
      "a page size below 1",
      named({ limit: 0 }),
      { loc: ["body", "limit"], msg: "limit must be a whole number of 1 or more", type: "type_error" },
    ],
    [
      "a page size that is text",
      named({ limit: "many" }),
      { loc: ["body", "limit"], msg: "limit must be a whole number of 1 or more", type: "type_error" },
    ],
    [
      "a number among texts",
      named({ texts: { a: 1 } }),
      { loc: ["body", "texts", "a"], msg: "texts.a must be a string", type: "type_error" },
    ],
  ];
  for (const [what, value, field] of cases) {
    test(what, () => expect(check(value)).toEqual({ status: 422, fields: [field] }));
  }

  test("and names every member at once, however many values are wrong beside them", () => {
    const answer = check({ size: "1", colour: "green", tags: 3 });
    expect(answer).toMatchObject({ status: 422 });
    expect(Object(answer).fields.map((field: { loc: unknown[] }) => field.loc[1])).toEqual(["name", "size", "tags"]);
  });

  test("and shows at most twenty members of a body that is wrong everywhere", () => {
    const items = Array.from({ length: 500 }, () => ({ id: "x" }));
    expect(Object(check(named({ items }))).fields).toHaveLength(20);
  });
});

describe("a value that breaks a rule is a 400 that names it and the rule", () => {
  const cases: [unknown, string][] = [
    [{ name: "" }, "name must not be empty"],
    [{ name: "kitten" }, "name has 6 characters; at most 5 are allowed"],
    [named({ size: -1 }), "size is -1; it must be at least 0"],
    [named({ size: 11 }), "size is 11; it must be at most 10"],
    [named({ size: 2 ** 50 }), "size is 1125899906842624; it must be at most 10"],
    [named({ colour: "green" }), 'colour "green" is not allowed; use one of red, blue'],
    [named({ mood: "wild" }), 'mood "wild" is not allowed; use one of glad, sad'],
    [named({ note: "long" }), "note has 4 characters; at most 3 are allowed"],
    [named({ tags: ["a", "b", "c"] }), "tags has 3 entries; at most 2 are allowed"],
    [named({ tags: ["abcd"] }), "tags.0 has 4 characters; at most 3 are allowed"],
    [named({ inner: { deep: 10 } }), "inner.deep is 10; it must be at most 9"],
    [named({ either: "long" }), "either has 4 characters; at most 3 are allowed"],
    [named({ either: 9 }), "either is 9; it must be at most 5"],
    [named({ yes: false }), "yes is false; it must be true"],
    [named({ texts: { a: "", b: "", c: "" } }), "texts has 3 members; at most 2 are allowed"],
    [named({ texts: { "A\nb": "x" } }), "texts.A\nb is not an allowed name here"],
    [named({ texts: { ["A".repeat(500)]: "x" } }), `texts.${"A".repeat(77)}... is not an allowed name here`],
    [named({ label: "  " }), 'label "  " is blank; it needs a character that shows'],
    [named({ label: " \u200b\u3164" }), 'label " \u200b\u3164" is blank; it needs a character that shows'],
    [named({ label: "\u200b\u2060" }), 'label "\u200b\u2060" is blank; it needs a character that shows'],
    [named({ label: "\u{e0100}" }), 'label "\u{e0100}" is blank; it needs a character that shows'],
    [named({ label: "\u0007\u001b" }), 'label "\u0007\u001b" is blank; it needs a character that shows'],
    [named({ label: "\u2800\ufff9" }), 'label "\u2800\ufff9" is blank; it needs a character that shows'],
    [named({ note: "\0" }), "note holds a NUL character; remove it"],
    [named({ note: "\ud800" }), "note holds half of a surrogate pair; send valid Unicode"],
    [named({ free: { a: ["x", { "b\0": 1 }] } }), "a member name of free.a.1 holds a NUL character; remove it"],
  ];
  for (const [value, says] of cases) test(says, () => expect(check(value)).toEqual({ kind: "invalid", says }));
});

describe("what is taken", () => {
  test("has its defaults, also below, its page size clamped, and nothing that is not declared", () => {
    const sent = JSON.parse(
      '{"name":"kite","limit":1e9,"inner":{"deep":2,"x":1},"items":[{"id":1,"y":2}],"z":{"a":"\\u0000"},"__proto__":{"q":1}}',
    );
    expect(check(sent)).toEqual({ name: "kite", colour: "red", limit: 50, inner: { deep: 2 }, items: [{ id: 1 }] });
    expect(check(named({ inner: {} }))).toEqual({ name: "kite", colour: "red", limit: 20, inner: { deep: 4 } });
  });

  test("keeps null where null is allowed, and a union's branch", () => {
    expect(check(named({ note: null, mood: null, either: 3 }))).toMatchObject({ note: null, mood: null, either: 3 });
  });
});

describe("a hostile value", () => {
  test("nested a hundred thousand deep is a 400 where it is taken, and nothing where it is not", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = level % 2 ? [deep] : { a: deep };
    expect(check(named({ free: { deep } }))).toEqual({ kind: "invalid", says: "free is nested deeper than 64 levels" });
    expect(check(named({ unknown: deep }))).toMatchObject({ name: "kite" });
    expect(check(named({ inner: { a: deep } }))).toMatchObject({ inner: { deep: 4 } });
  });

  test("of a million entries is refused without looking at each", () => {
    const tags = new Array(1_000_000).fill("");
    expect(check(named({ tags }))).toEqual({
      kind: "invalid",
      says: "tags has 1000000 entries; at most 2 are allowed",
    });
    const texts = Object.fromEntries(tags.slice(0, 200_000).map((_, index) => [`k${index}`, "x"]));
    expect(check(named({ texts }))).toMatchObject({ kind: "invalid" });
  });
});
