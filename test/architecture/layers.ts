// The import table of the server: for each place in the tree, what a file there may import and the rule that says so.
import type { Import, SourceFile } from "./source_files.ts";

/** For each plugin, the plugins whose port it may use, as the manifest declares it. */
export type Needs = Record<string, readonly string[]>;

/** Elysia itself, and the page of the API reference that one of its plugins serves. */
const MOUNTERS = ["hosts/listener/mount.ts", "hosts/reference/reference.ts"];
/** Pure data. */
const DATA = ["plugins/manifest.ts", "plugins/kinds.ts", "package.json"];
const HARNESS = /^(test|bench)\//;
/** The kernel's doors: plugins come through the first, what opens and drives a server through both. */
const PLUGIN_DOOR = "kernel/plugin.ts";
const HOST_DOOR = "kernel/host.ts";
const SUBJECT_DOOR = /^kernel\/ports\/[^/]+\.ts$/;

/** What most plugins use of the kernel, or a part of it that only some need. */
export function isPluginDoor(path: string): boolean {
  return path === PLUGIN_DOOR || SUBJECT_DOOR.test(path);
}

/** One broken rule, as a line that names the file, the import and the rule. */
function describeBreach(file: SourceFile, found: Import, rule: string): string {
  return `${file.path}:${found.line} imports "${found.specifier}": ${rule}`;
}

/** Applies `allowed` to every import of the files in `within`; a test beside its subject may also use the test folder. */
export function findBreaches(
  files: readonly SourceFile[],
  check: { within: RegExp; rule: string; allowed: (found: Import, file: SourceFile) => boolean },
): string[] {
  return files
    .filter((file) => check.within.test(file.path))
    .flatMap((file) =>
      file.imports
        .filter((found) => !(file.is_test && isHarness(found.file)))
        .filter((found) => !check.allowed(found, file))
        .map((found) => describeBreach(file, found, check.rule)),
    );
}

/** What a test stands on; it may open a server wherever it lies. */
function isHarness(path: string | null): boolean {
  return path !== null && (HARNESS.test(path) || path === HOST_DOOR);
}

/** The name of the plugin that a path lies in, or null for the files beside the plugins. */
export function pluginOf(path: string): string | null {
  return path.match(/^plugins\/([^/]+)\//)?.[1] ?? null;
}

export function isInKernel(found: Import): boolean {
  return found.file === null || found.file === "package.json" || found.file.startsWith("kernel/");
}

/** Own files, the kernel's door, the operation builder, the manifest's data, and the ports of what the plugin needs. */
export function pluginMayImport(found: Import, { file, needs }: { file: SourceFile; needs: Needs }): boolean {
  if (found.file === null) return true;
  const own = pluginOf(file.path);
  const target = pluginOf(found.file);
  if (target !== null && target === own) return true;
  if (isPluginDoor(found.file)) return true;
  if (["plugins/operation.ts", "plugins/pages.ts", ...DATA].includes(found.file)) return true;
  // A worker thread need not load the whole kernel to speak with its pool.
  if (found.file === "kernel/workers/worker_protocol.ts") return file.path.endsWith("_worker.ts");
  if (own === null || target === null) return false;
  return isDoor(found.file) && (needs[own] ?? []).includes(target);
}

/** What a plugin lets others import: one file, or a folder of them by subject. */
export function isDoor(path: string): boolean {
  return /^plugins\/[^/]+\/port(\.ts|\/[^/]+\.ts)$/.test(path);
}

export function openapiMayImport(found: Import): boolean {
  if (found.file === null || found.file.startsWith("openapi/")) return true;
  return isPluginDoor(found.file) || found.file === HOST_DOOR;
}

/** Plugins as a list; the command line alone asks single ones, through their ports, as a plugin above them would. */
export function hostMayImport(found: Import, file: SourceFile): boolean {
  if (found.file === null || /^(hosts|openapi)\//.test(found.file)) return true;
  if (isDoor(found.file)) return COMMAND_LINE.test(file.path);
  if (READ_ALIKE.includes(found.file)) return CLIENT.test(file.path);
  if (isPluginDoor(found.file)) return true;
  return [HOST_DOOR, "plugins/mod.ts", "plugins/pages.ts", ...DATA].includes(found.file);
}

/** What the operator types is about single plugins. */
export const COMMAND_LINE = /^hosts\/cli\//;

/** Rules that import nothing but each other, by which the client reads texts as the server does. */
const READ_ALIKE = [
  ...[
    "extensions/admonitions",
    "extensions/alert_kinds",
    "extensions/attributes",
    "extensions/block_lines",
    "extensions/definition_lists",
    "extensions/hidden_lines",
  ],
  ...["extensions/extensions", "markdown/front_matter", "markdown/heading_ids"],
].map((name) => `plugins/rendering/${name}.ts`);
READ_ALIKE.push("plugins/documents/model/disk_folders.ts");

/** Everything of which the client is made, so that each of its files is held to the rule and none leads out of it. */
export const CLIENT = new RegExp(
  `^(hosts/client/|hosts/command/|openapi/client/|plugins/kinds\\.ts$|(?:${READ_ALIKE.join("|")})$)`,
);
const CLIENT_LIBRARIES = ["ignore", "modern-tar", "openapi-fetch"];

export function clientMayImport(found: Import, file: SourceFile): boolean {
  if (file.is_test) return true;
  if (found.file !== null) return CLIENT.test(found.file) || found.file === "package.json";
  return found.library === null || CLIENT_LIBRARIES.includes(found.library);
}

/** Elysia stays at the edge: whatever else knew it would have to follow its changes. */
export function mayImportElysia(file: SourceFile): boolean {
  return MOUNTERS.includes(file.path) || HARNESS.test(file.path);
}

export function isElysia(found: Import): boolean {
  return found.library === "elysia" || (found.library ?? "").startsWith("@elysiajs/");
}
