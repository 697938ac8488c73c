// Pages from markdown, snippets and files, made in worker processes, without a table or an operation of its own.
import type { Plugin } from "../../kernel/mod.ts";

export const rendering: Plugin = { name: "rendering", operations: [] };
