// A plugin of the tests that gives workspaces domains from a table in memory, as whoever keeps real ones does.

import { handle, type Manifest, type Plugin } from "../../kernel/plugin.ts";
import { type CustomHosts, contentHostsHook } from "../../kernel/ports/http.ts";

/** Its line in the manifest. */
export const toyDomainsEntry: Manifest["plugins"][string] = {
  purpose: "Domains for tests.",
  needs: [],
  toolset: null,
  editions: ["publisher", "community", "cloud"],
};

/** Domains that a test gives and takes away. */
export interface ToyDomains {
  plugin: Plugin;
  /** Gives a workspace a domain; the latest is where its links lead, unless that is said to be another's. */
  give(host: string, workspace_id: number, options?: { is_default?: boolean }): void;
  /** Takes a domain away, as if its name had stopped resolving. */
  take(host: string): void;
}

export function toyDomains(): ToyDomains {
  const domains = new Map<string, { workspace_id: number; domain_id: number }>();
  const defaults = new Map<number, string>();
  let given = 0;
  const hosts: CustomHosts = {
    workspaceOf: (host) => domains.get(host) ?? null,
    linkHostOf: (workspace_id) => defaults.get(workspace_id) ?? null,
  };
  return {
    plugin: { name: "toy_domains", operations: [], handles: () => [handle(contentHostsHook, () => hosts)] },
    give: (host, workspace_id, { is_default = true } = {}) => {
      domains.set(host, { workspace_id, domain_id: ++given });
      if (is_default) defaults.set(workspace_id, `https://${host}`);
    },
    take: (host) => {
      const workspace_id = domains.get(host)?.workspace_id ?? 0;
      domains.delete(host);
      if (defaults.get(workspace_id) === `https://${host}`) defaults.delete(workspace_id);
    },
  };
}
