// How people connect agents: OAuth 2.1, consent, and the list of what is connected.
import type { Plugin } from "../../kernel/mod.ts";

export const oauth: Plugin = { name: "oauth", operations: [] };
