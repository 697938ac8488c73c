// Texts that searches have read lately, in memory that worker threads share,
// so that Postgres is asked what may be read and seldom for the texts.
import type { Runtime } from "../../../kernel/plugin.ts";
import { type PlacedTexts, placeTexts, withLineFeeds } from "../find/scan.ts";
import { cacheSettings } from "../settings.ts";

/** Some texts of the cache, which stay where they are until `release`. */
export interface PinnedTexts {
  texts: PlacedTexts;
  /** Which of the blobs asked for each text is of, from 0: where one has none it is left out. */
  keys: number[];
  release(): void;
}

/** Texts by their blobs, which never change; whoever asks has found that the blob may be read. */
export interface TextCache {
  /** `read` answers those that are not here. */
  hold(blobIds: readonly number[], read: (missing: number[]) => Promise<Map<number, string>>): Promise<PinnedTexts>;
}

interface Segment {
  buffer: SharedArrayBuffer;
  used: number;
  /** Holders that rely on what is in it. */
  holders: number;
  blob_ids: number[];
}

interface Place {
  segment: Segment;
  offset: number;
  length: number;
}

/** More than the largest text, and little enough that giving one up costs few texts. */
const SEGMENT_BYTES = 4 * 1024 * 1024;
/** What a place costs beside its text, so that many small ones are bounded too. */
const PLACE_BYTES = 64;

/** Holds at most `bytes_max`, in segments that are allocated when they are needed. */
export function createTextCache(bytes_max: number): TextCache {
  const segmentsMax = Math.floor(bytes_max / SEGMENT_BYTES);
  const segments: Segment[] = [];
  const places = new Map<number, Place>();
  let open: Segment | null = null;

  function put(blobId: number, sent: string): Place | null {
    const text = withLineFeeds(sent);
    const length = Buffer.byteLength(text);
    if (!open || open.used + length > SEGMENT_BYTES) open = freshSegment();
    if (!open || length > SEGMENT_BYTES) return null;
    const place = { segment: open, offset: open.used, length };
    Buffer.from(open.buffer, place.offset, length).write(text);
    open.used = Math.min(SEGMENT_BYTES, open.used + length + PLACE_BYTES);
    open.blob_ids.push(blobId);
    places.set(blobId, place);
    return place;
  }

  function freshSegment(): Segment | null {
    if (segments.length < segmentsMax) {
      const segment = { buffer: new SharedArrayBuffer(SEGMENT_BYTES), used: 0, holders: 0, blob_ids: [] };
      segments.push(segment);
      return segment;
    }
    // Any one: where everything is read in turns, giving up the oldest would give up just what is read next.
    const free = segments.filter((segment) => segment.holders === 0);
    const segment = free[Math.floor(Math.random() * free.length)];
    if (!segment) return null;
    for (const blobId of segment.blob_ids) places.delete(blobId);
    segment.blob_ids = [];
    segment.used = 0;
    return segment;
  }

  return {
    async hold(blobIds, read) {
      const pinned = new Set<Segment>();
      const found = new Map<number, Place>();
      function keep(blobId: number, place: Place): void {
        if (!pinned.has(place.segment)) place.segment.holders += 1;
        pinned.add(place.segment);
        found.set(blobId, place);
      }
      function release(): void {
        for (const segment of pinned) segment.holders -= 1;
        pinned.clear();
      }
      try {
        for (const blobId of blobIds) {
          const place = places.get(blobId);
          if (place) keep(blobId, place);
        }
        const missing = blobIds.filter((blobId) => !found.has(blobId));
        const left = new Map<number, string>();
        for (const [blobId, text] of missing.length === 0 ? [] : await read(missing)) {
          const place = places.get(blobId) ?? put(blobId, text);
          if (place) keep(blobId, place);
          else left.set(blobId, text);
        }
        return { ...placesOf(blobIds, { found, left }), release };
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

/** `left` are those for which the cache has no room. */
function placesOf(
  blobIds: readonly number[],
  { found, left }: { found: ReadonlyMap<number, Place>; left: ReadonlyMap<number, string> },
): Pick<PinnedTexts, "texts" | "keys"> {
  const apart = placeTexts([...left.values()]);
  const apartAt = new Map([...left.keys()].map((blobId, index) => [blobId, 3 * index]));
  const buffers: ArrayBufferLike[] = [...apart.buffers];
  const numbers = new Map<Segment, number>();
  const keys: number[] = [];
  const places: number[] = [];
  for (const [key, blobId] of blobIds.entries()) {
    const place = found.get(blobId);
    const at = apartAt.get(blobId);
    if (place) {
      const number = numbers.get(place.segment) ?? buffers.push(place.segment.buffer) - 1;
      numbers.set(place.segment, number);
      places.push(number, place.offset, place.length);
    } else if (at !== undefined) places.push(...apart.places.subarray(at, at + 3));
    else continue;
    keys.push(key);
  }
  return { texts: { buffers, places: Int32Array.from(places) }, keys };
}

const caches = new WeakMap<Runtime, TextCache>();

/** The cache of this process. */
export function textCacheOf(runtime: Runtime): TextCache {
  const cache = caches.get(runtime) ?? createTextCache(runtime.settings(cacheSettings).SEARCH_CACHE_MB * 1024 * 1024);
  caches.set(runtime, cache);
  return cache;
}
