// Parses the raw HTML inside a tree where it stands:
// a block, cell or item that holds some costs no more for all the others around it.
import type { Element, ElementContent, Nodes, Root, RootContent } from "hast";
import { raw } from "hast-util-raw";
import { element, text } from "./element.ts";
import { holdsRaw, openInline, type ReadTag, remembering } from "./inline_html.ts";
import { INLINE_TAGS, isPlainHtml, isUnknownTag, PLAIN_TAG } from "./safety.ts";

declare module "hast" {
  interface ElementData {
    /** Made of raw HTML that is more than simple tags, so that a second lock looks at it. */
    is_odd?: boolean;
  }
}

const VOID = new Set(["area", "br", "col", "hr", "img", "input", "source", "wbr"]);
/** What may be opened piece by piece of its content, since its end closes all that began inside it but formatting. */
const HOLDERS = new Set(["blockquote", "li", "ol", "section", "table", "tbody", "td", "th", "thead", "tr", "ul"]);
/** Their end closes formatting too (HTML standard, "clear the list of active formatting elements up to the last marker"). */
const CELLS = new Set(["td", "th"]);
/** Holders of holders alone: what else stands in them the parser would move elsewhere. */
const LISTS = new Set(["ol", "section", "table", "tbody", "thead", "tr", "ul"]);
/** Tags that end a holder from inside it, or change how the rest of the text is read. */
const OUTER = new Set([
  ...HOLDERS,
  ...[
    "body",
    "button",
    "caption",
    "col",
    "colgroup",
    "dd",
    "dt",
    "form",
    "frame",
    "frameset",
    "head",
    "html",
    "iframe",
  ],
  ...["noembed", "noframes", "noscript", "optgroup", "option", "plaintext", "script", "select", "style", "template"],
  ...["textarea", "tfoot", "title", "xmp"],
]);
const ANY_TAG = /<\/?([A-Za-z][^\s/>]*)/g;
/** Elements that go on behind the end of the block in which they began (HTML standard, "formatting"). */
const FORMATTING = new Set([
  ...["a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"],
]);

/** The tree with its raw HTML parsed as the HTML standard says. What came of more than simple tags has `data.is_odd`. */
export function openRawHtml(tree: Root): Root {
  const children: RootContent[] = [];
  const read = remembering(readTag);
  for (let at = 0; at < tree.children.length; ) {
    const block = tree.children[at];
    const opened = block && holdsRaw(block) ? openBlock(block, read) : block;
    if (opened) {
      children.push(opened);
      at++;
    } else {
      const run = openRun(tree.children, at);
      for (const child of run.children) children.push(child);
      at = run.to;
    }
  }
  return { type: "root", children };
}

/** The tree that a library returned, as a root. */
export function asRoot(tree: Nodes): Root {
  if (tree.type === "root") return tree;
  return { type: "root", children: [tree] };
}

/** A block whose raw HTML was opened where it stands; null where that could make another tree than the text as a whole does. */
function openBlock(block: RootContent, read: ReadTag): Element | null {
  if (block.type !== "element") return null;
  return openInline(block, read) ?? (HOLDERS.has(block.tagName) && staysInside(block) ? openHolder(block, read) : null);
}

function staysInside(block: Element): boolean {
  return rawHtmlOf(block).every((html) =>
    html.matchAll(ANY_TAG).every(([, name = ""]) => !OUTER.has(name.toLowerCase())),
  );
}

function openHolder(holder: Element, read: ReadTag): Element | null {
  if (!LISTS.has(holder.tagName)) return openContent(holder, read);
  const children: ElementContent[] = [];
  for (const child of holder.children) {
    const opened = holdsRaw(child) ? openInHolder(child, read) : child;
    if (!opened) return null;
    children.push(opened);
  }
  return { ...holder, children };
}

function openInHolder(child: ElementContent, read: ReadTag): Element | null {
  if (child.type !== "element") return null;
  return openInline(child, read) ?? (HOLDERS.has(child.tagName) ? openHolder(child, read) : null);
}

/** Blocks in an item or a quote are looked at one by one; words in it, and whatever a cell holds, are opened at once. */
function openContent(holder: Element, read: ReadTag): Element | null {
  const hasWords = holder.children.some(
    (child) => child.type === "raw" || (child.type === "text" && child.value.trim()),
  );
  const pieces = hasWords || CELLS.has(holder.tagName) ? [holder.children] : holder.children.map((child) => [child]);
  const children: ElementContent[] = [];
  for (const piece of pieces) {
    const [only] = piece;
    const inside = piece.length === 1 && only && holdsRaw(only) ? openInHolder(only, read) : null;
    const opened = inside ? [inside] : openPiece(piece, holder);
    if (!opened) return null;
    for (const child of opened) children.push(child);
  }
  return { ...holder, children };
}

function openPiece(piece: ElementContent[], holder: Element): ElementContent[] | null {
  if (!piece.some(holdsRaw)) return piece;
  const { children, open } = parse(piece);
  // What one block of several leaves open holds the next ones.
  const isAll = piece.length === holder.children.length;
  if (!open?.every((name) => isAll && endsWith(holder, name))) return null;
  return children.filter((child) => child.type !== "doctype");
}

/** Whether an element that was left open in a holder ends where that does. */
function endsWith(holder: Element, name: string): boolean {
  if (FORMATTING.has(name)) return CELLS.has(holder.tagName);
  return INLINE_TAGS.has(name) || isUnknownTag(name);
}

function readTag(html: string): Element | null {
  const [made, ...more] = parsePlain([{ type: "raw", value: html }]);
  return made?.type === "element" && more.length === 0 ? made : null;
}

/** Opens blocks from one that holds raw HTML up to where all that it began has ended, at most the last. */
function openRun(blocks: readonly RootContent[], from: number): { children: RootContent[]; to: number } {
  const guess = closedBy(blocks, from);
  for (let count = 1; ; count = count < guess - from ? guess - from : 2 * count) {
    const to = Math.min(from + count, blocks.length);
    const { children, open } = parse(blocks.slice(from, to));
    if (open?.length === 0 || to === blocks.length) return { children, to };
  }
}

/** Where the tags that begin in a block have ended again, as far as their letters tell; the block itself where they never do. */
function closedBy(blocks: readonly RootContent[], from: number): number {
  const open: string[] = [];
  for (let at = from; at < blocks.length; at++) {
    const block = blocks[at];
    for (const html of block ? rawHtmlOf(block) : []) if (!followTags(html, open)) return from;
    if (open.length === 0) return at + 1;
  }
  return from;
}

/** Keeps `open` as the list of tags that await their end; false when an end has no beginning. */
function followTags(html: string, open: string[]): boolean {
  for (const [tag, name = ""] of html.replace(/<!--[\s\S]*?-->/g, "").matchAll(PLAIN_TAG)) {
    const lower = name.toLowerCase();
    if (VOID.has(lower)) continue;
    if (!tag.startsWith("</")) open.push(lower);
    else if (open.pop() !== lower) return false;
  }
  return true;
}

interface Parsed {
  children: RootContent[];
  /** What is still open behind them, from the outside; null where what follows them would stand elsewhere or get lost. */
  open: string[] | null;
}

/** Parses pieces with a mark behind them: where the mark lands tells what the pieces have left open. */
function parse(pieces: readonly RootContent[]): Parsed {
  const id = crypto.randomUUID();
  // Foreign elements hold words, and end where an element of HTML begins.
  const children = parsePlain([...pieces, text(id), element("span", { id })]);
  const open = takeMark(children, id);
  return { children: isSettled(open) ? markOdd(children, pieces) : markOdd(parsePlain(pieces), pieces), open };
}

function parsePlain(children: readonly RootContent[]): RootContent[] {
  // What comes first in a fragment would be read as if it might be a part of a table.
  const [, ...parsed] = asRoot(raw({ type: "root", children: [element("span"), ...children] })).children;
  return parsed;
}

/** Whether nothing was begun again for the mark, or moved. */
function isSettled(open: readonly string[] | null): boolean {
  return open !== null && !open.some((name) => FORMATTING.has(name));
}

function markOdd(children: RootContent[], pieces: readonly RootContent[]): RootContent[] {
  if (pieces.every((piece) => rawHtmlOf(piece).every(isPlainHtml))) return children;
  for (const child of children) if (child.type === "element") child.data = { ...child.data, is_odd: true };
  return children;
}

/** Takes the mark out again; the names of the elements around it, or null where it is not the last of all. */
function takeMark(children: RootContent[], id: string): string[] | null {
  const around: string[] = [];
  for (let siblings = children; ; ) {
    const last = siblings.at(-1);
    if (last?.type !== "element") return null;
    if (last.properties["id"] === id) {
      siblings.pop();
      return takeWord(siblings, id) ? around : null;
    }
    around.push(last.tagName);
    siblings = last.children;
  }
}

function takeWord(siblings: RootContent[], word: string): boolean {
  const last = siblings.at(-1);
  if (last?.type !== "text" || !last.value.endsWith(word)) return false;
  last.value = last.value.slice(0, -word.length);
  if (last.value === "") siblings.pop();
  return true;
}

function rawHtmlOf(root: Nodes): string[] {
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
