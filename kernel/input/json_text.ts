// Reads arguments that models send as JSON text where the schema wants an object, an array, a number or a boolean.

import { isJsonObject } from "../base/json.ts";
import { type PlainSchema, typesOf } from "../base/plain_schema.ts";
import { KERNEL_BOUNDS } from "../base/request_limits.ts";
import { parseJson } from "./json_worker.ts";

/** One call's texts together: they are read without a pause, and whoever has more can send it as what it is. */
const { json_as_text_chars: CHARS_MAX } = KERNEL_BOUNDS;

/** Reads the arguments of one call; `refuse` is told of text that has to be JSON and is not, or is too much of it. */
export interface TextReader {
  /** `path` names the value: `rows[2].cells`. What is neither the wanted type nor text of it is left for the validator. */
  read(schema: PlainSchema, value: unknown, path: string): unknown;
}

export function createTextReader(refuse: (path: string, why: string) => void): TextReader {
  let left = CHARS_MAX;

  function readText(schema: PlainSchema, text: string, path: string): unknown {
    const types = typesOf(schema);
    if (types.has("string")) return text;
    const wanted = types.has("array") ? "an array" : types.has("object") ? "an object" : null;
    left -= text.length;
    if (left < 0) {
      refuse(
        path,
        `${path} makes more than ${CHARS_MAX} characters of JSON as text; send ${wanted ?? "it"} as JSON itself`,
      );
      return text;
    }
    const parsed = parse(text);
    if ("fault" in parsed) {
      if (wanted && /^\s*[[{]/.test(text))
        refuse(
          path,
          `${path} is text that does not hold as JSON: ${parsed.fault}; send ${wanted}, or JSON text of one`,
        );
      return text;
    }
    return types.has(jsonType(parsed.value, types)) ? read(schema, parsed.value, path) : text;
  }

  function read(schema: PlainSchema, value: unknown, path: string): unknown {
    if (typeof value === "string") return readText(schema, value, path);
    const { items, properties } = schema;
    if (Array.isArray(value)) {
      return isJsonObject(items) ? value.map((item, place) => read(items, item, `${path}[${place}]`)) : value;
    }
    if (!isJsonObject(value) || !isJsonObject(properties)) return value;
    const members: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(value)) {
      const below = Object.hasOwn(properties, name) ? properties[name] : undefined;
      members[name] = isJsonObject(below) ? read(below, member, `${path}.${name}`) : member;
    }
    return members;
  }

  return { read };
}

function jsonType(value: unknown, wanted: ReadonlySet<string>): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) && wanted.has("integer") ? "integer" : typeof value;
}

function parse(text: string): { value: unknown } | { fault: string } {
  const parsed = parseJson(new TextEncoder().encode(text));
  if ("value" in parsed) return parsed;
  if ("invalid" in parsed) return { fault: whyInvalid(text) };
  return { fault: `it ${"costs" in parsed ? parsed.costs : parsed.loses}` };
}

function whyInvalid(text: string): string {
  try {
    JSON.parse(text);
    return "it is no valid Unicode";
  } catch (error) {
    if (!(error instanceof SyntaxError)) return "it is nested too deep";
    return error.message.replace(/^JSON Parse error: /, "").slice(0, 100);
  }
}
