// The tree beside a page: open down to where the reader is, folded elsewhere, without script.
import { type Html, html } from "../../../kernel/plugin.ts";
import type { Site, SiteNode } from "../model/site.ts";

/** Where the reader is. */
export interface Here {
  href: string;
  doc_id: string | null;
}

export function renderTree(site: Pick<Site, "nodes" | "has_sign_in_hint" | "is_cut">, here: Here): Html {
  return html`${renderList(site.nodes, here)}${site.has_sign_in_hint && html`<p class="hint">Sign in to see more pages.</p>`}${renderCut(site)}`;
}

/** Nobody takes what a site holds for all that there is. */
export function renderCut({ is_cut }: Pick<Site, "is_cut">): Html | null {
  return is_cut ? html`<p class="hint">There are more pages than a site shows.</p>` : null;
}

function renderList(nodes: readonly SiteNode[], here: Here): Html {
  return html`<ul>${nodes.map((node) => renderNode(node, here))}</ul>`;
}

function renderNode(node: SiteNode, here: Here): Html {
  if (node.kind === "divider") return html`<li class="divider"><hr></li>`;
  const { children, has_sign_in_hint } = node;
  const hint = has_sign_in_hint && html`<p class="hint">Sign in to see more.</p>`;
  if (children.length === 0) return html`<li>${renderLabel(node, here)}${hint}</li>`;
  const isOpen = !node.is_collapsed && node.kind === "group" ? true : holds(node, here);
  return renderBranch(node, { here, isOpen, inside: html`${renderList(children, here)}${hint}` });
}

/** An entry with others below it. Where it leads somewhere itself, that and the unfolding are two things to choose, side by side. */
export function renderBranch(
  node: SiteNode,
  { here, isOpen, inside }: { here: Here; isOpen: boolean; inside: Html },
): Html {
  const open = isOpen ? OPEN : "";
  const label = renderLabel(node, here);
  if (node.href === null) {
    return html`<li class="branch"><details${open}><summary>${label}</summary>${inside}</details></li>`;
  }
  return html`<li class="branch leading">${label}<details${open}><summary><span class="sr-only">Below ${node.label}</span></summary>${inside}</details></li>`;
}

const OPEN = html` open`;

const CURRENT = html` aria-current="page"`;
const ELSEWHERE = html` rel="noopener nofollow" class="elsewhere"`;

/** The label of a node, as a link where it leads somewhere. */
export function renderLabel(node: SiteNode, here: Here): Html {
  const icon = isEmoji(node.icon) && html`<span class="icon" aria-hidden="true">${node.icon}</span>`;
  const label = html`${icon}<span dir="auto">${node.label}</span>`;
  if (node.href === null) return html`<span class="label">${label}</span>`;
  const mark = isHere(node, here) ? CURRENT : node.kind === "link" ? ELSEWHERE : "";
  return html`<a href="${node.href}"${mark}>${label}</a>`;
}

/** Icons with names are pictures of the app's. */
function isEmoji(icon: string | null): boolean {
  return icon !== null && /\p{Extended_Pictographic}/u.test(icon);
}

function isHere(node: SiteNode, here: Here): boolean {
  return node.href === here.href;
}

function holds(node: SiteNode, here: Here): boolean {
  return isHere(node, here) || node.children.some((child) => holds(child, here));
}
