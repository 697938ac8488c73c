// Databases: documents that hold tables of typed fields.
import type { Plugin } from "../../kernel/mod.ts";

export const databases: Plugin = { name: "databases", operations: [] };
