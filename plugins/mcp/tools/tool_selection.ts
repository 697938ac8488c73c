// What a client asks to see of the tools, by its address and its headers: all of it narrows, nothing widens.
import type { Manifest } from "../../../kernel/plugin.ts";
import type { ToolEntry } from "../../../kernel/ports/plugin.ts";
import { type ProtocolAddress, readNames } from "../../protocol/port.ts";

/** Null where nothing was asked. */
export interface ToolSelection {
  /** Of the address: a tool must be in one of them. */
  address: readonly string[] | null;
  /** Of the headers: a tool must be in one of the sets or be named. */
  named: { toolsets: readonly string[]; tools: readonly string[] } | null;
  exclude: readonly string[];
  read_only: boolean;
  /** Lists tools by their former names too. */
  legacy: boolean;
}

const HEADERS = ["x-mcp-toolsets", "x-mcp-tools", "x-mcp-exclude-tools", "x-mcp-readonly", "x-mcp-legacy"] as const;

/** Reads a client's selection; null for nearly everybody, who has none. */
export function readSelection(address: ProtocolAddress, headers: Headers): ToolSelection | null {
  const [toolsets, tools, exclude, readOnly, legacy] = HEADERS.map((name) => headers.get(name)?.trim() || null);
  if (!address.toolsets && !address.read_only && !(toolsets || tools || exclude || readOnly || legacy)) return null;
  return {
    address: address.toolsets,
    named: toolsets || tools ? { toolsets: readNames(toolsets ?? ""), tools: readNames(tools ?? "") } : null,
    exclude: readNames(exclude ?? ""),
    // A client that asks for safety in other words than ours is not to get the tools that write.
    read_only: address.read_only || (readOnly !== null && !isNo(readOnly)),
    legacy: isYes(legacy),
  };
}

function isNo(value: string | undefined): boolean {
  return value === undefined || ["0", "false", "no", "off"].includes(value.toLowerCase());
}

function isYes(value: string | null | undefined): boolean {
  return value === "1" || value?.toLowerCase() === "true";
}

export type Toolsets = NonNullable<Manifest["toolsets"]>;

/** Whether the selection leaves the tool in. */
export function isSelected(selection: ToolSelection, found: ToolEntry, toolsets: Toolsets): boolean {
  const isIn = (name: string) => isMember(found, Object.hasOwn(toolsets, name) ? toolsets[name] : undefined, name);
  const isNamed = (names: readonly string[]) =>
    [found.tool.name, ...(found.tool.formerly ?? [])].some((one) => names.includes(one));
  if (selection.read_only && found.entry.effect !== "read") return false;
  if (selection.address && !selection.address.some(isIn)) return false;
  if (selection.named && !selection.named.toolsets.some(isIn) && !isNamed(selection.named.tools)) return false;
  return !isNamed(selection.exclude);
}

function isMember({ tool, entry }: ToolEntry, set: Toolsets[string] | undefined, name: string): boolean {
  if (!set?.selects) return set !== undefined && entry.toolset === name;
  return Object.values(set.selects).some((tools) => tools.includes(tool.name));
}

/** The names in the selection that mean nothing here. */
export function unknownNames(
  { address, named, exclude }: ToolSelection,
  { toolsets, isTool }: { toolsets: Toolsets; isTool: (name: string) => boolean },
): { toolsets: string[]; tools: string[] } {
  const sets = [...(address ?? []), ...(named?.toolsets ?? [])];
  const tools = [...(named?.tools ?? []), ...exclude];
  return {
    toolsets: [...new Set(sets.filter((name) => !Object.hasOwn(toolsets, name)))],
    tools: [...new Set(tools.filter((name) => !isTool(name)))],
  };
}
