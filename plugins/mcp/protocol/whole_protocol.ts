// The protocol in full, as the library speaks it: handshakes, batches, and whatever is not a plain list or call.
// Loaded when it is needed.
import {
  createMcpHandler,
  isLegacyRequest,
  isSpecType,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { PRODUCT, type RequestFacts } from "../../../kernel/plugin.ts";
import { servePrompts } from "../resources/prompt_calls.ts";
import { serveResources } from "../resources/resource_calls.ts";
import { makeResourceTable, type ResourceTable } from "../resources/resources.ts";
import { callTool } from "../tools/tool_call.ts";
import { LIST_CACHING } from "../tools/tool_lists.ts";
import type { ListedTool, ToolTable } from "../tools/tool_table.ts";
import { withWorkspaceWords } from "../workspace/workspace_words.ts";
import type { Asked, WholeParts, WholeProtocol } from "./whole_parts.ts";
import { refuseUnknownVersion, refuseWrongMessage } from "./wrong_message.ts";
import { answerRefusingParams, refuseParams } from "./wrong_params.ts";

export function openWholeProtocol(given: WholeParts): WholeProtocol {
  const parts: OpenedParts = {
    ...given,
    tools: new Map(given.table.rows.map((row) => [row.listed, specTool(row.listed)])),
    resources: makeResourceTable(given.surface.catalogue),
  };
  const askedBy = new WeakMap<Request, Exposure>();
  const modern = createMcpHandler(
    ({ requestInfo }) => {
      const asked = requestInfo && askedBy.get(requestInfo);
      if (!asked) throw new Error("a request reached the protocol handler without its facts");
      return openServer(parts, asked);
    },
    {
      legacy: "reject",
      onerror: (error) => parts.runtime.log.debug({ err: error }, "the protocol handler refused or dropped a message"),
    },
  );
  return {
    answer: async (asked, message) => {
      const wrong = refuseWrongMessage(message) ?? refuseUnknownVersion(message, asked.facts.headers);
      if (wrong) return wrong;
      const request = bareRequest(asked.facts);
      const instructions = await withWorkspaceWords(parts, asked.sight, message);
      const opening = { ...asked, instructions };
      if (await isLegacyRequest(request, message)) {
        return answerRefusingParams(message, (sound) => answerLegacy(openServer(parts, opening), request, sound));
      }
      const refused = refuseParams(message, "modern");
      if (refused) return Response.json(refused);
      askedBy.set(request, opening);
      return modern.fetch(request, { parsedBody: message });
    },
    close: () => modern.close(),
  };
}

/** A request with what its sender is told at first. */
interface Exposure extends Asked {
  instructions: string;
}

interface OpenedParts extends WholeParts {
  tools: ReadonlyMap<ListedTool, Tool>;
  resources: ResourceTable;
}

function specTool(listed: ListedTool): Tool {
  const tool: unknown = listed;
  if (!isSpecType.Tool(tool)) throw new Error(`tool "${listed.name}" is not what the protocol calls a tool`);
  return tool;
}

/** No client is ever asked for input here, so nothing it answers has to be validated; the real validator is slow to make. */
const NO_VALIDATOR = {
  getValidator: () => () => ({ valid: false as const, data: undefined, errorMessage: "this server asks for no input" }),
};

/** The library wants one server for each request; on its low level that is a few maps. */
function openServer(parts: OpenedParts, { facts, sight, instructions }: Exposure): Server {
  const { table, lists, tools, resources } = parts;
  const server = new Server(PRODUCT, {
    capabilities: { tools: {}, prompts: {}, ...(resources.templates.length > 0 ? { resources: {} } : {}) },
    instructions,
    jsonSchemaValidator: NO_VALIDATOR,
    cacheHints: { "tools/list": LIST_CACHING, "prompts/list": LIST_CACHING, "resources/templates/list": LIST_CACHING },
  });
  server.setRequestHandler("tools/list", () => ({
    tools: lists.tools(sight).flatMap((listed) => tools.get(listed) ?? []),
  }));
  server.setRequestHandler("tools/call", ({ params }) => {
    const called = table.find(params.name, sight.selection);
    if (!called) throw new ProtocolError(ProtocolErrorCode.InvalidParams, whyNoTool(table, params.name));
    return callTool(parts, called, { arguments: params.arguments ?? {}, facts });
  });
  serveResources(server, resources, { runtime: parts.runtime, surface: parts.surface, facts });
  servePrompts(server, (name) => table.offers(name, sight));
  return server;
}

/** What the client has hidden from itself is no secret to it. */
function whyNoTool(table: ToolTable, name: string): string {
  const named = `tool "${name.slice(0, 100)}"`;
  return table.isTool(name) ? `${named} is outside what this address and its X-MCP headers select` : `unknown ${named}`;
}

/** The request without its body, which is read already; older clients' `Accept` is taken as it should have been. */
function bareRequest(facts: RequestFacts): Request {
  const headers = new Headers(facts.headers);
  headers.set("accept", "application/json, text/event-stream");
  return new Request(facts.url, { method: "POST", headers, signal: facts.signal });
}

/** The `initialize` era (2024-11-05 to 2025-11-25). The library's own fallback streams; this one answers JSON. */
async function answerLegacy(server: Server, request: Request, message: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const gone = new Promise<Response>((resolve) => {
    request.signal.addEventListener("abort", () => resolve(new Response(null, { status: 499 })), { once: true });
  });
  try {
    return await Promise.race([transport.handleRequest(request, { parsedBody: withoutCancels(message) }), gone]);
  } finally {
    await server.close();
  }
}

/** A cancelled call is never answered, so a batch that cancels one of its own would wait for ever. */
function withoutCancels(message: unknown): unknown {
  if (!Array.isArray(message)) return message;
  const kept = message.filter((one) => one?.method !== "notifications/cancelled");
  return kept.length > 0 ? kept : message;
}
