// What stands below a document's text: what links here, what it links to, and what other plugins know of it.
import { type Html, html } from "../../kernel/plugin.ts";
import type { Asking } from "../app/port/ask.ts";
import { icon } from "../app/port/icons.ts";
import { documentPath } from "../app/port/paths.ts";
import type { DocumentPanel } from "../app/port/slots.ts";
import type { Rendered } from "./asked.ts";
import { readerWords } from "./words.ts";

const LINKS_SHOWN = 20;

export function panelsOf(call: Asking, shown: Rendered, others: readonly (DocumentPanel | null)[]): Html | null {
  const words = readerWords(call);
  const all = [
    linksPanel({ order: 10, id: "links-here", heading: words.links_here }, shown.backlinks),
    linksPanel({ order: 20, id: "links-out", heading: words.links_out }, shown.references),
    ...others,
  ].filter((panel) => panel !== null);
  if (all.length === 0) return null;
  const inOrder = all.sort((a, b) => a.order - b.order);
  return html`<footer class="stack loose part">${inOrder.map(({ id, heading, body }) => html`<section class="stack tight" aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>${body}</section>`)}</footer>`;
}

function linksPanel(
  panel: Omit<DocumentPanel, "body">,
  links: readonly { doc_id: string; title: string }[],
): DocumentPanel | null {
  const titles = new Map(links.map(({ doc_id, title }) => [doc_id, title]));
  if (titles.size === 0) return null;
  const shown = [...titles].slice(0, LINKS_SHOWN);
  return {
    ...panel,
    body: html`<ul class="rows">${shown.map(([doc_id, title]) => html`<li>${icon("doc")}<div class="main"><a class="name cut" href="${documentPath(doc_id)}" dir="auto">${title}</a></div></li>`)}</ul>`,
  };
}
