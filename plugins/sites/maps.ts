// What sites tell machines: a map of their public pages (sitemaps.org, 0.9), and how browsers search them (OpenSearch 1.1).
import { html, refuse, writeHtml } from "../../kernel/mod.ts";
import type { MadeAnswer } from "./answers.ts";
import type { Site } from "./model/site.ts";
import type { Visit } from "./serve.ts";

const XML = `<?xml version="1.0" encoding="UTF-8"?>\n`;
/** Of the protocol. */
const URLS_MAX = 50_000;

/** The public pages, on a site that crawlers are let in to. Throws the neutral 404 on any other. */
export function sitemapOf({ visitor, reader }: Visit, site: Site): MadeAnswer {
  if (!site.is_indexable || reader.is_signed_in) throw refuse.notFound("not found");
  const entries = site.pages.filter((page) => page.is_public).slice(0, URLS_MAX);
  const urls = entries.map(
    ({ href, updated_at }) =>
      html`<url><loc>${new URL(href, visitor.origin).href}</loc><lastmod>${updated_at.toISOString()}</lastmod></url>\n`,
  );
  const map = html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`;
  return xmlAnswer(site, { text: writeHtml(map), content_type: "application/xml; charset=utf-8" });
}

export function openSearchOf({ visitor }: Visit, site: Site): MadeAnswer {
  const name = site.title.slice(0, 16);
  // Braces stand for what is sought, and are no part of an address that could be escaped.
  const template = `${visitor.origin}${site.base}search?q={searchTerms}`;
  const description = html`<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>${name}</ShortName><Description>${site.title}</Description><InputEncoding>UTF-8</InputEncoding><Url type="text/html" template="${template}"/></OpenSearchDescription>\n`;
  return xmlAnswer(site, {
    text: writeHtml(description),
    content_type: "application/opensearchdescription+xml; charset=utf-8",
  });
}

function xmlAnswer(
  { valid_until }: Site,
  { text, content_type }: Pick<MadeAnswer, "text" | "content_type">,
): MadeAnswer {
  const headers = { "x-content-type-options": "nosniff", "content-security-policy": "default-src 'none'; sandbox" };
  return { text: XML + text, content_type, headers, valid_until, shown: null };
}
