// The server's schema language:
// TypeBox kept to plain JSON Schema, so that OpenAPI 3.1 and MCP take the same objects as they are.
import {
  FormatRegistry,
  Kind,
  type Static,
  type StringOptions,
  type TObject,
  type TProperties,
  type TSchema,
  type TString,
  Type,
  TypeRegistry,
} from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { countCharacters, isLongerThan } from "./characters.ts";
import { EMAIL_CHARS_MAX } from "./email_address.ts";
import { KERNEL_BOUNDS } from "./request_limits.ts";

export type { Static, TObject, TSchema } from "@sinclair/typebox";

/** One file of a multipart form, read whole (the body cap bounds it). */
export interface FilePart {
  filename: string;
  content_type: string;
  bytes: Uint8Array;
}

const INNER = Symbol("inner");
const CLAMPED = Symbol("clamped");
const LONG = Symbol("long");
const NORMAL = Symbol("normal");
const CALLED = Symbol("called");
const CASELESS = Symbol("caseless");
const CLOSED = Symbol("closed");
const BESIDE = Symbol("beside");

declare module "@sinclair/typebox" {
  interface TSchema {
    [INNER]?: TSchema;
    [CLAMPED]?: true;
    [LONG]?: true;
    [NORMAL]?: true;
    [CALLED]?: true;
    [CASELESS]?: true;
    [CLOSED]?: true;
    [BESIDE]?: string;
  }
}

/** The greatest number that a Postgres `integer` holds. */
const INT32_MAX = 2 ** 31 - 1;

TypeRegistry.Set(
  "StringEnum",
  (schema: { enum: string[] }, value) => typeof value === "string" && schema.enum.includes(value),
);
TypeRegistry.Set("Text", (schema: TSchema, value) => typeof value === "string" && faultOfText(schema, value) === null);
TypeRegistry.Set(
  "Nullable",
  (schema: TSchema, value) => value === null || Value.Check(schema[INNER] ?? Type.Never(), value),
);
TypeRegistry.Set(
  "FilePart",
  (_schema, value) => value instanceof Object && "bytes" in value && value.bytes instanceof Uint8Array,
);

/** A text, whose bounds count characters as JSON Schema says, where the checks of strings count halves of pairs. */
function string(options: StringOptions = {}): TString {
  const { minLength = 0, maxLength } = options;
  const made = Type.String(options);
  return maxLength === undefined && minLength < 2 ? made : Object.assign(made, { [Kind]: "Text" });
}

/** Which of its rules a text breaks, the first of them; null where it keeps to all. */
export function faultOfText(schema: TSchema, text: string): "maxLength" | "minLength" | "pattern" | "format" | null {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format } = schema;
  if (isLongerThan(text, maxLength)) return "maxLength";
  if (text.length < 2 * minLength && countCharacters(text) < minLength) return "minLength";
  if (pattern !== undefined && !patternOf(pattern).test(text)) return "pattern";
  return format !== undefined && FormatRegistry.Get(format)?.(text) === false ? "format" : null;
}

const patterns = new Map<string, RegExp>();

function patternOf(source: string): RegExp {
  const known = patterns.get(source) ?? new RegExp(source);
  patterns.set(source, known);
  return known;
}

function oneOf<const T extends readonly string[]>(
  values: T,
  options: { description?: string; default?: T[number] } = {},
) {
  return Type.Unsafe<T[number]>({ ...options, [Kind]: "StringEnum", type: "string", enum: [...values] });
}

function nullable<T extends TSchema>(inner: T, options: { description?: string; examples?: readonly string[] } = {}) {
  const { $id: _id, ...plain } = inner as TSchema & { $id?: string };
  const types = Array.isArray(plain["type"]) ? plain["type"] : [plain["type"]];
  const nulled: Record<string, unknown> = { ...plain, ...options, type: [...types, "null"] };
  if (Array.isArray(plain["enum"])) nulled["enum"] = [...plain["enum"], null];
  return Type.Unsafe<Static<T> | null>({ ...nulled, [Kind]: "Nullable", [INNER]: inner });
}

function filePart(options: { description?: string } = {}) {
  return Type.Unsafe<FilePart>({
    ...options,
    [Kind]: "FilePart",
    type: "string",
    contentMediaType: "application/octet-stream",
  });
}

/** A page size: absent takes the default, above the maximum takes the maximum (rules: requests/page_sizes). */
function limit(options: { default?: number; maximum: number; description?: string }) {
  return Type.Optional(
    Type.Integer({
      minimum: 1,
      description: `Page size; more than ${options.maximum} is taken as ${options.maximum}.`,
      ...options,
      [CLAMPED]: true,
    }),
  );
}

/** A text that may be as long as a request's body: whoever takes it says how long it may be. */
function longText(options: { minLength?: number; description?: string; examples?: string[] } = {}) {
  return string({ ...options, [LONG]: true });
}

/** A name, or a path of names: taken in NFC, so that what looks the same is the same. */
function name(options: StringOptions = {}) {
  return string({ ...options, [NORMAL]: true });
}

/** What people call somebody or something that acts or lets in: a name that shows, and shows as what it is wherever it stands. */
function called({ maxLength, ...options }: StringOptions & { maxLength: number }) {
  return name({ minLength: 1, maxLength, pattern: "\\S", ...options, [CALLED]: true });
}

/** An object whose members are named in whatever case, as in SCIM (RFC 7643, 2.1); it is handed on with the declared names. */
function caseless<T extends TProperties>(members: T, options: { description?: string; $id?: string } = {}) {
  return Type.Object(members, { ...options, [CASELESS]: true });
}

/** An object that is refused as malformed (422) for a member that it does not declare, where others leave such members out. */
function closed<T extends TProperties>(members: T, options: { description?: string; $id?: string } = {}) {
  return Type.Object(members, { ...options, additionalProperties: false, [CLOSED]: true });
}

/** A member that says nothing where `other` is given, and is looked at no more then. */
function unlessGiven<T extends TSchema>(other: string, member: T) {
  return Object.assign(Type.Optional(member), { [BESIDE]: other });
}

/** What every other text of a request is held to unless its schema says less or more. */
export const TEXT_CHARS_MAX = KERNEL_BOUNDS.text_chars;

/**
 * The kinds an operation may use. `OneOf` is an enumeration of strings, `Nullable` adds null to a kind, `Name` is a text that
 * names something, `Called` what people call somebody or something by, `LongText` a file's content in a JSON body, `FilePart` a file of a multipart form, `Limit` a clamped page
 * size, `Email` an address, `Id` the number of a row, `Version` the number of a version. An integer that is sent to us has bounds, or the server does not boot: a column holds no more.
 */
export const t = {
  Object: Type.Object,
  String: string,
  Integer: Type.Integer,
  Number: Type.Number,
  Boolean: Type.Boolean,
  Array: Type.Array,
  Record: Type.Record,
  Union: Type.Union,
  Optional: Type.Optional,
  Unknown: Type.Unknown,
  Literal: Type.Literal,
  Pick: Type.Pick,
  Omit: Type.Omit,
  Partial: Type.Partial,
  Composite: Type.Composite,
  OneOf: oneOf,
  Nullable: nullable,
  Name: name,
  Called: called,
  LongText: longText,
  Caseless: caseless,
  Closed: closed,
  FilePart: filePart,
  UnlessGiven: unlessGiven,
  Limit: limit,
  Id: (options: { description?: string } = {}) =>
    Type.Integer({ ...options, minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  Version: (options: { description?: string } = {}) => Type.Integer({ ...options, minimum: 1, maximum: INT32_MAX }),
  /** What a mail can be sent to; `isEmailAddress` is its rule. */
  Email: (options: { description?: string } = {}) =>
    string({
      description: "an e-mail address such as anna@example.com",
      ...options,
      format: "email",
      maxLength: EMAIL_CHARS_MAX,
    }),
  /** An instant on the wire: ISO 8601 in UTC. */
  Instant: (options: { description?: string } = {}) => Type.String({ ...options, format: "date-time" }),
  /** A JSON object whose members are not declared. */
  Json: (options: { description?: string; examples?: object[] } = {}) =>
    Type.Record(Type.String(), Type.Unknown(), options),
};

/** The schema beneath a `Nullable`, for whoever has to look through it. */
export function innerSchema(schema: TSchema): TSchema | undefined {
  return schema[INNER];
}

/** True for a text with bounds. */
export function isTextSchema(schema: TSchema): boolean {
  return schema[Kind] === "Text";
}

/** True for a member that says nothing beside another that is given. */
export function isMoot(schema: TSchema, isGiven: (name: string) => boolean): boolean {
  const other = schema[BESIDE];
  return other !== undefined && isGiven(other);
}

/** True for a page size, which is clamped and never out of range. */
export function isLimitSchema(schema: TSchema): boolean {
  return schema[CLAMPED] === true;
}

/** True for a text without the bound of all others. */
export function isLongText(schema: TSchema): boolean {
  return schema[LONG] === true;
}

/** True for a text that is taken in NFC. */
export function isNameSchema(schema: TSchema): boolean {
  return schema[NORMAL] === true;
}

/** True for what people call something by. */
export function isCalledSchema(schema: TSchema): boolean {
  return schema[CALLED] === true;
}

/** True for an object whose members are named in whatever case. */
export function isCaselessSchema(schema: TSchema): boolean {
  return schema[CASELESS] === true;
}

/** True for an object whose unknown members are a fault of shape. */
export function isClosedSchema(schema: TSchema): boolean {
  return schema[CLOSED] === true;
}

/** True when the declared kind is an object with named members. */
export function isObjectSchema(schema: TSchema | undefined): schema is TObject {
  return schema?.[Kind] === "Object";
}
