// Finds and replaces the addresses inside markdown without touching a letter of anything else, for whoever publishes a folder of it.
import type { Definition, Image, Link, Nodes, Root } from "mdast";
import type { CompileContext, Extension, Token } from "mdast-util-from-markdown";
import { readFrontMatter } from "./front_matter.ts";
import { parseMarkdown } from "./markdown_tree.ts";
import { findHtmlAddresses } from "./raw_links.ts";

/** One address in the source. `source.slice(start, end)` is it as written, `url` as meant (escapes and references read). */
export interface MarkdownLink {
  url: string;
  kind: "link" | "image";
  start: number;
  end: number;
}

interface Place {
  node: Link | Image | Definition;
  start: number;
  end: number;
}

/**
 * Every address of links, pictures, reference definitions and of `href` and `src` in raw HTML, in the order of the source. Autolinks
 * are left out: they are absolute, and their address is their text. Throws an `Error` for a source nested too deeply to be shown.
 */
export function listMarkdownLinks(source: string): MarkdownLink[] {
  const { end: offset } = readFrontMatter(source);
  const markdown = source.slice(offset);
  const places: Place[] = [];
  const tree = parseMarkdown(markdown, [listenForAddresses(places)]);
  const pictures = imageLabels(tree);
  const links = places.map(({ node, start, end }): MarkdownLink => {
    const image = node.type === "image" || (node.type === "definition" && pictures.has(node.identifier));
    return { url: node.url, kind: image ? "image" : "link", start, end };
  });
  for (const { start, end } of htmlRanges(tree)) links.push(...findHtmlAddresses(markdown, { start, end }));
  return links
    .map((link) => ({ ...link, start: link.start + offset, end: link.end + offset }))
    .sort((a, b) => a.start - b.start);
}

/** The source with addresses replaced: `replace` gives the new address, or null to leave one exactly as it is written. */
export function replaceMarkdownLinks(source: string, replace: (link: MarkdownLink) => string | null): string {
  let written = "";
  let from = 0;
  for (const link of listMarkdownLinks(source)) {
    const address = replace(link);
    if (address === null || address === link.url) continue;
    const bare = /=\s*$/.test(source.slice(Math.max(from, link.start - 40), link.start));
    const encoded = encodeAddress(address);
    // A bare attribute may not hold a slash in markdown, so the new address brings its quotes.
    written += source.slice(from, link.start) + (bare ? `"${encoded}"` : encoded);
    from = link.end;
  }
  return written + source.slice(from);
}

// What ends or changes an address in one of its forms: bare, in angle brackets, in a table, in a quoted or a bare attribute.
const UNSAFE = /[\s\0-\x1f\x7f<>()"'`\\|*[\]]/g;

/** Written so that it means the same in every form. */
function encodeAddress(address: string): string {
  return address.toWellFormed().replace(UNSAFE, percent).replaceAll("&", "&amp;");
}

function percent(character: string): string {
  const encoded = encodeURIComponent(character);
  return encoded === character ? `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}` : encoded;
}

/** The parser's own listeners see every address with its exact place, also inside quotes, lists and tables. */
function listenForAddresses(places: Place[]): Extension {
  function listen(this: CompileContext, token: Token): undefined {
    const node = this.stack.at(-1);
    if (node && (node.type === "link" || node.type === "image" || node.type === "definition")) {
      places.push({ node, start: token.start.offset, end: token.end.offset });
    }
    // Listening replaces the parser's own handler, which is this call.
    this.buffer();
  }
  return { enter: { resourceDestinationString: listen, definitionDestinationString: listen } };
}

function imageLabels(tree: Root): Set<string> {
  const images = new Set<string>();
  const links = new Set<string>();
  for (const node of everyNode(tree)) {
    if (node.type === "imageReference") images.add(node.identifier);
    if (node.type === "linkReference") links.add(node.identifier);
  }
  return images.difference(links);
}

function htmlRanges(tree: Root): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  for (const node of everyNode(tree)) {
    const start = node.type === "html" ? node.position?.start.offset : undefined;
    const end = node.position?.end.offset;
    if (start !== undefined && end !== undefined) ranges.push({ start, end });
  }
  return ranges;
}

function* everyNode(root: Root): Generator<Nodes> {
  const open: Nodes[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    yield node;
    if ("children" in node) open.push(...node.children);
  }
}
