// Speaks the Model Context Protocol over HTTP in both eras, without sessions: every request stands alone.
import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  SERVER_INFO_META_KEY,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { findJsonCost, type House, isJsonObject, PRODUCT, type RequestFacts, readBytes } from "../../kernel/mod.ts";
import { writeInstructions } from "./instructions.ts";
import { type PlainMessage, readPlainMessage } from "./plain_message.ts";
import { callTool } from "./tool_call.ts";
import { makeToolTable, type ToolTable } from "./tool_table.ts";

/** Answers the POST of a caller whose token holds. */
export interface Endpoint {
  answer(facts: RequestFacts): Promise<Response>;
}

/** The tools change with a restart alone; a client that looks again after this long misses nothing for long. */
const LIST_CACHING = { ttlMs: 5 * 60 * 1000, cacheScope: "private" } as const;

/** JSON-RPC 2.0, 5.1, and what the Streamable HTTP transport uses for refusals of its own. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const TRANSPORT_ERROR = -32000;

export function createEndpoint(house: House): Endpoint {
  const table = makeToolTable(house.catalogue);
  const parts: EndpointParts = { house, table, instructions: writeInstructions(table), lists: writeLists(table) };
  const factsOf = new WeakMap<Request, RequestFacts>();
  const modern = createMcpHandler(
    ({ requestInfo }) => {
      const facts = requestInfo && factsOf.get(requestInfo);
      if (!facts) throw new Error("a request reached the protocol handler without its facts");
      return openServer(parts, facts);
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
      const bytes = await readBytes({
        headers: facts.headers,
        get stream() {
          return facts.body;
        },
        whole: facts.whole,
        size_max: sizeMax,
      });
      const cost = await findJsonCost(bytes);
      if (cost !== null) return rpcError(400, PARSE_ERROR, cost);
      const message = parseJson(bytes);
      if (message === undefined) return rpcError(400, PARSE_ERROR, "the request body is not valid JSON in UTF-8");
      const plain = readPlainMessage(message, facts.headers);
      if (plain && (!plain.call || table.find(plain.call.name))) return answerPlain(parts, plain, facts);
      const refused = refuseMessage(message);
      if (refused) return refused;
      const request = bareRequest(facts);
      if (await isLegacyRequest(request, message)) return answerLegacy(openServer(parts, facts), request, message);
      factsOf.set(request, facts);
      return modern.fetch(request, { parsedBody: message });
    },
  };
}

interface EndpointParts {
  house: House;
  table: ToolTable;
  instructions: string;
  /** The result of `tools/list` as JSON text, ready to send. */
  lists: Readonly<Record<PlainMessage["era"], string>>;
}

/** What every result of the modern era carries beside its own members. */
const MODERN_RESULT = { resultType: "complete", _meta: { [SERVER_INFO_META_KEY]: PRODUCT } };

function writeLists({ listed }: ToolTable): EndpointParts["lists"] {
  return {
    legacy: JSON.stringify({ tools: listed }),
    modern: JSON.stringify({ ...MODERN_RESULT, ...LIST_CACHING, tools: listed }),
  };
}

/** Nearly all traffic: nothing about the message has to be looked at again. */
async function answerPlain(
  parts: EndpointParts,
  { id, era, call }: PlainMessage,
  facts: RequestFacts,
): Promise<Response> {
  if (!call) {
    const text = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${parts.lists[era]}}`;
    return new Response(text, { headers: { "content-type": "application/json" } });
  }
  const result = await callTool(parts.house, parts.table, { ...call, facts });
  return Response.json({ jsonrpc: "2.0", id, result: era === "modern" ? { ...MODERN_RESULT, ...result } : result });
}

/** No client is ever asked for input here, so nothing it answers has to be validated; the real validator is slow to make. */
const NO_VALIDATOR = {
  getValidator: () => () => ({ valid: false as const, data: undefined, errorMessage: "this server asks for no input" }),
};

/** The library wants one server for each request; on its low level that is a few maps. */
function openServer({ house, table, instructions }: EndpointParts, facts: RequestFacts): Server {
  const server = new Server(PRODUCT, {
    capabilities: { tools: {} },
    instructions,
    jsonSchemaValidator: NO_VALIDATOR,
    cacheHints: { "tools/list": LIST_CACHING },
  });
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

/** Each message of a batch is a call of its own, and all of them start at once. */
const BATCH_MAX = 50;

/** What the library would take and we cannot serve. */
function refuseMessage(message: unknown): Response | null {
  if (Array.isArray(message)) {
    if (message.length > BATCH_MAX) {
      return rpcError(400, INVALID_REQUEST, `the batch holds ${message.length} messages; send at most ${BATCH_MAX}`);
    }
    const seen = new Set<string>();
    for (const one of message) {
      if (!isJsonObject(one) || !("id" in one)) continue;
      const id = JSON.stringify(one["id"]);
      // Both would run and only one could be answered.
      if (seen.has(id)) return rpcError(400, INVALID_REQUEST, `the batch uses id ${id.slice(0, 80)} twice`);
      seen.add(id);
    }
    return null;
  }
  if (!isJsonObject(message) || message["method"] !== "subscriptions/listen") return null;
  const text = "this server has nothing to subscribe to: its tools change only with a restart";
  return rpcError(404, METHOD_NOT_FOUND, text, message["id"]);
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(UTF8.decode(bytes));
  } catch {
    return undefined;
  }
}

function rpcError(status: number, code: number, text: string, id?: unknown): Response {
  const echoed = typeof id === "string" || typeof id === "number" ? id : null;
  return Response.json({ jsonrpc: "2.0", error: { code, message: text }, id: echoed }, { status });
}
