// The shape of a tree: nested from rows, its reading order, and how deep and below what an entry lies. Pure.

/** What a row says of its place. */
export interface Placed {
  entry_id: number;
  parent_id: number | null;
  position: number;
}

/** Nests rows below their parents, in their order; a row whose parent is not among them is left out with all below it. */
export function nest<Row extends Placed, Node>(
  rows: readonly Row[],
  show: (row: Row, children: Node[], at: { position: number }) => Node,
): Node[] {
  const byParent = Map.groupBy(rows, (row) => row.parent_id);
  const below = (parent: number | null): Node[] =>
    (byParent.get(parent) ?? [])
      .toSorted((one, other) => one.position - other.position || one.entry_id - other.entry_id)
      .map((row, position) => show(row, below(row.entry_id), { position }));
  return below(null);
}

/** The ids of an entry and of all above it, itself first. */
export function pathUp(rows: readonly Placed[], entryId: number | null): number[] {
  const parents = new Map(rows.map((row) => [row.entry_id, row.parent_id]));
  const path: number[] = [];
  for (let at: number | null = entryId; at !== null && path.length <= rows.length; at = parents.get(at) ?? null)
    path.push(at);
  return path;
}

/** How many levels an entry spans with all below it; 1 for one without children. */
export function heightOf(rows: readonly Placed[], entryId: number): number {
  const byParent = Map.groupBy(rows, (row) => row.parent_id);
  const height = (id: number): number =>
    1 + Math.max(0, ...(byParent.get(id) ?? []).map((row) => height(row.entry_id)));
  return height(entryId);
}

/** Whatever has children, in the order in which a reader comes by: an entry before its children, those before what follows. */
export function readingOrder<Node extends { children: readonly Node[] }>(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) => [node, ...readingOrder(node.children)]);
}
