// Gathers what operations share: schemas under their `$id`, refusals and headers under one name each.
import { innerSchema } from "../kernel/host.ts";
import type { TSchema } from "../kernel/plugin.ts";
import type { HeaderObject, JsonSchema, ReferenceObject, ResponseObject } from "./document.ts";

/** The shared parts of one document; only what was asked for is in it. */
export interface Components {
  /** The schema as plain JSON, a reference wherever it carries an `$id`. Throws when two different schemas use one `$id`. */
  schema(declared: TSchema | JsonSchema): JsonSchema;
  /** Throws when two different responses use one name. */
  response(name: string, make: () => ResponseObject): ReferenceObject;
  header(name: string, header: HeaderObject): ReferenceObject;
  schemas(): Record<string, JsonSchema>;
  responses(): Record<string, ResponseObject>;
  headers(): Record<string, HeaderObject>;
}

/** Keywords whose value is data, not a schema. */
const DATA_KEYWORDS = new Set(["default", "enum", "const", "examples", "required", "type"]);
/** Keywords whose value maps names of the author's choice to schemas. */
const MAP_KEYWORDS = new Set(["properties", "patternProperties", "$defs", "dependentSchemas"]);

/** Starts an empty collection. */
export function createComponents(): Components {
  const schemas = new Map<string, JsonSchema>();
  const responses = new Map<string, ResponseObject>();
  const headers = new Map<string, HeaderObject>();

  function schema(declared: TSchema | JsonSchema): JsonSchema {
    const inner = isDeclared(declared) ? innerSchema(declared) : undefined;
    if (inner?.$id !== undefined) {
      const { description } = declared;
      return { anyOf: [schema(inner), { type: "null" }], ...(description === undefined ? {} : { description }) };
    }
    const { $id: id, ...members } = toPlainSchema(declared, schema);
    if (typeof id !== "string") return members;
    if (!/^[A-Za-z0-9._-]+$/.test(id))
      throw new Error(`schema $id "${id}" is no component name; use letters and digits`);
    const known = schemas.get(id);
    if (known && JSON.stringify(known) !== JSON.stringify(members)) {
      throw new Error(`two different schemas are called "${id}"; give one of them another $id`);
    }
    schemas.set(id, members);
    return { $ref: `#/components/schemas/${id}` };
  }

  return {
    schema,
    response: (name, make) => {
      const [made, known] = [make(), responses.get(name)];
      if (known && JSON.stringify(known) !== JSON.stringify(made)) {
        throw new Error(`two different responses are called "${name}"; give one of them another name`);
      }
      responses.set(name, made);
      return { $ref: `#/components/responses/${name}` };
    },
    header: (name, header) => {
      headers.set(name, header);
      return { $ref: `#/components/headers/${name}` };
    },
    schemas: () => sortByName(schemas),
    responses: () => sortByName(responses),
    headers: () => sortByName(headers),
  };
}

/** Told from plain JSON Schema by the kind that TypeBox leaves on it. */
function isDeclared(schema: TSchema | JsonSchema): schema is TSchema {
  return Object.getOwnPropertySymbols(schema).length > 0;
}

/** Drops TypeBox's symbols; `below` takes the schemas inside. */
function toPlainSchema(declared: TSchema | JsonSchema, below: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const plain: JsonSchema = {};
  for (const [keyword, value] of Object.entries(declared)) {
    if (value === undefined) continue;
    if (MAP_KEYWORDS.has(keyword) && isRecord(value)) plain[keyword] = mapValues(value, below);
    else if (DATA_KEYWORDS.has(keyword)) plain[keyword] = value;
    else if (Array.isArray(value)) plain[keyword] = value.map((one) => (isRecord(one) ? below(one) : one));
    else plain[keyword] = isRecord(value) ? below(value) : value;
  }
  return openRecord(plain);
}

/** TypeBox writes "an object of any names" as a pattern that matches every name; `additionalProperties` says it plainly. */
function openRecord(schema: JsonSchema): JsonSchema {
  const patterns = schema["patternProperties"];
  if (!isRecord(patterns) || !("^(.*)$" in patterns) || Object.keys(patterns).length > 1) return schema;
  const { patternProperties: _patterns, ...rest } = schema;
  const every = patterns["^(.*)$"];
  return { ...rest, additionalProperties: isRecord(every) && Object.keys(every).length > 0 ? every : true };
}

function mapValues(map: JsonSchema, below: (schema: JsonSchema) => JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, isRecord(value) ? below(value) : value]));
}

function isRecord(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sortByName<T>(map: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
}
