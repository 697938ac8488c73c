// What a token may be asked for (RFC 8707): this server's protocol address, or one of its narrower children.
import type { TokenLimits } from "../../kernel/plugin.ts";
import { PROTOCOL_PATH, readProtocolPath } from "../protocol/port.ts";
import { setsBehind } from "./toolsets.ts";

export const NO_LIMITS: TokenLimits = { read_only: false, toolsets: null, max_visibility: null, roots: null };

/** The protocol's address, as the metadata name it; `path` is that of a child, as it was sent. */
export function protocolResource(baseUrl: string, path: string = PROTOCOL_PATH): string {
  return `${baseUrl}${path}`;
}

/**
 * What a token for `resource` is limited to; null for an address that is no resource of ours. A token for `/mcp/readonly` reads
 * and one for `/mcp/x/docs,files` uses these toolsets, wherever it is then sent. `core` is a selection of tools across sets:
 * its address shows no others, while a token for it may use the sets that it crosses.
 */
export function limitsOfResource(resource: string, baseUrl: string): TokenLimits | null {
  const address = resource.startsWith(baseUrl) ? readProtocolPath(resource.slice(baseUrl.length)) : null;
  if (!address) return null;
  const { toolsets, read_only } = address;
  return { ...NO_LIMITS, read_only, toolsets: toolsets && setsBehind(toolsets) };
}
