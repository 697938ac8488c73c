// Holds the schema of every tool that the server offers against what models and their clients can work with.
import { describe, expect, test } from "bun:test";
import { isSpecType } from "@modelcontextprotocol/server";
import { buildCatalogue } from "../../kernel/host.ts";
import { isJsonObject } from "../../kernel/plugin.ts";
import { type PlainSchema, typesOf } from "../../kernel/ports/base.ts";
import { manifest } from "../../plugins/manifest.ts";
import { type ListedTool, makeToolTable } from "../../plugins/mcp/tools/tool_table.ts";
import { plugins } from "../../plugins/mod.ts";
import { expectGolden } from "../harness/golden.ts";

const catalogue = buildCatalogue(plugins, manifest);
const { rows } = makeToolTable(catalogue, manifest.toolsets);
const listed = rows.map((row) => row.listed);
/** Former names are listed to clients that ask for them. */
const current = rows.filter((row) => !row.is_former).map((row) => row.listed);
// Written first: `toMatchObject` leaves its matchers behind in what it has looked at.
const written = writeGolden();
const listTokens = JSON.stringify(current).length / 4;

/** Four characters a token is the usual plain count; what a list takes is missing where the model works. */
const tokensOf = (tools: readonly ListedTool[]) => JSON.stringify(tools).length / 4;
const TOOL_TOKENS_MAX = 800;
const TOOL_TOKENS_MEAN = 240;
/** The largest set of one subject is `docs`; a client takes a few sets, or `core`. */
const SET_TOKENS_MAX = 11_000;
const CORE_TOKENS_MAX = 8000;
const CORE_TOOLS_MAX = 30;

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

  test("describes each argument, at every level", () => {
    const silent: string[] = [];
    for (const { tool, shape } of catalogue.tools.values()) {
      for (const { schema, path } of schemasWithin(shape.inputSchema, tool.name)) {
        for (const [name, member] of Object.entries(isJsonObject(schema["properties"]) ? schema["properties"] : {})) {
          if (!isJsonObject(member) || !member["description"]) silent.push(`${path}.${name}`);
        }
      }
    }
    expect(silent).toEqual([]);
  });

  test("that leaves the shape of an argument to another tool has that tool's", () => {
    for (const { tool, shape } of catalogue.tools.values()) {
      for (const [name, told] of Object.entries(tool.like ?? {})) {
        const [other = "", argument = ""] = told.split(".");
        const { description: _own, ...wanted } = shape.inputSchema.properties[name] ?? {};
        const { description: _its, ...given } =
          catalogue.tools.get(other)?.shape.inputSchema.properties[argument] ?? {};
        expect([tool.name, name, wanted]).toEqual([tool.name, name, given]);
      }
    }
  });

  test("has a name that clients take, a wording, and says whether it changes anything", () => {
    for (const { name, description, annotations } of listed) {
      expect(name).toMatch(/^[a-z][a-z0-9_]{2,47}$/);
      expect(description?.length ?? 0).toBeGreaterThan(10);
      expect(annotations).toMatchObject({ readOnlyHint: expect.any(Boolean), destructiveHint: expect.any(Boolean) });
    }
  });
});

describe("what a model reads of the tools", () => {
  const sizes = current.map((tool) => ({ name: tool.name, tokens: Math.ceil(tokensOf([tool])) }));

  test("is under 800 tokens for each tool, and 240 on average however many there are", () => {
    expect(sizes.filter(({ tokens }) => tokens > TOOL_TOKENS_MAX)).toEqual([]);
    const largest = [...sizes].sort((a, b) => b.tokens - a.tokens).slice(0, 10);
    const said = largest.map(({ name, tokens }) => `${name} ${tokens}`).join(", ");
    expect(listTokens / current.length, `the largest: ${said}`).toBeLessThan(TOOL_TOKENS_MEAN);
  });

  test("is under 11,000 tokens for each toolset", () => {
    const bySet = new Map<string, number>();
    for (const { name, tokens } of sizes) {
      const set = catalogue.tools.get(name)?.entry.toolset ?? "none";
      bySet.set(set, (bySet.get(set) ?? 0) + tokens);
    }
    expect([...bySet].filter(([, tokens]) => tokens > SET_TOKENS_MAX)).toEqual([]);
  });
});

describe("the core toolset", () => {
  const { selects } = manifest.toolsets.core;
  const names: string[] = Object.values(selects).flat();
  const core = listed.filter((tool) => names.includes(tool.name));

  test("has under 30 tools and under 8,000 tokens", () => {
    expect(core.length).toBeLessThan(CORE_TOOLS_MAX);
    expect(tokensOf(core)).toBeLessThan(CORE_TOKENS_MAX);
  });

  test("names tools that there are, each under the set that it belongs to", () => {
    const wrong = Object.entries(selects).flatMap(([set, tools]) =>
      tools.filter((name: string) => catalogue.tools.get(name)?.entry.toolset !== set),
    );
    expect(wrong).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });
});

test("the toolsets are those that clients know by name", () => {
  const named = "core docs files folders sharing comments history databases forms webhooks wiki agents admin";
  expect(Object.keys(manifest.toolsets)).toEqual(named.split(" "));
});

test("every tool's schema is the one in the golden file tools.golden.json", async () => {
  await expectGolden(new URL("./tools.golden.json", import.meta.url), written);
});

/** Each tool by its name, with a line for each argument, so that a change shows as the lines that it changes. */
function writeGolden(): string {
  const sorted = [...listed].sort((a, b) => (a.name < b.name ? -1 : 1));
  const tools = sorted.map(({ name, inputSchema: { properties, ...input }, ...tool }) => {
    const members = Object.entries({ ...tool, inputSchema: input, properties: {} });
    const lines = members.flatMap(([key, value]) => {
      if (key !== "properties") return [`    ${JSON.stringify(key)}: ${JSON.stringify(value)}`];
      const args = Object.entries(properties).map(([arg, schema]) => `      "${arg}": ${JSON.stringify(schema)}`);
      return [args.length > 0 ? `    "properties": {\n${args.join(",\n")}\n    }` : '    "properties": {}'];
    });
    return `  "${name}": {\n${lines.join(",\n")}\n  }`;
  });
  return `{\n${tools.join(",\n")}\n}\n`;
}
