// Holds every answer that a test sees to the API document: its status, its content type and its body.
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { describeServer } from "../../hosts/reference/reference.ts";
import type { RunningServer } from "../../kernel/host.ts";
import { sha256Hex } from "../../kernel/plugin.ts";
import type { Entry } from "../../kernel/ports/plugin.ts";
import type { JsonSchema, OpenApiDocument, ResponseObject } from "../../openapi/document.ts";

/** What the document is held against. */
export interface SeenAnswer {
  /** As it was asked; HEAD is described by GET. */
  method: string;
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

/** Throws for an answer that the document of the running server does not have. */
export type CheckDeclared = (entry: Entry, seen: SeenAnswer) => void;

/** The document is made at the first answer, and its validators as their answers come. */
export function declaredAnswers(runtime: RunningServer): CheckDeclared {
  let described: Described | null = null;
  return (entry, seen) => {
    // A fault of ours is no answer; the test that sees it fails by itself.
    if (seen.status === 500) return;
    described ??= describe(runtime);
    const fault = findFault(described, entry, seen);
    if (fault !== null) throw new Error(`${entry.id} answered ${seen.status} ${fault}`);
  };
}

interface Described {
  document: OpenApiDocument;
  /** Tells the schemas of one server from those of a server with other plugins. */
  mark: string;
}

/** The documents of this process: most files open the same server, and a manifest with toys is another one. */
const described = new WeakMap<RunningServer["manifest"], Map<string, Described>>();

function describe(runtime: RunningServer): Described {
  const { manifest, plugins, config } = runtime;
  const known = described.get(manifest) ?? new Map<string, Described>();
  described.set(manifest, known);
  const key = JSON.stringify([plugins, config.edition, config.base_url, config.content_url, config.quotas]);
  const found = known.get(key) ?? makeDescribed(runtime);
  known.set(key, found);
  return found;
}

function makeDescribed(runtime: RunningServer): Described {
  const document: OpenApiDocument = JSON.parse(JSON.stringify(describeServer(runtime)));
  return { document, mark: sha256Hex(new TextEncoder().encode(JSON.stringify(document.components.schemas))) };
}

function findFault({ document, mark }: Described, entry: Entry, seen: SeenAnswer): string | null {
  const path = (entry.path ?? "").replaceAll("...}", "}");
  const responses = document.paths[path]?.[(entry.method ?? "").toLowerCase()]?.responses ?? {};
  const declared = responses[String(seen.status)];
  if (!declared) return `, which the document does not declare (${Object.keys(responses).join(", ")})`;
  const content = resolve(document, declared).content ?? {};
  if (seen.method === "HEAD") return null;
  if (Object.keys(content).length === 0) {
    return seen.bytes.byteLength === 0 ? null : "with a body, where the document declares none";
  }
  const type = (seen.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const media = content[type] ?? content["*/*"];
  if (!media) return `as "${type}", where the document declares ${Object.keys(content).join(", ")}`;
  if (!/^application\/(scim\+)?json$/.test(type) || !content[type] || !media.schema) return null;
  const mismatch = explain({ document, mark }, media.schema, JSON.parse(new TextDecoder().decode(seen.bytes)));
  return mismatch && `with a body that its schema does not allow: ${mismatch}`;
}

function resolve(document: OpenApiDocument, declared: ResponseObject | { $ref: string }): ResponseObject {
  if (!("$ref" in declared)) return declared;
  const found = document.components.responses[declared.$ref.split("/").at(-1) ?? ""];
  if (!found) throw new Error(`the document has no ${declared.$ref}`);
  return found;
}

const ajv = new AjvJsonSchemaValidator();
const validators = new Map<string, ReturnType<typeof ajv.getValidator>>();

function explain({ document, mark }: Described, schema: JsonSchema, body: unknown): string | null {
  const key = `${mark} ${JSON.stringify(schema)}`;
  // References lead into the document, so its schemas go along.
  const whole: JsonSchema = { ...schema, components: { schemas: document.components.schemas } };
  const validate = validators.get(key) ?? ajv.getValidator(whole);
  validators.set(key, validate);
  const { valid, errorMessage } = validate(body);
  return valid ? null : `${errorMessage} in ${JSON.stringify(body).slice(0, 300)}`;
}
