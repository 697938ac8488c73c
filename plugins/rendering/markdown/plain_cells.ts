// Cells that need no parser are taken as they stand:
// a tokenizer of its own for each is most of the time that a table takes.
import type { PhrasingContent } from "mdast";
import type { Extension } from "mdast-util-from-markdown";
import type { Construct, Event, Extension as Syntax } from "micromark-util-types";
import { readSimpleCell } from "./simple_cells.ts";

declare module "micromark-util-types" {
  interface TokenTypeMap {
    simpleCell: "simpleCell";
  }
  interface Token {
    /** What a cell holds that was read without the parser. */
    _simple?: PhrasingContent[];
  }
}

/** The library's syntax with tables whose simple cells are not parsed further; `SIMPLE_CELL_BUILDER` makes nodes of those. */
export function plainCells(syntax: Syntax): Syntax {
  const flow = Object.entries(syntax.flow ?? {}).map(([code, constructs]) => [
    code,
    [constructs ?? []].flat().map((construct) => (construct.name === "table" ? withPlainCells(construct) : construct)),
  ]);
  return { ...syntax, flow: Object.fromEntries(flow) };
}

export const SIMPLE_CELL_BUILDER: Extension = {
  enter: {
    simpleCell({ _simple: content = [] }) {
      const cell = this.stack.at(-1);
      if (cell?.type === "tableCell") for (const node of content) cell.children.push(node);
    },
  },
};

function withPlainCells(table: Construct): Construct {
  return {
    ...table,
    resolveAll(events, context) {
      const resolved = table.resolveAll?.(events, context) ?? events;
      for (const [at, event] of resolved.entries()) {
        const before: string | undefined = resolved[at - 1]?.[1].type;
        takeSimple(event, { end: resolved[at + 1], isCell: before === "tableContent" });
      }
      return resolved;
    },
  };
}

/** The chunk of a cell stands directly inside it, and what ends it is still its last word. Plain words of headings come by as well. */
function takeSimple([when, chunk, context]: Event, { end, isCell }: { end: Event | undefined; isCell: boolean }): void {
  if (when !== "enter" || chunk.type !== "chunkText" || chunk.contentType !== "text" || end?.[0] !== "exit") return;
  if (chunk.previous || chunk.next) return;
  const content = readSimpleCell(context.sliceSerialize(chunk));
  if (!content) return;
  const [first] = content;
  if (content.length === 1 && first?.type === "text") chunk.type = "data";
  else if (!isCell) return;
  else {
    chunk.type = "simpleCell";
    chunk._simple = content;
  }
  delete chunk.contentType;
  end[1] = chunk;
}
