// One operation's traffic in the document: its parameters, its body, and the answers that are no refusals.

import type { TSchema } from "../kernel/plugin.ts";
import type { TObject } from "../kernel/ports/base.ts";
import { pathParameters } from "../kernel/ports/http.ts";
import { jsonTypeOf } from "../kernel/ports/operation.ts";
import type { Entry } from "../kernel/ports/plugin.ts";
import type { Components } from "./components.ts";
import type { JsonSchema, MediaTypeObject, ParameterObject, RequestBodyObject, ResponseObject } from "./document.ts";
import { type Shared, usualHeaders } from "./refusals.ts";

const REST = "The rest of the address: slashes part its segments, and each segment is percent-encoded by itself.";

/** Path parameters in the order of the path, then the query's. */
export function describeParameters(entry: Entry, components: Components): ParameterObject[] {
  const fromPath = pathParameters(entry.path ?? "").map(({ name, rest }) => {
    const schema = components.schema(entry.params?.properties[name] ?? { type: "string" });
    return parameter({ name, in: "path", required: true, schema, ...(rest ? { note: REST } : {}) });
  });
  const fromQuery = Object.entries(entry.query?.properties ?? {}).map(([name, declared]) =>
    parameter({ name, in: "query", required: isRequired(entry.query, name), schema: components.schema(declared) }),
  );
  return [...fromPath, ...fromQuery];
}

/** A parameter's description stands on the parameter, where every reader looks, and not in its schema. */
function parameter({ note, ...given }: ParameterObject & { note?: string }): ParameterObject {
  const { description, ...schema } = given.schema;
  const told = [typeof description === "string" ? description : null, note ?? null].filter(Boolean).join(" ");
  return { ...given, ...(told ? { description: told } : {}), schema };
}

/** The body that the operation takes, or null: JSON, a form, either, or raw bytes. */
export function describeBody(entry: Entry, components: Components): RequestBodyObject | null {
  if (entry.raw === "upload") {
    return {
      description: "The bytes themselves, of any length that the server takes.",
      required: true,
      content: { "application/octet-stream": { schema: binary() } },
    };
  }
  if (!entry.body && !entry.form) return null;
  const content: Record<string, MediaTypeObject> = {};
  if (entry.body) {
    const schema = components.schema(entry.body);
    for (const type of new Set([jsonTypeOf(entry.error_format), "application/json"])) content[type] = { schema };
  }
  if (entry.form) Object.assign(content, describeForm(entry.form, components));
  return { required: entry.form !== null || hasRequired(entry.body), content };
}

function describeForm(form: TObject, components: Components): Record<string, MediaTypeObject> {
  const files = Object.entries(form.properties).filter(([, member]) => isFile(member) || isFile(member["items"]));
  const schema = components.schema(form);
  // Without a file a form may as well come from a plain HTML page.
  if (files.length === 0) return { "multipart/form-data": { schema }, "application/x-www-form-urlencoded": { schema } };
  const encoding = Object.fromEntries(files.map(([name]) => [name, { contentType: "application/octet-stream, */*" }]));
  return { "multipart/form-data": { schema, encoding } };
}

function isFile(schema: TSchema | undefined): boolean {
  return schema?.["contentMediaType"] === "application/octet-stream";
}

function isRequired(schema: TObject | null, name: string): boolean {
  return schema?.required?.includes(name) ?? false;
}

/** An empty body is read as `{}`, so only a required member makes the body required. */
function hasRequired(schema: TSchema | null): boolean {
  const required: unknown = schema?.["required"];
  return Array.isArray(required) ? required.length > 0 : schema?.["type"] !== "object";
}

function binary(): JsonSchema {
  return { type: "string", contentMediaType: "application/octet-stream" };
}

const SUCCESSES: Readonly<Record<number, string>> = {
  200: "Done.",
  201: "Made.",
  202: "Taken on; the work goes on after the answer.",
  204: "Done, with nothing to say.",
  206: "The range that was asked for.",
  301: "It is at the address in `Location`, for good.",
  302: "Look at the address in `Location`.",
  303: "Look at the address in `Location` with GET.",
  304: "Nothing changed since the caller's copy.",
  308: "It is at the address in `Location`, for good and by the same method.",
};

/** The answers that are no refusals, by status. */
export function describeSuccesses(entry: Entry, shared: Shared): Record<string, ResponseObject> {
  const statuses = [...new Set([entry.status, ...entry.also])].sort((a, b) => a - b);
  return Object.fromEntries(statuses.map((status) => [String(status), describeSuccess(entry, status, shared)]));
}

function describeSuccess(entry: Entry, status: number, shared: Shared): ResponseObject {
  const { components } = shared;
  const headers: NonNullable<ResponseObject["headers"]> = usualHeaders(entry, shared);
  if (status === 302 || status === 303)
    headers["Location"] = { description: "Where to look.", schema: { type: "string" } };
  if (status === 206) {
    headers["Content-Range"] = { description: "Which bytes, of how many.", schema: { type: "string" } };
  }
  const own = entry.answers[status];
  const content =
    status === 204 || status >= 300
      ? {}
      : own
        ? { "application/json": { schema: components.schema(own) } }
        : describeContent(entry, components);
  return {
    description: SUCCESSES[status] ?? `Answered with ${status}.`,
    headers,
    ...(Object.keys(content).length > 0 ? { content } : {}),
  };
}

function describeContent(entry: Entry, components: Components): Record<string, MediaTypeObject> {
  const content: Record<string, MediaTypeObject> = {};
  if (entry.output) content[jsonTypeOf(entry.error_format)] = { schema: components.schema(entry.output) };
  if (entry.raw === "page") content["text/html"] = { schema: { type: "string" } };
  // A download answers with the file's own type.
  if (entry.raw === "download") content["*/*"] = { schema: binary() };
  return content;
}
