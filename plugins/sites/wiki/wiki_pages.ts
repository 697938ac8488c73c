// The pages of a wiki: its home, its documents, the listings behind its folders and tags, and what it tells machines.
import { html, refuse } from "../../../kernel/plugin.ts";
import type { MadeAnswer } from "../answers/answers.ts";
import { atItsAddress, listingContent, madeOnce, madePage } from "../answers/made.ts";
import { listAsMarkdown } from "../machines/as_markdown.ts";
import { answerBeside } from "../machines/for_programs.ts";
import type { SiteNode } from "../model/site.ts";
import { renderEntries } from "../pages/listing.ts";
import type { SiteContent } from "../pages/shell.ts";
import { siteFor, type Visit } from "../serve.ts";
import { showDocument } from "../showing.ts";
import { buildWikiSite, isWiki, type WikiSite } from "./wiki_site.ts";

/** The wiki for the reader, or with `agent` that of an agent. Throws the neutral 404 where there is none. */
export function wikiFor(visit: Visit, agent: string | null = null): Promise<WikiSite> {
  return siteFor(visit, {
    name: agent === null ? "wiki" : `agent ${agent}`,
    build: () => buildWikiSite(visit, agent),
    isOf: isWiki,
  });
}

/** `path` is what stands behind the wiki's base in the address, an agent's slug before it where it is an agent's. */
export async function showWikiPath(visit: Visit, path: string): Promise<MadeAnswer | Response> {
  const { agent, below } = splitAgent(path);
  const siteOf = (other: Visit) => wikiFor(other, agent);
  return showSitePath(visit, { site: await siteOf(visit), path: below, siteOf });
}

/** The agent that a path names first, and what is left of the path. */
export function splitAgent(path: string): { agent: string | null; below: string } {
  const [, agent, below = ""] = /^~([^/]+)(?:\/(.*))?$/s.exec(path) ?? [];
  return agent === undefined ? { agent: null, below: path } : { agent, below };
}

async function showSitePath(
  visit: Visit,
  { site, path, siteOf }: { site: WikiSite; path: string; siteOf: (visit: Visit) => Promise<WikiSite> },
): Promise<MadeAnswer | Response> {
  if (path === "") return atItsAddress(visit, site.base) ?? showHome(visit, site);
  const beside = answerBeside(visit, { site, path, siteOf });
  if (beside) return beside;
  const listed = site.listings.get(path.replace(/\/$/, ""));
  if (listed) {
    return atItsAddress(visit, listed.href ?? site.base) ?? showListing(visit, { site, listed });
  }
  const page = site.named.get(path);
  if (!page) throw refuse.notFound("not found");
  // A document has one address, whatever it is called by.
  return atItsAddress(visit, page.href) ?? showDocument(visit, { site, page });
}

function showHome(visit: Visit, site: WikiSite): Promise<MadeAnswer | Response> | MadeAnswer | Response {
  if (site.home_page) return showDocument(visit, { site, page: site.home_page });
  if (visit.wants_markdown) return listAsMarkdown(visit, { site, listed: overviewedBy(visit, site) });
  return madeOnce(visit, { site, href: site.base }, () => madePage(visit, { site, content: overviewOf(visit, site) }));
}

/** A wiki without a home document shows what can be gone to. */
export function overviewOf(visit: Pick<Visit, "reader">, site: WikiSite): SiteContent {
  const { nodes, ...overview } = overviewedBy(visit, site);
  const { title, description } = overview;
  const main = html`<h1 dir="auto">${title}</h1>${description && html`<p class="tagline" dir="auto">${description}</p>`}${renderEntries(nodes, "grid")}`;
  return listingContent({ ...overview, main });
}

function overviewedBy({ reader }: Pick<Visit, "reader">, { title, tagline, base: href, nodes }: WikiSite) {
  return { title, href, description: tagline, is_public: !reader.is_signed_in, nodes: leadingNowhereLess(nodes) };
}

/** What an overview shows: what can be gone to, with what a group holds in its place. */
function leadingNowhereLess(nodes: readonly SiteNode[]): SiteNode[] {
  return nodes.flatMap((node) => (node.href === null ? leadingNowhereLess(node.children) : [node]));
}

function showListing(visit: Visit, { site, listed }: { site: WikiSite; listed: SiteNode }) {
  const href = listed.href ?? site.base;
  if (visit.wants_markdown) return listAsMarkdown(visit, { site, listed: listedBy(visit, { site, listed }) });
  return madeOnce(visit, { site, href }, () => madePage(visit, { site, content: listingOf(visit, { site, listed }) }));
}

/** The page of a folder or a tag. */
export function listingOf(visit: Pick<Visit, "reader">, shown: { site: WikiSite; listed: SiteNode }): SiteContent {
  const { nodes, ...listing } = listedBy(visit, shown);
  const main = html`<h1 dir="auto">${listing.title}</h1>${renderEntries(nodes, "list")}`;
  return listingContent({ ...listing, main });
}

function listedBy({ reader }: Pick<Visit, "reader">, { site, listed }: { site: WikiSite; listed: SiteNode }) {
  const { label: title, href, children: nodes } = listed;
  return { title, href: href ?? site.base, description: null, is_public: !reader.is_signed_in, nodes };
}
