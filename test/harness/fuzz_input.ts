// Inputs for fuzzing, made from an operation's own schemas: mostly right, often wrong in one place, sometimes absurd.
import { Kind } from "@sinclair/typebox";
import fc from "fast-check";
import { innerSchema, isObjectSchema } from "../../kernel/host.ts";
import type { TSchema } from "../../kernel/plugin.ts";
import type { TObject } from "../../kernel/ports/base.ts";

/** A deep value that is cheap to make. */
function nest(depth: number): unknown {
  let value: unknown = "bottom";
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value };
  return value;
}

/** Texts that broke some system somewhere. */
const TEXTS = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "x\udc00",
  "../../etc/passwd",
  "/absolute",
  "a\\b",
  "%2e%2e%2f",
  "..%2f",
  "~x",
  "_x",
  "%",
  "'; drop table documents; --",
  "$x",
  "{}",
  "null",
  "true",
  "-1",
  "1e309",
  "NaN",
  "9007199254740993",
  "\u202e\u200b",
  "é😀",
  "\r\nset-cookie: a=b",
  "constructor",
  "__proto__",
  "x".repeat(5000),
];

/** Numbers at and beyond the edges of what columns and clients hold. */
const NUMBERS = [
  0,
  -0,
  1,
  -1,
  0.5,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 63),
  1e300,
  5e-324,
];

const text = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 20 }),
);

/** Any JSON, most of it small and wrong. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], { a: 1 }, nest(40), nest(3000)),
  fc.constantFrom<unknown>(...NUMBERS),
  text,
  fc.jsonValue({ maxDepth: 3 }),
);

/** Values of a schema, one in sixteen of them replaced, at any depth. */
export function valuesOf(schema: TSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  const right = rightValues(schema, known);
  return fc.oneof({ weight: 15, arbitrary: right }, { weight: 1, arbitrary: anything });
}

/** Objects of a schema with members left out and unknown ones added. */
export function objectsOf(schema: TObject, known: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  const members = Object.entries(schema.properties).map(([name, member]) => [name, valuesOf(member, known)] as const);
  const whole = fc.record(Object.fromEntries(members), { requiredKeys: schema.required ?? [] });
  const part = fc.record(Object.fromEntries(members), { requiredKeys: [] });
  const declared = fc.oneof({ weight: 15, arbitrary: whole }, { weight: 1, arbitrary: part });
  const more = fc.oneof(
    { weight: 19, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.dictionary(text, anything, { maxKeys: 2 }) },
  );
  return fc.tuple(declared, more).map(([value, added]) => ({ ...added, ...value }));
}

function rightValues(schema: TSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  const inner = innerSchema(schema);
  if (inner) return fc.option(valuesOf(inner, known), { nil: null });
  if (isObjectSchema(schema)) return objectsOf(schema, known);
  switch (schema[Kind]) {
    case "StringEnum":
      return fc.constantFrom(...schema["enum"]);
    case "Literal":
      return fc.constant(schema["const"]);
    case "Boolean":
      return fc.boolean();
    case "Integer":
      return fc.integer({
        min: Math.max(schema["minimum"] ?? 0, -1000),
        max: Math.min(schema["maximum"] ?? 1000, 1000),
      });
    case "Number":
      return fc.double();
    case "Array":
      return fc.array(valuesOf(schema["items"], known), { maxLength: 5 });
    case "Record":
      return fc.dictionary(text, fc.oneof(text, anything), { maxKeys: 4 });
    case "Union":
      return fc.oneof(...schema["anyOf"].map((branch: TSchema) => valuesOf(branch, known)));
    case "String":
    case "Text":
      return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: text });
    default:
      return anything;
  }
}
