// The states in which a regex can be within a line, made as they are met: each is the set of steps that may come next.
import type { Assertion, Program } from "./regex_program.ts";

export interface LineState {
  places: number[];
  is_first: boolean;
  /** A character of a word stands before. */
  after_word: boolean;
  /** The line, up to before the last character, holds a match. */
  is_match: boolean;
  /** By the number of a class, the line's end at 0. */
  next: (LineState | undefined)[];
}

/** Runes of one class lead the same way from every state. */
export interface LineStates {
  /** Some runes beyond ASCII are of another class than the others. */
  is_wide: boolean;
  classOf(rune: number): number;
  /** At the beginning of a line. */
  first(): LineState;
  /** `LINE_END` as rune is the end of the line. */
  step(from: LineState, rune: number): LineState;
  /** More is kept than is good; who goes on all the same forgets first. */
  isFull(): boolean;
  forget(): void;
}

export const LINE_END = -1;
/** Places of all states together, and what a state costs beside them. */
const PLACES_MAX = 400_000;
const STATE_PLACES = 32;
/** Runes whose classes are kept are below this one; nearly all others are emoji. */
const RUNES_KEPT = 0x10000;

export function createLineStates({ steps, start, atoms }: Program): LineStates {
  const sees = steps.some((step) => step.kind === "assertion" && /boundary/.test(step.holds));
  const classes = createClasses(atoms, sees);
  const matched: LineState = { places: [], is_first: false, after_word: false, is_match: true, next: [] };
  /** Which look last came by a step, and which last led to it. */
  const seen = new Int32Array(steps.length);
  const reached = new Int32Array(steps.length);
  let look = 0;
  let states = new Map<string, LineState>();
  let kept = 0;

  function holds(assertion: Assertion, from: LineState, at: { end: boolean; word: boolean }): boolean {
    if (assertion === "begin") return from.is_first;
    if (assertion === "end") return at.end;
    return (from.after_word !== at.word) === (assertion === "boundary");
  }

  function follow(from: LineState, taken: Class | null): LineState {
    look += 1;
    const at = { end: taken === null, word: taken?.is_word ?? false };
    const places: number[] = [];
    // A match may begin anywhere.
    const open = [start, ...from.places];
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      const step = steps[place];
      if (!step || seen[place] === look) continue;
      seen[place] = look;
      if (step.kind === "match") return matched;
      if (step.kind === "ways") open.push(...step.next);
      else if (step.kind === "assertion") {
        if (holds(step.holds, from, at)) open.push(step.next);
      } else if (taken?.members[step.atom] === 1 && reached[step.next] !== look) {
        reached[step.next] = look;
        places.push(step.next);
      }
    }
    return stateOf(
      places.sort((a, b) => a - b),
      at.word,
    );
  }

  function stateOf(places: number[], afterWord: boolean): LineState {
    const key = `${afterWord} ${places.join()}`;
    const known = states.get(key);
    if (known) return known;
    kept += places.length + STATE_PLACES;
    const state = { places, is_first: false, after_word: afterWord, is_match: false, next: [] };
    states.set(key, state);
    return state;
  }

  return {
    is_wide: atoms.some((atom) => !atom.is_narrow),
    classOf: classes.numberOf,
    first: () => ({ places: [], is_first: true, after_word: false, is_match: false, next: [] }),
    step(from, rune) {
      const number = rune === LINE_END ? 0 : classes.numberOf(rune);
      const known = from.next[number];
      if (known) return known;
      const next = follow(from, classes.at(number));
      kept += Math.max(1, number + 1 - from.next.length);
      from.next[number] = next;
      return next;
    },
    isFull: () => kept > PLACES_MAX,
    forget() {
      states = new Map();
      kept = 0;
    },
  };
}

interface Class {
  /** For each atom, whether it takes these runes. */
  members: Uint8Array;
  is_word: boolean;
}

/** `sees` tells whether it matters what belongs to a word. */
function createClasses(atoms: Program["atoms"], sees: boolean) {
  const numbers = new Map<string, number>();
  /** The end of a line has no class, and its number. */
  const classes: (Class | null)[] = [null];
  let known = new Uint16Array(0x80);

  function meet(rune: number): number {
    const members = Uint8Array.from(atoms, (atom) => Number(atom.takes(rune)));
    const is_word = sees && rune < 0x80 && /\w/.test(String.fromCharCode(rune));
    const signature = `${is_word} ${members.join("")}`;
    const number = numbers.get(signature) ?? classes.push({ members, is_word }) - 1;
    numbers.set(signature, number);
    if (rune < RUNES_KEPT && number < 0x10000) {
      if (rune >= known.length) {
        const wider = new Uint16Array(RUNES_KEPT);
        wider.set(known);
        known = wider;
      }
      known[rune] = number;
    }
    return number;
  }

  return { numberOf: (rune: number) => known[rune] || meet(rune), at: (number: number) => classes[number] ?? null };
}
