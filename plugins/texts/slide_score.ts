// Chooses where a group of changed lines ends by indentation and blank lines,
// with the weights that git uses since 2.14.

/** Found by Michael Haggerty on diffs that people rated: github.com/mhagger/diff-slider-tools. */
const START_OF_FILE = 1;
const END_OF_FILE = 21;
const BLANK = -30;
const BLANK_AFTER = 6;
const INDENTED = -4;
const INDENTED_WITH_BLANK = 10;
const OUTDENTED = 24;
const OUTDENTED_WITH_BLANK = 17;
const DEDENTED = 23;
const DEDENTED_WITH_BLANK = 17;
const INDENT_WEIGHT = 60;

/** Bounds on how far is looked, so that long runs of like lines cost little. */
const SLIDE_MAX = 100;
const INDENT_MAX = 200;
const BLANKS_MAX = 20;

interface Score {
  indent: number;
  penalty: number;
}

/** The end, between `highest` and `lowest`, at which a group of `size` lines reads best; of equals the lowest. */
export function bestEnd(
  lines: readonly string[],
  { highest, lowest, size }: { highest: number; lowest: number; size: number },
): number {
  const from = Math.max(highest, lowest - size - 1, lowest - SLIDE_MAX);
  let best = lowest;
  let least: Score | null = null;
  for (let end = from; end <= lowest; end++) {
    const score = { indent: 0, penalty: 0 };
    addBoundary(score, lines, end);
    addBoundary(score, lines, end - size);
    if (least && isWorse(score, least)) continue;
    best = end;
    least = score;
  }
  return best;
}

function isWorse(one: Score, other: Score): boolean {
  return INDENT_WEIGHT * Math.sign(one.indent - other.indent) + (one.penalty - other.penalty) > 0;
}

/** What speaks against a group beginning or ending before the line `at`. */
function addBoundary(score: Score, lines: readonly string[], at: number): void {
  const atEnd = at >= lines.length;
  const own = atEnd ? -1 : indentOf(lines[at] ?? "");
  const above = look(lines, { from: at - 1, step: -1 });
  const below = look(lines, { from: at + 1, step: 1 });
  if (above.indent === -1 && above.blanks === 0) score.penalty += START_OF_FILE;
  if (atEnd) score.penalty += END_OF_FILE;
  const blanksAfter = own === -1 ? 1 + below.blanks : 0;
  const blanks = above.blanks + blanksAfter;
  score.penalty += BLANK * blanks + BLANK_AFTER * blanksAfter;
  const indent = own === -1 ? below.indent : own;
  score.indent += indent;
  if (indent === -1 || above.indent === -1 || indent === above.indent) return;
  if (indent > above.indent) score.penalty += blanks ? INDENTED_WITH_BLANK : INDENTED;
  else if (below.indent !== -1 && below.indent > indent) score.penalty += blanks ? OUTDENTED_WITH_BLANK : OUTDENTED;
  else score.penalty += blanks ? DEDENTED_WITH_BLANK : DEDENTED;
}

/** Counts blank lines up to the first that is not, and its indentation; -1 when there is none near. */
function look(
  lines: readonly string[],
  { from, step }: { from: number; step: 1 | -1 },
): { blanks: number; indent: number } {
  let blanks = 0;
  for (let at = from; at >= 0 && at < lines.length; at += step) {
    const indent = indentOf(lines[at] ?? "");
    if (indent !== -1) return { blanks, indent };
    blanks++;
    if (blanks === BLANKS_MAX) return { blanks, indent: 0 };
  }
  return { blanks, indent: -1 };
}

/** Columns before the first letter, tabs to multiples of eight; -1 for a blank line. */
function indentOf(line: string): number {
  let columns = 0;
  for (const sign of line) {
    if (sign === " ") columns++;
    else if (sign === "\t") columns += 8 - (columns % 8);
    else if (!/[\n\v\f\r]/.test(sign)) return columns;
    if (columns >= INDENT_MAX) return INDENT_MAX;
  }
  return -1;
}
