// Hashes of the short pieces of a text: a text that holds a string holds all pieces of it.
import { fold } from "./fold.ts";

const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
/** From here on the scripts whose words are often two characters long. */
const IDEOGRAPHS_FROM = 0x2e80;
/** A power of two. */
const SEEN = 8192;
/** The last one seen of those that share a place: a text repeats most of its pieces, and what is left is sorted soon. */
const seen = new Int32Array(SEEN);
/** Used again for the next text, since making room takes longer than a short text does. */
let found = new Int32Array(1024);

/**
 * The pieces of a text as sorted 32-bit numbers, each once; letter case does not count. They differ from seed to seed. Every three
 * and every four characters are a piece: nearly every long text holds the threes of any word, but not its fours. So are pairs of
 * ideographs. No piece reaches across the end of a word: that would be twice as many, and hardly rarer than the words beside it.
 * Without `threes` a text has half as many pieces, and three characters cannot be looked for.
 */
export function gramsOf(text: string, seedOf: number, { threes = true }: { threes?: boolean } = {}): Int32Array {
  const folded = fold(text);
  const seed = Math.imul(seedOf | 0, 0x9e3779b1) ^ 0x5bd1e995;
  if (found.length < 3 * folded.length) found = new Int32Array(3 * folded.length);
  let count = 0;
  seen.fill(0);
  // Of no piece at the place of 0, where it would pass for one that was seen.
  seen[0] = 1;
  function add(hash: number): void {
    const place = hash & (SEEN - 1);
    if (seen[place] === hash) return;
    seen[place] = hash;
    found[count++] = hash;
  }
  for (let index = 0; index + 1 < folded.length; index += 1) {
    const a = folded.charCodeAt(index);
    const b = folded.charCodeAt(index + 1);
    if (isBreak(a) || isBreak(b)) continue;
    if (a >= IDEOGRAPHS_FROM && b >= IDEOGRAPHS_FROM) add(mix(mix(seed ^ 0x2c1b3c6d, a), b));
    const c = folded.charCodeAt(index + 2);
    if (Number.isNaN(c) || isBreak(c)) continue;
    const three = mix(mix(mix(seed, a), b), c);
    if (threes) add(three);
    const d = folded.charCodeAt(index + 3);
    if (Number.isNaN(d) || isBreak(d)) continue;
    add(mix(three ^ 0x27d4eb2f, d));
  }
  const sorted = found.subarray(0, count).sort();
  let kept = 0;
  for (const hash of sorted) if (kept === 0 || sorted[kept - 1] !== hash) sorted[kept++] = hash;
  return sorted.slice(0, kept);
}

function isBreak(code: number): boolean {
  return code === SPACE || code === LINE_FEED || code === TAB || code === CARRIAGE_RETURN;
}

function mix(hash: number, code: number): number {
  const mixed = Math.imul(hash ^ code, 0x85ebca6b);
  return mixed ^ (mixed >>> 13);
}
