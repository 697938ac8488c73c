// Holds a value against a declared schema: a wrong shape is a 422 list, a wrong value a 400 that names it (part 5, 5.3).
import { FormatRegistry, Kind, type TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import { type FieldError, type Refusal, refuse } from "./refusal.ts";
import { innerSchema, isObjectSchema } from "./schema.ts";

FormatRegistry.Set("date-time", (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value));
FormatRegistry.Set("email", (value) => value.length <= 254 && /^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\]+$/.test(value));

/** A compiled schema; `check` returns the value with defaults filled in, or throws the refusal. */
export interface Validator {
  schema: TSchema;
  check(value: unknown, place: string): unknown;
  matches(value: unknown): boolean;
  /** The first mismatch in words, for reports about our own answers. */
  explain(value: unknown): string | null;
}

const SHAPE_ERRORS = new Set<ValueErrorType>([
  ValueErrorType.Array,
  ValueErrorType.Boolean,
  ValueErrorType.Integer,
  ValueErrorType.Null,
  ValueErrorType.Number,
  ValueErrorType.Object,
  ValueErrorType.ObjectRequiredProperty,
  ValueErrorType.String,
]);

/** Compiles a schema once, at boot, so that a broken one stops the start. */
export function compileValidator(schema: TSchema): Validator {
  const compiled = TypeCompiler.Compile(schema);
  return {
    schema,
    matches: (value) => compiled.Check(value),
    explain: (value) => {
      const first = compiled.Errors(value).First();
      return first ? `${first.path || "/"}: ${first.message}` : null;
    },
    check: (value, place) => {
      const filled = fillDefaults(schema, value);
      if (!compiled.Check(filled)) throw refusalFor(compiled, filled, place);
      refuseUnstorableText(filled, place);
      return filled;
    },
  };
}

/** Fills the defaults of an object's own members and brings page sizes down to their maximum. */
function fillDefaults(schema: TSchema, value: unknown): unknown {
  if (!isObjectSchema(schema) || typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const filled: Record<string, unknown> = { ...value };
  for (const [name, member] of Object.entries(schema.properties)) {
    const given = filled[name];
    if (given === undefined && member["default"] !== undefined) filled[name] = member["default"];
    if (name === "limit" && typeof given === "number" && typeof member["maximum"] === "number") {
      filled[name] = Math.min(given, member["maximum"]);
    }
  }
  return filled;
}

function refusalFor(compiled: TypeCheck<TSchema>, value: unknown, place: string): Refusal {
  const fields: FieldError[] = [];
  let broken: string | null = null;
  for (const error of leafErrors(compiled.Errors(value))) {
    const loc = [place, ...pathOf(error.path)];
    if (isShapeError(error)) {
      if (!fields.some((field) => field.loc.join("/") === loc.join("/"))) fields.push(fieldError(error, loc));
    } else {
      broken ??= describeBroken(error);
    }
    if (fields.length >= 20) break;
  }
  if (fields.length > 0 || broken === null) return refuse.unprocessable(fields);
  return refuse.invalid(broken);
}

function* leafErrors(errors: Iterable<ValueError>): Generator<ValueError> {
  for (const error of errors) {
    const inner = innerSchema(error.schema);
    if (inner && error.type === ValueErrorType.Kind) {
      for (const below of leafErrors(TypeCompiler.Compile(inner).Errors(error.value))) {
        yield { ...below, path: error.path + below.path };
      }
    } else {
      yield error;
    }
  }
}

function isShapeError(error: ValueError): boolean {
  if (error.type === ValueErrorType.Kind)
    return !(error.schema[Kind] === "StringEnum" && typeof error.value === "string");
  if (error.type === ValueErrorType.Union) {
    return error.errors.every((branch) => [...branch].some(isShapeError));
  }
  return SHAPE_ERRORS.has(error.type);
}

function fieldError(error: ValueError, loc: (string | number)[]): FieldError {
  if (error.type === ValueErrorType.ObjectRequiredProperty) {
    return { loc, msg: `${loc.at(-1)} is required`, type: "missing" };
  }
  const wanted = error.schema["type"];
  const kind = Array.isArray(wanted) ? wanted.join(" or ") : String(wanted ?? "another shape");
  return { loc, msg: `${loc.at(-1)} must be ${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`, type: "type_error" };
}

function describeBroken(error: ValueError): string {
  const name = pathOf(error.path).join(".") || "value";
  const { schema, value } = error;
  const shown = typeof value === "string" ? `"${clip(value)}"` : clip(JSON.stringify(value) ?? "nothing");
  switch (error.type) {
    case ValueErrorType.Kind:
      return `${name} ${shown} is not allowed; use one of ${schema["enum"].filter(Boolean).join(", ")}`;
    case ValueErrorType.StringMaxLength:
      return `${name} has ${String(value).length} characters; at most ${schema["maxLength"]} are allowed`;
    case ValueErrorType.StringMinLength:
      return schema["minLength"] === 1
        ? `${name} must not be empty`
        : `${name} is too short; at least ${schema["minLength"]} characters are needed`;
    case ValueErrorType.StringPattern:
    case ValueErrorType.StringFormat:
      return `${name} ${shown} is not valid; ${schema["description"] ?? `it must match ${schema["pattern"] ?? schema["format"]}`}`;
    case ValueErrorType.IntegerMinimum:
    case ValueErrorType.NumberMinimum:
      return `${name} is ${shown}; it must be at least ${schema["minimum"]}`;
    case ValueErrorType.IntegerMaximum:
    case ValueErrorType.NumberMaximum:
      return `${name} is ${shown}; it must be at most ${schema["maximum"]}`;
    case ValueErrorType.ArrayMaxItems:
      return `${name} has ${Array.isArray(value) ? value.length : 0} entries; at most ${schema["maxItems"]} are allowed`;
    case ValueErrorType.ArrayMinItems:
      return `${name} needs at least ${schema["minItems"]} entries`;
    default:
      return `${name} ${shown} is not allowed: ${error.message}`;
  }
}

function clip(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

function pathOf(pointer: string): (string | number)[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** Postgres stores no NUL and UTF-8 has no lone surrogates: both are refused by name before anything is written. */
function refuseUnstorableText(value: unknown, place: string): void {
  if (typeof value === "string") {
    if (value.includes("\0")) throw refuse.invalid(`${place} holds a NUL character; remove it`);
    if (!value.isWellFormed()) throw refuse.invalid(`${place} holds half of a surrogate pair; send valid Unicode`);
    return;
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) refuseUnstorableText(item, `${place}[${index}]`);
    return;
  }
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return;
  for (const [name, member] of Object.entries(value)) {
    if (name.includes("\0") || !name.isWellFormed())
      throw refuse.invalid(`${place} holds a member name that is not valid text`);
    refuseUnstorableText(member, place === "body" || place === "query" || place === "path" ? name : `${place}.${name}`);
  }
}
