// Speaks the Model Context Protocol over HTTP in both eras, without sessions: every request stands alone.
import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { type House, type RequestFacts, readBytes } from "../../kernel/mod.ts";
import { name, version } from "../../package.json";
import { writeInstructions } from "./instructions.ts";
import { callTool } from "./tool_call.ts";
import { makeToolTable, type ToolTable } from "./tool_table.ts";

/** Answers the POST of a caller whose token holds. */
export interface Endpoint {
  answer(facts: RequestFacts): Promise<Response>;
}

/** The tools change with a restart alone; a client that looks again after this long misses nothing for long. */
const LIST_TTL_MS = 5 * 60 * 1000;

/** JSON-RPC 2.0, 5.1, and what the Streamable HTTP transport uses for refusals of its own. */
const PARSE_ERROR = -32700;
const METHOD_NOT_FOUND = -32601;
const TRANSPORT_ERROR = -32000;

export function createEndpoint(house: House): Endpoint {
  const table = makeToolTable(house.catalogue);
  const instructions = writeInstructions(table);
  const factsOf = new WeakMap<Request, RequestFacts>();
  const serverFor = (facts: RequestFacts) => openServer({ house, table, instructions, facts });
  const modern = createMcpHandler(
    ({ requestInfo }) => {
      const facts = requestInfo && factsOf.get(requestInfo);
      if (!facts) throw new Error("a request reached the protocol handler without its facts");
      return serverFor(facts);
    },
    {
      legacy: "reject",
      onerror: (error) => house.log.debug({ err: error }, "the protocol handler refused or dropped a message"),
    },
  );
  house.onClose(() => modern.close());

  return {
    answer: async (facts) => {
      if (!isJsonContentType(facts.headers.get("content-type"))) {
        return rpcError(415, TRANSPORT_ERROR, "content-type must be application/json");
      }
      const sizeMax = house.caps["body_bytes"] ?? 0;
      const bytes = await readBytes({ headers: facts.headers, stream: facts.body, size_max: sizeMax });
      const message = parseJson(bytes);
      if (message === undefined) return rpcError(400, PARSE_ERROR, "the request body is not valid JSON in UTF-8");
      if (isListen(message)) {
        return rpcError(
          404,
          METHOD_NOT_FOUND,
          "this server has nothing to subscribe to: its tools change only with a restart",
          message.id,
        );
      }
      const request = bareRequest(facts);
      if (await isLegacyRequest(request, message)) return answerLegacy(serverFor(facts), request, message);
      factsOf.set(request, facts);
      return modern.fetch(request, { parsedBody: message });
    },
  };
}

interface ServerParts {
  house: House;
  table: ToolTable;
  instructions: string;
  facts: RequestFacts;
}

/** No client is ever asked for input here, so nothing it answers has to be validated; the real validator is slow to make. */
const NO_VALIDATOR = {
  getValidator: () => () => ({ valid: false as const, data: undefined, errorMessage: "this server asks for no input" }),
};

/** The library wants one server for each request; on its low level that is a few maps. */
function openServer({ house, table, instructions, facts }: ServerParts): Server {
  const server = new Server(
    { name, version },
    {
      capabilities: { tools: {} },
      instructions,
      jsonSchemaValidator: NO_VALIDATOR,
      cacheHints: { "tools/list": { ttlMs: LIST_TTL_MS, cacheScope: "private" } },
    },
  );
  server.setRequestHandler("tools/list", () => ({ tools: [...table.listed] }));
  server.setRequestHandler("tools/call", ({ params }) =>
    callTool(house, table, { name: params.name, arguments: params.arguments ?? {}, facts }),
  );
  return server;
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

function isListen(message: unknown): message is { id?: unknown } {
  return (
    typeof message === "object" && message !== null && "method" in message && message.method === "subscriptions/listen"
  );
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function rpcError(status: number, code: number, text: string, id?: unknown): Response {
  const echoed = typeof id === "string" || typeof id === "number" ? id : null;
  return Response.json({ jsonrpc: "2.0", error: { code, message: text }, id: echoed }, { status });
}
