// The tree of an exported or very large site:
// written once, with what is folded left to the page of its branch, so that many pages stay small.
import { html, rendered, writeHtml } from "../../../kernel/plugin.ts";
import type { Parts } from "../../bundles/port.ts";
import type { Site, SiteNode } from "../model/site.ts";
import { type Here, renderBranch, renderLabel } from "./tree.ts";

const NOWHERE: Here = { href: "", doc_id: null };

/** Where a node stands: in a list, below others. */
interface Spot {
  list: readonly SiteNode[];
  at: number;
  above: Spot | null;
}

/** Positions in lists at which a page, or what it lies below, stands. */
type Way = ReadonlyMap<readonly SiteNode[], readonly number[]>;

/** A list as it stands on pages that are nowhere in it, and where each of its entries begins; the last ends where the next would begin. */
interface Written {
  bytes: Uint8Array;
  begins: readonly number[];
}

const utf8 = new TextEncoder();

/** Writes the tree around a page: down to it and to what lies beside it, and whatever has no page of its own. */
export function foldedTree({ nodes }: Pick<Site, "nodes">): (here: Here) => Parts {
  const written = new Map<readonly SiteNode[], Written>();
  const spots = new Map<string, Spot[]>();

  function note(list: readonly SiteNode[], above: Spot | null): void {
    for (const [at, { href, children }] of list.entries()) {
      const spot = { list, at, above };
      const known = href === null ? undefined : spots.get(href);
      if (known) known.push(spot);
      else if (href !== null) spots.set(href, [spot]);
      note(children, spot);
    }
  }

  function writtenOf(list: readonly SiteNode[]): Written {
    const known = written.get(list);
    if (known) return known;
    const pieces = [utf8.encode("<ul>")];
    const begins = [4];
    for (const node of list) {
      const piece = Buffer.concat(write(node, NOWHERE, null).map(bytesOf));
      pieces.push(piece);
      begins.push((begins.at(-1) ?? 0) + piece.length);
    }
    const made = { bytes: Buffer.concat([...pieces, utf8.encode("</ul>")]), begins };
    written.set(list, made);
    return made;
  }

  /** Cut out of what is written already: only what the page stands in is written anew. */
  function writeList(list: readonly SiteNode[], here: Here, way: Way | null): Parts {
    const { bytes, begins } = writtenOf(list);
    const parts: (string | Uint8Array)[] = [];
    let from = 0;
    for (const at of way?.get(list) ?? []) {
      parts.push(bytes.subarray(from, begins[at]), ...write(list[at]!, here, way));
      from = begins[at + 1] ?? bytes.length;
    }
    parts.push(bytes.subarray(from));
    return parts;
  }

  /** `way` is null for a node that no page on its way to here stands below. */
  function write(node: SiteNode, here: Here, way: Way | null): Parts {
    if (node.kind === "divider") return [writeHtml(html`<li class="divider"><hr></li>`)];
    const isFolded = way === null && node.href !== null;
    if (node.children.length === 0 || isFolded) return [writeHtml(html`<li>${renderLabel(node, here)}</li>`)];
    const isOpen = way !== null || (node.kind === "group" && !node.is_collapsed);
    const [before = "", behind = ""] = writeHtml(renderBranch(node, { here, isOpen, inside: INSIDE })).split(MARK);
    return [before, ...writeList(node.children, here, way), behind];
  }

  note(nodes, null);
  return (here) => writeList(nodes, here, wayTo(spots.get(here.href) ?? []));
}

/** Stands for what is inside a branch; no text holds one, since it is escaped. */
const MARK = "<inside>";
const INSIDE = rendered(MARK);

const text = new TextDecoder();

/** The parts as one text; none begins or ends within a character. */
export function textOfParts(parts: Parts): string {
  return parts.map((part) => (typeof part === "string" ? part : text.decode(part))).join("");
}

const bytesOf = (part: string | Uint8Array) => (typeof part === "string" ? utf8.encode(part) : part);

/** A page may stand at several places, and some of them below the same one. */
function wayTo(spots: readonly Spot[]): Way {
  const way = new Map<readonly SiteNode[], number[]>();
  for (const start of spots) {
    for (let spot: Spot | null = start; spot; spot = spot.above) {
      const { list, at } = spot;
      const known = way.get(list) ?? [];
      if (!known.includes(at))
        way.set(
          list,
          [...known, at].sort((a, b) => a - b),
        );
    }
  }
  return way;
}
