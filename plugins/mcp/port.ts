// The door behind which the protocol's endpoint stands, made once when the server boots.
import { port } from "../../kernel/plugin.ts";
import type { ProtocolAddress } from "../protocol/port.ts";
import type { Endpoint } from "./protocol/endpoint.ts";

export type { FoundList } from "./protocol/endpoint.ts";

export const mcpEndpoint = port<Endpoint>("mcp.endpoint");

/** The operation that serves an address, for who answers without the pipeline. */
export function servingOperation({ toolsets, read_only }: ProtocolAddress): string {
  return `mcp.serve${toolsets ? ".toolsets" : ""}${read_only ? ".readonly" : ""}`;
}
