// Turns the content of a page into an answer with the headers that every page of a site carries.

import { keptQuery } from "../../content/port.ts";
import { accentStyle } from "../accent.ts";
import type { Site } from "../model/site.ts";
import { isIndexed, renderSitePage, type SiteContent, sitePolicy } from "../pages/shell.ts";
import type { Visit } from "../serve.ts";
import { type MadeAnswer, sitesPort } from "./answers.ts";
import { oncePer } from "./made_once.ts";

export function madePage(
  { visitor }: Pick<Visit, "visitor">,
  { site, content, shown = null }: { site: Site; content: SiteContent; shown?: MadeAnswer["shown"] },
): MadeAnswer {
  return {
    text: renderSitePage(site, content, visitor),
    content_type: "text/html; charset=utf-8",
    headers: {
      "content-security-policy": sitePolicy(visitor.origin, accentStyle(site.accent)),
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      ...(isIndexed(site, content) ? {} : { "x-robots-tag": "noindex, nofollow" }),
    },
    valid_until: site.valid_until,
    shown,
  };
}

/**
 * A page as it was made for somebody who sees the same, or as `make` makes it: what members who see the same are shown is one page. A
 * stranger's is kept whole elsewhere, and one that ends with its own making is kept by nobody.
 */
export function madeOnce<Made extends MadeAnswer | Response>(
  visit: Visit,
  { site, href }: { site: Site; href: string },
  make: () => Made | Promise<Made>,
): MadeAnswer | Response | Promise<MadeAnswer | Response> {
  const { call, from, reader, pinned, wants_markdown } = visit;
  if (!reader.actor || !from || pinned !== null || wants_markdown) return make();
  const { made } = call.use(sitesPort);
  const key = `${numberOf(site)} ${href}`;
  const known = made.recall(key, { ...from, now: call.now });
  if (known) return known;
  return Promise.resolve(make()).then((page) => {
    const isLasting = !(page instanceof Response) && !page.live && !(page.valid_until && page.valid_until <= call.now);
    if (isLasting) made.keep(key, page, { ...from, valid_until: page.valid_until });
    return page;
  });
}

let sitesNumbered = 0;

/** Tells one site in memory from every other. */
const numberOf = oncePer((_site: Site) => ++sitesNumbered);

/** A page that is no document's: a listing, a search. */
export function listingContent(page: Pick<SiteContent, "title" | "href" | "main"> & Partial<SiteContent>): SiteContent {
  return {
    ...{ description: null, trail: [], toc: null, lang: "en", is_right_to_left: false, is_public: false },
    ...{ has_math: false, has_script: false, doc_id: null, stylesheet: null },
    ...page,
  };
}

/** Leads to the one address of a page from any other that names it; null for who is there. */
export function atItsAddress(visit: Pick<Visit, "call">, href: string): Response | null {
  return visit.call.request.url.pathname === href ? null : movedTo(visit, href);
}

/** Leads to the one address of a page, for good, with what is asked of it. */
export function movedTo({ call }: Pick<Visit, "call">, href: string): Response {
  const location = href + keptQuery(call.request.url.search);
  return new Response(null, { status: 301, headers: { location, "cache-control": "private, no-store" } });
}

/** Leads there for now: who may see it changes. */
export function leadTo(location: string, status: number): Response {
  return new Response(null, {
    status,
    headers: { location, "cache-control": "private, no-store", "referrer-policy": "no-referrer" },
  });
}
