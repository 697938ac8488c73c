// Finds the lines in which a regex matches by one look at each byte, in a table of the states of a regex.

import { LINE_END, type LineState, type LineStates } from "./line_states.ts";

export interface LineAutomaton {
  /** False when no line matches, and quicker than `find` to say so. True says nothing. */
  mayMatch(bytes: Uint8Array): boolean;
  /** The offset of a byte in the first line that matches, or of its end; -1 when none does. `from` is where a line begins. */
  find(bytes: Uint8Array, from: number): number;
}

const LF = 10;
/** A rune beyond ASCII. */
const WIDE_RUNE = 0x100;

/** In the table instead of a state: less than zero, so that one look at several states shows whether one of them is none. */
const MATCH = -1;
const UNKNOWN = -2;
const STATES_MAX = 4096;
const MET_BETWEEN_LOOKS = 64;

/** Parts of a text that are looked at in turns, a byte of each. */
const LANES = 4;
const LANES_LOG2 = 2;

/**
 * Lines end in LF alone and are each held against the regex as if they were a whole text. `look` is called now and then while
 * states are met that were not met before, and may throw.
 */
export function createLineAutomaton(regex: LineStates, look: () => void): LineAutomaton {
  const { column, shift, same } = columnsOf(regex);
  const start = 1 << shift;
  let table = new Int32Array(16 << shift).fill(UNKNOWN);
  let states: (LineState | null)[] = [];
  let numbers = new Map<LineState, number>();
  let met = 0;
  const lanes = new Int32Array(LANES + 1);
  const reached = new Int32Array(LANES);

  function forget(): void {
    regex.forget();
    states = [null];
    numbers = new Map();
    table.fill(UNKNOWN);
    numberOf(regex.first());
  }

  function numberOf(state: LineState): number {
    const before = numbers.get(state);
    if (before !== undefined) return before;
    const number = (states.push(state) - 1) << shift;
    numbers.set(state, number);
    if (states.length << shift > table.length) {
      const wider = new Int32Array(2 * table.length).fill(UNKNOWN);
      wider.set(table);
      table = wider;
    }
    // A rune counts by its first byte.
    table[number | same] = number;
    return number;
  }

  function step(from: LineState, rune: number): LineState {
    if (states.length < STATES_MAX && !regex.isFull()) return regex.step(from, rune);
    forget();
    // What it led to is forgotten too, or none of it would ever be let go of.
    return regex.step({ ...from, next: [] }, rune);
  }

  /** Where a byte leads that the table does not know. */
  function meet(number: number, bytes: Uint8Array, at: number): number {
    met += 1;
    if (met % MET_BETWEEN_LOOKS === 0) look();
    const byte = bytes[at] ?? LF;
    const isRune = regex.is_wide && byte >= 0x80;
    const rune = isRune ? runeAt(bytes, at) : byte >= 0x80 ? WIDE_RUNE : byte;
    const state = states[number >> shift];
    if (!state) throw new Error("the automaton has lost its state");
    const isEnd = rune === LF;
    const before = states;
    const next = step(state, isEnd ? LINE_END : rune);
    const to = next.is_match ? MATCH : isEnd ? start : numberOf(next);
    if (!isRune && states === before) table[number | (column[byte] ?? 0)] = to;
    return to;
  }

  /** From a state at `from` on, in whole lines. */
  function findFrom(bytes: Uint8Array, { state, from, end }: { state: number; from: number; end: number }): number {
    let now = state;
    let seen = table;
    for (let at = from; at < end; at += 1) {
      let next = seen[now | (column[bytes[at] ?? 0] ?? 0)] ?? UNKNOWN;
      if (next === UNKNOWN) {
        next = meet(now, bytes, at);
        seen = table;
      }
      if (next === MATCH) return at;
      now = next;
    }
    // What ends with a line's end has no empty line after it.
    if (end < bytes.length || (end > 0 && bytes[end - 1] === LF)) return -1;
    return meet(now, bytes, end) === MATCH ? end : -1;
  }

  forget();
  return {
    find: (bytes, from) => findFrom(bytes, { state: start, from, end: bytes.length }),
    mayMatch(bytes) {
      const known = states;
      reached.fill(start);
      const together = cutAtLines(bytes, lanes);
      for (let at = 0; ; at += 1) {
        at = runTogether(bytes, { column, table, lanes, reached, from: at, end: together });
        if (at >= together) break;
        for (let lane = 0; lane < LANES; lane += 1) {
          const now = reached[lane] ?? start;
          const place = (lanes[lane] ?? 0) + at;
          const next = table[now | (column[bytes[place] ?? 0] ?? 0)] ?? UNKNOWN;
          const to = next === UNKNOWN ? meet(now, bytes, place) : next;
          // Where all was forgotten, the states of the others mean nothing; a look from the beginning can say more.
          if (to === MATCH || states !== known) return true;
          reached[lane] = to;
        }
      }
      for (let lane = 0; lane < LANES; lane += 1) {
        const [from = 0, end = bytes.length] = lanes.subarray(lane, lane + 2);
        const found = findFrom(bytes, { state: reached[lane] ?? start, from: from + together, end });
        if (found >= 0 || states !== known) return true;
      }
      return false;
    },
  };
}

/**
 * Goes on in each lane until a byte leads to no known state in one of them, or to `end`; answers how far. One after the other
 * takes twice as long: where a byte leads is looked up only once it is known where the byte before led.
 */
function runTogether(
  bytes: Uint8Array,
  of: { column: Uint8Array; table: Int32Array; lanes: Int32Array; reached: Int32Array; from: number; end: number },
): number {
  const { column, table, lanes, reached, from, end } = of;
  const two = lanes[1] ?? 0;
  const three = lanes[2] ?? 0;
  const four = lanes[3] ?? 0;
  let a = reached[0] ?? 0;
  let b = reached[1] ?? 0;
  let c = reached[2] ?? 0;
  let d = reached[3] ?? 0;
  let at = from;
  for (; at < end; at += 1) {
    const nextA = table[a | (column[bytes[at] ?? 0] ?? 0)] ?? UNKNOWN;
    const nextB = table[b | (column[bytes[two + at] ?? 0] ?? 0)] ?? UNKNOWN;
    const nextC = table[c | (column[bytes[three + at] ?? 0] ?? 0)] ?? UNKNOWN;
    const nextD = table[d | (column[bytes[four + at] ?? 0] ?? 0)] ?? UNKNOWN;
    if ((nextA | nextB | nextC | nextD) < 0) break;
    a = nextA;
    b = nextB;
    c = nextC;
    d = nextD;
  }
  reached[0] = a;
  reached[1] = b;
  reached[2] = c;
  reached[3] = d;
  return at;
}

/** Bytes that no regex state tells apart share a column; lines' ends have their own. */
function columnsOf(regex: LineStates) {
  // Without a difference beyond ASCII all runes there are alike: the first byte of one stands for it, and the others for nothing.
  const ids = new Map<number, number>();
  const idOf = (key: number) => {
    const id = ids.get(key) ?? ids.size;
    ids.set(key, id);
    return id;
  };
  const [LINE_END, SAME, WIDE] = [-1, -2, -3];
  const column = Uint8Array.from({ length: 256 }, (_, byte) => {
    if (byte === LF) return idOf(LINE_END);
    if (byte < 0x80) return idOf(regex.classOf(byte));
    if (byte < 0xc0) return idOf(SAME);
    return regex.is_wide ? idOf(WIDE) : idOf(regex.classOf(WIDE_RUNE));
  });
  return { column, same: idOf(SAME), shift: Math.ceil(Math.log2(ids.size)) };
}

/** Notes where each lane of a text begins and the last one ends, all at lines; answers the length of the shortest. */
function cutAtLines(bytes: Uint8Array, lanes: Int32Array): number {
  let shortest = bytes.length;
  let from = 0;
  for (let lane = 1; lane <= LANES; lane += 1) {
    const at = lane < LANES ? bytes.indexOf(LF, Math.max(from, (lane * bytes.length) >> LANES_LOG2)) : -1;
    const end = at < 0 ? bytes.length : at + 1;
    shortest = Math.min(shortest, end - from);
    lanes[lane] = end;
    from = end;
  }
  return shortest;
}

/** Over valid UTF-8. */
function runeAt(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
  if (a < 0xe0) return ((a & 0x1f) << 6) | (b & 0x3f);
  if (a < 0xf0) return ((a & 0x0f) << 12) | ((b & 0x3f) << 6) | (c & 0x3f);
  return ((a & 0x07) << 18) | ((b & 0x3f) << 12) | ((c & 0x3f) << 6) | (d & 0x3f);
}
