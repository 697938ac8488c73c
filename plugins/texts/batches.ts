// Cuts much text into parts that a thread takes at once, so that handing them over keeps nobody waiting.

/** The items in their order, in parts that end as soon as they hold `bytes`; an item that is larger is a part of its own. */
export function batchesOf<Item>(
  items: readonly Item[],
  { bytes, sizeOf }: { bytes: number; sizeOf: (item: Item) => number },
): Item[][] {
  const batches: Item[][] = [];
  let held = bytes;
  for (const item of items) {
    if (held >= bytes) {
      batches.push([]);
      held = 0;
    }
    batches.at(-1)?.push(item);
    held += sizeOf(item);
  }
  return batches;
}
