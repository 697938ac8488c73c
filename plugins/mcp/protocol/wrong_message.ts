// Says in plain words what is wrong with what came in place of a message,
// where the library would say only that something is.
import { isSpecType } from "@modelcontextprotocol/server";
import { isJsonObject } from "../../../kernel/plugin.ts";
import { LEGACY_VERSIONS, MODERN_VERSION, PROTOCOL_VERSION_META_KEY } from "./plain_message.ts";
import { INVALID_REQUEST, rpcError, TRANSPORT_ERROR } from "./rpc_error.ts";

/** Names and values are the sender's. */
const SHOWN_CHARS_MAX = 80;
const MEMBERS = ["jsonrpc", "id", "method", "params"];

/** The 400 for a body that holds something that is no message; null when each is one. Of a batch nothing is run then. */
export function refuseWrongMessage(message: unknown): Response | null {
  if (!Array.isArray(message)) {
    const fault = faultOf(message);
    const id = isJsonObject(message) && typeof message["method"] === "string" ? message["id"] : undefined;
    return fault === null ? null : rpcError(400, INVALID_REQUEST, `the message is not JSON-RPC 2.0: ${fault}`, id);
  }
  if (message.length === 0) return rpcError(400, INVALID_REQUEST, "the batch is empty; send at least one message");
  for (const [index, one] of message.entries()) {
    const fault = faultOf(one);
    if (fault === null) continue;
    const text = `message ${index + 1} of the batch is not JSON-RPC 2.0: ${fault}; nothing of the batch was run`;
    return rpcError(400, INVALID_REQUEST, text);
  }
  return null;
}

function faultOf(message: unknown): string | null {
  if (isSpecType.JSONRPCMessage(message)) return null;
  if (!isJsonObject(message)) return `it must be an object, not ${kindOf(message)}`;
  const { jsonrpc, id, method, params } = message;
  if (jsonrpc !== "2.0") {
    return `jsonrpc must be "2.0"${jsonrpc === undefined ? ", and is missing" : `, not ${shown(jsonrpc)}`}`;
  }
  const isId = typeof id === "string" || Number.isSafeInteger(id);
  if ("id" in message && !isId) return `id must be a string or an integer, not ${shown(id)}`;
  if (method === undefined) return "method is missing; send the name of one, such as tools/list";
  if (typeof method !== "string") return `method must be a string, not ${kindOf(method)}`;
  if ("params" in message && !isJsonObject(params)) {
    return `params must be an object, not ${kindOf(params)}; leave it out where there is nothing to say`;
  }
  const other = Object.keys(message).find((name) => !MEMBERS.includes(name));
  return other === undefined
    ? "its params are not of the kind that the protocol takes"
    : `"${other.slice(0, SHOWN_CHARS_MAX)}" is none of its members, which are ${MEMBERS.join(", ")}`;
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, SHOWN_CHARS_MAX);
}

/**
 * The 400 for a header that names a version which nobody speaks here, on a message that brings no envelope: the library would
 * take it for one of a future revision and miss that. `initialize` agrees on a version in its body.
 */
export function refuseUnknownVersion(message: unknown, headers: Headers): Response | null {
  const version = headers.get("mcp-protocol-version");
  if (version === null || version === MODERN_VERSION || LEGACY_VERSIONS.includes(version)) return null;
  if (!isJsonObject(message) || message["method"] === "initialize" || bringsEnvelope(message)) return null;
  const known = [MODERN_VERSION, ...LEGACY_VERSIONS].join(", ");
  const text = `the MCP-Protocol-Version header names "${version.slice(0, SHOWN_CHARS_MAX)}", which is not spoken here; send one of ${known}`;
  return rpcError(400, TRANSPORT_ERROR, text, message["id"]);
}

function bringsEnvelope({ params }: { params?: unknown }): boolean {
  const meta = isJsonObject(params) ? params["_meta"] : undefined;
  return isJsonObject(meta) && PROTOCOL_VERSION_META_KEY in meta;
}
