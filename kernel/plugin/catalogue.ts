// The frozen list of everything that the running plugins declare; a contradiction in it stops the start.
import { BootError } from "../base/boot_error.ts";
import type { Manifest } from "../config/manifest.ts";
import { pathParameters } from "../http/route.ts";
import { compileValidator, type Validator } from "../input/validate.ts";
import { checkDeclaration } from "../operation/declaration.ts";
import type { Operation, Tool } from "../operation/operation.ts";
import { withSynonyms } from "../operation/synonyms.ts";
import { shapeTool, type ToolShape } from "../tools/tools.ts";

/** An operation in the running server: whose it is, and the validators of its schemas. */
export interface Entry extends Operation {
  plugin: string;
  /** The toolset that it belongs to, for connections that are limited to some; null for what every connection may call. */
  toolset: string | null;
  /** Names of the path's parameters that `params` does not declare; each is a text. */
  texts: readonly string[];
  checks: {
    params: Validator | null;
    query: Validator | null;
    body: Validator | null;
    form: Validator | null;
    output: Validator | null;
  };
}

/** A tool and the operation that it calls. */
export interface ToolEntry {
  tool: Tool;
  entry: Entry;
  shape: ToolShape;
}

export interface Catalogue {
  entries: readonly Entry[];
  byId: ReadonlyMap<string, Entry>;
  tools: ReadonlyMap<string, ToolEntry>;
  /** Tools by the names that they had before. */
  formerTools: ReadonlyMap<string, ToolEntry>;
  /** Every audit action that the running plugins may write, sorted. */
  actions: readonly string[];
}

/** The part of the manifest that operations name. */
type Named = Pick<Manifest, "gates" | "quotas" | "toolsets"> & Partial<Pick<Manifest, "plugins">>;

/** The part of a plugin that the catalogue is made of. */
interface Declaring {
  name: string;
  operations: readonly Operation[];
  lends?: readonly string[];
}

/** Compiles what input is held to: no first request waits for it, and a broken schema stops the start of a server. */
export function prepareChecks({ entries }: Catalogue): void {
  for (const { checks } of entries)
    for (const check of [checks.params, checks.query, checks.body, checks.form]) check?.prepare();
}

/** Gathers the plugins' operations, and refuses duplicates and unknown names. */
export function buildCatalogue(plugins: readonly Declaring[], manifest: Named): Catalogue {
  const entries: Entry[] = [];
  const byId = new Map<string, Entry>();
  const routes = new Map<string, string>();
  const tools = new Map<string, ToolEntry>();
  const actionOwner = new Map<string, string>();
  const lent = new Set(plugins.flatMap((plugin) => plugin.lends ?? []));
  for (const plugin of plugins) {
    for (const operation of plugin.operations) {
      checkDeclaration(operation, manifest);
      const entry = compileEntry(operation, plugin.name, manifest);
      claim(byId, operation.id, entry, `operation id "${operation.id}" is declared twice`);
      for (const route of routeShapes(operation)) {
        claim(routes, route, operation.id, `${operation.id} and ${routes.get(route)} both answer ${route}`);
      }
      for (const tool of operation.tools) {
        claim(
          tools,
          tool.name,
          { tool, entry, shape: shapeTool(operation, tool) },
          `tool "${tool.name}" is declared by ${operation.id} and ${tools.get(tool.name)?.entry.id}`,
        );
      }
      for (const action of operation.audit) {
        const owner = actionOwner.get(action) ?? plugin.name;
        if (owner !== plugin.name && !lent.has(action))
          throw new BootError(`audit action "${action}" is declared by plugins ${owner} and ${plugin.name}`);
        actionOwner.set(action, plugin.name);
      }
      entries.push(entry);
    }
  }
  const formerTools = gatherFormer(tools);
  return Object.freeze({
    entries,
    byId,
    tools,
    formerTools,
    actions: [...new Set([...actionOwner.keys(), ...lent])].sort(),
  });
}

function gatherFormer(tools: ReadonlyMap<string, ToolEntry>): Map<string, ToolEntry> {
  const former = new Map<string, ToolEntry>();
  for (const found of tools.values()) {
    for (const name of found.tool.formerly ?? []) {
      const holder = tools.get(name) ?? former.get(name);
      if (holder)
        throw new BootError(`"${name}" is a name of both tools "${found.tool.name}" and "${holder.tool.name}"`);
      former.set(name, found);
    }
  }
  return former;
}

function compileEntry(operation: Operation, plugin: string, manifest: Named): Entry {
  const compile = (schema: Operation["output"]) => (schema ? compileValidator(schema) : null);
  return {
    ...operation,
    plugin,
    toolset: toolsetOf(operation.id, plugin, manifest),
    texts: pathParameters(operation.path ?? "")
      .map(({ name }) => name)
      .filter((name) => !(name in (operation.params?.properties ?? {}))),
    checks: {
      params: compile(operation.params),
      query: compile(operation.query),
      body: compile(withSynonyms(operation)),
      form: compile(operation.form),
      output: compile(operation.output),
    },
  };
}

/** The set for which the plugin has the longest beginning of the id, or else the plugin's own. */
function toolsetOf(id: string, plugin: string, { toolsets = {}, plugins = {} }: Named): string | null {
  const own = plugins[plugin];
  if (own?.in_every_toolset?.includes(id)) return null;
  let found = { name: ownToolset(plugin, { toolsets, plugins }), length: 0 };
  for (const [name, starts] of Object.entries(own?.toolsets ?? {})) {
    for (const start of starts) {
      if ((id === start || id.startsWith(`${start}.`)) && start.length > found.length)
        found = { name, length: start.length };
    }
  }
  return found.name;
}

function ownToolset(
  plugin: string,
  { toolsets = {}, plugins = {} }: Pick<Named, "toolsets" | "plugins">,
): string | null {
  const line = plugins[plugin];
  if (!line) return null;
  const { toolset } = line;
  if (toolset === null)
    throw new BootError(`plugin "${plugin}" has operations and no toolset on its line in the manifest`);
  const set = toolsets[toolset];
  if (!set || set.selects)
    throw new BootError(`plugin "${plugin}" names toolset "${toolset}", which is none of ${setsWithTools(toolsets)}`);
  return toolset;
}

function setsWithTools(toolsets: NonNullable<Named["toolsets"]>): string {
  return Object.keys(toolsets)
    .filter((name) => !toolsets[name]?.selects)
    .join(", ");
}

function routeShapes(operation: Operation): string[] {
  if (!operation.path) return [];
  const shape = `${operation.method} ${operation.path.replace(/\{[^}]*\}/g, "{}")}`;
  const hosts = operation.host === "both" ? ["app", "content"] : [operation.host];
  return hosts.map((host) => `${shape} on the ${host} host`);
}

function claim<V>(map: Map<string, V>, key: string, value: V, clash: string): void {
  if (map.has(key)) throw new BootError(clash);
  map.set(key, value);
}
