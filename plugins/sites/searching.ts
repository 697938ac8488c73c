// Search within a site: over the pages that its reader sees and nothing else, as a page and, while one types, as JSON.
import { html } from "../../kernel/plugin.ts";
import { manifest } from "../manifest.ts";
import { beginningOfChars } from "../rendering/port.ts";
import { listDocuments, rankDocuments } from "../search/port.ts";
import type { MadeAnswer } from "./answers/answers.ts";
import { listingContent, madePage } from "./answers/made.ts";
import { oncePer } from "./answers/made_once.ts";
import type { Site, SitePage } from "./model/site.ts";
import { type Found, type Hit, renderHits } from "./pages/listing.ts";
import type { Visit } from "./serve.ts";

const QUERY_CHARS_MAX = manifest.caps.ranked_query_chars;
const HITS_MAX = 30;

export async function searchSite(visit: Visit, site: Site): Promise<MadeAnswer> {
  const { searchParams, pathname } = visit.call.request.url;
  const query = beginningOfChars((searchParams.get("q") ?? "").trim(), QUERY_CHARS_MAX);
  if (query !== "") await visit.call.runtime.quotas.takeFor("site_search", visit.call);
  const found = query === "" ? NOTHING : await findHits(visit, { site, query });
  if (searchParams.get("format") === "json") return jsonAnswer(site, found);
  const title = query === "" ? "Search" : `Search: ${query}`;
  const main = html`<h1>${query === "" ? "Search" : html`Pages with <q dir="auto">${query}</q>`}</h1>${renderHits(query, found)}`;
  return madePage(visit, { site, content: listingContent({ title, href: pathname, main }) });
}

const NOTHING: Found = { hits: [], truncated: false };

async function findHits({ call, host, reader }: Visit, { site, query }: { site: Site; query: string }): Promise<Found> {
  const { runtime, sql, request, now } = call;
  const { byId, documents } = soughtIn(site);
  const { results, truncated } = await rankDocuments({
    ...{ runtime, sql, query, limit: HITS_MAX, after: null, signal: request.signal },
    wanted: { workspace_id: host.workspace_id, documents, now },
    // One stranger's searches wait for each other, not for everybody's.
    owner: reader.actor ? `user:${reader.actor.user_id}` : `site:${request.network}`,
  });
  const hits = results.flatMap(({ file, snippet }) => {
    const page = byId.get(file.document_id);
    return page ? [hitOf(page, snippet.snippet_html)] : [];
  });
  return { hits, truncated };
}

/** What searches of a site ask for: made once for each site that is remembered, since it may have many thousand pages. */
const soughtIn = oncePer(({ pages }: Site) => {
  const byId = new Map(pages.map((page) => [page.document_id, page]));
  return { byId, documents: listDocuments([...byId.keys()]) };
});

function hitOf({ title, href, trail }: SitePage, snippetHtml: string): Hit {
  return { title, href, trail: trail.map(({ label }) => label).join(" / "), snippet_html: snippetHtml };
}

function jsonAnswer({ valid_until }: Site, { hits, truncated }: Found): MadeAnswer {
  const results = hits.map(({ title, href, trail }) => ({ title, href, trail }));
  return {
    text: JSON.stringify({ results, truncated }),
    content_type: "application/json",
    headers: { "x-robots-tag": "noindex, nofollow", "x-content-type-options": "nosniff" },
    ...{ valid_until, shown: null },
  };
}
