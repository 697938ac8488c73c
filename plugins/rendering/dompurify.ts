// DOMPurify behind our own sanitiser: what a source's odd HTML left in a safe tree is read again as a browser would.
import type { Root, RootContent } from "hast";
import { toHtml } from "hast-util-to-html";

/** DOMPurify builds a whole browser document of what it checks, so it gets a page in pieces. */
const PIECE_LENGTH = 128 * 1024;

const SETTINGS = {
  USE_PROFILES: { html: true },
  ADD_ATTR: ["controls", "decoding", "loading", "preload", "rel", "tabindex"],
  ALLOW_DATA_ATTR: true,
  // The first lock has taken care of clobbering as far as a page without script needs it.
  SANITIZE_DOM: false,
};

/** A safe tree again: pieces in which nothing had to go stay as they are, the others become what DOMPurify leaves of them. */
export async function purifyTree(tree: Root): Promise<Root> {
  // It takes a second and 70 MB to load, which pages without odd HTML never pay.
  const { default: purifier } = await import("isomorphic-dompurify");
  const children: RootContent[] = [];
  for (const piece of piecesOf(tree)) {
    const html = toHtml({ type: "root", children: piece });
    const clean = purifier.sanitize(html, SETTINGS);
    if (purifier.removed.length === 0) children.push(...piece);
    else children.push({ type: "raw", value: clean });
  }
  return { type: "root", children };
}

function piecesOf(tree: Root): RootContent[][] {
  const pieces: RootContent[][] = [];
  let piece: RootContent[] = [];
  let length = 0;
  for (const child of tree.children) {
    piece.push(child);
    length += lengthOf(child);
    if (length < PIECE_LENGTH) continue;
    pieces.push(piece);
    piece = [];
    length = 0;
  }
  if (piece.length > 0) pieces.push(piece);
  return pieces;
}

function lengthOf(node: RootContent): number {
  if (node.type === "text") return node.value.length;
  if (node.type !== "element") return 0;
  return node.children.reduce((sum, child) => sum + lengthOf(child), node.tagName.length);
}
