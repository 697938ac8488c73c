// Reads a form's texts as an operation's input: each becomes what the schema of its member declares.
import type { JsonValue, TSchema } from "../../../kernel/plugin.ts";
import { type FilePart, type PlainSchema, typesOf } from "../../../kernel/ports/base.ts";

/** The part of an operation that a form is read for. */
export interface Declared {
  params: MembersOf | null;
  query: MembersOf | null;
  body: MembersOf | null;
  /** What it takes by multipart, read where it takes no body of another kind. */
  form: MembersOf | null;
  /** Parameters of the path that no schema declares. */
  texts: readonly string[];
}

interface MembersOf {
  properties: Record<string, TSchema>;
}

type Texts = ReadonlyMap<string, readonly string[]>;
type Files = ReadonlyMap<string, readonly FilePart[]>;
export type FormInput = {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
  form: unknown;
};

/** Before the name of a member that may be null: whether it is, where nothing chosen of a list is not to mean all of it. */
const NULL = "~null.";
const DEPTH_MAX = 6;
const MEMBERS_MAX = 1000;

/**
 * The operation's input, not yet validated. Path, query and body names stand in one form; a name that two parts declare goes to
 * both. Values inside values are named by dots. Names that begin with `~` are the door's own, others are passed over.
 */
export function readValues(declared: Declared, texts: Texts, files: Files): FormInput {
  const params: Record<string, unknown> = {};
  for (const name of declared.texts) {
    const text = texts.get(name)?.at(-1);
    if (text !== undefined) params[name] = text;
  }
  Object.assign(params, readMembers(declared.params, texts));
  return {
    params,
    query: readMembers(declared.query, texts),
    body: declared.body ? readMembers(declared.body, texts) : undefined,
    form: declared.form && !declared.body ? readForm(declared.form, texts, files) : undefined,
  };
}

function readForm(schema: MembersOf, texts: Texts, files: Files): Record<string, unknown> {
  const parts = Object.entries(schema.properties).flatMap(([name, member]) => {
    const sent = files.get(name) ?? [];
    return sent.length === 0 ? [] : [[name, typesOf(member as PlainSchema).has("array") ? sent : sent.at(-1)]];
  });
  return { ...readMembers(schema, texts), ...Object.fromEntries(parts) };
}

function readMembers(schema: MembersOf | null, texts: Texts, before = "", depth = 0): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(schema?.properties ?? {})) {
    const value = readMember(member, texts, before + name, depth);
    if (value !== undefined) read[name] = value;
  }
  return read;
}

/** Undefined for what the form does not say. */
function readMember(member: TSchema, texts: Texts, path: string, depth: number): unknown {
  const types = typesOf(member as PlainSchema);
  const given = texts.get(path);
  if (types.has("null") && texts.get(NULL + path)?.at(-1) === "true") return null;
  if (types.has("array")) return readList(member, texts, path, depth);
  if (types.has("object") && member["properties"] && depth < DEPTH_MAX) {
    if (!hasBelow(texts, path)) return undefined;
    return readMembers(member as unknown as MembersOf, texts, `${path}.`, depth + 1);
  }
  const text = given?.at(-1);
  if (text !== undefined) return readText(member, text, types);
  return types.size === 0 || types.has("object") ? readOpen(texts, path) : undefined;
}

function hasBelow(texts: Texts, path: string): boolean {
  for (const name of texts.keys()) if (name.startsWith(`${path}.`)) return true;
  return false;
}

/** A list comes as repeated names, as numbered objects, or as one text with a line for each; nothing at all is null where that may be. */
function readList(member: TSchema, all: Texts, path: string, depth: number): unknown {
  const items = member["items"] as TSchema | undefined;
  const given = all.get(path);
  const isOfObjects = items !== undefined && typesOf(items as PlainSchema).has("object");
  if (isOfObjects && given) {
    // What is said beside the lines, as `invites.role`, is said of each of them.
    const ofAll = readMembers(items as unknown as MembersOf, all, `${path}.`, depth + 1);
    return given.flatMap((text) => linesOf(text)).map((line) => ({ ...ofAll, ...objectOf(items, line) }));
  }
  if (given) {
    const hasLines = given.length === 1 || isOneLine(items);
    const texts = given.flatMap((text) => (hasLines && /[\r\n]/.test(text) ? linesOf(text) : [text]));
    const said = texts.filter((text) => text !== "");
    const mayBeNull = typesOf(member as PlainSchema).has("null") && !all.has(NULL + path);
    if (said.length === 0 && mayBeNull) return null;
    return items ? said.map((text) => readText(items, text, typesOf(items as PlainSchema))) : said;
  }
  if (!isOfObjects || depth >= DEPTH_MAX) return undefined;
  const numbers = new Set<number>();
  for (const name of all.keys()) {
    const number = name.startsWith(`${path}.`) ? /^\d{1,4}(?=\.)/.exec(name.slice(path.length + 1))?.[0] : undefined;
    if (number !== undefined && numbers.size < MEMBERS_MAX) numbers.add(Number(number));
  }
  if (numbers.size === 0) return undefined;
  return [...numbers]
    .sort((one, other) => one - other)
    .map((number) => readMembers(items as unknown as MembersOf, all, `${path}.${number}.`, depth + 1));
}

/** A text of a form of its own, such as an address, holds no line end, so that several may be typed below each other. */
function isOneLine(items: TSchema | undefined): boolean {
  return items?.["format"] !== undefined;
}

function linesOf(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** A line says the first text that an object requires. */
function objectOf(items: TSchema, line: string): Record<string, unknown> {
  const required: readonly string[] = items["required"] ?? [];
  const name = required.find((one) => typesOf(items["properties"]?.[one] ?? {}).has("string")) ?? required[0] ?? "";
  return { [name]: line };
}

/** Members of an object that no schema names, such as the data of a record. */
function readOpen(texts: Texts, path: string): Record<string, JsonValue> | undefined {
  const read: Record<string, JsonValue> = {};
  let isSaid = false;
  for (const [name, values] of texts) {
    if (!name.startsWith(`${path}.`)) continue;
    isSaid = true;
    const member = name.slice(path.length + 1);
    if (!member.includes(".") && !(member in Object.prototype)) read[member] = values.at(-1) ?? "";
  }
  return isSaid ? read : undefined;
}

/** What cannot be read stays a text, and the operation says what it should be. */
function readText(member: TSchema, text: string, types: ReadonlySet<string>): unknown {
  const isEmpty = text === "";
  if (isEmpty && types.has("null")) return null;
  if (types.has("boolean") && ["true", "on", "1", "false", ""].includes(text)) return text !== "false" && !isEmpty;
  if (types.has("integer") || types.has("number")) {
    if (isEmpty) return undefined;
    if (/^-?\d+(\.\d+)?$/.test(text.trim())) return Number(text);
  }
  if (types.has("string")) {
    // Every browser ends the lines of what was typed with CRLF.
    if (isEmpty && isOptional(member)) return undefined;
    return text.replaceAll("\r\n", "\n");
  }
  if (isEmpty) return undefined;
  if (types.size === 0) return readJson(text);
  return text;
}

function isOptional(member: TSchema): boolean {
  return (member["minLength"] ?? 0) > 0 || member["format"] !== undefined || member["enum"] !== undefined;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
