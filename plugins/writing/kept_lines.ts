// A text as a browser sends it back, with the ends of lines and the byte order mark that the file has.
// Pure: browsers turn every line end into CRLF, and the text is the truth, byte for byte.

import { CR, END, keptAround, LF, withEnds } from "./kept_around.ts";

const BOM = "\ufeff";

/** What stands in the control: the text without its byte order mark, which nobody can see or type. */
export function shownText(text: string): string {
  return text.startsWith(BOM) ? text.slice(BOM.length) : text;
}

/** Lines of both texts together up to which each is looked for; in longer ones what stands before and behind a change is what it was. */
const PAIRED_LINES_MAX = 20_000;

/** `sent` with each line's own ending and the mark of `base`, the text that it was typed on; a line that is new ends as those around it. */
export function keptLines(base: string, sent: string, paired_lines_max = PAIRED_LINES_MAX): string {
  const mark = base.startsWith(BOM) ? BOM : "";
  const [before, after] = [shownText(base), shownText(sent)];
  const ends = countEnds(before);
  const kinds = [ends.crlf && "\r\n", ends.lf && "\n", ends.cr && "\r"].filter((kind) => typeof kind === "string");
  const [only = "\n"] = kinds;
  if (kinds.length < 2) return mark + withEnds(after, only);
  if (sumOf(ends) > paired_lines_max || sumOf(ends) + sumOf(countEnds(after)) > paired_lines_max)
    return mark + keptAround(before, after);
  const [was, is] = [readLines(before), readLines(after)];
  return mark + joined(is.texts, endsFor(was, is.texts));
}

function sumOf({ crlf, lf, cr }: Ends): number {
  return crlf + lf + cr;
}

interface Ends {
  crlf: number;
  lf: number;
  cr: number;
}

function countEnds(text: string): Ends {
  const ends = { crlf: 0, lf: 0, cr: 0 };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LF) ends.lf += 1;
    else if (code === CR && text.charCodeAt(at + 1) === LF) {
      ends.crlf += 1;
      at += 1;
    } else if (code === CR) ends.cr += 1;
  }
  return ends;
}

interface Lines {
  /** One more than ends: behind the last end stands a text too, which may be empty. */
  texts: string[];
  ends: string[];
}

function readLines(text: string): Lines {
  return { texts: text.split(END), ends: text.match(END) ?? [] };
}

function joined(texts: readonly string[], ends: readonly string[]): string {
  const endAt = (at: number) => {
    const end = ends[at] ?? "\n";
    // Before an empty line that ends in LF it would be one end with it.
    const meets = end === "\r" && texts[at + 1] === "" && at + 1 < texts.length - 1 && ends[at + 1] === "\n";
    return meets ? "\n" : end;
  };
  return texts.map((text, at) => text + (at < texts.length - 1 ? endAt(at) : "")).join("");
}

/** The end of each line of `texts`, from the line of `before` that it is. */
function endsFor(before: Lines, texts: readonly string[]): string[] {
  const ends: (string | undefined)[] = [];
  for (const [from, at] of pairLines(before.texts, texts)) ends[at] = before.ends[from];
  let last = before.ends[0] ?? "\n";
  return texts.map((_, at) => {
    last = ends[at] ?? last;
    return last;
  });
}

/** Lines looked at, for each line that there is: beyond them a text is one that was made to take long. */
const LOOKS_MAX = 24;

type Pair = readonly [from: number, at: number];

interface Span {
  from: number;
  from_end: number;
  at: number;
  at_end: number;
}

/** Which line became which: those alike at both ends, then those that there is one of on either side, the rest by their order. */
function pairLines(before: readonly string[], after: readonly string[]): Pair[] {
  const pairs: Pair[] = [];
  const spans: Span[] = [{ from: 0, from_end: before.length, at: 0, at_end: after.length }];
  let looks = LOOKS_MAX * (before.length + after.length);
  for (let span = spans.pop(); span; span = spans.pop()) {
    const inner = trimAlike(span, { before, after, pairs });
    looks -= inner.from_end - inner.from + inner.at_end - inner.at;
    const anchors = looks > 0 ? findAnchors(inner, before, after) : [];
    if (anchors.length === 0) {
      const count = Math.min(inner.from_end - inner.from, inner.at_end - inner.at);
      for (let next = 0; next < count; next += 1) pairs.push([inner.from + next, inner.at + next]);
      continue;
    }
    let { from, at } = inner;
    for (const [anchor_from, anchor_at] of anchors) {
      spans.push({ from, from_end: anchor_from, at, at_end: anchor_at });
      pairs.push([anchor_from, anchor_at]);
      from = anchor_from + 1;
      at = anchor_at + 1;
    }
    spans.push({ from, from_end: inner.from_end, at, at_end: inner.at_end });
  }
  return pairs;
}

/** Pairs the lines that are alike at the start and at the end of a span, and answers what lies between. */
function trimAlike(
  { from, from_end, at, at_end }: Span,
  { before, after, pairs }: { before: readonly string[]; after: readonly string[]; pairs: Pair[] },
): Span {
  const inner = { from, from_end, at, at_end };
  const isOpen = () => inner.from < inner.from_end && inner.at < inner.at_end;
  while (isOpen() && before[inner.from] === after[inner.at]) pairs.push([inner.from++, inner.at++]);
  while (isOpen() && before[inner.from_end - 1] === after[inner.at_end - 1])
    pairs.push([--inner.from_end, --inner.at_end]);
  return inner;
}

/** Lines that stand once on either side, in the longest order that both have (as patience diff does). */
function findAnchors(
  { from, from_end, at, at_end }: Span,
  before: readonly string[],
  after: readonly string[],
): Pair[] {
  const once = new Map<string, { from: number; at: number }>();
  countOnce(before, from, from_end, (text, place) => once.set(text, { from: place, at: -1 }));
  const pairs: Pair[] = [];
  countOnce(after, at, at_end, (text, place) => {
    const found = once.get(text);
    if (found) pairs.push([found.from, place]);
  });
  return longestRising(pairs.sort(([, one], [, other]) => one - other));
}

function countOnce(
  texts: readonly string[],
  from: number,
  end: number,
  tell: (text: string, at: number) => void,
): void {
  const places = new Map<string, number>();
  for (let at = from; at < end; at += 1) places.set(texts[at] ?? "", places.has(texts[at] ?? "") ? -1 : at);
  for (const [text, at] of places) if (at >= 0) tell(text, at);
}

/** The longest part of the pairs, which are in order of `at`, whose `from` rises as well. */
function longestRising(pairs: readonly Pair[]): Pair[] {
  const tails: number[] = [];
  const previous: number[] = [];
  for (const [place, [from]] of pairs.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] ?? 0]?.[0] ?? 0) < from) low = middle + 1;
      else high = middle;
    }
    previous[place] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = place;
  }
  const rising: Pair[] = [];
  for (let place = tails.at(-1) ?? -1; place >= 0; place = previous[place] ?? -1) {
    const pair = pairs[place];
    if (pair) rising.push(pair);
  }
  return rising.reverse();
}
