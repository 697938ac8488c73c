// The toolsets that a connection can be limited to, as the manifest lists them.
import type { Manifest } from "../../kernel/plugin.ts";
import { manifest } from "../manifest.ts";

const SETS: NonNullable<Manifest["toolsets"]> = manifest.toolsets;

const PLUGINS: Manifest["plugins"] = manifest.plugins;
const USED = new Set(
  Object.values(PLUGINS).flatMap(({ toolset, toolsets = {} }) => [toolset, ...Object.keys(toolsets)]),
);

/** Every set of the manifest that holds something: what a person chooses from. */
export const TOOLSETS: readonly { name: string; label: string }[] = Object.entries(SETS)
  .filter(([name]) => USED.has(name))
  .map(([name, { label }]) => ({ name, label }));

/** The sets that a token for an address of these names is limited to: unknown names are none, a selection is all that it crosses. */
export function setsBehind(names: readonly string[]): string[] {
  const sets = names.flatMap((name) => {
    const known = Object.hasOwn(SETS, name) ? SETS[name] : undefined;
    if (!known) return [];
    return known.selects ? Object.keys(known.selects) : [name];
  });
  return [...new Set(sets)];
}
