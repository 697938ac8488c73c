// What every site has beside its pages, by the last part of its address.
import type { MadeAnswer } from "../answers/answers.ts";
import { atItsAddress } from "../answers/made.ts";
import type { Site } from "../model/site.ts";
import type { BesideName } from "../own_names.ts";
import { searchSite } from "../searching.ts";
import type { Visit } from "../serve.ts";
import { indexAsMarkdown, wholeAsMarkdown } from "./as_markdown.ts";
import { feedOf } from "./feed.ts";
import { openSearchOf, sitemapOf } from "./maps.ts";

/** The site that an address is of, for whoever visits it. Throws the neutral 404 where there is none for them. */
type SiteOf = (visit: Visit) => Promise<Site>;
type MakeOf = (visit: Visit, site: Site, siteOf: SiteOf) => MadeAnswer | Promise<MadeAnswer>;

const BESIDE: ReadonlyMap<string, MakeOf> = new Map<BesideName, MakeOf>([
  ["search", searchSite],
  ["sitemap.xml", forEverybody(sitemapOf)],
  ["opensearch.xml", openSearchOf],
  ["feed.xml", forEverybody(feedOf)],
  ["llms.txt", indexAsMarkdown],
  ["llms-full.txt", wholeAsMarkdown],
]);

/** What a site answers at a path behind its base that is no page's; null for every other. No page has one of these names in its address. */
export function answerBeside(visit: Visit, { site, path, siteOf }: { site: Site; path: string; siteOf: SiteOf }) {
  const make = BESIDE.get(path);
  if (!make) return null;
  // However it is spelled, it has one address.
  return atItsAddress(visit, site.base + path) ?? make(visit, site, siteOf);
}

/**
 * The same for whoever asks, made of the site that strangers see: of a page that everybody with the link reads, a member's site may
 * tell from a part of it that is closed to strangers.
 */
function forEverybody(make: MakeOf): MakeOf {
  return async (visit, site, siteOf) => {
    const { is_signed_in, workspace_id } = visit.reader;
    const stranger = { ...visit, reader: { workspace_id, actor: null, is_signed_in: false } };
    return make(visit, is_signed_in ? await siteOf(stranger) : site, siteOf);
  };
}
