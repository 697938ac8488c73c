// Works on a list with a few requests under way at once.

/** Enough to keep a server busy, few enough to leave room for others. */
const CONCURRENCY = 8;

/** A few at a time, in order. After one that fails no other begins; those under way come to their end before it throws. */
export async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const failures: unknown[] = [];
  const worker = async () => {
    for (const item of queue) {
      await work(item).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  if (failures.length > 0) throw failures[0];
}
