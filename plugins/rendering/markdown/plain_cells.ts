// Cells of plain words are text as they stand: a tokenizer of its own for each of them is half the time that a table of short cells takes.
import type { Construct, Event, Extension as Syntax } from "micromark-util-types";
import { isPlainCell } from "./simple_cells.ts";

/** The library's syntax with tables whose plain cells are not parsed further. */
export function plainCells(syntax: Syntax): Syntax {
  const flow = Object.entries(syntax.flow ?? {}).map(([code, constructs]) => [
    code,
    [constructs ?? []].flat().map((construct) => (construct.name === "table" ? withPlainCells(construct) : construct)),
  ]);
  return { ...syntax, flow: Object.fromEntries(flow) };
}

function withPlainCells(table: Construct): Construct {
  return {
    ...table,
    resolveAll(events, context) {
      const resolved = table.resolveAll?.(events, context) ?? events;
      for (const [at, event] of resolved.entries()) takePlain(event, resolved[at + 1]);
      return resolved;
    },
  };
}

/** The chunk of a cell stands directly inside it, and what ends it is still its last word. */
function takePlain([when, chunk, context]: Event, end: Event | undefined): void {
  if (when !== "enter" || chunk.type !== "chunkText" || chunk.contentType !== "text" || end?.[0] !== "exit") return;
  if (chunk.previous || chunk.next) return;
  if (!isPlainCell(context.sliceSerialize(chunk))) return;
  chunk.type = "data";
  delete chunk.contentType;
  end[1] = chunk;
}
