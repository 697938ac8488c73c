// The door behind which the protocol's endpoint stands, made once when the house boots.
import { port } from "../../kernel/mod.ts";
import type { Endpoint } from "./endpoint.ts";

export const mcpEndpoint = port<Endpoint>("mcp.endpoint");
