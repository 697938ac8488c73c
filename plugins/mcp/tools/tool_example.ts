// Makes a correct call of a tool out of its schema, to show to a model whose own call was not.
import { isJsonObject } from "../../../kernel/plugin.ts";
import { type PlainSchema, typesOf } from "../../../kernel/ports/base.ts";
import type { ToolEntry } from "../../../kernel/ports/plugin.ts";

type Exemplified = Pick<ToolEntry, "tool" | "shape">;

/**
 * Arguments that the tool takes: every required one, the optional ones that have an example, since a call is mostly wrong
 * without them, and those in `also`.
 */
export function exampleArguments({ tool, shape }: Exemplified, also: readonly string[] = []): Record<string, unknown> {
  const { properties, required } = shape.inputSchema;
  const choice = tool.requires_one ?? [];
  const chosen = choice.some((name) => also.includes(name)) ? [] : choice.slice(0, 1);
  const named = new Set([...required, ...also, ...chosen]);
  const example: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(properties)) {
    if (named.has(name) || hasExample(member)) example[name] = exampleValue(member, name);
  }
  return example;
}

function hasExample(schema: unknown): boolean {
  return isJsonObject(schema) && Array.isArray(schema["examples"]) && schema["examples"].length > 0;
}

function exampleValue(schema: PlainSchema, name: string): unknown {
  const { examples, enum: allowed, properties, items, required, anyOf } = schema;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if ("const" in schema) return schema["const"];
  if ("default" in schema) return schema["default"];
  if (Array.isArray(allowed)) return allowed[0];
  if (Array.isArray(anyOf) && isJsonObject(anyOf[0])) return exampleValue(anyOf[0], name);
  const types = typesOf(schema);
  if (types.has("object")) {
    const members = Object.entries(isJsonObject(properties) ? properties : {});
    const isRequired = (member: string) => Array.isArray(required) && required.includes(member);
    const needed = members.filter(([member, below]) => isRequired(member) || hasExample(below));
    return Object.fromEntries(
      needed.map(([member, below]) => [member, isJsonObject(below) ? exampleValue(below, member) : ""]),
    );
  }
  if (types.has("array")) return isJsonObject(items) ? [exampleValue(items, name)] : [];
  if (types.has("integer") || types.has("number")) return schema["minimum"] ?? 1;
  if (types.has("boolean")) return true;
  return `<${name}>`;
}
