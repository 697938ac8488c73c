// What a tool list says of arguments and results: enough to call a tool right; the API document has the whole schemas.
import { isJsonObject } from "../../../kernel/plugin.ts";
import { type PlainSchema, typesOf } from "../../../kernel/ports/base.ts";
import type { ObjectSchema } from "../../../kernel/ports/tools.ts";

/** An object's schema as a tool list has it. */
export interface ListedSchema {
  type: "object";
  properties: Record<string, PlainSchema>;
  required?: string[];
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

/** What these are for is told once, by the server's instructions: they are arguments of nearly every tool. */
const TOLD_ONCE = new Set(["cursor", "idempotency_key", "lock_token", "max_chars", "next"]);

/**
 * The arguments without their bounds and examples, and without the words that the server's instructions have for all tools.
 * That there are no others goes without saying: a call with an unknown argument is refused with the names of those there are.
 */
export function outlineInput(
  { required, ...schema }: ObjectSchema,
  like: Readonly<Record<string, string>> = {},
): ListedSchema {
  const isToldOnce = (name: string) => TOLD_ONCE.has(name) || (name === "doc_id" && required.includes(name));
  const properties = mapMembers(schema.properties, (member, name) => {
    if (like[name] !== undefined) return toldBy(member, like[name]);
    const { description, ...untold } = withoutBounds(member);
    return description === undefined || isToldOnce(name) ? untold : { ...untold, description };
  });
  return { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
}

/** A value by its type, of a shape that an argument of another tool tells. */
function toldBy(schema: PlainSchema, argument: string): PlainSchema {
  const said = typeof schema["description"] === "string" ? `${schema["description"]} ` : "";
  return { ...outlineValue(schema), description: `${said}As ${argument}.` };
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
      if (keyword === "anyOf" && Array.isArray(value)) return eitherOf(value.filter(isJsonObject).map(withoutBounds));
      return [keyword, value];
    }),
  );
}

/** A union; of types of which nothing else is said, as a list of them. */
function eitherOf(branches: PlainSchema[]): [string, PlainSchema[string]] {
  const isBare = branches.every((branch) => Object.keys(branch).join() === "type");
  return isBare ? ["type", [...new Set(branches.flatMap((branch) => [...typesOf(branch)]))]] : ["anyOf", branches];
}

/**
 * The result's members and their types, but for `next`, of which the server's instructions tell. Every result that fits the schema fits its outline, and so does a failure, which is
 * `error` alone: clients that check results still can.
 */
export function outlineOutput(schema: ObjectSchema): ListedSchema {
  const { error: _error, next: _next, ...properties } = schema.properties;
  return { type: "object", properties: mapMembers(properties, outlineValue) };
}

/** A value by its type; of what is in an object or among objects a result itself says most. */
function outlineValue({ type, const: only, anyOf, items }: PlainSchema): PlainSchema {
  const outline: PlainSchema = {};
  if (type !== undefined) outline["type"] = type;
  if (only !== undefined) outline["const"] = only;
  if (Array.isArray(anyOf))
    outline["anyOf"] = anyOf.map((branch) => (isJsonObject(branch) ? outlineValue(branch) : branch));
  if (isJsonObject(items) && items["type"] !== "object") outline["items"] = outlineValue(items);
  return outline;
}

function mapMembers(
  members: PlainSchema,
  map: (member: PlainSchema, name: string) => PlainSchema,
): Record<string, PlainSchema> {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, isJsonObject(member) ? map(member, name) : {}]),
  );
}
