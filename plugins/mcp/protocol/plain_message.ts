// Recognises list and call messages that are right in every point,
// so that they need not pass through the library's checks of everything else.
import { isJsonObject, type JsonObject, type JsonValue } from "../../../kernel/plugin.ts";

/** Names of the protocol, as in its library, which a start does not wait for (plain_message_test.ts holds them to it). */
export const CLIENT_CAPABILITIES_META_KEY = "io.modelcontextprotocol/clientCapabilities";
export const CLIENT_INFO_META_KEY = "io.modelcontextprotocol/clientInfo";
export const PROTOCOL_VERSION_META_KEY = "io.modelcontextprotocol/protocolVersion";
export const SERVER_INFO_META_KEY = "io.modelcontextprotocol/serverInfo";
/** The revisions that begin with `initialize`. */
export const LEGACY_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"];

/** The revision in which every request carries its own envelope instead of a handshake before it. */
export const MODERN_VERSION = "2026-07-28";

export interface PlainMessage {
  id: string | number;
  era: "legacy" | "modern";
  /** Null for `tools/list`. */
  call: { name: string; arguments: JsonObject } | null;
}

/** Null means that the library has to look at the message, if only to refuse it with the right words. */
export function readPlainMessage(message: unknown, headers: Headers): PlainMessage | null {
  if (!isJsonObject(message) || !hasOnly(message, ["jsonrpc", "id", "method", "params"])) return null;
  const { jsonrpc, id, method, params = {} } = message;
  if (jsonrpc !== "2.0" || !isId(id) || !isJsonObject(params)) return null;
  const { name, arguments: given = {}, _meta: meta = {} } = params;
  if (!isJsonObject(meta)) return null;
  if (method === "tools/list" && hasOnly(params, ["_meta"])) {
    const era = eraOf(meta, headers, { method, name: null });
    return era && { id, era, call: null };
  }
  if (method !== "tools/call" || !hasOnly(params, ["name", "arguments", "_meta"])) return null;
  if (typeof name !== "string" || !isJsonObject(given)) return null;
  const era = eraOf(meta, headers, { method, name });
  return era && { id, era, call: { name, arguments: given } };
}

/** The era that both the envelope and the headers speak of, or null where they disagree or leave something out. */
function eraOf(
  meta: JsonObject,
  headers: Headers,
  body: { method: string; name: string | null },
): PlainMessage["era"] | null {
  const version = headers.get("mcp-protocol-version");
  const reserved = Object.keys(meta).filter((key) => key.startsWith("io.modelcontextprotocol/"));
  if (reserved.length === 0) return version === null || isLegacyVersion(version) ? "legacy" : null;
  if (!reserved.every((key) => ENVELOPE.includes(key))) return null;
  const envelopeHolds =
    version === MODERN_VERSION &&
    meta[PROTOCOL_VERSION_META_KEY] === version &&
    isCapabilities(meta[CLIENT_CAPABILITIES_META_KEY]) &&
    isImplementation(meta[CLIENT_INFO_META_KEY]);
  const headersHold = headers.get("mcp-method") === body.method && headers.get("mcp-name") === body.name;
  return envelopeHolds && headersHold ? "modern" : null;
}

const ENVELOPE = [PROTOCOL_VERSION_META_KEY, CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY];

function isLegacyVersion(version: string): boolean {
  return LEGACY_VERSIONS.includes(version);
}

function isCapabilities(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && Object.values(value).every(isJsonObject);
}

/** Who the client is may be left out. */
function isImplementation(value: JsonValue | undefined): boolean {
  if (value === undefined) return true;
  return isJsonObject(value) && typeof value["name"] === "string" && typeof value["version"] === "string";
}

function isId(id: JsonValue | undefined): id is string | number {
  return typeof id === "string" || Number.isSafeInteger(id);
}

function hasOnly(object: JsonObject, names: readonly string[]): boolean {
  for (const name in object) if (!names.includes(name)) return false;
  return true;
}
