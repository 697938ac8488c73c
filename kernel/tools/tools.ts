// Derives from an operation the tool that an agent calls: flat arguments in, the operation's result out.
import { BootError } from "../base/boot_error.ts";
import { type PlainSchema, plainSchema, typesOf } from "../base/plain_schema.ts";
import { type FieldError, refuse } from "../base/refusal.ts";
import { isObjectSchema, type TObject } from "../base/schema.ts";
import type { Input } from "../http/request.ts";
import { pathParameters } from "../http/route.ts";
import { createTextReader } from "../input/json_text.ts";
import { KEY_ARGUMENT, readKey, takesKey } from "../input/repeat_key.ts";
import type { Operation, Tool } from "../operation/operation.ts";
import { readSynonyms, synonymsOf } from "../operation/synonyms.ts";
import { BUDGET_ARGUMENTS } from "./budget.ts";

/** The schema of an object whose members are named. */
export interface ObjectSchema extends PlainSchema {
  type: "object";
  properties: Record<string, PlainSchema>;
  required: string[];
}

type Part = "params" | "query" | "body";

/** A tool's arguments and results as schemas, and the part of the operation's input that each argument belongs to. */
export interface ToolShape {
  /** Never a union at the top: models and clients both stumble over one. */
  inputSchema: ObjectSchema;
  /** Null when the operation answers nothing. */
  outputSchema: ObjectSchema | null;
  /** True for a tool that reads and leaves its answer's length to its surface: it takes `max_chars` and `next` too. */
  is_budgeted: boolean;
  /** True for a tool that takes `idempotency_key` beside its operation's own input. */
  is_keyed: boolean;
  places: ReadonlyMap<string, Part>;
  /** Names that it takes and does not show, and the argument that each stands for. */
  synonyms: ReadonlyMap<string, string>;
}

/** Derives a tool's schemas at boot. Throws BootError for an operation that no flat tool can carry. */
export function shapeTool(operation: Operation, tool: Tool): ToolShape {
  const refuseBoot = (why: string) => new BootError(`tool "${tool.name}" of ${operation.id} ${why}`);
  if (operation.raw) throw refuseBoot(`cannot carry a ${operation.raw}; give the tool an operation that answers JSON`);
  if (operation.form && !operation.body) throw refuseBoot("cannot send a form; declare a JSON body beside it");
  const places = new Map<string, Part>();
  const properties: Record<string, PlainSchema> = {};
  const required = new Set<string>();
  const fixed = tool.fixed ?? {};
  for (const { part, schema } of inputParts(operation)) {
    for (const [name, member] of Object.entries(schema.properties)) {
      if (name in operation.synonyms) continue;
      places.set(name, part);
      const offered = name in fixed ? false : (tool.takes?.includes(name) ?? true);
      const needed = schema.required?.includes(name) ?? false;
      if (offered) {
        properties[name] = member;
        if (needed || tool.requires?.includes(name)) required.add(name);
      } else if (needed && !(name in fixed)) {
        throw refuseBoot(`neither takes nor fixes "${name}", which the operation requires`);
      }
    }
  }
  const missing = (tool.requires ?? []).find((name) => !(name in properties));
  if (missing) throw refuseBoot(`requires "${missing}" but does not take it`);
  // An operation with a `max_chars` of its own keeps to it by itself.
  const is_budgeted = operation.effect === "read" && operation.output !== null && !places.has("max_chars");
  if (is_budgeted && places.has("next"))
    throw refuseBoot(`takes "next", a name that stands for where an answer goes on`);
  if (is_budgeted) Object.assign(properties, BUDGET_ARGUMENTS);
  const is_keyed = takesKey(operation) && operation.once === null;
  if (is_keyed) Object.assign(properties, KEY_ARGUMENT);
  return {
    inputSchema: { type: "object", properties, required: [...required], additionalProperties: false },
    outputSchema: operation.output ? outputSchema(operation.output, { tool, is_budgeted, refuseBoot }) : null,
    is_budgeted,
    is_keyed,
    places,
    synonyms: synonymsOf(operation, tool),
  };
}

interface InputPart {
  part: Part;
  schema: { properties: Record<string, PlainSchema>; required?: string[] };
}

function inputParts(operation: Operation): InputPart[] {
  const params: InputPart = { part: "params", schema: { properties: {}, required: [] } };
  for (const { name } of pathParameters(operation.path ?? "")) {
    const words = name.replaceAll("_", " ");
    params.schema.properties[name] = { type: "string", description: `The ${words}.` };
    params.schema.required?.push(name);
  }
  const declared = membersOf(operation.params);
  for (const [name, member] of Object.entries(declared.properties)) {
    params.schema.properties[name] = { description: params.schema.properties[name]?.["description"], ...member };
  }
  params.schema.required?.push(...(declared.required ?? []));
  return [
    params,
    { part: "query", schema: membersOf(operation.query) },
    { part: "body", schema: membersOf(operation.body) },
  ];
}

function membersOf(schema: TObject | null): InputPart["schema"] {
  if (!schema) return { properties: {} };
  const properties: Record<string, PlainSchema> = {};
  for (const [name, member] of Object.entries(schema.properties)) properties[name] = plainSchema(member);
  return { properties, required: schema.required ?? [] };
}

const FAILURE: PlainSchema = {
  type: "object",
  description: "Stands alone when the call failed.",
  properties: { code: { type: "string" }, message: { type: "string" } },
  required: ["code", "message"],
};

/**
 * The result's schema. Clients of the older protocol hold even a failed call's structured content against it, so a
 * failure has its place in it: whatever the result requires is required unless there is an `error`.
 */
function outputSchema(
  declared: NonNullable<Operation["output"]>,
  { tool, is_budgeted, refuseBoot }: { tool: Tool; is_budgeted: boolean; refuseBoot: (why: string) => BootError },
): ObjectSchema {
  if (!isObjectSchema(declared)) throw refuseBoot("answers something other than one object with named members");
  const all = membersOf(declared);
  const unknown = (tool.gives ?? []).find((name) => !(name in all.properties));
  if (unknown) throw refuseBoot(`gives "${unknown}", which its output does not have`);
  const given = givenOf(tool) ?? Object.keys(all.properties);
  if ("error" in all.properties && given.includes("error"))
    throw refuseBoot(`answers a member "error", a name that stands for failures`);
  if (is_budgeted && "next" in all.properties)
    throw refuseBoot(`answers a member "next", a name that stands for where it goes on`);
  const properties: Record<string, PlainSchema> = {};
  for (const name of given) {
    if (name in all.properties) properties[name] = all.properties[name] ?? {};
  }
  const required = (all.required ?? []).filter((name) => name in properties);
  return {
    type: "object",
    properties: { ...properties, ...(is_budgeted ? { next: { type: "string" } } : {}), error: FAILURE },
    required: [],
    if: { required: ["error"] },
    else: { required },
  };
}

/** What the functions below need to know of a tool. */
interface Shaped {
  tool: Tool;
  shape: ToolShape;
}

/** Whoever sends thousands of unknown arguments is told of the first. */
const FAULTS_MAX = 20;

/**
 * Turns a tool call's flat arguments into the operation's input, not yet validated: hand it to `checkInput`.
 * Objects, arrays, numbers and booleans may come as JSON text, whole numbers may stand for texts that name something, since ids are answered as numbers,
 * and null stands for an optional argument left out, because models send all of these. The two arguments of a budget are left to `readBudget`. Throws 422 that names every argument that is missing or unknown.
 */
export function readArguments({ tool, shape }: Shaped, given: Readonly<Record<string, unknown>>): Input {
  const { properties, required } = shape.inputSchema;
  const faults: FieldError[] = [];
  const parts: Record<Part, Record<string, unknown>> = { params: {}, query: {}, body: {} };
  const texts = createTextReader((path, why) => faults.push(fault(path, why, "json_invalid")));
  for (const [name, sent] of Object.entries(given)) {
    if (shape.is_budgeted && Object.hasOwn(BUDGET_ARGUMENTS, name)) continue;
    if (shape.is_keyed && Object.hasOwn(KEY_ARGUMENT, name)) continue;
    const shown = shape.synonyms.get(name) ?? name;
    const schema = Object.hasOwn(properties, shown) ? properties[shown] : undefined;
    const part = shape.places.get(shown);
    if (!schema || !part) {
      if (faults.length >= FAULTS_MAX) break;
      const known = Object.keys(properties).join(", ") || "no arguments";
      faults.push(fault(name, `unknown argument "${name.slice(0, 80)}"; ${tool.name} takes ${known}`, "unknown"));
      continue;
    }
    const value =
      typeof sent === "number" && mayBeNumbered(shown) ? asText(schema, sent) : texts.read(schema, sent, name);
    if (value === undefined || (value === null && !required.includes(name) && !typesOf(schema).has("null"))) continue;
    if (part === "params" && typeof value !== "string" && typesOf(schema).has("string"))
      faults.push(fault(name, `${name} must be a string`, "type_error"));
    parts[part][name] = value;
  }
  const isGiven = (name: string) =>
    given[name] !== undefined || [...shape.synonyms].some(([other, is]) => is === name && given[other] !== undefined);
  for (const name of required) if (!isGiven(name)) faults.push(fault(name, `${name} is required`, "missing"));
  const { requires_one: choice = [] } = tool;
  if (choice.length > 0 && !choice.some(isGiven)) {
    faults.push(fault(choice[0] ?? "", `${tool.name} needs one of ${choice.join(", ")}`, "missing"));
  }
  if (faults.length > 0) throw refuse.unprocessable(faults);
  for (const [name, value] of Object.entries(tool.fixed ?? {})) {
    const part = shape.places.get(name);
    if (part) parts[part][name] = value;
  }
  const hasBody = [...shape.places.values()].includes("body");
  return { ...parts, body: hasBody ? parts.body : undefined, form: undefined };
}

/** Whether an id that is a number may stand in an argument; documents have ids of letters, and what somebody writes is text or nothing. */
export function mayBeNumbered(argument: string): boolean {
  return /(?:^|_)(?:id|ref|slug|root|navigation)$/.test(argument) && !/^(?:doc|database)_id$/.test(argument);
}

/** An id is answered as a number, and is asked for as a text where a name does too. */
function asText(schema: PlainSchema, sent: number): unknown {
  const types = typesOf(schema);
  const isText = types.has("string") && !types.has("integer") && !types.has("number") && !("enum" in schema);
  return isText && Number.isSafeInteger(sent) ? String(sent) : sent;
}

/** The key that stands beside a call's own arguments; null without one. Throws 422 and 400 for what is no key. */
export function keyAmong(
  { shape }: Shaped,
  { idempotency_key: given }: Readonly<Record<string, unknown>>,
): string | null {
  if (!shape.is_keyed || given === undefined || given === null || given === "") return null;
  if (typeof given !== "string")
    throw refuse.unprocessable([fault("idempotency_key", "idempotency_key must be a string", "type_error")]);
  return readKey(given, "idempotency_key");
}

/** The tool call that says the same as an operation's input; null when this tool cannot say it. */
export function toArguments(
  { tool, shape, entry }: Shaped & { entry: Pick<Operation, "body" | "synonyms"> },
  input: Partial<Input>,
): Record<string, unknown> | null {
  const sent = typeof input.body === "object" && input.body !== null ? input.body : {};
  const { settled, faults } = readSynonyms(entry, sent);
  if (faults.length > 0) return null;
  const flat: Record<string, unknown> = { ...input.params, ...input.query, ...settled };
  for (const [name, value] of Object.entries(tool.fixed ?? {})) {
    if (!Bun.deepEquals(flat[name], value)) return null;
    delete flat[name];
  }
  const { requires_one: choice = [] } = tool;
  if (choice.length > 0 && !choice.some((name) => name in flat)) return null;
  for (const name of Object.keys(flat)) if (!Object.hasOwn(shape.inputSchema.properties, name)) return null;
  if (!shape.inputSchema.required.every((name) => name in flat)) return null;
  return Object.fromEntries(Object.entries(flat).map(([name, value]) => [nameIn(shape, sent, name), value]));
}

/** The name under which an argument was sent, so that what is said of it is said of that name. */
function nameIn(shape: ToolShape, sent: object, name: string): string {
  for (const [other, is] of shape.synonyms) if (is === name && other in sent) return other;
  return name;
}

/** The members of a result that the tool gives. */
export function pickResult({ tool }: Pick<Shaped, "tool">, value: Readonly<Record<string, unknown>>) {
  const given = givenOf(tool);
  if (!given) return value;
  return Object.fromEntries(given.filter((name) => name in value).map((name) => [name, value[name]]));
}

/** What a write warns of goes along with whatever else the tool gives. */
function givenOf({ gives }: Tool): readonly string[] | null {
  return gives ? [...gives, "warnings"] : null;
}

function fault(name: string, msg: string, type: string): FieldError {
  return { loc: ["body", name], msg, type };
}
