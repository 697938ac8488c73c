// Parses markdown with GitHub's extensions into a tree whose depth is bounded before anything recurses over it.
import type { Nodes, Root, Table } from "mdast";
import { type Extension, fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import type { Extension as Syntax } from "micromark-util-types";
import { manifest } from "../../manifest.ts";
import { unrenderable } from "../unrenderable.ts";
import { ALERT_SYNTAX } from "./alerts.ts";
import { boundBrackets, boundMarks } from "./bounded_inlines.ts";
import { tablesWhereHeld } from "./held_tables.ts";
import { addressesWhereHeld, keepToAddresses } from "./literal_autolinks.ts";
import { parseInParts } from "./markdown_parts.ts";
import { MATH_BUILDER, MATH_SYNTAX } from "./math_syntax.ts";
import { collectNames } from "./named_references.ts";
import { plainCells, SIMPLE_CELL_BUILDER } from "./plain_cells.ts";
import { protocolAutolinks } from "./protocol_autolinks.ts";
import { type Destinations, wikiSyntax } from "./wiki_links.ts";

/** Quotes and lists that may stand inside each other on one line; the parser's time grows with the square of it. */
const CONTAINERS_MAX = manifest.caps.markdown_nested_blocks;
/** Levels of the parsed tree; a list in a list takes two. */
const DEPTH_MAX = manifest.caps.markdown_levels;
/** Cells that rows shorter than their table's head are filled up with; a few kilobytes could ask for millions. */
const FILLED_CELLS_MAX = 50_000;
/** Characters that references may bring into a page from their definitions, beyond as many as the source has. */
const REFERRED_MAX = 1024 * 1024;

const GFM = plainCells(gfm());
const BUILDERS = keepToAddresses(gfmFromMarkdown());

/**
 * Parses `source`; throws what `unrenderable` makes when it is nested, or its tables are filled up, beyond reason. `builders` make nodes of
 * what only we know: references by name, alerts. `chosen` is syntax that the text asks for. */
export function parseMarkdown(
  source: string,
  builders: readonly Extension[],
  { destinations = {}, chosen = [] }: { destinations?: Destinations; chosen?: readonly Syntax[] } = {},
): Root {
  checkContainers(source);
  const protocols = protocolAutolinks(source);
  const mdastExtensions = [
    ...BUILDERS,
    SIMPLE_CELL_BUILDER,
    MATH_BUILDER,
    ...builders,
    ...(protocols ? [protocols] : []),
  ];
  const marks = boundMarks();
  const tree = parseInParts(source, (text: string, known: Syntax[]) => {
    const gfmHere = tablesWhereHeld(addressesWhereHeld(GFM, text), text);
    const names = collectNames();
    const syntax = [
      boundBrackets(),
      gfmHere,
      wikiSyntax(destinations, names),
      ALERT_SYNTAX,
      MATH_SYNTAX,
      ...chosen,
      marks,
    ];
    const part = fromMarkdown(text, {
      extensions: [...syntax, ...known],
      mdastExtensions: [names.builder, ...mdastExtensions],
    });
    names.settle();
    return part;
  });
  checkTree(tree, source.length);
  return tree;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const INDENT = /[ \t]*/y;
const CONTAINER = /[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y;
const RULE = /^[ \t]*([-*])(?:[ \t]*\1)*[ \t]*$/;

function checkContainers(source: string): void {
  let fence: string | null = null;
  // Columns of the lists that are open, as far as indentation tells.
  const open: number[] = [];
  let from = 0;
  for (let number = 1; from < source.length; number++) {
    const newline = source.indexOf("\n", from);
    const to = newline < 0 ? source.length : newline;
    const mark = FENCE.exec(source.slice(from, Math.min(to, from + 80)))?.[1];
    if (mark && (fence === null || mark.startsWith(fence))) fence = fence === null ? mark : null;
    else if (fence === null && deepen(open, { source, from, to }) > CONTAINERS_MAX) {
      throw unrenderable(
        `line ${number} nests more than ${CONTAINERS_MAX} quotes or lists inside each other; flatten it or put it in a code block`,
      );
    }
    from = to + 1;
  }
}

function deepen(open: number[], { source, from, to }: { source: string; from: number; to: number }): number {
  INDENT.lastIndex = from;
  const column = INDENT.exec(source)?.[0].length ?? 0;
  if (from + column >= to) return 0;
  while ((open.at(-1) ?? -1) >= column) open.pop();
  const outer = open.length;
  let count = 0;
  CONTAINER.lastIndex = from;
  for (let match = CONTAINER.exec(source); match && CONTAINER.lastIndex <= to; match = CONTAINER.exec(source)) count++;
  if (count === 0) return 0;
  open.push(column);
  return count > CONTAINERS_MAX && RULE.test(source.slice(from, to)) ? 0 : outer + count;
}

function checkTree(root: Root, length: number): void {
  let level: Nodes[] = [root];
  let filled = 0;
  const definitions = new Map<string, number>();
  const references: string[] = [];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_MAX) {
      throw unrenderable(`content is nested more than ${DEPTH_MAX} levels deep; flatten its quotes, lists or emphasis`);
    }
    const next: Nodes[] = [];
    for (const node of level) {
      if ("children" in node) for (const child of node.children) next.push(child);
      if (node.type === "table") filled += countFilled(node);
      if (node.type === "linkReference" || node.type === "imageReference") references.push(node.identifier);
      if (node.type === "definition") {
        // The longest of several is bound enough, whichever of them counts.
        const size = node.url.length + (node.title?.length ?? 0);
        definitions.set(node.identifier, Math.max(size, definitions.get(node.identifier) ?? 0));
      }
    }
    level = next;
  }
  if (filled > FILLED_CELLS_MAX) {
    throw unrenderable(
      `tables have ${filled} cells more in their heads than in their rows; give the rows their cells, or the heads fewer`,
    );
  }
  const referred = references.reduce((sum, identifier) => sum + (definitions.get(identifier) ?? 0), 0);
  if (referred > REFERRED_MAX + length) {
    throw unrenderable(
      `references repeat their definitions to ${referred} characters; use shorter addresses, or refer to them less often`,
    );
  }
}

function countFilled({ children: rows }: Table): number {
  const columns = rows[0]?.children.length ?? 0;
  return rows.reduce((sum, row) => sum + Math.max(0, columns - row.children.length), 0);
}
