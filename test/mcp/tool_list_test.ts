// Holds the schema of every tool that the house offers against what models and their clients can work with.
import { describe, expect, test } from "bun:test";
import { isSpecType } from "@modelcontextprotocol/server";
import { buildCatalogue, isJsonObject, type PlainSchema, typesOf } from "../../kernel/mod.ts";
import { manifest } from "../../plugins/manifest.ts";
import { makeToolTable } from "../../plugins/mcp/tool_table.ts";
import { plugins } from "../../plugins/mod.ts";

const catalogue = buildCatalogue(plugins, manifest);
const { listed } = makeToolTable(catalogue);

/** Four characters a token is the usual plain count; a whole list must leave a model room to work. */
const LIST_TOKENS_MAX = 30_000;

/** Every schema within a schema, with the path that leads to it. */
function* schemasWithin(schema: PlainSchema, path: string): Generator<{ schema: PlainSchema; path: string }> {
  yield { schema, path };
  const { properties, items, additionalProperties, anyOf } = schema;
  if (isJsonObject(properties)) {
    for (const [name, member] of Object.entries(properties)) {
      if (isJsonObject(member)) yield* schemasWithin(member, `${path}.${name}`);
    }
  }
  for (const [name, below] of Object.entries({ items, additionalProperties })) {
    if (isJsonObject(below)) yield* schemasWithin(below, `${path}.${name}`);
  }
  for (const branch of Array.isArray(anyOf) ? anyOf : []) if (isJsonObject(branch)) yield* schemasWithin(branch, path);
}

describe("every tool", () => {
  test("is what the protocol calls a tool", () => {
    expect(listed.filter((tool) => !isSpecType.Tool(tool)).map((tool) => tool.name)).toEqual([]);
  });

  test("takes one object without a union at its top", () => {
    for (const { name, inputSchema } of listed) {
      expect({ name, type: inputSchema.type }).toEqual({ name, type: "object" });
      for (const keyword of ["anyOf", "oneOf", "allOf", "if", "not", "$ref"])
        expect(inputSchema).not.toHaveProperty(keyword);
    }
  });

  test("types every value of its arguments and results", () => {
    const untyped: string[] = [];
    for (const { tool, shape } of catalogue.tools.values()) {
      for (const root of [shape.inputSchema, shape.outputSchema]) {
        if (!root) continue;
        for (const { schema, path } of schemasWithin(root, tool.name))
          if (typesOf(schema).size === 0) untyped.push(path);
      }
    }
    expect(untyped).toEqual([]);
  });

  test("describes each argument", () => {
    const silent: string[] = [];
    for (const { tool, shape } of catalogue.tools.values()) {
      for (const [name, member] of Object.entries(shape.inputSchema.properties)) {
        if (!member["description"]) silent.push(`${tool.name}.${name}`);
      }
    }
    expect(silent).toEqual([]);
  });

  test("has a name that clients take, a wording, and says whether it changes anything", () => {
    for (const { name, description, annotations } of listed) {
      expect(name).toMatch(/^[a-z][a-z0-9_]{2,47}$/);
      expect(description?.length ?? 0).toBeGreaterThan(10);
      expect(annotations).toMatchObject({ readOnlyHint: expect.any(Boolean), destructiveHint: expect.any(Boolean) });
    }
  });
});

test("the whole list stays under 30,000 tokens", () => {
  expect(JSON.stringify(listed).length / 4).toBeLessThan(LIST_TOKENS_MAX);
});
