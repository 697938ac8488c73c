// A memory with a bound on its weight, in which what was not used for longest makes room.

/** Values that never go stale under their key; keys that went out of use are pushed out by the others. */
export interface Recent<V> {
  get(key: string): V | undefined;
  /** Keeps a value of `weight`; one that weighs more than an eighth of everything is not kept. */
  set(key: string, value: V, weight: number): void;
  /** Of all values together. */
  readonly weight: number;
}

export function createRecent<V>({ weight_max }: { weight_max: number }): Recent<V> {
  // A Map keeps the order of insertion, and a hit inserts anew: the first key is the one unused for longest.
  const entries = new Map<string, { value: V; weight: number }>();
  let total = 0;

  function drop(key: string): void {
    total -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  }

  return {
    get: (key) => {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set: (key, value, weight) => {
      drop(key);
      if (weight > weight_max / 8) return;
      entries.set(key, { value, weight });
      total += weight;
      for (const oldest of entries.keys()) {
        if (total <= weight_max) break;
        drop(oldest);
      }
    },
    get weight() {
      return total;
    },
  };
}
