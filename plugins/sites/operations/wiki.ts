// A workspace's wiki as a site: on its own domain at `/w/`, on the shared host below the workspace's name.
import { t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import type { SiteCall } from "../asked.ts";
import { orMoved } from "../moved.ts";
import { type SiteAddress, serveSite } from "../serve.ts";
import { showWikiPath } from "../wiki/wiki_pages.ts";
import { ANY_QUERY, PAGE_QUERY, SEARCH_QUERY, SITE, workspace } from "./site.ts";

const ON_DOMAIN = "On a workspace's own domain.";
const path = t.Name({ description: "What stands behind the wiki's address." });

const show = (call: SiteCall, at: SiteAddress, path: string) =>
  serveSite(
    call,
    at,
    orMoved((visit) => showWikiPath(visit, path)),
  );

export const readWikiHome = operation({
  ...SITE,
  id: "wiki.home",
  route: "GET /w/",
  summary: "Read a wiki's home",
  description: `The home document, or an overview. ${ON_DOMAIN}`,
  query: PAGE_QUERY,
  run: (call) => show(call, { operation: "wiki.home", workspace: null }, ""),
});

export const readWikiPage = operation({
  ...SITE,
  id: "wiki.page",
  route: "GET /w/{ref}",
  summary: "Read a document of a wiki",
  description: `The id leads to the alias where there is one. \`feed.xml\`, \`llms.txt\` and \`llms-full.txt\` are of the whole wiki. ${ON_DOMAIN}`,
  query: PAGE_QUERY,
  params: t.Object({ ref: t.Name({ description: "An alias or a document's id." }) }),
  run: (call, { params }) => show(call, { operation: "wiki.page", workspace: null }, params.ref),
});

const agent_slug = t.Name({ description: "The slug of an agent." });
const AGENT =
  "The same pages over the navigation of an agent: its documents, listings, search, maps and feed. Without such an agent, nothing is there.";

export const readAgentWiki = operation({
  ...SITE,
  id: "wiki.agent",
  route: "GET /w/~{agent_slug}/{path...}",
  summary: "Read the wiki of an agent",
  description: `${AGENT} ${ON_DOMAIN}`,
  query: ANY_QUERY,
  params: t.Object({ agent_slug, path }),
  run: (call, { params }) =>
    show(call, { operation: "wiki.agent", workspace: null }, `~${params.agent_slug}/${params.path}`),
});

export const readSharedAgentWiki = operation({
  ...SITE,
  id: "wiki.shared_agent",
  route: "GET /w/@{workspace}/~{agent_slug}/{path...}",
  summary: "Read the wiki of an agent on the shared host",
  description: AGENT,
  query: ANY_QUERY,
  params: t.Object({ workspace, agent_slug, path }),
  run: (call, { params: { workspace, agent_slug, path } }) =>
    show(call, { operation: "wiki.shared_agent", workspace }, `~${agent_slug}/${path}`),
});

export const readWikiPath = operation({
  ...SITE,
  id: "wiki.path",
  route: "GET /w/{ref}/{path...}",
  summary: "Follow an old address of a wiki",
  description: `Leads where a redirect says. ${ON_DOMAIN}`,
  query: PAGE_QUERY,
  params: t.Object({ ref: t.Name({ description: "The first part of the old path." }), path }),
  run: (call, { params }) => show(call, { operation: "wiki.path", workspace: null }, `${params.ref}/${params.path}`),
});

export const readWikiFolder = operation({
  ...SITE,
  id: "wiki.folder",
  route: "GET /w/folder/{path...}",
  summary: "List the documents behind a folder of a wiki",
  description: ON_DOMAIN,
  params: t.Object({ path }),
  run: (call, { params: { path } }) =>
    // Nothing but a page that is called so can be there.
    show(call, { operation: "wiki.folder", workspace: null }, path === "" ? "folder" : `folder/${path}`),
});

export const readWikiTag = operation({
  ...SITE,
  id: "wiki.tag",
  route: "GET /w/tag/{tag}",
  summary: "List the documents behind a tag of a wiki",
  description: ON_DOMAIN,
  params: t.Object({ tag: t.Name({ description: "A tag of the navigation." }) }),
  run: (call, { params }) => show(call, { operation: "wiki.tag", workspace: null }, `tag/${params.tag}`),
});

export const searchWiki = operation({
  ...SITE,
  id: "wiki.search",
  route: "GET /w/search",
  planned_each_time: true,
  summary: "Search a wiki",
  description: `Only what its reader may open is found. ${ON_DOMAIN}`,
  query: SEARCH_QUERY,
  run: (call) => show(call, { operation: "wiki.search", workspace: null }, "search"),
});

export const mapWiki = operation({
  ...SITE,
  id: "wiki.map",
  route: "GET /w/sitemap.xml",
  summary: "List the public pages of a wiki for crawlers",
  description: `Where crawlers are let in. ${ON_DOMAIN}`,
  run: (call) => show(call, { operation: "wiki.map", workspace: null }, "sitemap.xml"),
});

export const describeWikiSearch = operation({
  ...SITE,
  id: "wiki.opensearch",
  route: "GET /w/opensearch.xml",
  summary: "Tell a browser how to search a wiki",
  description: ON_DOMAIN,
  run: (call) => show(call, { operation: "wiki.opensearch", workspace: null }, "opensearch.xml"),
});

export const readSharedWikiHome = operation({
  ...SITE,
  id: "wiki.shared_home",
  route: "GET /w/@{workspace}/",
  summary: "Read a workspace's wiki on the shared host",
  query: PAGE_QUERY,
  params: t.Object({ workspace }),
  run: (call, { params }) => show(call, { operation: "wiki.shared_home", workspace: params.workspace }, ""),
});

export const readSharedWikiPage = operation({
  ...SITE,
  id: "wiki.shared_page",
  route: "GET /w/@{workspace}/{path...}",
  summary: "Read a page of a workspace's wiki on the shared host",
  description:
    "The same pages as on a domain: documents, folders, tags, `search?q=`, `sitemap.xml` and `opensearch.xml`.",
  query: ANY_QUERY,
  params: t.Object({ workspace, path }),
  run: (call, { params }) => show(call, { operation: "wiki.shared_page", workspace: params.workspace }, params.path),
});
