// Words for a value that breaks a rule of its schema: the value, the rule, and what is allowed.
import type { TSchema } from "@sinclair/typebox";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import { countCharacters, firstCharacters, isLongerThan } from "../base/characters.ts";

/** The pattern of what people call something by: it has a character that shows. */
export const NAMED_PATTERN = "\\S";

export function blankWords(name: string, text: string): string {
  return `${name} "${clip(text)}" is blank; it needs a character that shows`;
}

/** What is wrong with a value, naming it and its rule. */
export function describeBroken(error: ValueError): string {
  const name = pathOf(error.path).join(".") || "value";
  const { schema, value } = error;
  const shown = typeof value === "string" ? `"${clip(value)}"` : clip(textOf(value));
  switch (error.type) {
    case ValueErrorType.Kind:
      return `${name} ${shown} is not allowed; use one of ${schema["enum"].join(", ")}`;
    case ValueErrorType.Literal:
      return `${name} is ${shown}; it must be ${JSON.stringify(schema["const"])}`;
    case ValueErrorType.StringMaxLength:
      return `${name} has ${countCharacters(String(value))} characters; at most ${schema["maxLength"]} are allowed`;
    case ValueErrorType.StringMinLength:
      return schema["minLength"] === 1
        ? `${name} must not be empty`
        : `${name} is too short; at least ${schema["minLength"]} characters are needed`;
    case ValueErrorType.StringPattern:
      if (schema["pattern"] === NAMED_PATTERN) return blankWords(name, String(value));
      return `${name} ${shown} is not valid; ${ruleOf(schema)}`;
    case ValueErrorType.StringFormat:
      return `${name} ${shown} is not valid; ${ruleOf(schema)}`;
    case ValueErrorType.IntegerMinimum:
    case ValueErrorType.NumberMinimum:
      return `${name} is ${shown}; it must be at least ${schema["minimum"]}`;
    case ValueErrorType.IntegerMaximum:
    case ValueErrorType.NumberMaximum:
      return `${name} is ${shown}; it must be at most ${schema["maximum"]}`;
    case ValueErrorType.ArrayMaxItems:
      return `${name} has ${Array.isArray(value) ? value.length : 0} entries; at most ${schema["maxItems"]} are allowed`;
    case ValueErrorType.ArrayMinItems:
      return `${name} needs at least ${schema["minItems"]} ${schema["minItems"] === 1 ? "entry" : "entries"}`;
    case ValueErrorType.ObjectMaxProperties:
      return `${name} has ${countMembers(value)} members; at most ${schema["maxProperties"]} are allowed`;
    case ValueErrorType.ObjectAdditionalProperties:
      return `${name} is not an allowed name here${schema["description"] ? `; ${schema["description"]}` : ""}`;
    default:
      return `${name} ${shown} is not allowed: ${error.message}`;
  }
}

/** What a text has to be like, in the words of its schema where it has some. */
function ruleOf(schema: TSchema): string {
  return inSentence(schema["description"]) ?? `it must match ${schema["pattern"] ?? schema["format"]}`;
}

/** An object may have members named as those by which the language makes texts, so it is asked for none. */
function textOf(value: unknown): string {
  return typeof value === "object" && value !== null ? (JSON.stringify(value) ?? "") : String(value);
}

function clip(text: string): string {
  return isLongerThan(text, 80) ? `${firstCharacters(text, 77)}...` : text;
}

/** A JSON pointer as the names and numbers on its way. */
export function pathOf(pointer: string): (string | number)[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => clip(part.replaceAll("~1", "/").replaceAll("~0", "~")))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** Of an object; none of anything else. */
export function countMembers(value: unknown): number {
  return typeof value === "object" && value !== null ? Object.keys(value).length : 0;
}

/** A description as the end of a refusal: in lower case and without its full stop. */
function inSentence(description: unknown): string | null {
  if (typeof description !== "string") return null;
  return description.replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase()).replace(/\.$/, "");
}
