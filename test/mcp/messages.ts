// Messages of the protocol as a program writes them that uses no SDK.
import type { openToyServer } from "./toy_server.ts";

export const VERSION = "2026-07-28";
export const CALLER = { name: "tests", version: "1" };
export const META = {
  "io.modelcontextprotocol/protocolVersion": VERSION,
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": CALLER,
};

/** Ways to send one: `modern` in the envelope's era, `ask` as it stands. */
export function messagesTo(server: Awaited<ReturnType<typeof openToyServer>>, token: string) {
  function modern(method: string, params: Record<string, unknown> = {}, name?: string) {
    const message = { jsonrpc: "2.0", id: 7, method, params: { ...params, _meta: META } };
    const headers = { "mcp-protocol-version": VERSION, "mcp-method": method, ...(name ? { "mcp-name": name } : {}) };
    return server.post(token, message, headers);
  }
  return { modern, ask: (message: unknown, headers?: Record<string, string>) => server.post(token, message, headers) };
}
