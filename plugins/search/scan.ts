// Grep over texts in memory: which lines match, with the lines around them, within bounds of time and size.
import { compilePattern, type Matcher, type Pattern } from "./pattern.ts";

export interface LineMatch {
  /** From 1. */
  line: number;
  text: string;
  before: string[];
  after: string[];
}

export interface ScanWish {
  texts: { key: number; text: string }[];
  pattern: Pattern;
  /** Lines before and after each match. */
  context: number;
  /** Texts with matches, after which the rest is not looked at. */
  files_max: number;
  /** Lines of one text. */
  lines_max: number;
  /** Characters of all lines together. */
  chars_max: number;
  time_ms: number;
}

export interface Scan {
  hits: { key: number; matches: LineMatch[]; total: number }[];
  /** Not everything was looked at, or not all that was found is here. */
  truncated: boolean;
}

/** A longer line is shown around its match alone. */
const LINE_CHARS_MAX = 500;
const LINES_BETWEEN_LOOKS = 128;

/** Lines end in LF or CR LF. `total` counts matching lines, also those beyond `lines_max`. */
export function scan(wish: ScanWish): Scan {
  const ends = performance.now() + wish.time_ms;
  const matcher = compilePattern(wish.pattern);
  const done: Scan = { hits: [], truncated: false };
  let chars = 0;
  for (const { key, text: sent } of wish.texts) {
    if (performance.now() > ends) return { ...done, truncated: true };
    // The end of a line is one character, or `$` would not find it in the text as a whole.
    const text = sent.includes("\r") ? sent.replaceAll("\r\n", "\n") : sent;
    if (!matcher.mayMatch(text)) continue;
    const found = scanText(text, { matcher, wish, ends, chars_max: wish.chars_max - chars });
    chars += found.chars;
    done.truncated ||= found.truncated;
    if (found.total > 0) done.hits.push({ key, matches: found.matches, total: found.total });
    if (done.hits.length >= wish.files_max) return done;
    if (chars >= wish.chars_max) return { ...done, truncated: true };
  }
  return done;
}

function scanText(
  text: string,
  { matcher, wish, ends, chars_max }: { matcher: Matcher; wish: ScanWish; ends: number; chars_max: number },
) {
  const lines = text.split("\n");
  // What ends with a line's end has no empty line after it.
  if (lines.at(-1) === "" && lines.length > 1) lines.pop();
  const found = { matches: [] as LineMatch[], total: 0, chars: 0, truncated: false };
  for (const [index, line] of lines.entries()) {
    if (index % LINES_BETWEEN_LOOKS === 0 && performance.now() > ends) return { ...found, truncated: true };
    if (!matcher.matches(line)) continue;
    found.total += 1;
    if (found.matches.length >= wish.lines_max || found.chars >= chars_max) {
      found.truncated = true;
      continue;
    }
    const clipped = (from: number, to: number) => lines.slice(Math.max(0, from), to).map((one) => clip(one, 0));
    const match = {
      line: index + 1,
      text: line.length > LINE_CHARS_MAX ? clip(line, matcher.find(line)) : line,
      before: clipped(index - wish.context, index),
      after: clipped(index + 1, index + 1 + wish.context),
    };
    found.matches.push(match);
    found.chars += [match.text, ...match.before, ...match.after].reduce((sum, one) => sum + one.length, 0);
  }
  return found;
}

function clip(line: string, at: number): string {
  if (line.length <= LINE_CHARS_MAX) return line;
  const start = Math.max(0, Math.min(at - LINE_CHARS_MAX / 4, line.length - LINE_CHARS_MAX));
  const part = line.slice(start, start + LINE_CHARS_MAX).toWellFormed();
  return `${start > 0 ? "…" : ""}${part}${start + LINE_CHARS_MAX < line.length ? "…" : ""}`;
}
