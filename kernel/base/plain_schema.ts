// Turns declared schemas into plain JSON Schema that stands by itself, as agents' clients want it.
import { isJsonObject, type JsonObject } from "./json.ts";
import type { TSchema } from "./schema.ts";

/** A JSON Schema (2020-12) as data. */
export type PlainSchema = JsonObject;

const ANY_TYPE = ["string", "number", "boolean", "object", "array", "null"];
const SUBSCHEMAS = ["items", "additionalProperties", "not"] as const;
const SUBSCHEMA_LISTS = ["anyOf", "allOf", "oneOf"] as const;

/**
 * Copies a schema without what only our own readers know: no `$id`, no pattern that matches every name, and no value
 * without a type, because some clients refuse a whole tool list for one of these.
 */
export function plainSchema(schema: TSchema): PlainSchema {
  return plain(JSON.parse(JSON.stringify(schema)));
}

/** The JSON types that a plain schema admits; none when it does not say. */
export function typesOf(schema: PlainSchema): Set<string> {
  const types = new Set<string>();
  const { type } = schema;
  for (const name of Array.isArray(type) ? type : [type]) if (typeof name === "string") types.add(name);
  for (const keyword of SUBSCHEMA_LISTS) {
    const list = schema[keyword];
    for (const branch of Array.isArray(list) ? list : []) {
      if (isJsonObject(branch)) for (const name of typesOf(branch)) types.add(name);
    }
  }
  return types;
}

function plain({ $id: _id, ...schema }: PlainSchema): PlainSchema {
  const everyName = recordValue(schema);
  if (everyName) {
    delete schema["patternProperties"];
    schema["additionalProperties"] = Object.keys(everyName).length === 0 ? true : everyName;
  }
  if (isJsonObject(schema["properties"])) schema["properties"] = plainMembers(schema["properties"]);
  for (const keyword of SUBSCHEMAS) {
    const below = schema[keyword];
    if (isJsonObject(below)) schema[keyword] = plain(below);
  }
  for (const keyword of SUBSCHEMA_LISTS) {
    const list = schema[keyword];
    if (Array.isArray(list)) schema[keyword] = list.map((branch) => (isJsonObject(branch) ? plain(branch) : branch));
  }
  if (typesOf(schema).size === 0) schema["type"] = "const" in schema ? typeof schema["const"] : ANY_TYPE;
  return schema;
}

function plainMembers(members: PlainSchema): PlainSchema {
  const copies: PlainSchema = {};
  for (const [name, member] of Object.entries(members)) copies[name] = isJsonObject(member) ? plain(member) : member;
  return copies;
}

/** The schema of a record's values where every name is allowed. */
function recordValue(schema: PlainSchema): PlainSchema | null {
  const patterns = schema["patternProperties"];
  const value = isJsonObject(patterns) && Object.keys(patterns).length === 1 ? patterns["^(.*)$"] : null;
  return isJsonObject(value) ? value : null;
}
