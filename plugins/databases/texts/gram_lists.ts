// The inverted index of a table:
// turns texts of records into posting lists, by the hash of an n-gram the records that hold it.
import { gramsOf } from "../../texts/port.ts";

/** All tables are told apart by their own rows. */
const SEED = 0;
/** Lists of threes would be as long again, and most of them tell little. */
const LONG = { threes: false };
/** A piece that more than one in so many records hold tells too little to be listed. */
const COMMON = 8;
/** Of a part of few records, a piece that so many hold is listed all the same: one that is not leaves the search without any list. */
const LISTED_ALWAYS = 64;
/** Records stand in lists by how far they are from the middle of their part, in 16 bits. */
const SPAN = 2 ** 15;
const TABLE_BITS_MIN = 12;

/** The pieces of a text, as `collectGrams` has them; of a short text none. */
export function piecesOf(text: string): number[] {
  return [...gramsOf(text, SEED, LONG)];
}

/** The records of one part that hold a piece. */
export interface GramList {
  gram: number;
  records: number;
  /** Behind `base`, in the order in which they came; null where there are too many. */
  offsets: Int16Array | null;
}

/** Collects the pieces of records, each of which comes once, in the order of ids. */
export interface GramCollector {
  /** Whether the record is near enough to the first one. */
  fits(recordId: number): boolean;
  add(recordId: number, text: string): void;
  /** From where offsets count. */
  base(): number;
  /** What was collected, and an empty collector. */
  take(): Generator<GramList>;
  /** How many characters were added. */
  chars(): number;
}

export function collectGrams(): GramCollector {
  let records: number[] = [];
  /** Of each piece of each record, the number of the piece. */
  let numbers = new Int32Array(1 << 16);
  let ends: number[] = [];
  let used = 0;
  let pieces = createNumbers();
  let chars = 0;

  function add(recordId: number, text: string): void {
    if (text === "") return;
    const grams = gramsOf(text, SEED, LONG);
    if (used + grams.length > numbers.length) {
      const larger = new Int32Array(Math.max(2 * numbers.length, used + grams.length));
      larger.set(numbers.subarray(0, used));
      numbers = larger;
    }
    for (const gram of grams) numbers[used++] = pieces.numberOf(gram);
    records.push(recordId);
    ends.push(used);
    chars += text.length;
  }

  function base(): number {
    return (records[0] ?? 0) + SPAN;
  }

  function* take(): Generator<GramList> {
    const [all, of, upTo, hashes, middle] = [records, numbers, ends, pieces.hashes(), base()];
    const counts = new Int32Array(hashes.length);
    const total = used;
    for (let at = 0; at < total; at++) counts[of[at] ?? 0] = (counts[of[at] ?? 0] ?? 0) + 1;
    const common = Math.max(all.length / COMMON, LISTED_ALWAYS);
    const starts = new Int32Array(hashes.length + 1);
    for (let number = 0; number < hashes.length; number++) {
      const count = counts[number] ?? 0;
      starts[number + 1] = (starts[number] ?? 0) + (count > common ? 0 : count);
    }
    const lists = new Int16Array(starts[hashes.length] ?? 0);
    const next = starts.slice();
    for (let index = 0, at = 0; index < all.length; index++) {
      for (; at < (upTo[index] ?? 0); at++) {
        const number = of[at] ?? 0;
        if ((counts[number] ?? 0) > common) continue;
        const place = next[number] ?? 0;
        lists[place] = (all[index] ?? 0) - middle;
        next[number] = place + 1;
      }
    }
    records = [];
    ends = [];
    used = 0;
    chars = 0;
    pieces = createNumbers();
    for (let number = 0; number < hashes.length; number++) {
      const [from = 0, to = 0] = starts.subarray(number, number + 2);
      const count = counts[number] ?? 0;
      yield {
        gram: hashes[number] ?? 0,
        records: count,
        offsets: count > common ? null : lists.subarray(from, to),
      };
    }
  }

  return { fits: (recordId) => records.length === 0 || recordId - base() < SPAN, base, add, take, chars: () => chars };
}

/** Numbers for hashes in the order in which they are first seen; a `Map` of so many would take ten times as long. */
function createNumbers() {
  let bits = TABLE_BITS_MIN;
  let places = new Int32Array(1 << bits);
  let seen = new Int32Array(1 << bits);
  let count = 0;

  /** Where the hash is, or would be. */
  function placeOf(hash: number): number {
    const mask = places.length - 1;
    let place = (Math.imul(hash, 0x9e3779b1) >>> (32 - bits)) & mask;
    for (;;) {
      const number = places[place] ?? 0;
      if (number === 0 || seen[number - 1] === hash) return place;
      place = (place + 1) & mask;
    }
  }

  function grow(): void {
    const before = seen;
    bits += 1;
    places = new Int32Array(1 << bits);
    seen = new Int32Array(1 << bits);
    seen.set(before);
    for (let number = 1; number <= count; number++) places[placeOf(seen[number - 1] ?? 0)] = number;
  }

  return {
    numberOf(hash: number): number {
      const place = placeOf(hash);
      const number = places[place] ?? 0;
      if (number > 0) return number - 1;
      seen[count++] = hash;
      places[place] = count;
      if (2 * count > places.length) grow();
      return count - 1;
    },
    hashes: () => seen.subarray(0, count),
  };
}
