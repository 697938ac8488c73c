// Parses long markdown in parts, one after the other: the parser keeps all of its tokens until its text has ended.
import type { Nodes, Root, RootContent, Table } from "mdast";
import { normalizeIdentifier } from "micromark-util-normalize-identifier";
import type { Construct, Extension as Syntax } from "micromark-util-types";
import { HTML_ENDS } from "../extensions/block_lines.ts";
import { takeRows } from "./table_rows.ts";

type Parse = (part: string, syntax: Syntax[]) => Root;

/** So long is a part at least; a longer one takes more memory, and more time where its tokens are moved about and kept alive. */
const PART_LENGTH = 16 * 1024;
/** Footnotes are numbered in the order of their calls, which only the whole text tells. */
const FOOTNOTE = /\[\^[^\]\n]+\]:/;
/** Behind an empty line a block begins anew, unless it may go on: what is indented, and the items of a list. */
const CUT = /\n[ \t]*\r?\n(?=[^\s\-+*\d])/g;
/** A long list or table goes on behind such a cut: at the next item, or at the next row. */
const SEAM = /[^\s][ \t]*\r?\n(?=(?:[-+*]|\d{1,9}[.)])[ \t]|\|)/g;
/** How much longer than a part a block is that is cut at a seam. */
const SEAM_PARTS = 4;

/** The tree of `source` as if it had been parsed whole, without the positions of its nodes. */
export function parseInParts(source: string, parse: Parse, part_length = PART_LENGTH): Root {
  if (source.length <= 2 * part_length || FOOTNOTE.test(source)) return parse(source, []);
  const seeming = labelsIn(source);
  const tree = parseParts(source, parse, { labels: seeming, part_length });
  const defined = definedIn(tree);
  // What seems to define may be code. Blocks do not depend on what is defined, so the second time it is known.
  if (defined.symmetricDifference(seeming).size === 0) return tree;
  return parseParts(source, parse, { labels: defined, part_length });
}

function parseParts(
  source: string,
  parse: Parse,
  { labels, part_length }: { labels: ReadonlySet<string>; part_length: number },
): Root {
  const syntax = [knowing(labels)];
  const children: RootContent[] = [];
  let length = part_length;
  let seam: Seam | null = null;
  for (let from = 0; from < source.length; ) {
    const table = seam ? children.at(-1) : undefined;
    if (table?.type === "table") {
      const taken = takeRows(source, from, { length: part_length, parse: (text) => parseTable(parse(text, syntax)) });
      for (const row of taken.rows) table.children.push(row);
      from = taken.to;
      if (taken.rows.length > 0) continue;
    }
    const head = seam?.head ?? "";
    const least = Math.max(length, HEAD_SHARE * head.length);
    const to = findCut(source, from + least);
    const inside = length === part_length && to - from > SEAM_PARTS * part_length ? findSeam(source, from + least) : to;
    if (inside < to) {
      const part = head + source.slice(from, inside);
      const tree = parse(part, syntax);
      const next = seamOf(tree.children.at(-1), { part, next: source.slice(inside, inside + 20) });
      if (next) {
        join(children, tree, seam);
        seam = next;
        from = inside;
        continue;
      }
    }
    const part = head + source.slice(from, to);
    const tree = parse(part, syntax);
    // A block that goes on is parsed again with more of it.
    length = to < source.length && isOpen(tree.children.at(-1), part) ? 2 * length : part_length;
    if (length > part_length) continue;
    join(children, tree, seam);
    seam = null;
    from = to;
  }
  return { type: "root", children };
}

function parseTable(tree: Root): Table | null {
  const table = tree.children[0];
  forgetPositions(tree);
  return table?.type === "table" ? table : null;
}

function findCut(source: string, from: number): number {
  return findBehind(CUT, source, from);
}

function findSeam(source: string, from: number): number {
  return findBehind(SEAM, source, from);
}

/** Where `pattern`, found first at `from` or later, ends; the end of the source where it is not. */
function findBehind(pattern: RegExp, source: string, from: number): number {
  pattern.lastIndex = from;
  const found = pattern.exec(source);
  return found ? found.index + found[0].length : source.length;
}

/** The last block so far is a list or a table that the next part goes on with. */
interface Seam {
  /** Stands before the rows of the next part, which are none without it; empty for a list. */
  head: string;
}

/** A head is parsed again with every part of its table, which is so many times as long. */
const HEAD_SHARE = 4;
const HEAD_LENGTH_MAX = 8 * 1024;

/** Null where the part does not end inside a list or a table, or where `next` may not go on with it. */
function seamOf(last: RootContent | undefined, { part, next }: { part: string; next: string }): Seam | null {
  const from = last?.position?.start.offset;
  const to = last?.position?.end.offset;
  if (!last || from === undefined || !/^[ \t]*\r?\n$/.test(part.slice(to))) return null;
  if (last.type === "table") {
    const head = /^.*\r?\n.*\r?\n/.exec(part.slice(from))?.[0] ?? "";
    return head.length <= HEAD_LENGTH_MAX ? { head } : null;
  }
  if (last.type !== "list") return null;
  return markerOf(part.slice(from, from + 20)) === markerOf(next) ? { head: "" } : null;
}

/** What tells the items of one list from those of another that follows it. */
function markerOf(line: string): string | null {
  return /^(?:\d{1,9}(?=[.)]))?([-+*.)])/.exec(line)?.[1] ?? null;
}

/** Puts the blocks of a part behind those before it; at a seam the first of them goes on with the last one there. */
function join(children: RootContent[], { children: added }: Root, seam: Seam | null): void {
  const last = seam ? children.at(-1) : undefined;
  for (const [index, child] of added.entries()) {
    forgetPositions(child);
    if (index === 0 && last?.type === "table" && child.type === "table") {
      for (const row of child.children.slice(1)) last.children.push(row);
    } else if (index === 0 && last?.type === "list" && child.type === "list") {
      for (const item of child.children) last.children.push(item);
      last.spread ||= child.spread;
    } else children.push(child);
  }
}

/** They count within a part, so that nobody can use them, and take memory. */
function forgetPositions(root: Nodes): void {
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    node.position = undefined;
    if ("children" in node) for (const child of node.children) waiting.push(child);
  }
}

/** Whether the last block of a part goes on after an empty line and a line that is not indented, or may keep empty lines itself. */
function isOpen(last: Nodes | undefined, part: string): boolean {
  if (last?.type === "html") return HTML_ENDS.some(([begin, end]) => begin.test(last.value) && !end.test(last.value));
  // In a list or a quote the line ends it, but how it ends there depends on that line.
  if (last?.type === "list" || last?.type === "listItem" || last?.type === "blockquote") {
    return isOpen(last.children.at(-1), part);
  }
  if (last?.type !== "code" || !last.position) return false;
  const { start, end } = last.position;
  const lines = part.slice(start.offset, end.offset).split(/\r?\n|\r/);
  const fence = /^(`{3,}|~{3,})/.exec(lines[0] ?? "")?.[1];
  if (fence === undefined) return false;
  const [, indent = "", closing] = /^([ \t>]*)(`{3,}|~{3,})[ \t]*$/.exec(lines.at(-1) ?? "") ?? [];
  return lines.length === 1 || !closing?.startsWith(fence) || indent.length > start.column + 2;
}

const DEFINITION = /^[ \t>\-+*\d.)]*\[((?:[^\][\\]|\\.){1,999})\]:/gm;

/** What looks like the label of a definition anywhere, as the parser knows labels. */
function labelsIn(source: string): Set<string> {
  return new Set(source.matchAll(DEFINITION).map(([, label = ""]) => normalizeIdentifier(label)));
}

function definedIn(tree: Root): Set<string> {
  const labels = new Set<string>();
  const waiting: Nodes[] = [tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === "definition") labels.add(normalizeIdentifier(node.identifier));
    if ("children" in node) for (const child of node.children) waiting.push(child);
  }
  return labels;
}

const OPENING_BRACKET = 91;
const EXCLAMATION_MARK = 33;

/** Tells a parser what is defined in other parts, before the first bracket that may refer to it. */
function knowing(labels: ReadonlySet<string>): Syntax {
  const told = new WeakSet<object>();
  const tell: Construct = {
    name: "definedElsewhere",
    tokenize(_effects, _ok, nok) {
      if (!told.has(this.parser)) this.parser.defined.push(...labels);
      told.add(this.parser);
      return nok;
    },
  };
  return { text: { [OPENING_BRACKET]: tell, [EXCLAMATION_MARK]: tell } };
}
