// What a client that publishes a folder reads of its sources: their addresses and what they call themselves.
import type { Nodes } from "mdast";
import { readFrontMatter } from "./front_matter.ts";
import { findHtmlTitle } from "./html_title.ts";
import { parseMarkdown } from "./markdown_tree.ts";

export { findHtmlTitle } from "./html_title.ts";
export { listMarkdownLinks, type MarkdownLink, replaceMarkdownLinks } from "./links.ts";

const HTML_HEADING = /<h[1-6][\s>]/i;

/** What the page of this markdown is called: `title` of the front matter, else the first heading, else null. Throws as `parseMarkdown`. */
export function findMarkdownTitle(source: string): string | null {
  const front = readFrontMatter(source);
  return front.title ?? firstHeading(parseMarkdown(source.slice(front.end)));
}

function firstHeading(node: Nodes): string | null {
  if (node.type === "heading") return textOf(node).replace(/\s+/g, " ").trim() || null;
  if (node.type === "html") return HTML_HEADING.test(node.value) ? findHtmlTitle(node.value) : null;
  if (!("children" in node)) return null;
  for (const child of node.children) {
    const found = firstHeading(child);
    if (found !== null) return found;
  }
  return null;
}

function textOf(node: Nodes): string {
  if (node.type === "text" || node.type === "inlineCode") return node.value;
  return "children" in node ? node.children.map(textOf).join("") : "";
}
