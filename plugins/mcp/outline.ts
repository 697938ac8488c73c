// What a tool list says of a result: its members and their types, two levels deep; the API document has the whole schema.
import type { ObjectSchema } from "../../kernel/mod.ts";

/** Below this depth a value is told by its type alone. */
const LEVELS = 2;

/**
 * The outline of an output schema. Every result that fits the schema fits its outline, so clients that check results still
 * can, and the list of all tools stays small enough to leave a model room to work.
 */
export function outlineOf(schema: ObjectSchema): ObjectSchema {
  const { type, properties, required, anyOf } = schema as Node;
  const outline: Node = { type: type ?? "object" };
  if (properties) outline.properties = { ...outlineMembers(properties, 1), ...FAILURE };
  if (required) outline.required = required;
  if (anyOf) outline.anyOf = anyOf.map((branch) => outlineNode(branch, 0));
  return outline as ObjectSchema;
}

/** The same for every tool, so its members need not stand in the list a hundred times. */
const FAILURE = { error: { type: "object" } };

interface Node {
  type?: unknown;
  const?: unknown;
  properties?: Record<string, Node>;
  required?: unknown;
  items?: Node;
  anyOf?: Node[];
}

function outlineMembers(properties: Record<string, Node>, level: number): Record<string, Node> {
  return Object.fromEntries(Object.entries(properties).map(([name, node]) => [name, outlineNode(node, level)]));
}

function outlineNode(node: Node, level: number): Node {
  const outline: Node = {};
  if (node.type !== undefined) outline.type = node.type;
  if (node.const !== undefined) outline.const = node.const;
  if (node.anyOf) outline.anyOf = node.anyOf.map((branch) => outlineNode(branch, level));
  if (node.properties && level < LEVELS) outline.properties = outlineMembers(node.properties, level + 1);
  if (node.items) outline.items = outlineNode(node.items, level + 1);
  return outline;
}
