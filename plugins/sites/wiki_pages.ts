// The pages of a wiki: its home, its documents, the listings behind its folders and tags, and what it tells machines.
import { html, refuse } from "../../kernel/mod.ts";
import type { MadeAnswer } from "./answers.ts";
import { answerBeside } from "./for_programs.ts";
import { listingContent, madePage, movedTo } from "./made.ts";
import type { SiteNode } from "./model/site.ts";
import { renderEntries } from "./pages/listing.ts";
import type { Visit } from "./serve.ts";
import { showDocument } from "./showing.ts";
import { buildWikiSite, type WikiSite } from "./wiki_site.ts";

/** The wiki for the reader. Throws the neutral 404 where there is none. */
export async function wikiFor(visit: Visit): Promise<WikiSite> {
  const site = await buildWikiSite(visit);
  if (!site) throw refuse.notFound("not found");
  return site;
}

/** `path` is what stands behind the site's base in the address. */
export async function showWikiPath(visit: Visit, path: string): Promise<MadeAnswer | Response> {
  const site = await wikiFor(visit);
  if (path === "") return showHome(visit, site);
  const beside = answerBeside(visit, { site, path });
  if (beside) return beside;
  const listed = site.listings.get(path.replace(/\/$/, ""));
  if (listed) {
    const { pathname } = visit.call.request.url;
    return listed.href === pathname ? showListing(visit, { site, listed }) : movedTo(listed.href ?? site.base);
  }
  const page = site.named.get(path);
  if (!page) throw refuse.notFound("not found");
  // A document has one address, whatever it is called by.
  return page.href === visit.call.request.url.pathname ? showDocument(visit, { site, page }) : movedTo(page.href);
}

function showHome(visit: Visit, site: WikiSite): Promise<MadeAnswer> | MadeAnswer {
  const { home_page, title, tagline, base: href, nodes } = site;
  if (home_page) return showDocument(visit, { site, page: home_page });
  const main = html`<h1 dir="auto">${title}</h1>${tagline && html`<p class="tagline" dir="auto">${tagline}</p>`}${renderEntries(leadingNowhereLess(nodes), "grid")}`;
  const is_public = !visit.reader.is_signed_in;
  return madePage(visit, { site, content: listingContent({ title, href, description: tagline, main, is_public }) });
}

/** What an overview shows: what can be gone to, with what a group holds in its place. */
function leadingNowhereLess(nodes: readonly SiteNode[]): SiteNode[] {
  return nodes.flatMap((node) => (node.href === null ? leadingNowhereLess(node.children) : [node]));
}

function showListing(visit: Visit, { site, listed }: { site: WikiSite; listed: SiteNode }): MadeAnswer {
  const { label: title, href, children } = listed;
  const main = html`<h1 dir="auto">${title}</h1>${renderEntries(children, "list")}`;
  const is_public = !visit.reader.is_signed_in;
  return madePage(visit, { site, content: listingContent({ title, href: href ?? site.base, main, is_public }) });
}
