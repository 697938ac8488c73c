// Every tool of the catalogue, for agents, over the Model Context Protocol.
import { handle, type Plugin, personEndHook, provide } from "../../kernel/plugin.ts";
import { serving } from "./operations.ts";
import { mcpEndpoint } from "./port.ts";
import { createEndpoint } from "./protocol/endpoint.ts";
import { protocolSettings } from "./settings.ts";
import { readInstructions, writeInstructions } from "./workspace/workspace_operations.ts";
import { forgetWriter } from "./workspace/workspace_store.ts";

export const mcp: Plugin = {
  name: "mcp",
  settings: protocolSettings,
  operations: [...serving, readInstructions, writeInstructions],
  handles: () => [handle(personEndHook, forgetWriter)],
  migrations: new URL("./migrations/", import.meta.url),
  provides: (runtime, surface) => [provide(mcpEndpoint, createEndpoint(runtime, surface))],
};
