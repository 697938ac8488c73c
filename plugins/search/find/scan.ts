// Grep over texts in memory: which lines match, with the lines around them, within bounds of time and size.
import { createMatcherCache, type Matcher, type Pattern } from "../regex/pattern.ts";

export interface LineMatch {
  /** From 1. */
  line: number;
  text: string;
  before: string[];
  after: string[];
}

/** Texts as UTF-8, in lines that end in LF, wherever they lie in some buffers: three numbers each, buffer, offset and length. */
export interface PlacedTexts {
  buffers: ArrayBufferLike[];
  places: Int32Array;
}

export interface ScanOptions {
  texts: PlacedTexts;
  pattern: Pattern;
  /** Lines before and after each match. */
  context: number;
  /** Texts with matches, after which the rest is not looked at. */
  files_max: number;
  /** Lines of one text. */
  lines_max: number;
  /** Lines of all of them together; any number without it. */
  lines_all_max?: number;
  /** Of the first text so many lines are passed over; none without it. */
  lines_passed?: number;
  /** Characters of all lines together. */
  chars_max: number;
  /** Whether lines beyond those bounds are counted. */
  counts_all: boolean;
  time_ms: number;
}

export interface Scan {
  /** `key` says which one of the texts, from 0. */
  hits: { key: number; matches: LineMatch[]; total: number }[];
  /** How many texts were looked at, the first of them always, whatever the time. */
  looked: number;
  /** Not everything was looked at, or not all that was found is here. */
  truncated: boolean;
}

/** Puts texts into one buffer. */
export function placeTexts(texts: readonly string[]): PlacedTexts {
  const parts = texts.map((text) => Buffer.from(withLineFeeds(text)));
  let end = 0;
  const places = parts.flatMap(({ length }) => {
    end += length;
    return [0, end - length, length];
  });
  const buffer = new ArrayBuffer(end);
  const bytes = new Uint8Array(buffer);
  for (const [index, part] of parts.entries()) bytes.set(part, places[3 * index + 1]);
  return { buffers: [buffer], places: Int32Array.from(places) };
}

/** Puts one text into memory that threads share. */
export function shareText(text: string): SharedArrayBuffer {
  const lines = withLineFeeds(text);
  const buffer = new SharedArrayBuffer(Buffer.byteLength(lines));
  Buffer.from(buffer).write(lines);
  return buffer;
}

/** The end of a line is one character, or `$` would not find it. */
export function withLineFeeds(text: string): string {
  return text.includes("\r") ? text.replaceAll("\r\n", "\n") : text;
}

const LF = 10;
/** A longer line is shown around its match alone. */
const LINE_CHARS_MAX = 500;
const LINES_BETWEEN_LOOKS = 128;
const OVER = new Error("the time is over");
/** A search is scanned in portions, which share what its pattern has learned. */
const matcherFor = createMatcherCache();

/** `total` of a hit counts matching lines, also those that are not shown where all are to be counted. */
export function scan(options: ScanOptions): Scan {
  const ends = performance.now() + options.time_ms;
  const done: Scan = { hits: [], looked: 0, truncated: false };
  function look(): void {
    if (performance.now() > ends) throw OVER;
  }
  const matcher = matcherFor(options.pattern, look);
  const { buffers, places } = options.texts;
  const left = { lines: options.lines_all_max ?? Number.POSITIVE_INFINITY, chars: options.chars_max };
  try {
    for (let key = 0; 3 * key < places.length; key += 1) {
      if (key > 0) look();
      done.looked += 1;
      const buffer = buffers[places[3 * key] ?? 0] ?? new ArrayBuffer();
      const bytes = Buffer.from(buffer, places[3 * key + 1], places[3 * key + 2]);
      const found: Found = { matches: [], total: 0, truncated: false };
      try {
        scanText(bytes, { matcher, options, look, found, left, passed: key === 0 ? (options.lines_passed ?? 0) : 0 });
      } finally {
        // Also what was found before the time was over.
        done.truncated ||= found.truncated;
        if (found.total > 0) done.hits.push({ key, matches: found.matches, total: found.total });
      }
      if (done.hits.length >= options.files_max) return done;
      if (left.chars <= 0 && !options.counts_all) return { ...done, truncated: true };
    }
  } catch (error) {
    if (error !== OVER) throw error;
    done.truncated = true;
  }
  return done;
}

interface Found {
  matches: LineMatch[];
  total: number;
  truncated: boolean;
}

interface TextScan {
  matcher: Matcher;
  options: ScanOptions;
  look: () => void;
  found: Found;
  /** What may still be shown. */
  left: { lines: number; chars: number };
  /** Lines that are passed over. */
  passed: number;
}

function scanText(bytes: Buffer, { matcher, options, look, found, left, passed }: TextScan): void {
  const next = matcher.over(bytes);
  let counted = passLines(bytes, passed);
  if (passed > 0 && counted.start >= bytes.length) return;
  for (let from = counted.start; from < bytes.length || from === 0; ) {
    const at = next(from);
    if (at < 0) return;
    const start = startOf(bytes, at);
    const end = endOf(bytes, at);
    found.total += 1;
    if (found.total % LINES_BETWEEN_LOOKS === 0) look();
    from = end + 1;
    if (found.matches.length >= options.lines_max || left.lines <= 0 || left.chars <= 0) {
      found.truncated = true;
      if (!options.counts_all) return;
      continue;
    }
    counted = countLines(bytes, { ...counted, to: start });
    const text = bytes.toString("utf8", start, end);
    const match = {
      line: counted.line,
      text: text.length > LINE_CHARS_MAX ? clip(text, matcher.find(text)) : text,
      before: linesBefore(bytes, start, options.context),
      after: linesAfter(bytes, end, options.context),
    };
    found.matches.push(match);
    left.lines -= 1;
    left.chars -= [match.text, ...match.before, ...match.after].reduce((sum, one) => sum + one.length, 0);
  }
}

/** Where the line behind so many begins; at the end where there are fewer. */
function passLines(bytes: Buffer, passed: number): { line: number; start: number } {
  let start = 0;
  for (let line = 0; line < passed && start < bytes.length; line += 1) start = endOf(bytes, start) + 1;
  return { line: 1 + passed, start: Math.min(start, bytes.length) };
}

function startOf(bytes: Buffer, at: number): number {
  return at === 0 ? 0 : bytes.lastIndexOf(LF, at - 1) + 1;
}

function endOf(bytes: Buffer, at: number): number {
  const end = bytes.indexOf(LF, at);
  return end < 0 ? bytes.length : end;
}

function countLines(bytes: Buffer, { line, start, to }: { line: number; start: number; to: number }) {
  let lines = line;
  for (let at = start; at < to; at = endOf(bytes, at) + 1) lines += 1;
  return { line: lines, start: to };
}

function linesBefore(bytes: Buffer, start: number, count: number): string[] {
  const lines: string[] = [];
  for (let end = start - 1; end >= 0 && lines.length < count; ) {
    const from = startOf(bytes, end);
    lines.unshift(clip(bytes.toString("utf8", from, end), 0));
    end = from - 1;
  }
  return lines;
}

function linesAfter(bytes: Buffer, end: number, count: number): string[] {
  const lines: string[] = [];
  for (let from = end + 1; from < bytes.length && lines.length < count; ) {
    const to = endOf(bytes, from);
    lines.push(clip(bytes.toString("utf8", from, to), 0));
    from = to + 1;
  }
  return lines;
}

function clip(line: string, at: number): string {
  if (line.length <= LINE_CHARS_MAX) return line;
  const start = Math.max(0, Math.min(at - LINE_CHARS_MAX / 4, line.length - LINE_CHARS_MAX));
  const part = line.slice(start, start + LINE_CHARS_MAX).toWellFormed();
  return `${start > 0 ? "…" : ""}${part}${start + LINE_CHARS_MAX < line.length ? "…" : ""}`;
}
