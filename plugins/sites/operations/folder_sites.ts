// Published folders as sites: on the shared host below the workspace's name, on a domain without it.
import { t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import type { SiteCall } from "../asked.ts";
import { showFolderPath } from "../folder/folder_pages.ts";
import { orMoved } from "../moved.ts";
import { type SiteAddress, serveSite } from "../serve.ts";
import { ANY_QUERY, PAGE_QUERY, rootSlug, SEARCH_QUERY, SITE, workspace } from "./site.ts";

const path = t.Name({ description: "A published folder, or a document in it by its alias or id." });

const summary = "Read a published folder";
const description =
  "A folder with its page and what lies in it, or a document of it. Only what its reader may open is served, listed or counted.";

export const readFolderSite = operation({
  ...SITE,
  id: "site.folder",
  route: "GET /w/r/{root_slug}/{path...}",
  summary,
  description: `${description} On a workspace's own domain.`,
  query: PAGE_QUERY,
  params: t.Object({ root_slug: rootSlug, path }),
  run: (call, { params }) => show(call, { operation: "site.folder", workspace: null, ...params }),
});

export const searchFolderSite = operation({
  ...SITE,
  id: "site.folder_search",
  route: "GET /w/r/{root_slug}/search",
  planned_each_time: true,
  summary: "Search a published tree",
  query: SEARCH_QUERY,
  params: t.Object({ root_slug: rootSlug }),
  run: (call, { params }) =>
    show(call, { operation: "site.folder_search", workspace: null, path: "search", ...params }),
});

export const mapFolderSite = operation({
  ...SITE,
  id: "site.folder_map",
  route: "GET /w/r/{root_slug}/sitemap.xml",
  summary: "List the public pages of a published tree for crawlers",
  params: t.Object({ root_slug: rootSlug }),
  run: (call, { params }) =>
    show(call, { operation: "site.folder_map", workspace: null, path: "sitemap.xml", ...params }),
});

export const readSharedFolderSite = operation({
  ...SITE,
  id: "site.shared_folder",
  route: "GET /w/@{workspace}/r/{root_slug}/{path...}",
  summary,
  description: `${description} \`search?q=\`, \`sitemap.xml\` and \`opensearch.xml\` are of the whole tree.`,
  query: ANY_QUERY,
  params: t.Object({ workspace, root_slug: rootSlug, path }),
  run: (call, { params }) => show(call, { operation: "site.shared_folder", ...params }),
});

function show(call: SiteCall, at: SiteAddress & { root_slug: string; path: string }): Promise<Response> {
  return serveSite(
    call,
    at,
    orMoved((visit) => showFolderPath(visit, { ref: at.root_slug, path: at.path })),
  );
}
