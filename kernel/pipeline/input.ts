// Turns a request's path, query and body into an operation's validated input, coerced by the declared kinds.
import { Kind, type TObject, type TSchema } from "@sinclair/typebox";
import { refuse } from "../base/refusal.ts";
import { innerSchema, isMoot } from "../base/schema.ts";
import type { Input } from "../http/request.ts";
import { isEmpty, isForm, isMultipart, readForm, readJson, type SentForm } from "../input/body.ts";
import type { Sender } from "../input/json_body.ts";
import { takeElsewhere } from "../operation/elsewhere.ts";
import { jsonTypeOf } from "../operation/operation.ts";
import { settleSynonyms } from "../operation/synonyms.ts";
import type { Entry } from "../plugin/catalogue.ts";

/** The parts of a request that carry input. */
export interface SentInput {
  /** Decoded path parameters by name. */
  params: Record<string, string>;
  search: URLSearchParams;
  headers: Headers;
  stream: ReadableStream<Uint8Array> | null;
  whole?: (() => Promise<Uint8Array<ArrayBuffer>>) | undefined;
  sender?: Sender;
}

const NOTHING_SENT: SentForm = { fields: new Map(), files: new Map() };

/** Reads and validates the input of `entry`. Throws 413, 422 and 400, in this order. */
export async function readInput(entry: Entry, sent: SentInput, bodyBytesMax: number): Promise<Input> {
  const params = entry.params
    ? { ...sent.params, ...coerceTexts(entry.params, single(sent.params), "path") }
    : sent.params;
  const query = entry.query ? coerceTexts(entry.query, multi(sent.search), "query") : {};
  let body: unknown;
  let form: unknown;
  if (entry.raw !== "upload" && (entry.body || entry.form)) {
    const raw = { headers: sent.headers, stream: sent.stream, whole: sent.whole, size_max: bodyBytesMax };
    if (entry.form && (!entry.body || bringsForm(entry.form, sent.headers))) {
      const isSent = isForm(sent.headers);
      // An empty body is an empty form, as it is {} where JSON is taken: the declaration says what has to be in it.
      if (!isSent && !(await isEmpty(sent.stream))) throw refuseUnformed(entry.form, sent.headers);
      form = coerceForm(entry.form, isSent ? await readForm(raw) : NOTHING_SENT);
    } else {
      refuseOtherMedia(entry, sent.headers);
      // A surface with a media type of its own has no requests without a body where it takes one.
      const is_needed = jsonTypeOf(entry.error_format) !== "application/json";
      body = await readJson({ ...raw, is_needed }, sent.sender ?? {});
    }
  }
  return checkInput(entry, { params, query, body, form });
}

/** Where the surface has a media type of its own, a body that says to be something else than that or JSON is a 415. */
function refuseOtherMedia({ error_format }: Entry, headers: Headers): void {
  const own = jsonTypeOf(error_format);
  const sent = headers.get("content-type");
  if (own === "application/json" || sent === null) return;
  const type = sent.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === own || type === "application/json") return;
  throw refuse.unsupported(`content-type "${sent.slice(0, 80)}" is not taken here; send ${own} or application/json`);
}

/**
 * Whether a body that may be JSON too is the form. One with files comes as multipart alone: what is announced as url-encoded is
 * then the JSON of a client that announces everything so, as `curl -d` does.
 */
function bringsForm(form: TObject, headers: Headers): boolean {
  return isMultipart(headers) || (isForm(headers) && !holdsFiles(form));
}

function holdsFiles(form: TObject): boolean {
  return Object.values(form.properties).some((member) => isFile(member) || isFile(member["items"]));
}

/** A form came as something else, or said of itself nothing at all. */
function refuseUnformed(form: TObject, headers: Headers): Error {
  const wanted = holdsFiles(form) ? "multipart/form-data" : "application/x-www-form-urlencoded or multipart/form-data";
  const came = headers.get("content-type")?.slice(0, 80);
  const msg = `body must be form-encoded, as ${wanted}; it came ${came ? `as "${came}"` : "without a content-type"}`;
  return refuse.unprocessable([{ loc: ["body"], msg, type: "form_expected" }]);
}

function isFile(schema: TSchema | undefined): boolean {
  return schema?.[Kind] === "FilePart";
}

/** Validates values that are typed already, such as those of a tool call. */
export async function checkInput(entry: Entry, given: Input): Promise<Input> {
  const params = checkParams(entry, given.params);
  const query = asRecord(entry.checks.query?.check(given.query, "query"));
  const body =
    given.body === undefined ? undefined : settleSynonyms(entry, entry.checks.body?.check(given.body, "body"));
  const form = given.form === undefined ? undefined : entry.checks.form?.check(given.form, "body");
  const elsewhere = takeElsewhere(entry, given.body);
  const input = { params, query, body, form, ...(elsewhere && { elsewhere }) };
  await entry.rules?.(input as never);
  return input;
}

/** Parameters that are not declared are texts that name something. */
function checkParams(entry: Entry, given: Record<string, unknown>): Record<string, unknown> {
  const params = asRecord(entry.checks.params?.check(given, "path"));
  for (const name of entry.texts) {
    const value = given[name];
    if (typeof value !== "string" || value.includes("\0") || !value.isWellFormed()) {
      throw refuse.invalid(`${name} in the address is not valid text`);
    }
    params[name] = value.normalize("NFC");
  }
  return params;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function single(values: Record<string, string>): Map<string, string[]> {
  return new Map(Object.entries(values).map(([name, value]) => [name, [value]]));
}

function multi(search: URLSearchParams): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of search) {
    const given = values.get(name);
    if (given) given.push(value);
    else values.set(name, [value]);
  }
  return values;
}

/** Texts become what the schema declares; a text that cannot is left for the validator to refuse. */
function coerceTexts(
  schema: TObject,
  texts: Map<string, string[]>,
  place: "path" | "query" | "body",
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(schema.properties)) {
    const given = texts.get(name);
    if (!given || isMoot(member, (other) => texts.has(other))) continue;
    if (member[Kind] === "Array") {
      values[name] = given.map((text) => coerceText(member["items"], text));
    } else if (given.length > 1) {
      throw refuse.unprocessable([
        { loc: [place, name], msg: `${name} is given ${given.length} times; send it once`, type: "repeated" },
      ]);
    } else {
      values[name] = coerceText(member, given[0] ?? "");
    }
  }
  return values;
}

function coerceText(schema: TSchema, text: string): unknown {
  const kind = (innerSchema(schema) ?? schema)[Kind];
  if (kind === "Integer" || kind === "Number") return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (kind === "Boolean") {
    // As Python writes them too.
    if (/^(true|1)$/i.test(text)) return true;
    if (/^(false|0)$/i.test(text)) return false;
  }
  return text;
}

function coerceForm(schema: TObject, sent: SentForm): Record<string, unknown> {
  const values = coerceTexts(schema, sent.fields, "body");
  for (const [name, member] of Object.entries(schema.properties)) {
    const parts = sent.files.get(name);
    if (!parts) continue;
    if (member[Kind] === "Array") values[name] = parts;
    else if (parts.length > 1) {
      throw refuse.unprocessable([
        { loc: ["body", name], msg: `${name} is given ${parts.length} times; send it once`, type: "repeated" },
      ]);
    } else values[name] = parts[0];
  }
  return values;
}
