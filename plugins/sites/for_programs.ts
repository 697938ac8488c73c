// What every site has beside its pages, by the last part of its address.
import type { MadeAnswer } from "./answers.ts";
import { indexAsMarkdown, wholeAsMarkdown } from "./as_markdown.ts";
import { feedOf } from "./feed.ts";
import { movedTo } from "./made.ts";
import { openSearchOf, sitemapOf } from "./maps.ts";
import type { Site } from "./model/site.ts";
import { searchSite } from "./searching.ts";
import type { Visit } from "./serve.ts";

type MakeOf = (visit: Visit, site: Site) => MadeAnswer | Promise<MadeAnswer>;

const BESIDE: ReadonlyMap<string, MakeOf> = new Map<string, MakeOf>([
  ["search", searchSite],
  ["sitemap.xml", sitemapOf],
  ["opensearch.xml", openSearchOf],
  ["feed.xml", feedOf],
  ["llms.txt", indexAsMarkdown],
  ["llms-full.txt", wholeAsMarkdown],
]);

/** What a site answers at a path behind its base that is no page's; null for every other. No page has one of these names. */
export function answerBeside(visit: Visit, { site, path }: { site: Site; path: string }) {
  const make = BESIDE.get(path);
  if (!make) return null;
  const { pathname } = visit.call.request.url;
  // However it is spelled, it has one address.
  return pathname === site.base + path ? make(visit, site) : movedTo(visit, site.base + path);
}
