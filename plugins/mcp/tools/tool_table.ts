// The tools of the running server as agents see them, made once at boot, and which of them a client and its caller see.
import type { Actor } from "../../../kernel/plugin.ts";
import { isWithinLimits } from "../../../kernel/ports/auth.ts";
import type { Catalogue, ToolEntry } from "../../../kernel/ports/plugin.ts";
import { type ListedSchema, outlineInput, outlineOutput } from "./outline.ts";
import { isSelected, type ToolSelection, type Toolsets, unknownNames } from "./tool_selection.ts";

/** What the protocol calls a tool (whole_protocol.ts holds it to that). */
export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: ListedSchema;
  outputSchema?: ListedSchema;
  /** `idempotentHint` stands where it says something: false is its default, and of a tool that reads it goes without saying. */
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint?: true;
    openWorldHint: boolean;
  };
}

/** Who looks, and through what address and headers. */
export interface Sight {
  selection: ToolSelection | null;
  caller: Actor;
}

/** A line of the list. */
export interface ToolRow {
  found: ToolEntry;
  listed: ListedTool;
  /** True for a name that the tool had before. */
  is_former: boolean;
}

export interface ToolTable {
  /** Every line there is, in the catalogue's order, former names last. */
  rows: readonly ToolRow[];
  /** Whether a line is in the list of whoever looks. */
  isSeen(row: ToolRow, sight: Sight): boolean;
  /** Whether a tool of this name is in the list of whoever looks. */
  offers(name: string, sight: Sight): boolean;
  /**
   * The tool that a client may call by this name, or by one that it had before. What the caller's token forbids is found all
   * the same, to be refused by the pipeline with the reason.
   */
  find(name: string, selection: ToolSelection | null): ToolEntry | undefined;
  /** Whether a tool has or had the name, wherever the client looks from. */
  isTool(name: string): boolean;
  /** The names in a selection that mean nothing here. */
  unknown(selection: ToolSelection): ReturnType<typeof unknownNames>;
  /** Names of the toolsets. */
  toolsets: readonly string[];
}

export function makeToolTable(catalogue: Catalogue, toolsets: Toolsets): ToolTable {
  const current = [...catalogue.tools.values()].map((found) => ({ found, listed: listTool(found), is_former: false }));
  const former = [...catalogue.formerTools].map(([name, found]) => ({
    found,
    listed: listFormer(name, found),
    is_former: true,
  }));
  const named = (name: string) => catalogue.tools.get(name) ?? catalogue.formerTools.get(name);
  const isTool = (name: string) => named(name) !== undefined;
  const isOpen = (found: ToolEntry, { selection, caller }: Sight) =>
    (!selection || isSelected(selection, found, toolsets)) && isWithinLimits(found.entry, caller);
  return {
    rows: [...current, ...former],
    isSeen: ({ found, is_former }, sight) => (!is_former || sight.selection?.legacy === true) && isOpen(found, sight),
    offers: (name, sight) => {
      const found = catalogue.tools.get(name);
      return found !== undefined && isOpen(found, sight);
    },
    find: (name, selection) => {
      const found = named(name);
      return found && (!selection || isSelected(selection, found, toolsets)) ? found : undefined;
    },
    isTool,
    unknown: (selection) => unknownNames(selection, { toolsets, isTool }),
    toolsets: Object.keys(toolsets),
  };
}

function listTool({ tool, entry, shape }: ToolEntry): ListedTool {
  const readOnly = entry.effect === "read";
  return {
    name: tool.name,
    title: titleOf(tool.name),
    description: tool.wording,
    inputSchema: outlineInput(shape.inputSchema, tool.like),
    ...(shape.outputSchema ? { outputSchema: outlineOutput(shape.outputSchema) } : {}),
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: !readOnly && (tool.destructive ?? false),
      ...(!readOnly && tool.idempotent ? { idempotentHint: true as const } : {}),
      openWorldHint: false,
    },
  };
}

function listFormer(name: string, found: ToolEntry): ListedTool {
  const { tool } = found;
  const description = `The former name of ${tool.name}. ${tool.wording}`;
  return { ...listTool(found), name, title: titleOf(name), description };
}

/** `set_tags` reads "Set tags" in a client's list. */
function titleOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
