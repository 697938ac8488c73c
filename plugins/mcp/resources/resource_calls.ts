// Answers `resources/*`: each is a call of an operation through the pipeline, with its permit, limits and quotas.
import {
  type ListResourcesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  type Server,
} from "@modelcontextprotocol/server";
import { Refusal, type RequestFacts, type Runtime, refuse, type Static, type Surface } from "../../../kernel/plugin.ts";
import type { ResourceContent, ResourcePage } from "../../../kernel/ports/operation.ts";
import { checkInput, databaseRefusal } from "../../../kernel/ports/pipeline.ts";
import type { Entry } from "../../../kernel/ports/plugin.ts";
import { renderRefusalData } from "../tools/tool_result.ts";
import type { ResourceTable } from "./resources.ts";

interface Reading {
  runtime: Runtime;
  surface: Surface;
  facts: RequestFacts;
}

/** Registers the methods, where there is anything to read. */
export function serveResources(server: Server, table: ResourceTable, reading: Reading): void {
  if (table.templates.length === 0) return;
  server.setRequestHandler("resources/list", ({ params }) => list(table, reading, params?.cursor));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: table.templates.map(({ uri, ...told }) => ({ uriTemplate: uri, ...told })),
  }));
  server.setRequestHandler("resources/read", ({ params }) => read(table, reading, params.uri));
}

/** Where several plugins list, each is read to its end before the next: a cursor is the place of a list and its own cursor. */
async function list(table: ResourceTable, reading: Reading, given = "0"): Promise<ListResourcesResult> {
  const [, place, cursor] = /^(\d{1,4})(?:\.(.+))?$/s.exec(given) ?? [];
  const at = Number(place ?? -1);
  const entry = table.lists[at];
  if (!entry) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "cursor is none of ours; begin without one");
  const page = (await answer(reading, entry, { query: cursor === undefined ? {} : { cursor } })) as Static<
    typeof ResourcePage
  >;
  const next = page.next_cursor !== undefined ? `${at}.${page.next_cursor}` : table.lists[at + 1] && String(at + 1);
  return {
    resources: page.resources.map(({ uri, title, description, mime_type, updated_at }) => ({
      uri,
      name: title,
      title,
      ...(description === undefined ? {} : { description }),
      mimeType: mime_type,
      annotations: { lastModified: updated_at },
    })),
    ...(next === undefined ? {} : { nextCursor: next }),
  };
}

async function read(table: ResourceTable, reading: Reading, uri: string): Promise<ReadResourceResult> {
  const found = table.match(uri);
  if (!found) throw new ResourceNotFoundError(uri.slice(0, 400));
  const content = (await answer(reading, found.entry, found, uri)) as Static<typeof ResourceContent>;
  const { mime_type: mimeType, text, base64 } = content;
  return { contents: [text === undefined ? { uri, mimeType, blob: base64 ?? "" } : { uri, mimeType, text }] };
}

/** Throws what the protocol answers for a refusal; what is not there is one error, whatever the reason. */
async function answer(
  { runtime, surface, facts }: Reading,
  entry: Entry,
  given: { params?: Record<string, unknown>; query?: Record<string, unknown> },
  uri?: string,
): Promise<unknown> {
  try {
    const now = runtime.clock.now();
    const actor = await runtime.identifier.identifyBearer(facts.headers, now);
    if (!actor) throw refuse.unauthenticated("authentication lost; retry the request");
    const { params = {}, query = {} } = given;
    const input = await checkInput(entry, { params, query, body: undefined, form: undefined });
    const called = uri === undefined ? "resources/list" : "resources/read";
    return (await surface.perform({ entry, facts, called, actor, via: "mcp", input, now })).value;
  } catch (error) {
    const refusal = databaseRefusal(runtime, error, entry.id);
    if (refusal instanceof Refusal) throw protocolError(refusal, uri);
    runtime.log.error(
      { err: error, request_id: facts.id, operation: entry.id },
      "a resource could not be answered by our own fault",
    );
    const words = `something went wrong on our side; tell the operator request id ${facts.id}`;
    throw new ProtocolError(ProtocolErrorCode.InternalError, words, { code: "internal", request_id: facts.id });
  }
}

function protocolError(refusal: Refusal, uri: string | undefined): ProtocolError {
  if (refusal.kind === "notFound" && uri !== undefined) return new ResourceNotFoundError(uri, refusal.message);
  const { message, ...data } = renderRefusalData(refusal);
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);
}
