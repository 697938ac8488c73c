// What a token may be asked for (RFC 8707): this server's protocol address, or one of its narrower children.
import type { TokenLimits } from "../../kernel/mod.ts";
import { TOOLSETS } from "./toolsets.ts";

export const NO_LIMITS: TokenLimits = { read_only: false, toolsets: null, max_visibility: null };

/** The protocol's address, as the metadata name it. */
export function protocolResource(baseUrl: string): string {
  return `${baseUrl}/mcp`;
}

/**
 * What a token for `resource` is limited to; null for an address that is no resource of ours. A token for `/mcp/readonly` reads
 * and one for `/mcp/x/docs,files` uses these toolsets, wherever it is then sent.
 */
export function limitsOfResource(resource: string, baseUrl: string): TokenLimits | null {
  const whole = protocolResource(baseUrl);
  if (resource === whole) return NO_LIMITS;
  if (resource === `${whole}/readonly`) return { ...NO_LIMITS, read_only: true };
  if (!resource.startsWith(`${whole}/x/`)) return null;
  const toolsets = resource.slice(whole.length + 3).split(",");
  return toolsets.every((name) => TOOLSETS.some((known) => known.name === name)) ? { ...NO_LIMITS, toolsets } : null;
}
