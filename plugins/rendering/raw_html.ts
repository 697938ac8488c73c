// Parses the raw HTML inside a tree, and only the parts of the tree that hold some, since parsing takes longer than all other steps after markdown.
import type { Nodes, Root, RootContent } from "hast";
import { raw } from "hast-util-raw";
import { isPlainHtml, PLAIN_TAG } from "./safety.ts";

const VOID = new Set(["area", "br", "col", "hr", "img", "input", "source", "wbr"]);

/** The tree with its raw HTML parsed as the HTML standard says. `odd` tells that it was more than simple tags. */
export function openRawHtml(tree: Root): { tree: Root; odd: boolean } {
  const pieces = tree.children.map((child) => ({ child, html: rawHtmlOf(child) }));
  const odd = pieces.some(({ html }) => !html.every(isPlainHtml));
  const opened = odd ? null : openPieces(pieces);
  return { tree: opened ?? asRoot(raw(tree)), odd };
}

/** The tree that a library returned, as a root. */
export function asRoot(tree: Nodes): Root {
  if (tree.type === "root") return tree;
  return { type: "root", children: [tree] };
}

interface Piece {
  child: RootContent;
  html: string[];
}

/** Opens each run of blocks between which every tag is closed again; null when some tag never is. */
function openPieces(pieces: Piece[]): Root | null {
  const children: RootContent[] = [];
  const open: string[] = [];
  let run: RootContent[] = [];
  for (const { child, html } of pieces) {
    if (html.length === 0 && open.length === 0) {
      children.push(child);
      continue;
    }
    run.push(child);
    if (!html.every((value) => followTags(value, open))) return null;
    if (open.length > 0) continue;
    children.push(...asRoot(raw({ type: "root", children: run })).children);
    run = [];
  }
  return open.length === 0 ? { type: "root", children } : null;
}

/** Keeps `open` as the list of tags that await their end; false when an end has no beginning. */
function followTags(html: string, open: string[]): boolean {
  const text = html.replace(/<!--[\s\S]*?-->/g, "");
  for (const [tag, name = ""] of text.matchAll(PLAIN_TAG)) {
    const lower = name.toLowerCase();
    if (VOID.has(lower)) continue;
    if (!tag.startsWith("</")) open.push(lower);
    else if (open.pop() !== lower) return false;
  }
  return true;
}

function rawHtmlOf(root: RootContent): string[] {
  const found: string[] = [];
  const open: Nodes[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === "raw") found.push(node.value);
    else if ("children" in node) pushReversed(open, node.children);
  }
  return found;
}

/** A copy of each list in its reverse order takes as long as all else here. */
function pushReversed(open: Nodes[], children: readonly Nodes[]): void {
  for (let at = children.length - 1; at >= 0; at--) {
    const child = children[at];
    if (child) open.push(child);
  }
}
