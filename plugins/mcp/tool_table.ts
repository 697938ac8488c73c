// The tools of the running house as agents see them, made once at boot: lists are answered from here without any work.
import type { Catalogue, ObjectSchema, ToolEntry } from "../../kernel/mod.ts";
import { outlineOf } from "./outline.ts";

/** What the protocol calls a tool (whole_protocol.ts holds it to that). */
export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema?: ObjectSchema;
  annotations: {
    title: string;
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
}

export interface ToolTable {
  /** As `tools/list` answers it, in the catalogue's order. */
  listed: readonly ListedTool[];
  find(name: string): ToolEntry | undefined;
}

export function makeToolTable(catalogue: Catalogue): ToolTable {
  return {
    listed: [...catalogue.tools.values()].map(listTool),
    find: (name) => catalogue.tools.get(name),
  };
}

function listTool({ tool, entry, shape }: ToolEntry): ListedTool {
  const title = titleOf(tool.name);
  const readOnly = entry.effect === "read";
  return {
    name: tool.name,
    title,
    description: tool.wording,
    inputSchema: shape.inputSchema,
    ...(shape.outputSchema ? { outputSchema: outlineOf(shape.outputSchema) } : {}),
    annotations: {
      title,
      readOnlyHint: readOnly,
      destructiveHint: !readOnly && (tool.destructive ?? false),
      idempotentHint: readOnly || (tool.idempotent ?? false),
      openWorldHint: false,
    },
  };
}

/** `set_tags` reads "Set tags" in a client's list. */
function titleOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
