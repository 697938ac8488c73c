// The tree beside a page that the host serves:
// whole, or of a site with very many pages folded to what lies around the page.
import { type Html, html, rendered } from "../../../kernel/plugin.ts";
import { oncePer } from "../answers/made_once.ts";
import type { Site, SiteNode } from "../model/site.ts";
import { foldedTree, textOfParts } from "./folded_tree.ts";
import { type Here, renderCut, renderTree } from "./tree.ts";

/** Above that a whole tree takes longer to send and to make than all else of a page. */
const WHOLE_PAGES_MAX = 1000;

export function servedTree(site: Site, here: Here): Html {
  return treeOf(site)(here);
}

const treeOf = oncePer((site: Site): ((here: Here) => Html) => {
  // What is folded to its page says nothing of what may be seen by signing in.
  if (site.pages.length <= WHOLE_PAGES_MAX || site.has_sign_in_hint || hasHint(site.nodes)) {
    return (here) => renderTree(site, here);
  }
  const tree = foldedTree(site);
  return (here) => html`${rendered(textOfParts(tree(here)))}${renderCut(site)}`;
});

function hasHint(nodes: readonly SiteNode[]): boolean {
  return nodes.some((node) => node.has_sign_in_hint || hasHint(node.children));
}
