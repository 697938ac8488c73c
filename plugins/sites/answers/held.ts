// Memory of what was made from a workspace as its stamp says:
// it holds until the stamp is another one, or a time has come.
import { LRUCache } from "lru-cache";

/** What somebody was shown was made from this. */
export interface MadeFrom {
  workspace_id: number;
  stamp: string;
}

/** Values by key, the least recently used given up first. */
export interface Held<V extends object> {
  /** What is held, if the stamp is still the one that it was made from. */
  recall(key: string, at: { stamp: string; now: Date }): V | null;
  /** What is held, whether or not it still holds. */
  peek(key: string): V | null;
  /** Until `valid_until`, or for as long as the stamp lasts. */
  keep(key: string, value: V, of: { stamp: string; valid_until: Date | null }): void;
}

interface Entry<V> {
  value: V;
  stamp: string;
  valid_until: Date | null;
}

/** `sizeOf` answers bytes, as near as can be told. */
export function createHeld<V extends object>(options: { bytes_max: number; sizeOf(value: V): number }): Held<V> {
  const entries = new LRUCache<string, Entry<V>>({
    maxSize: options.bytes_max,
    // One does not push out all others.
    maxEntrySize: options.bytes_max / 4,
    sizeCalculation: ({ value }) => options.sizeOf(value) + ENTRY_BYTES,
  });
  return {
    recall: (key, { stamp, now }) => {
      const entry = entries.get(key);
      if (!entry) return null;
      if (entry.stamp === stamp && !isOver(entry, now)) return entry.value;
      entries.delete(key);
      return null;
    },
    peek: (key) => entries.peek(key)?.value ?? null,
    keep: (key, value, { stamp, valid_until }) => void entries.set(key, { value, stamp, valid_until }),
  };
}

/** What an entry costs beside its value. */
const ENTRY_BYTES = 1000;

/** Whether the time of something has come. */
export function isOver({ valid_until }: { valid_until: Date | null }, now: Date): boolean {
  return valid_until !== null && valid_until <= now;
}
