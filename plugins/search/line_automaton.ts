// Finds the lines in which a regex matches by one look at each byte, in a table of the states that the engine's automaton takes.

/** What is used of the engine's lazy automaton (re2js, `src/DFA.js`), which its types do not show. */
interface Engine {
  prog: { start: number };
  numClasses: number;
  /** The first rune of each class but the first. */
  classBounds: Int32Array;
  runeClass(rune: number): number;
  /** These three answer null when the engine's memory is used up. */
  makeState(instructions: readonly number[], flag: number, matches: readonly number[]): EngineState | null;
  getState(instructions: readonly number[], flag: number, matches: readonly number[]): EngineState | null;
  step(state: EngineState, runeClass: number, rune: number, anchor: number): EngineState | null;
  clearCache(): void;
}

interface EngineState {
  nfaStates: readonly number[];
  flag: number;
  matchIDs: readonly number[];
  /** The text before the last rune matched. */
  isMatch: boolean;
}

export interface LineAutomaton {
  /** The offset of a byte in the first line that matches, or of its end; -1 when none does. `from` is where a line begins. */
  find(bytes: Uint8Array, from: number): number;
}

const LF = 10;
/** For the engine: the end of the text instead of a rune, what stands before its first, and that a match may begin anywhere. */
const END_TEXT = -1;
const AT_BEGINNING = 1 | 4;
const UNANCHORED = 0;
/** A rune beyond ASCII. */
const WIDE_RUNE = 0x100;

/** In the table instead of a state. */
const UNKNOWN = 0;
const MATCH = -1;
const STATES_MAX = 4096;
const MET_BETWEEN_LOOKS = 64;

/**
 * Lines end in LF alone and are each held against the regex as if they were a whole text. `look` is called now and then while
 * states are met that were not met before, and may throw.
 */
export function createLineAutomaton(given: unknown, look: () => void): LineAutomaton {
  const engine = engineOf(given);
  const { column, shift, isWide, same } = columnsOf(engine);
  const start = 1 << shift;
  let table = new Int32Array(16 << shift);
  let states: (EngineState | null)[] = [];
  let numbers = new Map<EngineState, number>();
  let met = 0;
  let width = 1;

  function forget(): void {
    engine.clearCache();
    states = [null];
    numbers = new Map();
    table.fill(UNKNOWN);
    numberOf(known(engine.makeState([engine.prog.start], AT_BEGINNING, [])));
  }

  function numberOf(state: EngineState): number {
    const before = numbers.get(state);
    if (before !== undefined) return before;
    const number = (states.push(state) - 1) << shift;
    numbers.set(state, number);
    if (states.length << shift > table.length) {
      const wider = new Int32Array(2 * table.length);
      wider.set(table);
      table = wider;
    }
    // The bytes within a rune change nothing.
    if (!isWide) table[number | same] = number;
    return number;
  }

  function step(from: EngineState, rune: number): EngineState {
    const runeClass = rune === END_TEXT ? engine.numClasses : engine.runeClass(rune);
    const next = states.length < STATES_MAX ? engine.step(from, runeClass, rune, UNANCHORED) : null;
    if (next) return next;
    forget();
    const again = known(engine.getState(from.nfaStates, from.flag, from.matchIDs));
    return known(engine.step(again, runeClass, rune, UNANCHORED));
  }

  /** Where a byte leads that the table does not know; sets `width`. */
  function meet(number: number, bytes: Uint8Array, at: number): number {
    met += 1;
    if (met % MET_BETWEEN_LOOKS === 0) look();
    const byte = bytes[at] ?? LF;
    const isRune = isWide && byte >= 0x80;
    const rune = isRune ? runeAt(bytes, at) : byte >= 0x80 ? WIDE_RUNE : byte;
    width = isRune ? widthOf(byte) : 1;
    const state = states[number >> shift];
    if (!state) throw new Error("the automaton has lost its state");
    const isEnd = rune === LF;
    const before = states;
    const next = step(state, isEnd ? END_TEXT : rune);
    const to = next.isMatch ? MATCH : isEnd ? start : numberOf(next);
    if (!isRune && states === before) table[number | (column[byte] ?? 0)] = to;
    return to;
  }

  forget();
  return {
    find(bytes, from) {
      const end = bytes.length;
      let state = start;
      let seen = table;
      for (let at = from; at < end; ) {
        let next = seen[state | (column[bytes[at] ?? 0] ?? 0)] ?? UNKNOWN;
        if (next > 0) {
          state = next;
          at += 1;
          continue;
        }
        width = 1;
        if (next === UNKNOWN) next = meet(state, bytes, at);
        if (next === MATCH) return at;
        seen = table;
        state = next;
        at += width;
      }
      // What ends with a line's end has no empty line after it.
      if (end > 0 && bytes[end - 1] === LF) return -1;
      return meet(state, bytes, end) === MATCH ? end : -1;
    },
  };
}

/** Bytes that no regex state tells apart share a column; lines' ends have their own. */
function columnsOf(engine: Engine) {
  // Without a bound beyond ASCII all runes there are alike: the first byte of one stands for it, and the others for nothing.
  const isWide = engine.classBounds.some((bound) => bound > 0x80);
  const ids = new Map<number, number>();
  const idOf = (key: number) => {
    const id = ids.get(key) ?? ids.size;
    ids.set(key, id);
    return id;
  };
  const [LINE_END, SAME] = [-1, -2];
  const column = Uint8Array.from({ length: 256 }, (_, byte) => {
    if (byte === LF) return idOf(LINE_END);
    if (byte < 0x80) return idOf(engine.runeClass(byte));
    return isWide || byte < 0xc0 ? idOf(SAME) : idOf(engine.runeClass(WIDE_RUNE));
  });
  return { column, isWide, same: idOf(SAME), shift: Math.ceil(Math.log2(ids.size)) };
}

function known(state: EngineState | null): EngineState {
  if (!state) throw new Error("a regex needs more memory than its engine has for one state");
  return state;
}

/** Over valid UTF-8. */
function runeAt(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
  if (a < 0xe0) return ((a & 0x1f) << 6) | (b & 0x3f);
  if (a < 0xf0) return ((a & 0x0f) << 12) | ((b & 0x3f) << 6) | (c & 0x3f);
  return ((a & 0x07) << 18) | ((b & 0x3f) << 12) | ((c & 0x3f) << 6) | (d & 0x3f);
}

function widthOf(byte: number): number {
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

function engineOf(value: unknown): Engine {
  if (!isEngine(value)) throw new Error("re2js has another automaton than the one that this house is written for");
  return value;
}

function isEngine(value: unknown): value is Engine {
  if (typeof value !== "object" || value === null) return false;
  const names = ["makeState", "getState", "step", "runeClass", "clearCache"];
  return names.every((name) => typeof Reflect.get(value, name) === "function") && "classBounds" in value;
}
