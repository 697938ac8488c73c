// Turns the content of a page into an answer with the headers that every page of a site carries.

import { keptQuery } from "../content/port.ts";
import { accentStyle } from "./accent.ts";
import type { MadeAnswer } from "./answers.ts";
import type { Site } from "./model/site.ts";
import { isIndexed, renderSitePage, type SiteContent, sitePolicy } from "./pages/shell.ts";
import type { Visit } from "./serve.ts";

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
