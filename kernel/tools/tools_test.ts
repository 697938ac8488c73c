// Holds the derived tools against their rules:
// flat arguments, schemas any client takes, boots that refuse what cannot be flat.
import { describe, expect, test } from "bun:test";
import { Refusal } from "../base/refusal.ts";
import { t } from "../base/schema.ts";
import type { Tool } from "../operation/operation.ts";
import { operationFor } from "../operation/operation_for.ts";
import { readArguments, shapeTool, toArguments } from "./tools.ts";

const operation = operationFor<"none", "none">();
const permit = { needs: "nothing", check: () => null };

const Output = t.Object({ doc_id: t.String(), version: t.Integer(), note: t.Nullable(t.String()) }, { $id: "Edited" });

const edit = operation({
  id: "toy.edit",
  route: "PATCH /api/toys/{toy_id}",
  summary: "Change a toy",
  query: t.Object({ dry: t.Optional(t.Boolean({ description: "Only try." })) }),
  body: t.Object({
    title: t.Optional(t.Nullable(t.String({ description: "Its name." }))),
    tags: t.Optional(t.Array(t.String(), { description: "Labels." })),
    fields: t.Optional(t.Array(t.Object({ name: t.String(), width: t.Integer() }))),
    meta: t.Optional(t.Json({ description: "Anything." })),
    count: t.Optional(t.Integer({ description: "How many." })),
  }),
  output: Output,
  permit,
  audit: "toy.edit",
  run: () => ({ doc_id: "x", version: 1, note: null }),
});

function shaped(tool: Tool, of = edit) {
  return { tool, entry: of, shape: shapeTool(of, tool) };
}

const whole = shaped({ name: "edit_toy", wording: "Change a toy." });

describe("the derived schema", () => {
  test("joins path, query and body members into one object without a union at its top", () => {
    const { inputSchema } = whole.shape;
    const own = ["toy_id", "dry", "title", "tags", "fields", "meta", "count"];
    expect(Object.keys(inputSchema.properties)).toEqual([...own, "idempotency_key"]);
    expect(inputSchema.required).toEqual(["toy_id"]);
    expect(inputSchema["additionalProperties"]).toBe(false);
    expect(inputSchema.properties["toy_id"]?.["description"]).toBe("The toy id.");
    expect(inputSchema.properties["meta"]).toEqual({
      type: "object",
      description: "Anything.",
      additionalProperties: true,
    });
  });

  test("offers what the tool takes, requires what it requires and hides what it fixes", () => {
    const { shape } = shaped({
      name: "set_tags",
      wording: "Set tags.",
      takes: ["toy_id", "tags", "dry"],
      requires: ["tags"],
      fixed: { dry: false },
    });
    expect(Object.keys(shape.inputSchema.properties)).toEqual(["toy_id", "tags", "idempotency_key"]);
    expect(shape.inputSchema.required).toEqual(["toy_id", "tags"]);
  });

  test("gives the named members of the output, without $id, and leaves room for a failure", () => {
    const { shape } = shaped({ name: "edit_toy", wording: "Change a toy.", gives: ["version"] });
    expect(shape.outputSchema).toMatchObject({
      type: "object",
      properties: { version: { type: "integer" }, error: { type: "object" } },
      if: { required: ["error"] },
      else: { required: ["version"] },
    });
    expect(JSON.stringify(whole.shape.outputSchema)).not.toContain("$id");
  });

  test("refuses to boot for a download, a form alone, an unknown member and a required one that is not taken", () => {
    const tool = { name: "toy_tool", wording: "Toy." };
    const base = { id: "toy.bad", summary: "Bad", permit, effect: "read" as const };
    const download = operation({ ...base, raw: "download", run: () => new Response() });
    expect(() => shapeTool(download, tool)).toThrow("cannot carry a download");
    const form = operation({ ...base, form: t.Object({ a: t.String() }), run: () => undefined });
    expect(() => shapeTool(form, tool)).toThrow("cannot send a form");
    expect(() => shapeTool(edit, { ...tool, gives: ["nothing"] })).toThrow('gives "nothing"');
    expect(() => shapeTool(edit, { ...tool, takes: ["tags"] })).toThrow('neither takes nor fixes "toy_id"');
    expect(() => shapeTool(edit, { ...tool, takes: ["toy_id"], requires: ["tags"] })).toThrow('requires "tags"');
  });
});

describe("flat arguments", () => {
  test("go to the part of the input that they belong to", () => {
    const input = readArguments(whole, { toy_id: "t1", dry: true, title: null, count: 3 });
    expect(input).toEqual({
      params: { toy_id: "t1" },
      query: { dry: true },
      body: { title: null, count: 3 },
      form: undefined,
    });
  });

  test("may be JSON text where the schema wants none, at any depth", () => {
    const input = readArguments(whole, {
      toy_id: "t1",
      dry: "true",
      tags: '["a","b"]',
      fields: ['{"name":"n","width":"3"}'],
      meta: '{"a":1}',
      count: "4",
      title: "[1]",
    });
    expect(input.query).toEqual({ dry: true });
    expect(input.body).toEqual({
      tags: ["a", "b"],
      fields: [{ name: "n", width: 3 }],
      meta: { a: 1 },
      count: 4,
      title: "[1]",
    });
  });

  test("that are broken JSON text, or too much of it, are refused with the reason", () => {
    const why = (args: Record<string, unknown>): string[] => {
      try {
        readArguments(whole, { toy_id: "t1", ...args });
      } catch (error) {
        return error instanceof Refusal ? (error.fields ?? []).map((field) => field.msg) : [];
      }
      return [];
    };
    expect(why({ tags: '["a",' })).toEqual([
      "tags is text that does not hold as JSON: Unexpected EOF; send an array, or JSON text of one",
    ]);
    expect(why({ fields: ["{oops}"] })[0]).toStartWith("fields[0] is text that does not hold as JSON");
    expect(why({ tags: `[${"0  ,".repeat(50_001)}0]` })[0]).toContain("it holds more than 50000 values");
    expect(why({ tags: "[".repeat(100_000) })[0]).toContain("it is nested more than 1000 levels deep");
    const large = JSON.stringify({ text: "x".repeat(600_000) });
    expect(why({ meta: large })).toEqual([]);
    expect(why({ meta: large, fields: [large] })[0]).toContain("send an object as JSON itself");
  });

  test("that are null and optional count as left out, unless null means something", () => {
    expect(readArguments(whole, { toy_id: "t1", tags: null, title: null }).body).toEqual({ title: null });
  });

  test("that are unknown or missing are refused together, with the known names", () => {
    const call = () => readArguments(whole, { titel: "x", __proto__x: 1 });
    expect(call).toThrow(Refusal);
    try {
      call();
    } catch (error) {
      const fields = error instanceof Refusal ? (error.fields ?? []) : [];
      expect(fields.map((field) => field.msg)).toEqual([
        'unknown argument "titel"; edit_toy takes toy_id, dry, title, tags, fields, meta, count, idempotency_key',
        'unknown argument "__proto__x"; edit_toy takes toy_id, dry, title, tags, fields, meta, count, idempotency_key',
        "toy_id is required",
      ]);
    }
  });

  test("carry what the tool fixes, and say a REST call again where the tool can", () => {
    const tool = shaped({ name: "try_toy", wording: "Try.", takes: ["toy_id", "tags"], fixed: { dry: true } });
    expect(readArguments(tool, { toy_id: "t1" })).toMatchObject({ params: { toy_id: "t1" }, query: { dry: true } });
    const rest = { params: { toy_id: "t1" }, query: { dry: true }, body: { tags: ["a"] } };
    expect(toArguments(tool, rest)).toEqual({ toy_id: "t1", tags: ["a"] });
    expect(toArguments(tool, { ...rest, query: {} })).toBeNull();
    expect(toArguments(tool, { ...rest, body: { title: "x" } })).toBeNull();
  });
});
