// What an exported site has beside its pages:
// the assets that they load, a page for what is missing, maps, and pages that lead on.
import { createHash } from "node:crypto";
import { type Html, html, writeHtml } from "../../../kernel/plugin.ts";
import { bytesMax, type Parts, putParts, type ZipEntry } from "../../bundles/port.ts";
import { PAGE_SCRIPT, pageAssets } from "../../rendering/port.ts";
import { SITE_SCRIPT, SITE_STYLE, siteAssets } from "../assets.ts";
import type { SitePage } from "../model/site.ts";
import type { PageFrame } from "../pages/shell.ts";
import { encodeSegments } from "../paths.ts";
import type { ForwardPage } from "./forward.ts";

const utf8 = new TextEncoder();

export function textEntry(name: string, text: string, modified: Date): ZipEntry {
  return bytesEntry(name, utf8.encode(text), modified);
}

/** A page that is written in parts, some of them from one that was written before. */
export function partsEntry(name: string, parts: Parts, modified: Date): ZipEntry {
  const size_bytes = bytesMax(parts);
  const open = async () => {
    const into = new Uint8Array(size_bytes);
    return into.slice(0, putParts(parts, into));
  };
  return { name, size_bytes, modified, deflate: true, parts, open };
}

function bytesEntry(name: string, bytes: Uint8Array<ArrayBuffer>, modified: Date): ZipEntry {
  return { name, size_bytes: bytes.length, modified, deflate: true, open: async () => bytes };
}

/** The stylesheets, scripts and fonts; their addresses among each other become relative. */
export async function* assetEntries(modified: Date): AsyncGenerator<ZipEntry> {
  for (const [address, { bytes }] of siteAssets())
    yield textEntry(address.slice(1), new TextDecoder().decode(bytes), modified);
  for (const [address, asset] of pageAssets()) {
    const made = await asset.make();
    const name = address.slice(1);
    if (address === PAGE_SCRIPT) {
      // The script stands beside the frame of its diagrams, wherever the site lies.
      const text = new TextDecoder().decode(made);
      yield textEntry(
        name,
        text.replace('"/assets/diagram.html"', 'new URL("diagram.html", document.currentScript.src).href'),
        modified,
      );
    } else if (address.endsWith(".html")) {
      yield textEntry(name, new TextDecoder().decode(made).replaceAll('"/assets/', '"'), modified);
    } else {
      yield { name, size_bytes: made.length, modified, deflate: !address.endsWith(".woff2"), open: async () => made };
    }
  }
}

/** What pages that lie `up` from the top load and may load. */
export function frameAt(up: string, style: string | null): PageFrame {
  const at = (address: string) => up + address.slice(1);
  const hash = style === null ? "" : ` 'sha256-${createHash("sha256").update(style).digest("base64")}'`;
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${hash}`,
    "img-src 'self' data:",
    ...["media-src", "font-src", "object-src", "frame-src"].map((what) => `${what} 'self'`),
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return {
    ...{ style: at(SITE_STYLE), script: at(SITE_SCRIPT), page_script: at(PAGE_SCRIPT), math: at("/assets/math.css") },
    ...{ has_search: false, policy: html`${policy}`, canonical: null },
  };
}

/** What a file server shows for what it has not; at any depth, so that it loads nothing. */
export function missingEntry(
  { title, base_url }: { title: string; base_url: string | null },
  modified: Date,
): ZipEntry {
  const way = base_url !== null && html`<p><a href="${base_url}">${title}</a></p>`;
  return textEntry(
    "404.html",
    plainPage(
      "Not found",
      html`<h1>Nothing to see at this address</h1><p>The page may have moved or be gone.</p>${way}`,
    ),
    modified,
  );
}

function plainPage(title: string, body: Html, head: Html | null = null): string {
  return `<!doctype html>\n${writeHtml(html`<html lang="en"><head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">${head}</head><body>${body}</body></html>`)}\n`;
}

/** A page that leads on at once. */
export function forwardEntry({ file, to }: ForwardPage, modified: Date): ZipEntry {
  const head = html`<meta http-equiv="refresh" content="0; url=${to}"><meta name="referrer" content="no-referrer">`;
  return textEntry(file, plainPage("Moved", html`<p><a href="${to}">This page has moved.</a></p>`, head), modified);
}

/** The public pages for crawlers, and what tells them of it. */
export function* mapEntries(
  { pages, files, base_url }: { pages: readonly SitePage[]; files: ReadonlyMap<string, string>; base_url: string },
  modified: Date,
): Generator<ZipEntry> {
  const urls = pages
    .filter((page) => page.is_public)
    .map(({ href, updated_at }) => {
      const address = base_url + encodeSegments(files.get(href) ?? "");
      return html`<url><loc>${address}</loc><lastmod>${updated_at.toISOString()}</lastmod></url>\n`;
    });
  const map = html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`;
  yield textEntry("sitemap.xml", `<?xml version="1.0" encoding="UTF-8"?>\n${writeHtml(map)}`, modified);
  yield textEntry("robots.txt", `User-agent: *\nAllow: /\nSitemap: ${base_url}sitemap.xml\n`, modified);
}
