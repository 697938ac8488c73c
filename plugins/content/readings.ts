// What a server has read of something that others change too, and remembers until a change is announced:
// the one rule of how fresh answers from memory are.
import { LRUCache } from "lru-cache";
import { type Database, MINUTE_MS, type Runtime, SECOND_MS, type Sql } from "../../kernel/plugin.ts";
import { gathering, markAnnouncing } from "../../kernel/ports/db.ts";

/**
 * Readings by key. What is remembered is believed at once for a minute at most, and only while messages are heard; after that it is
 * believed again when its stamp is still the same, where it has one.
 */
export interface Readings<V extends object> {
  /** What is believed, without waiting for anything; null for nothing. */
  recall(key: string, now: Date): V | null;
  /**
   * What is believed, else what still holds or is read now. Null where there is none, which is not remembered. `part` is what of it
   * the reader is after, for a `read` that brings it along.
   */
  find(key: string, now: Date, part?: string): Promise<V | null>;
  /** What is read now, whatever is remembered. */
  read(key: string, now: Date, part?: string): Promise<V | null>;
  /** Forgets here at once. */
  forget(key: string): void;
  forgetAll(): void;
  /** Forgets on every server with the commit of the transaction: for what was open and may be closed now. */
  announce(sql: Sql, keys: readonly string[]): Promise<void>;
  /** Forgets here at once and elsewhere soon: for new content after its commit. */
  refresh(keys: readonly string[]): Promise<void>;
}

/** How something is read, and what tells later whether it has changed. */
export interface Readable<V extends object> {
  /** On it the servers are told of keys that have changed. */
  channel: string;
  /** Keys. */
  size_max: number;
  read(key: string, now: Date, part: string): Promise<V | null>;
  /** When it will be another by itself, without anybody's change. */
  endsAt?(value: V): Date | null;
  /** Equal stamps say that a reading still is what would be read. */
  stamped?: {
    stampOf(value: V): string;
    /** The stamps by their keys, without those that lead nowhere. */
    readStamps(database: Pick<Database, "pipelinedSql">, keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  };
}

/** Writes so close to each other are told of together. */
const GATHER_MS = 20;
/** A server that dies between a commit and its announcement leaves the others with the old for this long at most. */
const BELIEVED_MS = MINUTE_MS;
/** What is read often is looked at again before its time, so that its readers never wait for that. */
const AHEAD_MS = 40 * SECOND_MS;
/** So many are looked at together, those first whose turn was the longest ago. */
const STAMPS_MAX = 256;

interface Entry<V> {
  value: V;
  /** Milliseconds of the server's clock, and of the bus's; never for what was read while messages may have been missed. */
  seen_at: number;
  since: number;
}

interface Loading<V> {
  promise: Promise<V | null>;
  /** Cleared by an announcement: the value may be of before it. */
  is_fresh: boolean;
}

export function createReadings<V extends object>(runtime: Runtime, readable: Readable<V>): Readings<V> {
  const { channel, size_max, endsAt = () => null, stamped } = readable;
  const { database } = runtime;
  const { bus, asyncCommitSql } = database;
  // In the order in which they were last looked at.
  const looked = new Map<string, Entry<V>>();
  const entries = new LRUCache<string, Entry<V>>({
    max: size_max,
    dispose: (entry, key) => {
      if (looked.get(key) === entry) looked.delete(key);
    },
  });
  const loadings = new Map<string, Loading<V>>();
  let is_listening = false;
  let is_looking = false;
  let doubts = 0;
  void bus.listen(channel, { onMessage: forget, onReset: doubtAll }).then(() => {
    is_listening = true;
  });
  const announce = async (sql: Sql, keys: readonly string[]) => {
    markAnnouncing(sql);
    await sql`select pg_notify(${channel}, key) from unnest(${[...keys]}::text[]) as key`;
  };
  const tell = gather(runtime, (keys) => announce(asyncCommitSql, keys));
  // Those who ask at the same moment are told by one statement, which begins after all of them have asked.
  const gatherStamps = gathering<{ key: string; now: Date }, string | null>({
    ...{ most: STAMPS_MAX, size_max: STAMPS_MAX, sizeOf: () => 1, has_batching_window: true, is_read: true },
    send: async (_, asked) => {
      const stamps = await look(
        asked.map(({ key }) => key),
        asked[0]?.now ?? runtime.clock.now(),
      );
      return asked.map(({ key }) => stamps.get(key) ?? null);
    },
  });

  function isHearing(): boolean {
    return is_listening && bus.hears();
  }

  function isBelieved({ value, seen_at, since }: Entry<V>, now: Date): boolean {
    const ends_at = endsAt(value);
    if (ends_at !== null && ends_at <= now) return false;
    return ageOf({ seen_at, since }, now) <= BELIEVED_MS && isHearing();
  }

  /** The greater by either clock: one may stand still or be set. */
  function ageOf({ seen_at, since }: Pick<Entry<V>, "seen_at" | "since">, now: Date): number {
    return Math.max(Math.abs(now.getTime() - seen_at), bus.seen() - since);
  }

  function recall(key: string, now: Date): V | null {
    const entry = entries.get(key);
    if (!entry || !isBelieved(entry, now)) return null;
    if (stamped && !is_looking && ageOf(entry, now) > AHEAD_MS) void lookAhead(now);
    return entry.value;
  }

  async function lookAhead(now: Date): Promise<void> {
    is_looking = true;
    // Whoever asks next finds the same out.
    await look([], now).catch(() => {});
    is_looking = false;
  }

  /** Asks for the stamps of keys, and with them of others that are remembered and were not looked at for long. */
  async function look(keys: readonly string[], now: Date): Promise<ReadonlyMap<string, string>> {
    if (!stamped) return new Map();
    const at = { seen_at: now.getTime(), since: isHearing() ? bus.seen() : Number.NEGATIVE_INFINITY };
    const doubted = doubts;
    const chosen = new Map<string, Entry<V> | undefined>(keys.map((key) => [key, entries.peek(key)]));
    for (const [key, entry] of looked) {
      if (chosen.size >= STAMPS_MAX || ageOf(entry, now) < AHEAD_MS) break;
      chosen.set(key, entry);
    }
    // Nobody else looks at them meanwhile.
    for (const [key, entry] of chosen) if (entry) putLast(key, entry);
    const stamps = await stamped.readStamps(database, [...chosen.keys()]);
    for (const [key, entry] of chosen) {
      if (!entry || entries.peek(key) !== entry) continue;
      if (stamps.get(key) !== stamped.stampOf(entry.value)) entries.delete(key);
      else if (doubted === doubts) Object.assign(entry, at);
    }
    return stamps;
  }

  function putLast(key: string, entry: Entry<V>): void {
    looked.delete(key);
    looked.set(key, entry);
  }

  function forget(key: string): void {
    entries.delete(key);
    for (const [name, loading] of loadings) {
      if (!name.startsWith(`${key}\n`)) continue;
      loading.is_fresh = false;
      // Whoever asks from now on must see what was just changed.
      loadings.delete(name);
    }
  }

  function forgetAll(): void {
    entries.clear();
    dropLoadings();
  }

  function dropLoadings(): void {
    for (const loading of loadings.values()) loading.is_fresh = false;
    loadings.clear();
  }

  /** Something may have been missed: each is asked for again, and what has no stamp is read again. */
  function doubtAll(): void {
    doubts += 1;
    if (!stamped) entries.clear();
    for (const entry of entries.values()) entry.since = Number.NEGATIVE_INFINITY;
    dropLoadings();
  }

  /** Callers who ask for the same at once share one reading, unless an announcement came between them. */
  function load(key: string, now: Date, part: string): Promise<V | null> {
    if (!isHearing()) return readNow({ promise: NOTHING, is_fresh: true }, { key, now, part });
    const name = `${key}\n${part}`;
    const running = loadings.get(name);
    if (running) return running.promise;
    const loading: Loading<V> = { promise: NOTHING, is_fresh: true };
    loadings.set(name, loading);
    loading.promise = readNow(loading, { key, now, part }).finally(() => {
      if (loadings.get(name) === loading) loadings.delete(name);
    });
    return loading.promise;
  }

  async function readNow(loading: Loading<V>, asked: { key: string; now: Date; part: string }): Promise<V | null> {
    const { key, now, part } = asked;
    const since = bus.seen();
    const was_hearing = isHearing();
    const value = await readable.read(key, now, part);
    // What leads nowhere is not remembered: guessing must not push out what people read.
    if (value === null || !loading.is_fresh || !was_hearing || !isHearing()) return value;
    const entry = { value, seen_at: now.getTime(), since };
    entries.set(key, entry);
    putLast(key, entry);
    return value;
  }

  return {
    recall,
    find: async (key, now, part = "") => {
      const known = recall(key, now);
      if (known) return known;
      const entry = entries.peek(key);
      if (entry && stamped) {
        const alone = async () => (await look([key], now)).get(key) ?? null;
        const stamp = await gatherStamps(database, { key: "", part: { key, now }, alone, finish: (found) => found });
        if (stamp === stamped.stampOf(entry.value)) return entry.value;
      }
      if (entry && entries.peek(key) === entry) entries.delete(key);
      return load(key, now, part);
    },
    read: load,
    forget,
    forgetAll,
    announce,
    refresh: (keys) => {
      for (const key of keys) forget(key);
      return tell(keys);
    },
  };
}

const NOTHING = Promise.resolve(null);

/** Tells of the first at once, and of all that come close behind it together: each message is a commit of its own. */
function gather(
  runtime: Runtime,
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
      runtime.log.debug({ err: error }, "other servers were not told of new content"),
    );
  }

  runtime.onClose(() => {
    if (timer) clearTimeout(timer);
    return tellWaiting();
  });
  return async (keys) => {
    for (const key of keys) waiting.add(key);
    if (timer === null) await tellWaiting();
  };
}
