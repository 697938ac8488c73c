// Work that several tests of a file need is done once, when the first of them asks.

/** Runs `work` with the first who asks, and answers the others the same. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | undefined;
  return () => {
    begun ??= work();
    return begun;
  };
}
