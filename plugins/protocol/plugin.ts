// Where agents are served: OAuth hands out tokens for these addresses and MCP answers at them, and either runs without the other.
import type { Plugin } from "../../kernel/plugin.ts";

export const protocol: Plugin = { name: "protocol", operations: [] };
