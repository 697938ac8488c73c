// Work on texts that many plugins need, without a table or an operation of its own.
import type { Plugin } from "../../kernel/plugin.ts";

export const texts: Plugin = { name: "texts", operations: [] };
