// The middle of pages that list others: a folder, a tag, what a search found.
import { type Html, html, rendered } from "../../../kernel/plugin.ts";
import type { SiteNode } from "../model/site.ts";

/** The entries of a folder, as a list or as cards. */
export function renderEntries(entries: readonly SiteNode[], mode: "grid" | "list"): Html {
  if (entries.length === 0) return html`<p class="empty">There is nothing here yet.</p>`;
  return html`<ul class="entries ${mode}">${entries.map(renderEntry)}</ul>`;
}

/** What lies in a folder that a document stands for. */
export interface Below {
  nodes: readonly SiteNode[];
  mode: "grid" | "list";
}

export const BELOW_TITLE = "In this folder";

export function renderBelow(below: Below | null): Html | null {
  if (!below) return null;
  return html`<section class="below"><h2>${BELOW_TITLE}</h2>${renderEntries(below.nodes, below.mode)}</section>`;
}

function renderEntry(node: SiteNode): Html {
  const { kind, label, href } = node;
  const count = kind === "folder" ? html`<small>${countOf(pagesIn(node))}</small>` : "";
  const name = html`<strong dir="auto">${label}</strong>${count}`;
  return html`<li class="${kind}">${href === null ? name : html`<a href="${href}">${name}</a>`}</li>`;
}

function countOf({ size }: ReadonlySet<string>): string {
  return size === 1 ? "1 page" : `${size} pages`;
}

/** The documents that are found there, at whatever depth, the one that stands for it among them. */
function pagesIn({ doc_id, children }: SiteNode): Set<string> {
  const pages = new Set(children.flatMap((child) => [...pagesIn(child)]));
  return doc_id === null ? pages : pages.add(doc_id);
}

/** One page that a search found. */
export interface Hit {
  title: string;
  href: string;
  trail: string;
  /** Escaped; `<mark>` is the only element in it. */
  snippet_html: string;
}

/** What a search found, the best first. */
export interface Found {
  hits: readonly Hit[];
  /** There are more than these. */
  truncated: boolean;
}

export function renderHits(query: string, { hits, truncated }: Found): Html {
  if (query === "") return html`<p class="empty">Type the words to find above.</p>`;
  if (hits.length === 0) return html`<p class="empty">No page has all of these words.</p>`;
  return html`<ol class="hits">${hits.map(
    ({ title, href, trail, snippet_html }) => html`<li><a href="${href}"><strong dir="auto">${title}</strong></a>
${trail && html`<p class="where" dir="auto">${trail}</p>`}
<p dir="auto">${rendered(snippet_html)}</p></li>`,
  )}</ol>${truncated && html`<p class="empty">There are more pages with these words: add another one to find fewer.</p>`}`;
}
