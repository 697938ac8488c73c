// What a server has read of something that others change too, and remembers until a change is announced: the one rule of how fresh answers from memory are.
import { createCache, type House, MINUTE_MS, markAnnouncing, type Sql } from "../../kernel/mod.ts";

/** One reading; a change makes a new one. */
export interface Reading {
  /** Tells this reading from every other: what is remembered under it goes out of use with it. */
  reading: number;
  /** Milliseconds of the clock. */
  read_at: number;
}

/** Readings by key. While messages may be missed nothing is remembered. */
export interface Readings<V extends object> {
  /** What is remembered, without waiting for anything; null for nothing. */
  recall(key: string, now: Date): (V & Reading) | null;
  /** What is remembered, else what is read now. Null where there is none, which is not remembered. */
  find(key: string, now: Date): Promise<(V & Reading) | null>;
  /** Forgets here at once. */
  forget(key: string): void;
  forgetAll(): void;
  /** Forgets on every server with the commit of the transaction: for what was open and may be closed now. */
  announce(sql: Sql, keys: readonly string[]): Promise<void>;
  /** Forgets here at once and elsewhere soon: for new content after its commit. */
  refresh(keys: readonly string[]): Promise<void>;
}

/** Writes so close to each other are told of together. */
const GATHER_MS = 20;
/** A server that dies between a commit and its announcement leaves the others with the old for this long at most. */
const REREAD_MS = MINUTE_MS;

/**
 * `channel` tells the servers of keys that have changed; `read` finds what stands behind one, and `endsAt` says when it will be
 * another by itself, without anybody's change.
 */
export function createReadings<V extends object>(
  house: House,
  {
    channel,
    size_max,
    read,
    endsAt = () => null,
  }: {
    channel: string;
    size_max: number;
    read(key: string, now: Date): Promise<V | null>;
    endsAt?(value: V): Date | null;
  },
): Readings<V> {
  const { bus, lazySql } = house.database;
  const cache = createCache<(V & Reading) | null>({
    ...{ size_max, bus, channel },
    // A key that leads nowhere is not remembered: guessing must not push out what people read.
    keeps: (found) => found !== null,
  });
  const announce = async (sql: Sql, keys: readonly string[]) => {
    markAnnouncing(sql);
    await sql`select pg_notify(${channel}, key) from unnest(${[...keys]}::text[]) as key`;
  };
  const tell = gather(house, (keys) => announce(lazySql, keys));
  let readings = 0;

  function isStale(known: V & Reading, now: Date): boolean {
    const ends_at = endsAt(known);
    return Math.abs(now.getTime() - known.read_at) > REREAD_MS || (ends_at !== null && ends_at <= now);
  }

  return {
    recall: (key, now) => {
      const known = cache.get(key);
      return known && !isStale(known, now) ? known : null;
    },
    find: async (key, now) => {
      const known = cache.get(key);
      if (known && isStale(known, now)) cache.delete(key);
      return cache.load(key, async () => {
        const found = await read(key, now);
        return found && { ...found, reading: ++readings, read_at: now.getTime() };
      });
    },
    forget: (key) => cache.delete(key),
    forgetAll: () => cache.clear(),
    announce,
    refresh: (keys) => {
      for (const key of keys) cache.delete(key);
      return tell(keys);
    },
  };
}

/** Tells of the first at once, and of all that come close behind it together: each message is a commit of its own. */
function gather(
  house: House,
  tell: (keys: readonly string[]) => Promise<void>,
): (keys: readonly string[]) => Promise<void> {
  const waiting = new Set<string>();
  let timer: Timer | null = null;

  async function tellWaiting(): Promise<void> {
    timer = null;
    const keys = [...waiting];
    waiting.clear();
    if (keys.length === 0) return;
    timer = setTimeout(tellWaiting, GATHER_MS);
    await tell(keys).catch((error: unknown) =>
      house.log.debug({ err: error }, "other servers were not told of new content"),
    );
  }

  house.onClose(() => {
    if (timer) clearTimeout(timer);
    return tellWaiting();
  });
  return async (keys) => {
    for (const key of keys) waiting.add(key);
    if (timer === null) await tellWaiting();
  };
}
