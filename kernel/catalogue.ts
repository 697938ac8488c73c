// The frozen list of everything that the running plugins declare; a contradiction in it stops the start.
import { isOpeningMember } from "./auth/openness.ts";
import { BootError } from "./boot_error.ts";
import { checkSynonyms, withSynonyms } from "./input/synonyms.ts";
import { compileValidator, type Validator } from "./input/validate.ts";
import type { Manifest } from "./manifest.ts";
import type { Operation, Tool } from "./operation.ts";
import { pathParameters } from "./operation.ts";
import { innerSchema, isObjectSchema, type TObject, type TSchema } from "./schema.ts";
import { ResourceContent, ResourcePage, type ResourceRole } from "./tools/resource.ts";
import { shapeTool, type ToolShape } from "./tools/tools.ts";

/** An operation in the running house: whose it is, and the validators of its schemas. */
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
type Named = Pick<Manifest, "gates" | "quotas" | "toolsets" | "in_every_toolset"> & Partial<Pick<Manifest, "plugins">>;

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
      checkNames(operation, manifest);
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

/** The set with the longest beginning of the id, or else the one on the plugin's line. */
function toolsetOf(id: string, plugin: string, { toolsets = {}, in_every_toolset, plugins }: Named): string | null {
  if (in_every_toolset?.includes(id)) return null;
  let found = { name: ownToolset(plugin, { toolsets, plugins }), length: 0 };
  for (const [name, { operations = [] }] of Object.entries(toolsets)) {
    for (const start of operations) {
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

function checkNames(operation: Operation, manifest: Named): void {
  const { id, gate, quota, charges } = operation;
  if (!operation.path && operation.tools.length === 0 && !operation.resource)
    throw new BootError(`${id} has neither a route nor a tool nor a resource`);
  if (operation.resource) checkResource(operation, operation.resource);
  if (gate && !(gate.name in manifest.gates))
    throw new BootError(`${id} names gate "${gate.name}", which is not in the manifest`);
  if (quota && !(quota.name in manifest.quotas))
    throw new BootError(`${id} names quota "${quota.name}", which is not in the manifest`);
  if (quota && manifest.quotas[quota.name]?.per === "key")
    throw new BootError(`${id} names quota "${quota.name}", which counts by more than who calls; take it in the code`);
  if (charges && manifest.quotas[charges.quota]?.per !== "account")
    throw new BootError(
      `${id} charges an account by quota "${charges.quota}", which the manifest does not count by account`,
    );
  if (operation.effect === "write" && operation.audit.length === 0) {
    throw new BootError(
      `${id} writes but declares no audit action; declare one, or effect: "read" if it changes nothing`,
    );
  }
  checkReading(operation);
  for (const part of inputParts(operation)) refuseUnboundedIntegers(operation.id, part);
  checkOpenness(operation);
  checkSynonyms(operation);
  if (operation.tools.length > 0) checkFlatNames(operation);
}

/** A read has no transaction: a row that it noted and work that it prepared for would be dropped without a word. */
function checkReading({ id, effect, audit, records, prepare, discardable, raw }: Operation): void {
  if (discardable && (effect === "write" || records || raw))
    throw new BootError(`${id} leaves more than its answer, so it cannot be discardable`);
  if (effect === "write") {
    if (records)
      throw new BootError(`${id} writes, so its rows go with its transaction; declare audit instead of records`);
    return;
  }
  if (audit.length > 0 && !records) {
    throw new BootError(
      `${id} reads and declares audit, but has no transaction to note a row in; declare records: "${audit[0]}" for an export, or effect: "write"`,
    );
  }
  if (audit.length > 1) throw new BootError(`${id} declares both audit and records; a read leaves one row at most`);
  if (prepare) throw new BootError(`${id} reads, so nothing has to come before its transaction; move prepare into run`);
}

/** What reads by address knows one shape of list and one of content. */
function checkResource({ id, output, effect }: Operation, resource: ResourceRole): void {
  const wanted = "lists" in resource ? ResourcePage : ResourceContent;
  if (output !== wanted) throw new BootError(`${id} answers something other than what a resource's reader takes`);
  if (effect !== "read") throw new BootError(`${id} is a resource and writes; declare effect: "read"`);
}

/** Limits of tokens hold on what an operation says, so none that may open something, or that writes within places, is silent. */
function checkOpenness(operation: Operation): void {
  const { id, effect, reach, declares_openness, anonymous, identify } = operation;
  if (effect === "read" && declares_openness) throw new BootError(`${id} reads, so it opens and publishes nothing`);
  if (effect === "read" || declares_openness || (anonymous && !identify)) return;
  const member = inputParts(operation).flatMap(openingMembers)[0];
  if (member !== undefined)
    throw new BootError(
      `${id} takes "${member}" and does not say what it opens; declare opens, null where it is nothing`,
    );
  if (reach === "places")
    throw new BootError(
      `${id} writes within places and does not say who can read more then; declare opens or publishes, opens: null for nobody`,
    );
}

function inputParts({ params, query, body, form }: Operation): TObject[] {
  return [params, query, body, form].flatMap((part) => part ?? []);
}

/** The input members, on every level, that may open something. */
function openingMembers(schema: TSchema): string[] {
  const declared = innerSchema(schema) ?? schema;
  if (declared["type"] === "array") return openingMembers(declared["items"]);
  const branches: unknown = declared["anyOf"];
  if (Array.isArray(branches)) return branches.flatMap(openingMembers);
  if (!isObjectSchema(declared)) return [];
  return Object.entries(declared.properties).flatMap(([name, member]) =>
    isOpeningMember(name) ? [name] : openingMembers(member),
  );
}

/** A number that no column can hold must be a refusal with words, not a fault of the database. */
function refuseUnboundedIntegers(id: string, schema: TObject): void {
  for (const [name, member] of Object.entries(schema.properties)) {
    const declared = innerSchema(member) ?? member;
    if (isObjectSchema(declared)) refuseUnboundedIntegers(id, declared);
    const unbounded = declared["minimum"] === undefined || declared["maximum"] === undefined;
    if (declared["type"] === "integer" && unbounded) {
      throw new BootError(
        `${id} takes the integer "${name}" without bounds; use t.Id(), t.Version(), or a minimum and a maximum`,
      );
    }
  }
}

/** A tool's arguments are one flat object: two parts of its input must not use one name for different things. */
function checkFlatNames(operation: Operation): void {
  if (operation.tools.length === 0) return;
  const seen = new Set<string>();
  for (const names of inputNames(operation)) {
    for (const name of names) {
      if (seen.has(name))
        throw new BootError(`${operation.id} has two inputs called "${name}", so no tool can take them flat`);
      seen.add(name);
    }
  }
  for (const tool of operation.tools) {
    const named = [
      ...(tool.takes ?? []),
      ...(tool.requires ?? []),
      ...(tool.requires_one ?? []),
      ...Object.keys(tool.fixed ?? {}),
    ];
    const unknown = named.find((name) => !seen.has(name));
    if (unknown) throw new BootError(`tool "${tool.name}" names "${unknown}", which is no input of ${operation.id}`);
  }
}

/** The names of an operation's inputs: path parameters, query members, body members. */
export function inputNames(operation: Operation): string[][] {
  const params = new Set(pathParameters(operation.path ?? "").map((parameter) => parameter.name));
  for (const name of Object.keys(operation.params?.properties ?? {})) params.add(name);
  const query = Object.keys(operation.query?.properties ?? {});
  const body = isObjectSchema(operation.body ?? undefined) ? Object.keys(operation.body?.["properties"] ?? {}) : [];
  return [[...params], query, body];
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
