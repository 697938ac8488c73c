// The transactions under way, by what their statements are tagged with, and what each has promised for its commit.

/** What `guardTransaction` remembers of a transaction. */
export interface Marked {
  /** Set by `releaseEarly`. */
  isReleasedEarly: boolean;
  /** Set by `markAnnouncing`. */
  isAnnouncing: boolean;
}

const transactions = new WeakMap<object, Marked>();

/** Makes the transaction found by what its statements are tagged with. */
export function registerTransaction(sql: object, life: Marked): void {
  transactions.set(sql, life);
}

/** Null for what stands in none. */
export function findTransaction(sql: object): Marked | null {
  return transactions.get(sql) ?? null;
}

/** Whether statements tagged with it run inside of `withTransaction`, and see what nobody else does yet. */
export function isTransaction(sql: object): boolean {
  return transactions.has(sql);
}

/**
 * Says that the transaction's commit tells servers to forget something: `withTransaction` resolves when this one has, so that nobody
 * is answered before. To be called wherever such a message is sent, by a trigger of what is written for example.
 */
export function markAnnouncing(sql: object): void {
  const transaction = findTransaction(sql);
  if (transaction) transaction.isAnnouncing = true;
}
