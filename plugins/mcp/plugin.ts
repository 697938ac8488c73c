// Every tool of the catalogue, for agents, over the Model Context Protocol.
import { handle, type Plugin, personEndHook, provide } from "../../kernel/plugin.ts";
import { keptListsHook } from "../../kernel/ports/plugin.ts";
import { settingsHook } from "../app/port/slots.ts";
import { connectSettings, showConnect } from "./app/connect_page.ts";
import { keptLists } from "./kept_lists.ts";
import { serving } from "./operations.ts";
import { createEndpoint } from "./protocol/endpoint.ts";
import { mcpEndpoint } from "./protocol/endpoint_port.ts";
import { protocolSettings } from "./settings.ts";
import { readInstructions, writeInstructions } from "./workspace/workspace_operations.ts";
import { forgetWriter } from "./workspace/workspace_store.ts";

export const mcp: Plugin = {
  name: "mcp",
  settings: protocolSettings,
  operations: [...serving, readInstructions, writeInstructions, showConnect],
  handles: (runtime) => [
    handle(settingsHook, connectSettings),
    handle(personEndHook, forgetWriter),
    handle(keptListsHook, () => keptLists(runtime.use(mcpEndpoint))),
  ],
  migrations: new URL("./migrations/", import.meta.url),
  provides: (runtime, surface) => [provide(mcpEndpoint, createEndpoint(runtime, surface))],
};
