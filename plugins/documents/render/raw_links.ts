// Finds the addresses in the tags of raw HTML by their place in the source, since a parsed tree no longer knows how they were written.
import type { MarkdownLink } from "./links.ts";
import { decodeReferences } from "./references.ts";

const OPENING = /<([A-Za-z][A-Za-z0-9-]*)(?=[\s/>])/g;
const ATTRIBUTE = /[\s/]*([^\s/>=<"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y;
const QUIET = /<(?:!--|script(?=[\s/>])|style(?=[\s/>]))/gi;

const ADDRESSES: Readonly<Record<string, Readonly<Record<string, MarkdownLink["kind"]>>>> = {
  a: { href: "link" },
  area: { href: "link" },
  img: { src: "image" },
  audio: { src: "image" },
  video: { src: "image", poster: "image" },
  source: { src: "image" },
};

/** Addresses between two offsets of the source. One that a line break of the surrounding quote or list cuts is left out. */
export function findHtmlAddresses(source: string, { start, end }: { start: number; end: number }): MarkdownLink[] {
  const html = blankQuiet(source.slice(start, end));
  const found: MarkdownLink[] = [];
  for (const opening of html.matchAll(OPENING)) {
    const kinds = ADDRESSES[(opening[1] ?? "").toLowerCase()];
    if (kinds) found.push(...readAttributes(html, { at: opening.index + opening[0].length, kinds, offset: start }));
  }
  return found;
}

/** Comments, scripts and styles as spaces, so that offsets stay true. */
function blankQuiet(html: string): string {
  // Only ASCII may change its case here: other letters can change their length.
  const lower = html.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  let blanked = "";
  let from = 0;
  QUIET.lastIndex = 0;
  for (let opening = QUIET.exec(html); opening; opening = QUIET.exec(html)) {
    const closing = opening[0] === "<!--" ? "-->" : `</${opening[0].slice(1)}`;
    const close = lower.indexOf(closing.toLowerCase(), QUIET.lastIndex);
    const to = close < 0 ? html.length : close + closing.length;
    blanked += html.slice(from, opening.index) + " ".repeat(to - opening.index);
    from = to;
    QUIET.lastIndex = to;
  }
  return blanked + html.slice(from);
}

interface TagPlace {
  at: number;
  kinds: Readonly<Record<string, MarkdownLink["kind"]>>;
  /** Of the HTML in the source. */
  offset: number;
}

function readAttributes(html: string, { at, kinds, offset }: TagPlace): MarkdownLink[] {
  const found: MarkdownLink[] = [];
  ATTRIBUTE.lastIndex = at;
  for (let match = ATTRIBUTE.exec(html); match; match = ATTRIBUTE.exec(html)) {
    const [whole, name = "", double, single, bare] = match;
    const attribute = name.toLowerCase();
    const kind = Object.hasOwn(kinds, attribute) ? kinds[attribute] : undefined;
    const value = double ?? single ?? bare;
    if (!kind || value === undefined || value.includes("\n")) continue;
    const from = offset + match.index + whole.length - value.length - (bare === undefined ? 1 : 0);
    found.push({ url: decodeReferences(value), kind, start: from, end: from + value.length });
  }
  return found;
}
