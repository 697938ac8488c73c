// Compares two texts line by line by Myers' algorithm in linear space
// ("An O(ND) Difference Algorithm and Its Variations", 1986).
import { slideChanges } from "./slide.ts";

/** A text as numbers, equal for equal lines; texts that are to be compared share one interner. */
export type LineIds = Int32Array;

/** Which lines of either side the other one lacks: 1 for a line that went, or came. */
export interface LineDiff {
  removed: Uint8Array;
  added: Uint8Array;
}

/** The lines of a text with their ends; the last one may have none. */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  let from = 0;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
    lines.push(text.slice(from, end + 1));
    from = end + 1;
  }
  if (from < text.length) lines.push(text.slice(from));
  return lines;
}

/** Gives equal lines equal numbers. */
export function createInterner(): (lines: readonly string[]) => LineIds {
  const known = new Map<string, number>();
  return (lines) => {
    const ids = new Int32Array(lines.length);
    for (const [index, line] of lines.entries()) {
      let id = known.get(line);
      if (id === undefined) {
        id = known.size;
        known.set(line, id);
      }
      ids[index] = id;
    }
    return ids;
  };
}

/** A side of a comparison: its lines, and what has been found of them. */
interface Side {
  ids: LineIds;
  changed: Uint8Array;
}

/**
 * The lines that differ, few of them and, where a group could stand in several places, where git puts it. Past `deadline` what
 * is not compared yet counts as changed, so the answer is always right, if not always short.
 */
export function diffIds(
  before: { ids: LineIds; lines: readonly string[] },
  after: { ids: LineIds; lines: readonly string[] },
  deadline = Number.POSITIVE_INFINITY,
): LineDiff {
  const one: Side = { ids: before.ids, changed: new Uint8Array(before.ids.length) };
  const two: Side = { ids: after.ids, changed: new Uint8Array(after.ids.length) };
  compare(one, two, deadline);
  slideChanges({ ...one, lines: before.lines }, two.changed);
  slideChanges({ ...two, lines: after.lines }, one.changed);
  return { removed: one.changed, added: two.changed };
}

/** What is left of a side once lines that the other one does not have at all are marked: their places, and their numbers. */
interface Rest {
  at: Int32Array;
  ids: Int32Array;
  changed: Uint8Array;
}

function compare(one: Side, two: Side, deadline: number): void {
  let start = 0;
  const shorter = Math.min(one.ids.length, two.ids.length);
  while (start < shorter && one.ids[start] === two.ids[start]) start++;
  let tail = 0;
  while (tail < shorter - start && one.ids[one.ids.length - 1 - tail] === two.ids[two.ids.length - 1 - tail]) tail++;
  const [a, b] = [restOf(one, two, { start, tail }), restOf(two, one, { start, tail })];
  const diagonals = a.ids.length + b.ids.length + 3;
  const search: Search = {
    a,
    b,
    forward: new Int32Array(2 * diagonals + 2),
    backward: new Int32Array(2 * diagonals + 2),
    middle: diagonals,
    cost_max: Math.max(COST_MIN, Math.ceil(Math.sqrt(diagonals))),
    deadline,
  };
  solve(search, { a0: 0, a1: a.ids.length, b0: 0, b1: b.ids.length });
}

function restOf(side: Side, other: Side, { start, tail }: { start: number; tail: number }): Rest {
  // Numbers are dense, so a table of them is the fastest set.
  const known = new Uint8Array(1 + Math.max(greatest(side.ids), greatest(other.ids)));
  for (const id of other.ids) known[id] = 1;
  const at: number[] = [];
  for (let index = start; index < side.ids.length - tail; index++) {
    if (known[side.ids[index] ?? 0]) at.push(index);
    else side.changed[index] = 1;
  }
  return { at: Int32Array.from(at), ids: Int32Array.from(at, (index) => side.ids[index] ?? -1), changed: side.changed };
}

function greatest(ids: LineIds): number {
  return ids.reduce((most, id) => Math.max(most, id), 0);
}

/** Edits that one search may cost before it settles for a good place to split instead of the best one. */
const COST_MIN = 256;

interface Search {
  a: Rest;
  b: Rest;
  /** Furthest place on `a` reached on each diagonal, from the start and from the end; diagonal `k` is at `middle + k`. */
  forward: Int32Array;
  backward: Int32Array;
  middle: number;
  cost_max: number;
  deadline: number;
}

/** A part of the grid: `a0` to `a1` of one side against `b0` to `b1` of the other. */
interface Box {
  a0: number;
  a1: number;
  b0: number;
  b1: number;
}

function solve(search: Search, whole: Box): void {
  const { a, b } = search;
  const open: Box[] = [whole];
  for (let box = open.pop(); box; box = open.pop()) {
    let { a0, a1, b0, b1 } = box;
    while (a0 < a1 && b0 < b1 && a.ids[a0] === b.ids[b0]) [a0, b0] = [a0 + 1, b0 + 1];
    while (a0 < a1 && b0 < b1 && a.ids[a1 - 1] === b.ids[b1 - 1]) [a1, b1] = [a1 - 1, b1 - 1];
    const cut = a0 < a1 && b0 < b1 && performance.now() < search.deadline ? split(search, { a0, a1, b0, b1 }) : null;
    if (cut && !isCorner(cut, { a0, a1, b0, b1 })) {
      open.push({ a0: cut.x, a1, b0: cut.y, b1 }, { a0, a1: cut.x, b0, b1: cut.y });
      continue;
    }
    for (let index = a0; index < a1; index++) a.changed[a.at[index] ?? 0] = 1;
    for (let index = b0; index < b1; index++) b.changed[b.at[index] ?? 0] = 1;
  }
}

function isCorner({ x, y }: Point, { a0, a1, b0, b1 }: Box): boolean {
  return (x === a0 && y === b0) || (x === a1 && y === b1);
}

interface Point {
  x: number;
  y: number;
}

/** A point that a shortest way through the box passes; when the search gets too costly, one that a long way of matches leads to. */
function split(search: Search, { a0, a1, b0, b1 }: Box): Point {
  const { forward, backward, middle, cost_max } = search;
  const left = search.a.ids;
  const right = search.b.ids;
  const [low, high] = [a0 - b1, a1 - b0];
  const [ahead, behind] = [a0 - b0, a1 - b1];
  const isOdd = ((ahead - behind) & 1) !== 0;
  let [f0, f1, r0, r1] = [ahead, ahead, behind, behind];
  forward[middle + ahead] = a0;
  backward[middle + behind] = a1;
  for (let cost = 1; ; cost++) {
    if (f0 > low) forward[middle + --f0 - 1] = -1;
    else f0++;
    if (f1 < high) forward[middle + ++f1 + 1] = -1;
    else f1--;
    for (let k = f1; k >= f0; k -= 2) {
      const under = forward[middle + k - 1] ?? -1;
      const over = forward[middle + k + 1] ?? -1;
      let x = under >= over ? under + 1 : over;
      while (x < a1 && x - k < b1 && left[x] === right[x - k]) x++;
      forward[middle + k] = x;
      if (isOdd && r0 <= k && k <= r1 && (backward[middle + k] ?? 0) <= x) return { x, y: x - k };
    }
    if (r0 > low) backward[middle + --r0 - 1] = MANY;
    else r0++;
    if (r1 < high) backward[middle + ++r1 + 1] = MANY;
    else r1--;
    for (let k = r1; k >= r0; k -= 2) {
      const under = backward[middle + k - 1] ?? MANY;
      const over = backward[middle + k + 1] ?? MANY;
      let x = under < over ? under : over - 1;
      while (x > a0 && x - k > b0 && left[x - 1] === right[x - k - 1]) x--;
      backward[middle + k] = x;
      if (!isOdd && f0 <= k && k <= f1 && x <= (forward[middle + k] ?? 0)) return { x, y: x - k };
    }
    if (cost >= cost_max) return settle(search, { a0, a1, b0, b1 }, { f0, f1, r0, r1 });
  }
}

const MANY = 2 ** 31 - 1;

/** The furthest that either end has come. */
function settle(
  { forward, backward, middle }: Search,
  { a0, a1, b0, b1 }: Box,
  { f0, f1, r0, r1 }: { f0: number; f1: number; r0: number; r1: number },
): Point {
  let best: Point = { x: a0, y: b0 };
  for (let k = f1; k >= f0; k -= 2) {
    let x = Math.min(forward[middle + k] ?? a0, a1);
    if (x - k > b1) x = b1 + k;
    if (x + x - k > best.x + best.y) best = { x, y: x - k };
  }
  let last: Point = { x: a1, y: b1 };
  for (let k = r1; k >= r0; k -= 2) {
    let x = Math.max(backward[middle + k] ?? a1, a0);
    if (x - k < b0) x = b0 + k;
    if (x + x - k < last.x + last.y) last = { x, y: x - k };
  }
  return a1 + b1 - (last.x + last.y) < best.x + best.y - (a0 + b0) ? best : last;
}
