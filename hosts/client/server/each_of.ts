// Works on a list with a few requests under way at once.

/** Enough to keep a server busy, few enough to leave room for others. */
const CONCURRENCY = 8;

/** A few at a time, in order. */
export async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}
