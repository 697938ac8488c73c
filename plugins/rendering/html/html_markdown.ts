// What an HTML page says, as markdown for programs that read. Runs inside a worker.
import type { Element, Root, RootContent } from "hast";
import { raw } from "hast-util-raw";
import { toMdast } from "hast-util-to-mdast";
import type { Root as MarkdownRoot } from "mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { toMarkdown } from "mdast-util-to-markdown";
import { validMdast } from "../markdown/valid_mdast.ts";
import { guardDepth } from "../unrenderable.ts";
import { asRoot } from "./raw_html.ts";
import { makeSafe, schemeOf } from "./safety.ts";

/**
 * Headings, lists, tables, code, links and text of a page (CommonMark with GitHub's extensions); nothing of its scripts and styles. Relative
 * addresses are those below `base`. Throws for a page that is nested too deeply.
 */
export function htmlMarkdown({ html, base }: { html: string; base: string }): string {
  return guardDepth(() => {
    const { children } = makeSafe(asRoot(raw({ type: "root", children: [{ type: "raw", value: html }] })));
    const read: Root = { type: "root", children: [baseElement(base), ...children.map(withoutEmbedded)] };
    const tree = toMdast(read) as MarkdownRoot;
    return toMarkdown(validMdast(tree), { extensions: [gfmToMarkdown()], bullet: "-", rule: "-" }).trim();
  });
}

/** By which the library resolves addresses; the page's own went with all else that is not text. */
function baseElement(href: string): Element {
  return { type: "element", tagName: "base", properties: { href }, children: [] };
}

/** A picture that is written into the page is bytes to whoever reads; what it is called is left of it. */
function withoutEmbedded(node: RootContent): RootContent {
  if (node.type !== "element") return node;
  const { tagName, properties } = node;
  if (tagName === "img" && schemeOf(String(properties["src"] ?? "").trim()) === "data")
    return { type: "text", value: String(properties["alt"] ?? "") };
  return { ...node, children: node.children.map((child) => withoutEmbedded(child) as Element["children"][number]) };
}
