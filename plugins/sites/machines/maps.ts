// What sites tell machines in XML:
// a map of their public pages (sitemaps.org, 0.9), and how browsers search them (OpenSearch 1.1).
import { type Html, html, refuse, writeHtml } from "../../../kernel/plugin.ts";
import { beginningOfChars } from "../../rendering/port.ts";
import type { MadeAnswer } from "../answers/answers.ts";
import type { Site } from "../model/site.ts";
import { isIndexed } from "../pages/shell.ts";
import type { Visit } from "../serve.ts";
import { isWiki } from "../wiki/wiki_site.ts";

const XML = `<?xml version="1.0" encoding="UTF-8"?>\n`;
/** Of the protocol. */
const URLS_MAX = 50_000;
/** Of the name of a search, by OpenSearch. */
const SHORT_NAME_CHARS_MAX = 16;

/** The public pages: of a tree of folders on every host, of a wiki where crawlers are let in. Throws the neutral 404 on any other wiki. */
export function sitemapOf({ visitor }: Pick<Visit, "visitor">, site: Site): MadeAnswer {
  if (isWiki(site) && !site.is_indexable) throw refuse.notFound("not found");
  const entries = site.pages.filter((page) => page.is_public).slice(0, URLS_MAX);
  const urls = entries.map(
    ({ href, updated_at }) =>
      html`<url><loc>${new URL(href, visitor.origin).href}</loc><lastmod>${updated_at.toISOString()}</lastmod></url>\n`,
  );
  const markup = html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`;
  return xmlAnswer(site, { markup, content_type: "application/xml; charset=utf-8" });
}

export function openSearchOf({ visitor }: Pick<Visit, "visitor">, site: Site): MadeAnswer {
  const name = beginningOfChars(site.title, SHORT_NAME_CHARS_MAX);
  // Braces stand for what is sought, and are no part of an address that could be escaped.
  const template = `${visitor.origin}${site.base}search?q={searchTerms}`;
  const markup = html`<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>${name}</ShortName><Description>${site.title}</Description><InputEncoding>UTF-8</InputEncoding><Url type="text/html" template="${template}"/></OpenSearchDescription>\n`;
  return xmlAnswer(site, { markup, content_type: "application/opensearchdescription+xml; charset=utf-8" });
}

/** All that is no character of XML 1.0 (2.2): most controls, halves of pairs and two more, which no reference can stand for either. */
const NO_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** An answer in XML, with whatever texts: a reader refuses the whole of it for one character that is none. */
export function xmlAnswer(
  site: Site,
  { markup, content_type }: { markup: Html } & Pick<MadeAnswer, "content_type">,
): MadeAnswer {
  return {
    text: XML + writeHtml(markup).replaceAll(NO_XML, ""),
    content_type,
    headers: {
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      // There is nothing in it but what is for everybody.
      ...(isIndexed(site, { is_public: true }) ? {} : { "x-robots-tag": "noindex, nofollow" }),
    },
    valid_until: site.valid_until,
    shown: null,
  };
}
