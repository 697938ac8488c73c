// Resources of the protocol:
// which of the catalogue's operations answer them, and addresses read into those operations' input.

import { pathParameters } from "../../../kernel/ports/http.ts";
import type { ResourceTemplate } from "../../../kernel/ports/operation.ts";
import type { Catalogue, Entry } from "../../../kernel/ports/plugin.ts";

/** The operations behind `resources/*` in the running server. */
export interface ResourceTable {
  lists: readonly Entry[];
  templates: readonly ResourceTemplate[];
  /** The operation that reads an address, and its input; null for an address of nobody. */
  match(uri: string): { entry: Entry; params: Record<string, string>; query: Record<string, string> } | null;
}

export function makeResourceTable(catalogue: Catalogue): ResourceTable {
  const lists = catalogue.entries.filter(({ resource }) => resource && "lists" in resource);
  const readers = catalogue.entries.flatMap((entry) =>
    entry.resource && "reads" in entry.resource
      ? entry.resource.reads.map((template) => ({ entry, template, read: readerOf(template.uri) }))
      : [],
  );
  return {
    lists,
    templates: readers.map(({ template }) => template),
    match: (uri) => {
      for (const { entry, read } of readers) {
        const values = read(uri);
        if (values) return { entry, ...placeValues(entry, values) };
      }
      return null;
    },
  };
}

const URI_CHARS_MAX = 4096;

/** Reads the variables of a template out of an address that fits it; null for one that does not. */
function readerOf(template: string): (uri: string) => Record<string, string> | null {
  const names: string[] = [];
  const source = template
    .replace(/[.*?^$()|[\]\\]/g, "\\$&")
    .replace(/\{(\+?)([a-z_]+)\}/g, (_whole, rest: string, name: string) => {
      names.push(name);
      return rest ? "(.+)" : "([^/?#]+)";
    });
  const pattern = new RegExp(`^${source}$`, "s");
  return (uri) => {
    const found = uri.length > URI_CHARS_MAX ? null : pattern.exec(uri);
    if (!found) return null;
    try {
      return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? "")]));
    } catch {
      return null;
    }
  };
}

function placeValues(entry: Entry, values: Record<string, string>) {
  const declared = Object.keys(entry.params?.properties ?? {});
  const inPath = pathParameters(entry.path ?? "").map(({ name }) => name);
  const params: Record<string, string> = {};
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (declared.includes(name) || inPath.includes(name)) params[name] = value;
    else query[name] = value;
  }
  return { params, query };
}
