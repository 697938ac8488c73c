// What crawlers are told on a domain whose workspace lets them in:
// its sites are theirs to read, documents by their links are not.

import type { Runtime, Sql } from "../../../kernel/plugin.ts";
import type { ContentHost } from "../../../kernel/ports/http.ts";
import { listSiteTrees, readPublishingPolicy } from "../../folders/port.ts";
import { readWiki } from "../../wiki/port.ts";
import { findSiteWorkspace } from "../store/workspaces.ts";

export async function tellCrawlers(runtime: Runtime, { workspace_id, origin }: ContentHost): Promise<string | null> {
  if (workspace_id === null) return null;
  const { sql } = runtime.database;
  const workspace = await findSiteWorkspace(sql, { id: workspace_id });
  const wiki = workspace && (await readWiki({ sql, callHook: runtime.callHook, runtime }, workspace));
  if (wiki?.indexed_at !== new URL(origin).host) return null;
  if ((await readPublishingPolicy({ callHook: runtime.callHook, sql }, workspace_id)) !== "public") return null;
  // Without a navigation there is no wiki to map.
  const hasWiki = wiki.enabled && wiki.navigation_id !== null;
  const maps = [...(hasWiki ? ["/w/sitemap.xml"] : []), ...(await mapsOfTrees(sql, workspace_id))];
  const lines = [
    "User-agent: *",
    "Allow: /w/",
    "Disallow: /d/",
    "Disallow: /x/",
    ...maps.map((path) => `Sitemap: ${origin}${path}`),
  ];
  return `${lines.join("\n")}\n`;
}

/** One a root with a folder that is published to everybody. */
async function mapsOfTrees(sql: Sql, workspaceId: number): Promise<string[]> {
  const trees = await listSiteTrees(sql, workspaceId);
  return trees.map(({ ref }) => `/w/r/${encodeURIComponent(ref)}/sitemap.xml`);
}
