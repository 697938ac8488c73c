// Reads a request's body within its cap and turns it into a JSON value or a form, before any rule looks at it.
import busboy from "@fastify/busboy";
import { paced } from "../base/loop.ts";
import { refuse } from "../base/refusal.ts";
import { KERNEL_BOUNDS } from "../base/request_limits.ts";
import type { FilePart } from "../base/schema.ts";
import { parseBody, type Sender } from "./json_body.ts";

/** What arrives with a request, before parsing. */
export interface RawBody {
  headers: Headers;
  stream: ReadableStream<Uint8Array> | null;
  /** Instead of `stream`, all of it as Bun gathers it. */
  whole?: (() => Promise<Uint8Array<ArrayBuffer>>) | undefined;
  size_max: number;
  /** The largest text in a multipart form, where that is not what the kernel's bounds say. */
  field_bytes_max?: number;
  /** Nothing at all is no JSON, where other surfaces take it as `{}`. */
  is_needed?: boolean;
}

/** A form as it was sent: every value of every field in order, and every file. */
export interface SentForm {
  fields: Map<string, string[]>;
  files: Map<string, FilePart[]>;
}

const {
  form_parts: PARTS_MAX,
  urlencoded_form_bytes: URLENCODED_BYTES_MAX,
  form_field_bytes: FIELD_BYTES_MAX,
} = KERNEL_BOUNDS;

/**
 * Refuses a declared size above the cap before a byte is read; answers the declared size or null when none is declared.
 * Throws 413, or 400 for a length that is no number.
 */
export function refuseDeclaredSize(headers: Headers, sizeMax: number): number | null {
  const declared = headers.get("content-length");
  if (declared === null) return null;
  if (!/^\d{1,15}$/.test(declared))
    throw refuse.framework("invalid", `content-length "${declared}" is not a number of bytes`);
  const size = Number(declared);
  if (size > sizeMax) throw tooLarge(sizeMax, size);
  return size;
}

/** Reads the whole body, counting as it goes. Throws 413 past the cap, 400 when the client stops in the middle. */
export async function readBytes(body: RawBody): Promise<Uint8Array<ArrayBuffer>> {
  const declared = refuseDeclaredSize(body.headers, body.size_max);
  if (declared !== null && body.whole) return readDeclared(body.whole(), declared);
  if (!body.stream) return new Uint8Array();
  if (declared !== null) return readDeclared(Bun.readableStreamToBytes(body.stream), declared);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of interruptible(body.stream)) {
    size += chunk.byteLength;
    if (size > body.size_max) throw tooLarge(body.size_max, size);
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

/** HTTP's own framing holds a body to its declared length, so Bun may gather it, several times as fast as a loop here. */
async function readDeclared(
  gathered: Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>,
  declared: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const whole = await Promise.resolve(gathered).catch(() => {
    throw interrupted();
  });
  if (whole.byteLength !== declared) throw interrupted();
  return whole;
}

/** Reads a JSON body; an empty one is `{}`, unless the surface needs one. Throws 422 for what is not JSON in UTF-8, for what costs too much to parse, and for a number that would be another one. */
export async function readJson(body: RawBody, sender: Sender): Promise<unknown> {
  const bytes = await readBytes(body);
  if (bytes.byteLength === 0) {
    if (!body.is_needed) return {};
    throw refuse.unprocessable([{ loc: ["body"], msg: "the body is empty; send a JSON object", type: "missing" }]);
  }
  const parsed = await parseBody(bytes, sender);
  if ("value" in parsed) return parsed.value;
  const [msg, type] =
    "costs" in parsed
      ? [`the body ${parsed.costs}`, "json_too_costly"]
      : "loses" in parsed
        ? [`the body ${parsed.loses}`, "number_range"]
        : ["body is not valid JSON in UTF-8", "json_invalid"];
  throw refuse.unprocessable([{ loc: ["body"], msg, type }]);
}

/** Whether the body has no bytes at all. One that has some is given up: nobody reads it after this. */
export async function isEmpty(stream: ReadableStream<Uint8Array> | null): Promise<boolean> {
  if (!stream) return true;
  for await (const chunk of interruptible(stream)) if (chunk.byteLength > 0) return false;
  return true;
}

/** Whether the content type announces a form. */
export function isForm(headers: Headers): boolean {
  const type = headers.get("content-type") ?? "";
  return /^\s*(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type);
}

/** Whether it announces the form that can bring files. */
export function isMultipart(headers: Headers): boolean {
  return /^\s*multipart\/form-data\b/i.test(headers.get("content-type") ?? "");
}

/** Reads a form, multipart or url-encoded (RFC 7578). Throws 422 for a malformed one, 413 past the cap. */
export async function readForm(body: RawBody): Promise<SentForm> {
  refuseDeclaredSize(body.headers, body.size_max);
  const form: SentForm = { fields: new Map(), files: new Map() };
  const type = body.headers.get("content-type") ?? "";
  if (/^\s*application\/x-www-form-urlencoded/i.test(type)) {
    const small = Math.min(body.size_max, URLENCODED_BYTES_MAX);
    const text = new TextDecoder().decode(await readBytes({ ...body, size_max: small }));
    for (const [name, value] of new URLSearchParams(text)) append(form.fields, name, value);
    return form;
  }
  const parser = openParser(type, form, body);
  let size = 0;
  const pace = paced();
  try {
    for await (const chunk of interruptible(body.stream ?? new ReadableStream({ start: (c) => c.close() }))) {
      size += chunk.byteLength;
      if (size > body.size_max) throw tooLarge(body.size_max, size);
      for (let at = 0; at < chunk.byteLength && !parser.fault(); at += SLICE_BYTES) {
        parser.write(chunk.subarray(at, at + SLICE_BYTES));
        // A part without content costs as much as one that fills many slices.
        await pace();
      }
      // A parser that met a fault says so on the next turn of the loop.
      if (parser.fault()) break;
    }
  } catch (error) {
    parser.abandon();
    throw error;
  }
  await parser.end();
  return form;
}

/** So much of a form is taken apart before the clock is looked at. */
const SLICE_BYTES = 8 * 1024;

interface FormParser {
  write(chunk: Uint8Array): void;
  fault(): Error | null;
  end(): Promise<void>;
  abandon(): void;
}

function openParser(
  contentType: string,
  form: SentForm,
  { size_max: sizeMax, field_bytes_max: fieldMax = FIELD_BYTES_MAX }: Pick<RawBody, "size_max" | "field_bytes_max">,
): FormParser {
  let fault: Error | null = null;
  const limits = { parts: PARTS_MAX, fieldSize: fieldMax, fileSize: sizeMax, fieldNameSize: 200 };
  const malformed = (why: string) =>
    refuse.unprocessable([{ loc: ["body"], msg: `the multipart form cannot be read: ${why}`, type: "form_invalid" }]);
  let parser: ReturnType<typeof busboy>;
  try {
    // Paths stay as sent: a file part's name may carry folders, which the operation holds against its own rule.
    parser = busboy({ headers: { "content-type": contentType }, limits, preservePath: true });
  } catch (error) {
    throw malformed(error instanceof Error ? error.message.toLowerCase() : "unknown fault");
  }
  parser.on("field", (name, value, _nameCut, valueCut) => {
    if (valueCut) fault ??= refuse.tooLarge(`form field ${name} is larger than ${fieldMax} bytes`);
    append(form.fields, name, value);
  });
  parser.on("file", (name, stream, filename, _encoding, type) => {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("error", (error: Error) => {
      fault ??= malformed(error.message.toLowerCase());
    });
    stream.on("end", () =>
      append(form.files, name, {
        filename: (filename ?? "").normalize("NFC"),
        content_type: type,
        bytes: joinChunks(chunks),
      }),
    );
  });
  parser.on("partsLimit", () => {
    fault ??= refuse.tooLarge(`a form has at most ${PARTS_MAX} parts`);
  });
  const finished = new Promise<void>((resolve) => {
    parser.on("finish", resolve);
    parser.on("error", (error: unknown) => {
      fault ??= malformed(error instanceof Error ? error.message.toLowerCase() : "unknown fault");
      resolve();
    });
  });
  return {
    write: (chunk) => void parser.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)),
    fault: () => fault,
    abandon: () => void parser.destroy(),
    end: async () => {
      if (!fault) {
        parser.end();
        await finished;
      }
      // A parser past one of its limits never says that it is finished.
      if (fault) {
        parser.destroy();
        throw fault;
      }
    },
  };
}

/** Plain bytes: a `Buffer` would turn itself into a list of numbers wherever its form is made JSON. */
function joinChunks(chunks: readonly Buffer[]): Uint8Array {
  const { buffer, byteOffset, byteLength } = Buffer.concat(chunks);
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function append<T>(into: Map<string, T[]>, name: string, value: T): void {
  const values = into.get(name);
  if (values) values.push(value);
  else into.set(name, [value]);
}

async function* interruptible(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const next = await reader.read().catch(() => {
        throw interrupted();
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Whoever stops early wants no more of it.
    void reader.cancel().catch(() => {});
  }
}

/** Refusals of a body that broke off: of the same kind as those of a body that is wrong, and yet to be told from them. */
const interruptions = new WeakSet<object>();

/** The refusal of a body whose sender stopped in the middle. */
export function refuseInterrupted(message: string): Error {
  const refusal = refuse.framework("invalid", message);
  interruptions.add(refusal);
  return refusal;
}

/** Whether a body was refused because it broke off, and not for what it holds. */
export function isInterrupted(error: unknown): boolean {
  return error instanceof Error && interruptions.has(error);
}

function interrupted(): Error {
  return refuseInterrupted("the request body ended before its declared length; send it again");
}

function tooLarge(sizeMax: number, size: number): Error {
  return refuse.tooLarge(`request body too large: ${size} bytes or more, at most ${sizeMax} are taken here`);
}
