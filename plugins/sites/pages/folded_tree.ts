// The tree of an exported site: written once, with what is folded left to the page of its branch, so that many pages stay small.
import { type Html, html, rendered, writeHtml } from "../../../kernel/mod.ts";
import type { Site, SiteNode } from "../model/site.ts";
import { type Here, renderBranch, renderLabel } from "./tree.ts";

const NOWHERE: Here = { href: "", doc_id: null };

/** Renders the tree around a page: down to it and to what lies beside it, and whatever has no page of its own. */
export function foldedTree({ nodes }: Pick<Site, "nodes">): (here: Here) => Html {
  const written = new Map<SiteNode, string>();
  const ways = new Map<string, Set<SiteNode>>();

  function note(list: readonly SiteNode[], above: readonly SiteNode[]): void {
    for (const node of list) {
      const way = [...above, node];
      if (node.href !== null) ways.set(node.href, new Set([...(ways.get(node.href) ?? []), ...way]));
      note(node.children, way);
    }
  }

  function writeList(list: readonly SiteNode[], here: Here, way: ReadonlySet<SiteNode>): string {
    return `<ul>${list.map((node) => writeNode(node, here, way)).join("")}</ul>`;
  }

  function writeNode(node: SiteNode, here: Here, way: ReadonlySet<SiteNode>): string {
    if (way.has(node)) return write(node, here, way);
    const known = written.get(node) ?? write(node, NOWHERE, NONE);
    written.set(node, known);
    return known;
  }

  function write(node: SiteNode, here: Here, way: ReadonlySet<SiteNode>): string {
    if (node.kind === "divider") return writeHtml(html`<li class="divider"><hr></li>`);
    const isHeld = way.has(node);
    const isFolded = !isHeld && node.href !== null;
    if (node.children.length === 0 || isFolded) return writeHtml(html`<li>${renderLabel(node, here)}</li>`);
    const isOpen = isHeld || (node.kind === "group" && !node.is_collapsed);
    const inside = rendered(writeList(node.children, here, way));
    return writeHtml(renderBranch(node, { here, isOpen, inside }));
  }

  note(nodes, []);
  return (here) => rendered(writeList(nodes, here, ways.get(here.href) ?? NONE));
}

const NONE: ReadonlySet<SiteNode> = new Set();
