// The document around every page of a site: head, bar, tree, contents, foot, and a policy that allows just that.
import { createHash } from "node:crypto";
import { type Html, html, rendered, writeHtml } from "../../../kernel/plugin.ts";
import { manifest } from "../../manifest.ts";
import { describe, PAGE_SCRIPT, plainName } from "../../rendering/port.ts";
import { accentStyle } from "../accent.ts";
import { oncePer } from "../answers/made_once.ts";
import { SITE_SCRIPT, SITE_STYLE } from "../assets.ts";
import type { Crumb, Site } from "../model/site.ts";
import { servedTree } from "./served_tree.ts";

/** What is shown in the middle of a page, and what its head says. */
export interface SiteContent {
  title: string;
  description: string | null;
  /** Address of what a preview of the page shows, below its own; null for none. */
  picture?: string | null;
  /** Address of the page on its host. */
  href: string;
  trail: readonly Crumb[];
  main: Html;
  /** Links to the headings. */
  toc: string | null;
  lang: string;
  is_right_to_left: boolean;
  /** The page is for everybody, so that an indexable site shows it to crawlers. */
  is_public: boolean;
  has_math: boolean;
  has_script: boolean;
  /** Address of a stylesheet that the middle needs beside that of all pages. */
  stylesheet: string | null;
  /** The document that is shown, to be marked in the tree. */
  doc_id: string | null;
}

/** What a page loads and shows around its middle; the host's pages and those of an exported site differ in it. */
export interface PageFrame {
  style: string;
  script: string;
  page_script: string;
  math: string;
  /** Somebody answers searches, and tells of changes. */
  has_search: boolean;
  /** A policy that no header carries. */
  policy: Html | null;
  /** Where crawlers find the page; null for the address that the host serves it at. */
  canonical: string | null;
}

/** That of links by day. */
const ICON_COLOUR = "#1558c0";

const SERVED: PageFrame = {
  ...{ style: SITE_STYLE, script: SITE_SCRIPT, page_script: PAGE_SCRIPT, math: "/assets/math.css", has_search: true },
  ...{ policy: null, canonical: null },
};

/** Who reads, as far as the bar says it. */
export interface SiteVisitor {
  is_known: boolean;
  /** Where a stranger signs in to come back to this page. */
  sign_in: string;
  origin: string;
}

/** The `Content-Security-Policy` of a page of a site; `style` is what stands inline. */
export function sitePolicy(origin: string, style: string | null): string {
  const hash = style === null ? "" : ` 'sha256-${createHash("sha256").update(style).digest("base64")}'`;
  return [
    "default-src 'none'",
    `script-src ${origin}/assets/`,
    `style-src ${origin}/assets/${hash}`,
    "img-src 'self' data: https:",
    "media-src 'self' https:",
    `font-src ${origin}/assets/`,
    "connect-src 'self'",
    "object-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join("; ");
}

/** Whether crawlers may keep the page. */
export function isIndexed(site: Pick<Site, "is_indexable">, { is_public }: Pick<SiteContent, "is_public">): boolean {
  return site.is_indexable && is_public;
}

/** Writes the page. */
export function renderSitePage(site: Site, content: SiteContent, visitor: SiteVisitor): string {
  const around = { visitor, frame: SERVED };
  const { before, behind } = writeAround(site, content, { ...around, own: ownParts(site, content, around) });
  return before + writeHtml(servedTree(site, content)) + behind;
}

/** What of the head and the middle is a page's own, as markup. */
export interface OwnParts {
  title: Html;
  description: Html;
  /** Empty for a page that crawlers do not keep. */
  canonical: Html;
  /** What previews of a link to it show; empty for a page that is not for everybody. */
  preview: Html;
  trail: Html;
  main: Html;
  toc: Html | null;
}

export function ownParts(site: Site, content: SiteContent, { visitor, frame }: Around): OwnParts {
  const { title, description, href, trail, main, toc } = content;
  const named = title === site.title ? title : `${title} · ${site.title}`;
  const canonical = isIndexed(site, content) ? (frame.canonical ?? new URL(href, visitor.origin).href) : null;
  return {
    title: html`${named}`,
    description: html`${describe(description || site.tagline || named)}`,
    canonical: html`${canonical}`,
    preview: html`${content.is_public && previewOf(site, content, addressOf(content, { visitor, frame }))}`,
    ...{ trail: renderTrail(trail), main, toc: toc === null ? null : rendered(toc) },
  };
}

interface Around {
  visitor: SiteVisitor;
  frame: PageFrame;
}

/** Where everybody finds the page; null in an exported site that does not know where it is going to lie. */
function addressOf({ href }: SiteContent, { visitor, frame }: Around): string | null {
  if (frame.canonical !== null) return frame.canonical;
  return frame.policy === null ? new URL(href, visitor.origin).href : null;
}

/** By the Open Graph protocol, and one line that asks for its small form. */
function previewOf(site: Site, { title, description, picture, lang, doc_id }: SiteContent, url: string | null): Html {
  const shown = picture ?? site.logo;
  const [, language, region] = /^([a-z]{2,3})-([A-Z]{2})$/.exec(lang) ?? [];
  const entries: [name: string, content: string | null][] = [
    ["title", plainName(title)],
    ["description", describe(description || site.tagline || "")],
    ["type", doc_id === null ? "website" : "article"],
    ["url", url],
    ["site_name", site.title],
    ["locale", language ? `${language}_${region}` : null],
    ["image", shown && url && new URL(shown, url).href],
  ];
  return html`${entries.map(([name, text]) => text !== null && html`<meta property="og:${name}" content="${text}">\n`)}<meta name="twitter:card" content="${picture ? "summary_large_image" : "summary"}">`;
}

/** What of a page decides on what stands around it, beside its own parts. */
export type PageKind = Pick<
  SiteContent,
  "lang" | "is_right_to_left" | "is_public" | "has_math" | "has_script" | "stylesheet"
>;

/** What stands before the tree of a page, and what behind it. */
export function writeAround(
  site: Site,
  content: PageKind,
  { visitor, frame, own }: Around & { own: OwnParts },
): { before: string; behind: string } {
  const style = accentStyle(site.accent);
  const before = html`<!doctype html>
<html lang="${content.lang}"${content.is_right_to_left ? rendered(' dir="rtl"') : ""}>
<head>
<meta charset="utf-8">
${
  frame.policy !== null &&
  html`<meta http-equiv="Content-Security-Policy" content="${frame.policy}">
<meta name="referrer" content="no-referrer">`
}
<title>${own.title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${isIndexed(site, content) ? html`<link rel="canonical" href="${own.canonical}">` : html`<meta name="robots" content="noindex, nofollow">`}
<meta name="description" content="${own.description}">
${own.preview}
<link rel="icon" href="${site.logo ?? iconOf(site)}">
<link rel="stylesheet" href="${frame.style}">
${content.has_math && html`<link rel="stylesheet" href="${frame.math}">`}
${content.stylesheet !== null && html`<link rel="stylesheet" href="${content.stylesheet}">`}
${style !== null && html`<style>${rendered(style)}</style>`}
${frame.has_search && html`<link rel="search" type="application/opensearchdescription+xml" title="${site.title}" href="${site.base}opensearch.xml">`}
${frame.has_search && site.pages.some(({ is_public }) => is_public) && html`<link rel="alternate" type="application/atom+xml" title="${site.title}" href="${site.base}feed.xml">`}
<script src="${frame.script}" defer></script>
${content.has_script && html`<script src="${frame.page_script}" defer></script>`}
</head>
<body class="site">
<a class="skip" href="#main">Skip to content</a>
${renderBar(site, visitor, frame)}
<div class="frame">
<nav class="tree" aria-label="Pages"><div class="tree-in">`;
  const behind = html`</div></nav>
<label class="veil" for="menu" aria-hidden="true"></label>
<main id="main"><div class="column">${own.trail}${own.main}</div>${renderFoot(site)}</main>
${own.toc && html`<aside class="toc"><nav aria-label="On this page">${own.toc}</nav></aside>`}
</div>
</body>
</html>
`;
  return { before: writeHtml(before), behind: writeHtml(behind) };
}

function renderBar(site: Site, visitor: SiteVisitor, { has_search }: PageFrame): Html {
  return html`<header class="bar">
<input type="checkbox" id="menu" class="menu-state" aria-label="Show the pages of this site">
<label class="menu-button" for="menu"><span></span><span class="sr-only">Menu</span></label>
<a class="site-name" href="${site.home}">${site.logo !== null && html`<img src="${site.logo}" alt="" width="28" height="28">`}<span>${site.title}</span></a>
${has_search && html`<form class="search" role="search" aria-label="This site" action="${site.base}search"><input type="search" name="q" placeholder="Search" aria-label="Search this site" autocomplete="off" maxlength="${manifest.caps.ranked_query_chars}" data-suggest="${site.base}search"><kbd>/</kbd></form>`}
${visitor.is_known ? "" : html`<a class="sign-in" href="${visitor.sign_in}" rel="nofollow">Sign in</a>`}
</header>`;
}

/** A site without a logo is told from others by its colour and its first letter; without any icon browsers ask for one that is not there. */
function initialIcon({ title, accent }: Pick<Site, "title" | "accent">): Html {
  const [letter = ""] = /[\p{L}\p{N}]\p{M}*/u.exec(title) ?? [];
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="${accent ?? ICON_COLOUR}"/><text x="8" y="12" font-family="sans-serif" font-size="11" font-weight="700" text-anchor="middle" fill="#fff">${letter.toUpperCase()}</text></svg>`;
  return html`${`data:image/svg+xml,${encodeURIComponent(writeHtml(svg))}`}`;
}

const iconOf = oncePer(initialIcon);

/** The pages of a folder share theirs. */
const renderTrail = oncePer((trail: readonly Crumb[]): Html => {
  if (trail.length === 0) return html``;
  const steps = trail.map(
    ({ label, href }) => html`<li>${href === null ? label : html`<a href="${href}" dir="auto">${label}</a>`}</li>`,
  );
  return html`<nav class="trail" aria-label="Where this page is"><ol>${steps}</ol></nav>`;
});

function renderFoot(site: Site): Html {
  return html`<footer class="foot">${site.footer === null ? html`<p dir="auto">${site.title}</p>` : rendered(site.footer)}</footer>`;
}
