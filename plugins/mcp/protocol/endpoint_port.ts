// The door behind which the protocol's endpoint stands, made once when the server boots.
import { port } from "../../../kernel/plugin.ts";
import type { Endpoint } from "./endpoint.ts";

export const mcpEndpoint = port<Endpoint>("mcp.endpoint");
