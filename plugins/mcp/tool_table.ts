// The tools of the running house as agents see them, made once at boot: lists are answered from here without any work.
import { isSpecType, type Tool as ListedTool } from "@modelcontextprotocol/server";
import { BootError, type Catalogue, type ToolEntry } from "../../kernel/mod.ts";

export interface ToolTable {
  /** As `tools/list` answers it, in the catalogue's order. */
  listed: readonly ListedTool[];
  find(name: string): ToolEntry | undefined;
}

/** Throws BootError for a tool that the protocol's own schema refuses. */
export function makeToolTable(catalogue: Catalogue): ToolTable {
  return {
    listed: [...catalogue.tools.values()].map(listTool),
    find: (name) => catalogue.tools.get(name),
  };
}

function listTool({ tool, entry, shape }: ToolEntry): ListedTool {
  const title = titleOf(tool.name);
  const readOnly = entry.effect === "read";
  const listed: unknown = {
    name: tool.name,
    title,
    description: tool.wording,
    inputSchema: shape.inputSchema,
    ...(shape.outputSchema ? { outputSchema: shape.outputSchema } : {}),
    annotations: {
      title,
      readOnlyHint: readOnly,
      destructiveHint: !readOnly && (tool.destructive ?? false),
      idempotentHint: readOnly || (tool.idempotent ?? false),
      openWorldHint: false,
    },
  };
  if (!isSpecType.Tool(listed)) throw new BootError(`tool "${tool.name}" is not what the protocol calls a tool`);
  return listed;
}

/** `set_tags` reads "Set tags" in a client's list. */
function titleOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
