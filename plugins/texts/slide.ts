// Moves groups of changed lines to where a reader expects them, among the places that mean the same.
import { bestEnd } from "./slide_score.ts";

interface Changed {
  ids: Int32Array;
  lines: readonly string[];
  changed: Uint8Array;
}

interface Group {
  start: number;
  end: number;
  /** How many unchanged lines stand before it, which says what it stands opposite to on the other side. */
  before: number;
}

/**
 * A group whose last line is like the line before it can as well stand one line higher, and so on. Groups that meet become one.
 * The lowest place is taken, but for one opposite to a change of the other side, or one that indentation speaks for.
 */
export function slideChanges(side: Changed, other: Uint8Array): void {
  const opposite = countGaps(other);
  const { changed } = side;
  let unchanged = 0;
  for (let index = 0; index < changed.length; ) {
    if (!changed[index]) {
      unchanged++;
      index++;
      continue;
    }
    const group: Group = { start: index, end: index, before: unchanged };
    while (changed[group.end]) group.end++;
    place(side, group, opposite);
    unchanged = group.before;
    index = group.end;
  }
}

/** How many changed lines stand before each unchanged line, and after the last one. */
function countGaps(changed: Uint8Array): number[] {
  const gaps = [0];
  for (const one of changed) {
    if (one) gaps[gaps.length - 1] = (gaps.at(-1) ?? 0) + 1;
    else gaps.push(0);
  }
  return gaps;
}

function place(side: Changed, group: Group, opposite: readonly number[]): void {
  let size = 0;
  let highest = group.end;
  let matching = -1;
  // Whatever it met on its way makes the group longer, and the way begins anew.
  while (size !== group.end - group.start) {
    size = group.end - group.start;
    matching = -1;
    while (slideUp(side, group));
    highest = group.end;
    if (opposite[group.before]) matching = group.end;
    while (slideDown(side, group)) if (opposite[group.before]) matching = group.end;
  }
  if (group.end === highest) return;
  const end = matching >= 0 ? matching : bestEnd(side.lines, { highest, lowest: group.end, size });
  while (group.end > end && slideUp(side, group));
}

function slideUp({ ids, changed }: Changed, group: Group): boolean {
  if (group.start === 0 || ids[group.start - 1] !== ids[group.end - 1]) return false;
  changed[--group.start] = 1;
  changed[--group.end] = 0;
  group.before--;
  while (group.start > 0 && changed[group.start - 1]) group.start--;
  return true;
}

function slideDown({ ids, changed }: Changed, group: Group): boolean {
  if (group.end >= ids.length || ids[group.start] !== ids[group.end]) return false;
  changed[group.start++] = 0;
  changed[group.end++] = 1;
  group.before++;
  while (changed[group.end]) group.end++;
  return true;
}
