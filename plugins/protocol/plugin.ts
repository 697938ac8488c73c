// Where agents are served:
// OAuth hands out tokens for these addresses and MCP answers at them, and either runs without the other.
import { handle, type Plugin } from "../../kernel/plugin.ts";
import { wrongMethodPageHook } from "../../kernel/ports/plugin.ts";
import { connectPage } from "./connect_page.ts";

export const protocol: Plugin = {
  name: "protocol",
  operations: [],
  handles: ({ config }) => [handle(wrongMethodPageHook, ({ pathname }) => connectPage(pathname, config.base_url))],
};
