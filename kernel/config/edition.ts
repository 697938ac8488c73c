// Chooses the plugins that run, from the edition and PLUGINS,
// and puts them in the order in which they stand on each other.
import { BootError } from "../base/boot_error.ts";
import { ConfigError } from "../base/config_error.ts";
import type { Manifest, PluginManifest } from "./manifest.ts";

/** What the environment says about the choice. */
export interface EditionChoice {
  edition: string;
  /** Such as `-webhooks,+drop`; empty changes nothing. */
  plugins: string;
}

/**
 * The names of the plugins that run, each after those it needs.
 * Throws ConfigError for an unknown name or an unmet need, BootError for a circle in the manifest.
 */
export function choosePlugins(manifest: Manifest, choice: EditionChoice): string[] {
  const editions = Object.keys(manifest.editions);
  if (!editions.includes(choice.edition)) {
    throw new ConfigError(`EDITION is "${choice.edition}": use one of ${editions.join(", ")}`);
  }
  const known = Object.keys(manifest.plugins);
  const chosen = new Set(known.filter((name) => isIn(choice.edition, manifest.plugins[name])));
  const named = new Set<string>();
  for (const change of choice.plugins.split(",").map((part) => part.trim())) {
    if (change === "") continue;
    const [sign, name] = [change[0], change.slice(1)];
    if ((sign !== "+" && sign !== "-") || !known.includes(name)) {
      throw new ConfigError(`PLUGINS holds "${change}": write +name or -name with one of ${known.join(", ")}`);
    }
    named.add(name);
    if (sign === "+") chosen.add(name);
    else chosen.delete(name);
  }
  for (const name of [...chosen]) {
    const { is_bridge = false, needs = [] } = manifest.plugins[name] ?? {};
    if (is_bridge && !named.has(name) && !needs.every((need) => chosen.has(need))) chosen.delete(name);
  }
  const missing = [...chosen].flatMap((name) => manifest.plugins[name]?.needs ?? []).find((need) => !chosen.has(need));
  if (missing) {
    const users = [...chosen].filter((name) => manifest.plugins[name]?.needs.includes(missing));
    const without = users.map((name) => `-${name}`).join(",");
    throw new ConfigError(
      `PLUGINS leaves out "${missing}", which ${users.map((name) => `"${name}"`).join(" and ")} ${users.length === 1 ? "needs" : "need"}: add +${missing} or also write ${without}`,
    );
  }
  return sortByNeeds([...chosen], manifest);
}

function isIn(edition: string, plugin: PluginManifest | undefined): boolean {
  return plugin?.editions?.includes(edition) ?? true;
}

/** Throws BootError where two plugins give one name to a cap, a quota, an audit action or a type of documents. */
export function refuseNamedTwice({ plugins }: Pick<Manifest, "plugins">): void {
  for (const table of ["caps", "quotas", "audit_actions", "doc_types"] as const) {
    const owners = new Map<string, string>();
    for (const [plugin, own] of Object.entries(plugins)) {
      const names = table === "doc_types" ? (own.doc_types ?? []) : Object.keys(own[table] ?? {});
      for (const name of names) {
        const other = owners.get(name);
        if (other !== undefined) throw new BootError(`"${name}" stands in ${table} of both ${other} and ${plugin}`);
        owners.set(name, plugin);
      }
    }
  }
}

function sortByNeeds(names: readonly string[], manifest: Manifest): string[] {
  const sorted: string[] = [];
  const open: string[] = [];
  function visit(name: string): void {
    if (sorted.includes(name)) return;
    if (open.includes(name))
      throw new BootError(`plugins need each other in a circle: ${[...open, name].join(" -> ")}`);
    open.push(name);
    for (const need of manifest.plugins[name]?.needs ?? []) visit(need);
    open.pop();
    sorted.push(name);
  }
  for (const name of names) visit(name);
  return sorted;
}
