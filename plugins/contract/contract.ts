// What the running operations and the manifest say to clients, gathered once at the start.

import { type Manifest, port, type Surface } from "../../kernel/plugin.ts";
import { isLimitSchema } from "../../kernel/ports/base.ts";

/** What is the same in every answer while the server runs. */
export interface Contract {
  changelog: Manifest["changelog"];
  /** Ids of the operations that declare a quota, by its name. */
  quota_operations: Readonly<Record<string, string[]>>;
  /** The most entries a page of each list, by the id of its operation. */
  page_sizes: Readonly<Record<string, number>>;
}

/** The contract of this server. */
export const contractPort = port<Contract>("contract");

type Said = Pick<Surface, "catalogue" | "changelog" | "plugins">;

/** Reads it off what runs: nothing is listed a second time. */
export function gatherContract({ catalogue, changelog, plugins }: Said): Contract {
  const quota_operations: Record<string, string[]> = {};
  const page_sizes: Record<string, number> = {};
  for (const { id, quota, query } of catalogue.entries) {
    if (quota) quota_operations[quota.name] = [...(quota_operations[quota.name] ?? []), id];
    const member = query?.properties["limit"];
    const most: unknown = member && isLimitSchema(member) ? member["maximum"] : null;
    if (typeof most === "number") page_sizes[id] = most;
  }
  return { changelog: withPlugins({ catalogue, changelog, plugins }), quota_operations, page_sizes };
}

/** The changelog with what each running plugin added by the day that its line in the manifest names. */
function withPlugins({ catalogue, changelog, plugins }: Said): Contract["changelog"] {
  const added = Object.entries(plugins).flatMap(([name, { since, purpose }]) => {
    const entries = catalogue.entries.filter(({ plugin }) => plugin === name);
    if (since === undefined || entries.length === 0) return [];
    const paths = listOf(entries.flatMap(({ path }) => path ?? []));
    const tools = listOf(entries.flatMap((entry) => entry.tools.map((tool) => tool.name)));
    const what = [purpose, paths && `Routes: ${paths}.`, tools && `Tools: ${tools}.`].filter(Boolean).join(" ");
    return [{ date: since, kind: "added" as const, what }];
  });
  const [first, ...older] = changelog;
  const changes = [...added, ...first.changes].sort((a, b) => b.date.localeCompare(a.date));
  return [{ ...first, changes }, ...older];
}

function listOf(names: readonly string[]): string {
  return [...new Set(names)]
    .sort()
    .map((name) => `\`${name}\``)
    .join(", ");
}
