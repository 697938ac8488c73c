// Speaks the Model Context Protocol over HTTP in both eras, without sessions: every request stands alone.
import { type Actor, isJsonObject, type RequestFacts, type Runtime, type Surface } from "../../../kernel/plugin.ts";
import { parseBody, readBytes } from "../../../kernel/ports/input.ts";
import type { ToolEntry } from "../../../kernel/ports/plugin.ts";
import { manifest } from "../../manifest.ts";
import { capOf } from "../../operation.ts";
import type { ProtocolAddress } from "../../protocol/port.ts";
import type { ReadyList } from "../tools/ready_list.ts";
import { callTool } from "../tools/tool_call.ts";
import { createToolLists, MODERN_RESULT } from "../tools/tool_lists.ts";
import { readSelection } from "../tools/tool_selection.ts";
import { makeToolTable } from "../tools/tool_table.ts";
import { writeInstructions } from "../workspace/instructions.ts";
import { type PlainMessage, readPlainMessage } from "./plain_message.ts";
import { INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR, rpcError, TRANSPORT_ERROR } from "./rpc_error.ts";
import type { Asked, WholeParts, WholeProtocol } from "./whole_parts.ts";

/** Answers the POST of a caller whose token holds. */
export interface Endpoint {
  answer(post: { facts: RequestFacts; address: ProtocolAddress; caller: Actor }): Promise<Response>;
  /**
   * The list that a message asks for; null for every other message, which `answer` takes. The bytes are a body of the JSON
   * content type.
   */
  findList(post: {
    bytes: Uint8Array<ArrayBuffer>;
    headers: Headers;
    address: ProtocolAddress;
    caller: Actor;
  }): Promise<FoundList | null>;
}

/** The list that answers a message, and the id that the answer is to carry. */
export interface FoundList {
  id: string | number;
  list: ReadyList;
}

/** When the server has long answered its first probe. */
const LIBRARY_AFTER_MS = 1000;

export function createEndpoint(runtime: Runtime, surface: Surface): Endpoint {
  const table = makeToolTable(surface.catalogue, surface.toolsets);
  const parts: WholeParts = {
    runtime,
    surface,
    table,
    lists: createToolLists(table),
    instructions: (sight) => writeInstructions(table, sight),
  };
  let opening: Promise<WholeProtocol> | null = null;
  // The library takes a tenth of a second to load: a start does not wait for it, and neither should the first client.
  const early = setTimeout(() => openWhole().catch(() => {}), LIBRARY_AFTER_MS);
  early.unref();
  runtime.onClose(async () => {
    clearTimeout(early);
    await (await opening)?.close();
  });

  function openWhole(): Promise<WholeProtocol> {
    opening ??= import("./whole_protocol.ts").then(({ openWholeProtocol }) => openWholeProtocol(parts));
    return opening;
  }

  return {
    answer: async ({ facts, address, caller }) => {
      if (!isJson(facts.headers.get("content-type"))) {
        const sent = facts.headers.get("content-type")?.slice(0, 80) || "missing";
        return rpcError(415, TRANSPORT_ERROR, `content-type is ${sent}; send application/json`);
      }
      const sizeMax = capOf(runtime, "body_bytes");
      const bytes = await readBytes({
        headers: facts.headers,
        get stream() {
          return facts.body;
        },
        whole: facts.whole,
        size_max: sizeMax,
      });
      const parsed = await parseBody(bytes, { owner: `user:${caller.user_id}`, signal: facts.signal });
      if ("costs" in parsed) return rpcError(400, PARSE_ERROR, `the body ${parsed.costs}`);
      if ("loses" in parsed) return rpcError(400, PARSE_ERROR, `the body ${parsed.loses}`);
      if ("invalid" in parsed) return rpcError(400, PARSE_ERROR, "the request body is not valid JSON in UTF-8");
      const message = parsed.value;
      const plain = readPlainMessage(message, facts.headers);
      const asked: Asked = { facts, sight: { selection: readSelection(address, facts.headers), caller } };
      const called = plain?.call && table.find(plain.call.name, asked.sight.selection);
      if (plain && (!plain.call || called)) return answerPlain(parts, { ...plain, called: called ?? null }, asked);
      const refused = refuseMessage(message);
      if (refused) return refused;
      return (await openWhole()).answer(asked, message);
    },
    findList: async ({ bytes, headers, address, caller }) => {
      const parsed = await parseBody(bytes, { owner: `user:${caller.user_id}` });
      const plain = "value" in parsed ? readPlainMessage(parsed.value, headers) : null;
      if (!plain || plain.call) return null;
      return {
        id: plain.id,
        list: parts.lists.ready(plain.era, { selection: readSelection(address, headers), caller }),
      };
    },
  };
}

/** Nearly all traffic: nothing about the message has to be looked at again. */
async function answerPlain(
  parts: WholeParts,
  { id, era, call, called }: PlainMessage & { called: ToolEntry | null },
  { facts, sight }: Asked,
): Promise<Response> {
  if (!call || !called) {
    const body = await parts.lists.ready(era, sight).answer(id, null);
    return new Response(body, { headers: { "content-type": "application/json" } });
  }
  const result = await callTool(parts, called, { arguments: call.arguments, facts });
  return Response.json({ jsonrpc: "2.0", id, result: era === "modern" ? { ...MODERN_RESULT, ...result } : result });
}

/** Each message of a batch is a call of its own, and all of them start at once. */
const BATCH_MAX = manifest.caps.mcp_batch_messages;

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

/** Parameters of the media type do not count (RFC 9110, 8.3.1). */
function isJson(contentType: string | null): boolean {
  return contentType?.split(";")[0]?.trim().toLowerCase() === "application/json";
}
