// A bounded memory of rows for one process,
// which forgets what another process changes and steps aside when it might miss that.
import { LRUCache } from "lru-cache";
import { MINUTE_MS } from "../base/time.ts";
import type { Bus } from "./bus.ts";
import { CallerGone } from "./caller_gone.ts";

/** Values by key; a value may be null, to remember that there is none. */
export interface Cache<V> {
  /** What is remembered, or undefined. */
  get(key: string): V | undefined;
  /**
   * What is remembered, else what `read` finds, which is then remembered unless the key was invalidated meanwhile.
   * Callers who ask for one key at once share one read, unless an invalidation came between them.
   */
  load(key: string, read: () => Promise<V>): Promise<V>;
  /** Remembers a value that is known to be fresh; prefer `load`, which cannot remember a stale one. */
  set(key: string, value: V): void;
  /** Forgets in this process at once; others hear of it by NOTIFY with the key as payload. */
  delete(key: string): void;
  /** Forgets everything. */
  clear(): void;
  readonly size: number;
  /** Resolves when the cache hears of changes; until then it remembers nothing. */
  ready: Promise<void>;
}

interface CacheOptions<V> {
  /** Entries; the one that was used longest ago leaves first. */
  size_max: number;
  bus: Bus;
  /** Each message on it is one key to forget. */
  channel: string;
  /** What is worth a place; by default everything. What strangers can make up at will should not push out the rest. */
  keeps?: (value: V) => boolean;
}

interface Reading<V> {
  promise: Promise<V>;
  /** Cleared by an invalidation: the value may be of before it. */
  fresh: boolean;
}

/** Whatever was missed in spite of everything is believed no longer. */
const AGE_MS_MAX = MINUTE_MS;

interface Entry<V> {
  value: V;
  /** Of the bus's clock. */
  since: number;
}

/** Makes a cache that listens on `channel`; while messages may be missed it remembers nothing and answers nothing. */
export function createCache<V>({ size_max, bus, channel, keeps = () => true }: CacheOptions<V>): Cache<V> {
  const entries = new LRUCache<string, Entry<V>>({ max: size_max });
  const readings = new Map<string, Reading<V>>();
  let listening = false;
  const ready = bus.listen(channel, { onMessage: forget, onReset: clear }).then(() => {
    listening = true;
  });

  function usable(): boolean {
    return listening && bus.hears();
  }

  function get(key: string): V | undefined {
    return usable() ? recall(key)?.value : undefined;
  }

  function recall(key: string): Entry<V> | undefined {
    const entry = entries.get(key);
    if (!entry || bus.seen() - entry.since < AGE_MS_MAX) return entry;
    entries.delete(key);
    return undefined;
  }

  function set(key: string, value: V, since = bus.seen()): void {
    if (usable() && keeps(value)) entries.set(key, { value, since });
  }

  function forget(key: string): void {
    entries.delete(key);
    const reading = readings.get(key);
    if (!reading) return;
    reading.fresh = false;
    // Whoever asks from now on must see what was just changed.
    readings.delete(key);
  }

  function clear(): void {
    entries.clear();
    for (const reading of readings.values()) reading.fresh = false;
    readings.clear();
  }

  async function read(key: string, reading: Reading<V>, run: () => Promise<V>): Promise<V> {
    const since = bus.seen();
    try {
      const value = await run();
      if (reading.fresh) set(key, value, since);
      return value;
    } finally {
      if (readings.get(key) === reading) readings.delete(key);
    }
  }

  return {
    get,
    set,
    delete: forget,
    clear,
    ready,
    async load(key, run) {
      if (!usable()) return run();
      const entry = recall(key);
      if (entry) return entry.value;
      const running = readings.get(key);
      // It was read for somebody who has gone: that is no answer for those who are still there.
      if (running)
        return running.promise.catch((error) => (error instanceof CallerGone ? run() : Promise.reject(error)));
      const { promise, resolve } = Promise.withResolvers<V>();
      const reading: Reading<V> = { promise, fresh: true };
      readings.set(key, reading);
      resolve(read(key, reading, run));
      return promise;
    },
    get size() {
      return entries.size;
    },
  };
}
