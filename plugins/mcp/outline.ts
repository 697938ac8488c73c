// What a tool list says of arguments and results: enough to call a tool right; the API document has the whole schemas.
import { isJsonObject, type ObjectSchema, type PlainSchema } from "../../kernel/mod.ts";

/** An object's schema as a tool list has it. */
export interface ListedSchema {
  type: "object";
  properties: Record<string, PlainSchema>;
  required?: string[];
  additionalProperties?: false;
  [keyword: string]: unknown;
}

/**
 * Bounds are told by the refusal of what exceeds them, in words, and by descriptions where a model would guess wrong; examples
 * by the correct call that a refusal shows. In a hundred tools they are what a model reads most of and uses least.
 */
const BOUNDS = new Set([
  ...["minimum", "maximum", "minLength", "maxLength", "pattern", "minItems", "maxItems", "minProperties"],
  "maxProperties",
  "examples",
]);

/** The arguments without their bounds and examples. */
export function outlineInput({ required, ...schema }: ObjectSchema): ListedSchema {
  const properties = mapMembers(schema.properties, withoutBounds);
  const needed = required.length > 0 ? { required } : {};
  return { type: "object", properties, ...needed, additionalProperties: false };
}

function withoutBounds(schema: PlainSchema): PlainSchema {
  const kept = Object.entries(schema).filter(([keyword]) => !BOUNDS.has(keyword));
  return Object.fromEntries(
    kept.map(([keyword, value]) => {
      if (keyword === "patternProperties" && isJsonObject(value)) {
        const [every = true] = Object.values(value);
        return ["additionalProperties", isJsonObject(every) ? withoutBounds(every) : every];
      }
      if (keyword === "properties" && isJsonObject(value)) return [keyword, mapMembers(value, withoutBounds)];
      if (keyword === "items" && isJsonObject(value)) return [keyword, withoutBounds(value)];
      if (keyword === "anyOf" && Array.isArray(value)) {
        return [keyword, value.map((branch) => (isJsonObject(branch) ? withoutBounds(branch) : branch))];
      }
      return [keyword, value];
    }),
  );
}

/** Below this depth a value is told by its type alone. */
const LEVELS = 2;

/**
 * The result's members and their types, two levels deep. Every result that fits the schema fits its outline, and so does a
 * failure, which is `error` alone: clients that check results still can.
 */
export function outlineOutput(schema: ObjectSchema): ListedSchema {
  const { error: _error, ...properties } = schema.properties;
  return { type: "object", properties: mapMembers(properties, (member) => outlineValue(member, 1)) };
}

function outlineValue(schema: PlainSchema, level: number): PlainSchema {
  const { type, anyOf, properties, items } = schema;
  const outline: PlainSchema = {};
  if (type !== undefined) outline["type"] = type;
  if (schema["const"] !== undefined) outline["const"] = schema["const"];
  if (Array.isArray(anyOf)) {
    outline["anyOf"] = anyOf.map((branch) => (isJsonObject(branch) ? outlineValue(branch, level) : branch));
  }
  if (isJsonObject(properties) && level < LEVELS) {
    outline["properties"] = mapMembers(properties, (member) => outlineValue(member, level + 1));
  }
  if (isJsonObject(items)) outline["items"] = outlineValue(items, level + 1);
  return outline;
}

function mapMembers(members: PlainSchema, map: (member: PlainSchema) => PlainSchema): Record<string, PlainSchema> {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, isJsonObject(member) ? map(member) : {}]),
  );
}
