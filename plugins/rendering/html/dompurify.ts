// DOMPurify behind our own sanitiser: what a source's odd HTML left in a safe tree is read again as a browser would.
import type { ElementContent, Root, RootContent } from "hast";
import { toHtml } from "hast-util-to-html";
import { manifest } from "../../manifest.ts";
import { unrenderable } from "../unrenderable.ts";

/** Characters of odd HTML in one text: DOMPurify builds a whole browser document of them, at a megabyte in five seconds. */
const ODD_LENGTH_MAX = manifest.caps.markdown_odd_html_chars;

const SETTINGS = {
  USE_PROFILES: { html: true },
  ADD_ATTR: ["controls", "decoding", "loading", "preload", "rel", "tabindex"],
  ALLOW_DATA_ATTR: true,
  // The first lock has taken care of clobbering as far as a page without script needs it.
  SANITIZE_DOM: false,
};

/**
 * A safe tree again: elements of odd HTML in which nothing had to go stay as they are, the others become what DOMPurify leaves of them,
 * which `relocked` tells. Throws what `unrenderable` makes for more of it than can be read.
 */
export async function purifyOdd(tree: Root): Promise<{ tree: Root; relocked: boolean }> {
  const places = findOdd(tree);
  if (places.length === 0) return { tree, relocked: false };
  const written = places.map(({ siblings, at }) => toHtml({ type: "root", children: siblings.slice(at, at + 1) }));
  const length = written.reduce((sum, html) => sum + html.length, 0);
  if (length > ODD_LENGTH_MAX) {
    throw unrenderable(
      `blocks with HTML beyond simple tags have ${length} characters, and a page may have ${ODD_LENGTH_MAX} of them; use simple tags, or publish it as an HTML document`,
    );
  }
  // It takes a second and 70 MB to load, which pages without odd HTML never pay.
  const { default: purifier } = await import("isomorphic-dompurify");
  let relocked = false;
  for (const [index, { siblings, at }] of places.entries()) {
    const clean = purifier.sanitize(written[index] ?? "", SETTINGS);
    if (purifier.removed.length === 0) continue;
    siblings[at] = { type: "raw", value: clean };
    relocked = true;
  }
  return { tree, relocked };
}

interface Place {
  siblings: (RootContent | ElementContent)[];
  at: number;
}

function findOdd(tree: Root): Place[] {
  const places: Place[] = [];
  const waiting: (RootContent | ElementContent)[][] = [tree.children];
  for (let siblings = waiting.pop(); siblings; siblings = waiting.pop()) {
    for (const [at, child] of siblings.entries()) {
      if (child.type !== "element") continue;
      if (child.data?.is_odd) places.push({ siblings, at });
      else waiting.push(child.children);
    }
  }
  return places;
}
