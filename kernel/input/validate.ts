// Holds a value against a declared schema:
// a wrong shape is a 422 list, a wrong value a 400 that names it (rules: requests/shapes).
import { FormatRegistry, Kind, type TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import { Value } from "@sinclair/typebox/value";
import { countCharacters, isLongerThan } from "../base/characters.ts";
import { isEmailAddress } from "../base/email_address.ts";
import { type FieldError, Refusal, refuse } from "../base/refusal.ts";
import { KERNEL_BOUNDS } from "../base/request_limits.ts";
import {
  faultOfText,
  innerSchema,
  isCalledSchema,
  isCaselessSchema,
  isClosedSchema,
  isLimitSchema,
  isLongText,
  isMoot,
  isNameSchema,
  isObjectSchema,
  isTextSchema,
  type Static,
  TEXT_CHARS_MAX,
  type TObject,
} from "../base/schema.ts";
import { blankWords, countMembers, describeBroken, NAMED_PATTERN, pathOf } from "./broken_value.ts";
import { showsNothing, unshownIn } from "./shown.ts";

FormatRegistry.Set("date-time", (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value));
FormatRegistry.Set("email", isEmailAddress);

/** A compiled schema; `check` returns the declared members with defaults filled in, or throws the refusal. */
export interface Validator {
  schema: TSchema;
  /** `place` is where the value came from, the first part of a fault's `loc`: `body`, `query` or `path`. */
  check(value: unknown, place: string): unknown;
  matches(value: unknown): boolean;
  /** The first mismatch in words, for reports about our own answers. */
  explain(value: unknown): string | null;
  /** Compiles it now, which its first use does otherwise. Throws for a schema that cannot be. */
  prepare(): void;
}

const FIELDS_SHOWN_MAX = 20;
const { json_levels: DEPTH_MAX } = KERNEL_BOUNDS;
/** A collection this far beyond its bound is not looked into for further faults. */
const ENTRIES_EXAMINED_MAX = 10_000;

/** A schema is a constant, and several operations may share it: its validator is made once. */
const validators = new WeakMap<TSchema, Validator>();

/** The validator of a schema, which is compiled when it is first used: commands beside a server use next to none. */
export function compileValidator(schema: TSchema): Validator {
  const validator = validators.get(schema) ?? compile(schema);
  validators.set(schema, validator);
  return validator;
}

/**
 * Holds a value that an operation took undeclared against a schema; answers its declared members, or throws 422 or 400. `loc` is where
 * it was sent, as `["body", "config"]`.
 */
export function checkAs<T extends TSchema>(schema: T, value: unknown, loc: FieldError["loc"]): Static<T> {
  const validator = compileValidator(schema);
  const taken = checkWithin(validator, value, loc);
  if (!isOf(schema, taken)) throw new Error("a value that was checked does not match");
  return taken;
}

function checkWithin(validator: Validator, value: unknown, loc: FieldError["loc"]): unknown {
  try {
    return validator.check(value, String(loc.findLast((part) => typeof part === "string") ?? "body"));
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields) throw error;
    throw refuse.unprocessable(error.fields.map((field) => ({ ...field, loc: [...loc, ...field.loc.slice(1)] })));
  }
}

function isOf<T extends TSchema>(schema: T, value: unknown): value is Static<T> {
  return compileValidator(schema).matches(value);
}

function compile(schema: TSchema): Validator {
  let made: TypeCheck<TSchema> | null = null;
  const compiled = () => {
    made ??= TypeCompiler.Compile(schema);
    return made;
  };
  return {
    schema,
    prepare: () => void compiled(),
    matches: (value) => compiled().Check(value),
    explain: (value) => {
      // Looking for errors interprets the schema, at ten times the price of the compiled check.
      if (compiled().Check(value)) return null;
      const first = compiled().Errors(value).First();
      return first ? `${first.path || "/"}: ${first.message}` : null;
    },
    check: (value, place) => {
      const taken = takeDeclared(schema, value, place);
      if (!compiled().Check(taken)) throw refusalFor(compiled().Errors(taken), place);
      refuseUnstorable(taken, [place]);
      return taken;
    },
  };
}

/**
 * Unknown members are left out unless the schema is closed to them, absent ones take their defaults, page sizes come down to
 * their maximum, names take their normal form. Throws 400 for a text that is longer than any may be, before anybody looks into it,
 * and for a name of which nothing shows.
 */
function takeDeclared(schema: TSchema, value: unknown, name: string): unknown {
  const declared = innerSchema(schema) ?? schema;
  if (typeof value === "string") {
    refuseLongText(declared, value, name);
    refuseUnshown(declared, value, name);
    return isNameSchema(declared) ? value.normalize("NFC") : value;
  }
  if (Array.isArray(value)) {
    const { items, maxItems = Number.POSITIVE_INFINITY } = declared;
    if (!items || value.length > maxItems) return value;
    return value.map((item) => takeDeclared(items, item, name));
  }
  if (isLimitSchema(declared)) return typeof value === "number" ? Math.min(value, declared["maximum"]) : value;
  if (!isObjectSchema(declared) || typeof value !== "object" || value === null) return value;
  const taken: Record<string, unknown> = {};
  const given = isCaselessSchema(declared) ? nameAsDeclared(declared, value) : value;
  if (declared.additionalProperties === false) refuseUnknown(declared, value, name);
  for (const [name, member] of Object.entries(declared.properties)) {
    const isSent = Object.hasOwn(given, name) && !isMoot(member, (other) => Object.hasOwn(given, other));
    const sent = isSent ? Reflect.get(given, name) : undefined;
    const settled = sent === undefined ? member["default"] : takeDeclared(member, sent, name);
    if (settled !== undefined) taken[name] = settled;
  }
  return taken;
}

/** The same members under their declared names; of several that differ in case alone the last one counts. */
function nameAsDeclared({ properties }: TObject, value: object): object {
  const declared = new Map(Object.keys(properties).map((name) => [name.toLowerCase(), name]));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [declared.get(name.toLowerCase()) ?? name, member]),
  );
}

function refuseLongText(declared: TSchema, text: string, name: string): void {
  if (text.length <= TEXT_CHARS_MAX || isLongText(declared)) return;
  const most = declared["maxLength"] ?? TEXT_CHARS_MAX;
  if (!isLongerThan(text, most)) return;
  throw refuse.invalid(`${name} has ${countCharacters(text)} characters; at most ${most} are allowed`);
}

/**
 * Throws 400 for a name that has characters and shows none of them, which its pattern says as far as every validator can, and for what
 * somebody is called by that shows as something else.
 */
function refuseUnshown(schema: TSchema, text: string, name: string): void {
  const { pattern } = schema;
  if (pattern === NAMED_PATTERN && text !== "" && showsNothing(text)) throw refuse.invalid(blankWords(name, text));
  const unshown = isCalledSchema(schema) ? unshownIn(text) : null;
  if (unshown !== null) throw refuse.invalid(`${name} holds ${unshown}, which shows nothing itself; remove it`);
}

/** Throws 400, or 422 as the schema says, for a member that the object does not have (rules: requests/unknown_members). */
function refuseUnknown(declared: TObject, value: object, place: string): void {
  const known = Object.keys(declared.properties);
  if (known.length === 0) return;
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const msg = `"${unknown.slice(0, 80)}" is not known here; send only ${known.join(", ")}`;
  if (!isClosedSchema(declared)) throw refuse.invalid(msg);
  throw refuse.unprocessable([{ loc: [place, unknown.slice(0, 80)], msg, type: "unknown_member" }]);
}

function refusalFor(errors: Iterable<ValueError>, place: string): Refusal {
  const fields = new Map<string, FieldError>();
  let broken: string | null = null;
  for (const error of leafErrors(errors)) {
    if (isShapeError(error)) {
      const loc = [place, ...pathOf(error.path)];
      const key = JSON.stringify(loc);
      if (!fields.has(key)) fields.set(key, fieldError(error, loc));
    } else {
      broken ??= describeBroken(error);
    }
    if (fields.size >= FIELDS_SHOWN_MAX || isFarTooMany(error)) break;
  }
  if (fields.size > 0 || broken === null) return refuse.unprocessable([...fields.values()]);
  return refuse.invalid(broken);
}

/** The errors that say what is wrong, below what only says that something is. */
function* leafErrors(errors: Iterable<ValueError>): Generator<ValueError> {
  for (const error of errors) {
    const inner = innerSchema(error.schema);
    if (inner && error.type === ValueErrorType.Kind) {
      yield* below(error, leafErrors(Value.Errors(inner, error.value)));
    } else if (isTextSchema(error.schema) && error.type === ValueErrorType.Kind) {
      yield { ...error, type: typeOfTextError(error) };
    } else if (error.type === ValueErrorType.Union) {
      const meant = meantBranches(error);
      const [only] = meant;
      if (meant.length === 1 && only) yield* only;
      else yield error;
    } else {
      yield error;
    }
  }
}

const TEXT_ERRORS = {
  maxLength: ValueErrorType.StringMaxLength,
  minLength: ValueErrorType.StringMinLength,
  pattern: ValueErrorType.StringPattern,
  format: ValueErrorType.StringFormat,
} as const;

function typeOfTextError({ schema, value }: ValueError): ValueErrorType {
  const fault = typeof value === "string" ? faultOfText(schema, value) : null;
  return fault === null ? ValueErrorType.String : TEXT_ERRORS[fault];
}

function* below(error: ValueError, errors: Iterable<ValueError>): Generator<ValueError> {
  for (const one of errors) yield { ...one, path: error.path + one.path };
}

/** The errors of those branches of a union that take the value's JSON type. */
function meantBranches(error: ValueError): ValueError[][] {
  const branches = error.errors.map((branch) => [...leafErrors(branch)]);
  return branches.filter(([first]) => first && !(first.path === error.path && isShapeError(first)));
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

function isShapeError(error: ValueError): boolean {
  // A page size below 1 is no page size at all (rules: requests/page_sizes).
  if (isLimitSchema(error.schema)) return true;
  switch (error.type) {
    case ValueErrorType.Kind:
      return !(error.schema[Kind] === "StringEnum" && typeof error.value === "string");
    case ValueErrorType.Literal:
      return typeof error.value !== typeof error.schema["const"];
    case ValueErrorType.Union:
      return meantBranches(error).length === 0;
    default:
      return SHAPE_ERRORS.has(error.type);
  }
}

function isFarTooMany({ type, value }: ValueError): boolean {
  if (type === ValueErrorType.ArrayMaxItems) return Array.isArray(value) && value.length > ENTRIES_EXAMINED_MAX;
  return type === ValueErrorType.ObjectMaxProperties && countMembers(value) > ENTRIES_EXAMINED_MAX;
}

function fieldError(error: ValueError, loc: (string | number)[]): FieldError {
  if (error.type === ValueErrorType.ObjectRequiredProperty) {
    return { loc, msg: `${nameOf(loc)} is required`, type: "missing" };
  }
  if (isLimitSchema(error.schema)) {
    return { loc, msg: `${nameOf(loc)} must be a whole number of 1 or more`, type: "type_error" };
  }
  const kind = error.schema[Kind] === "FilePart" ? "file" : wantedTypes(error);
  return { loc, msg: `${nameOf(loc)} must be ${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`, type: "type_error" };
}

function wantedTypes({ schema }: ValueError): string {
  const branches: TSchema[] = schema["anyOf"] ?? [schema];
  const types = branches.flatMap((branch) => branch["type"] ?? []);
  return [...new Set(types)].join(" or ") || "value of another kind";
}

/** Postgres stores no NUL, UTF-8 has no lone surrogates: both are refused by name before anything is written. */
function refuseUnstorable(value: unknown, path: readonly (string | number)[]): void {
  if (typeof value === "string") {
    const fault = unstorable(value);
    if (fault) throw refuse.invalid(`${nameOf(path)} holds ${fault}`);
    return;
  }
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return;
  if (path.length > DEPTH_MAX)
    throw refuse.invalid(`${nameOf(path.slice(0, 2))} is nested deeper than ${DEPTH_MAX} levels`);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) refuseUnstorable(item, [...path, index]);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    const fault = unstorable(name);
    if (fault) throw refuse.invalid(`a member name of ${nameOf(path)} holds ${fault}`);
    refuseUnstorable(member, [...path, name]);
  }
}

function unstorable(text: string): string | null {
  if (text.includes("\0")) return "a NUL character; remove it";
  return text.isWellFormed() ? null : "half of a surrogate pair; send valid Unicode";
}

/** The member's own name, or where the whole value came from. */
function nameOf(path: readonly (string | number)[]): string {
  return path.slice(path.length > 1 ? 1 : 0).join(".");
}
