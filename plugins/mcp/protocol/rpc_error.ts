// An error that answers a whole request of the protocol, and what it is about where that can be told.

/** JSON-RPC 2.0, 5.1, and what the Streamable HTTP transport uses for refusals of its own. */
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const TRANSPORT_ERROR = -32000;

export function rpcError(status: number, code: number, text: string, id?: unknown): Response {
  const echoed = typeof id === "string" || typeof id === "number" ? id : null;
  return Response.json({ jsonrpc: "2.0", error: { code, message: text }, id: echoed }, { status });
}
