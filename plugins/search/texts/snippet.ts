// The piece of a text that shows why it was found, as text and as HTML in which the words are marked.
import { plainMarkdown } from "./plain_markdown.ts";
import { isAscii, lexemesOf, type Run, runsOf } from "./words.ts";

export interface Snippet {
  snippet: string;
  /** Escaped: `<mark>` is the only element in it. */
  snippet_html: string;
}

const BEFORE_CHARS = 60;
const SNIPPET_CHARS = 220;
/** Where a text holds none of the words this far in, its beginning is shown: the title was found. */
const LOOKED_AT_CHARS = 262_144;

const MARKS_MAX = 400;

interface Mark {
  start: number;
  end: number;
  /** Which stretch of the query it is. */
  wanted: number;
}

/** What a snippet is taken from. */
export interface SnippetSource {
  text: string;
  is_markdown: boolean;
  /** Stands above the snippet wherever that is shown. */
  title: string;
}

/** `runs` is the query, whose last one may be the beginning of a word. */
export function makeSnippet(source: SnippetSource, runs: readonly Run[]): Snippet {
  const text = withoutTitle(source.is_markdown ? plainMarkdown(source.text) : source.text, source.title);
  const looked = text.slice(0, LOOKED_AT_CHARS);
  const marks = isAscii(looked) ? marksOfWords(looked, runs) : marksOfRuns(looked, runs);
  const start = startOf(text, bestStart(marks));
  const end = endOf(text, start);
  const shown = marks.filter((mark) => mark.start >= start && mark.end <= end);
  return write(text, { start, end, marks: shown });
}

/** What stands below a first line that says the title again; a text of nothing else stays. */
function withoutTitle(text: string, title: string): string {
  const [line = ""] = /^\s*[^\n]*/.exec(text) ?? [];
  const rest = text.slice(line.length);
  const isTitle = line.length < LOOKED_AT_CHARS && onOneLine(line) === onOneLine(title);
  return isTitle && /\S/.test(rest) ? rest : text;
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function marksOfRuns(text: string, runs: readonly Run[]): Mark[] {
  const marks: Mark[] = [];
  for (const run of runsOf(text)) {
    marks.push(...marksIn(run, runs));
    if (marks.length >= MARKS_MAX) break;
  }
  return marks;
}

/** The same in a text of ASCII, where the words of the query are looked for without taking the text apart. */
function marksOfWords(text: string, runs: readonly Run[]): Mark[] {
  const lower = text.toLowerCase();
  const marks = runs.flatMap((run, wanted) => {
    const isBeginning = wanted === runs.length - 1;
    const found: Mark[] = [];
    if (!run.spaced || !isAscii(run.text) || lexemesOf(run).length === 0) return found;
    for (let at = lower.indexOf(run.text); at >= 0 && found.length < MARKS_MAX; ) {
      const foundEnd = at + run.text.length;
      let end = foundEnd;
      while (isInWord(lower, end)) end += 1;
      if (!isInWord(lower, at - 1) && (isBeginning || end === foundEnd)) found.push({ start: at, end, wanted });
      // No other word begins before this one ends, however often the same letters stand in it.
      at = lower.indexOf(run.text, end);
    }
    return found;
  });
  return marks.sort((a, b) => a.start - b.start || a.wanted - b.wanted).slice(0, MARKS_MAX);
}

/** Whether a letter or a digit of ASCII in lower case stands there. */
function isInWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

/** The first place from which on most of the words stand within the length of a snippet. */
function bestStart(marks: readonly Mark[]): number {
  let best = { start: marks[0]?.start ?? 0, words: 0 };
  for (const [index, { start }] of marks.entries()) {
    const words = new Set<number>();
    for (let next = index; next < marks.length; next += 1) {
      const mark = marks[next];
      if (!mark || mark.end > start + SNIPPET_CHARS - BEFORE_CHARS) break;
      words.add(mark.wanted);
    }
    if (words.size > best.words) best = { start, words: words.size };
  }
  return best.start;
}

/** Where stretches of the query stand in one of the text. */
function marksIn(run: Run, runs: readonly Run[]): Mark[] {
  return runs.flatMap((one, wanted) => {
    if (one.spaced !== run.spaced || lexemesOf(one).length === 0) return [];
    if (one.spaced) {
      const isFound = run.text === one.text || (wanted === runs.length - 1 && run.text.startsWith(one.text));
      return isFound ? [{ start: run.start, end: run.end, wanted }] : [];
    }
    const at = run.text.indexOf(one.text);
    if (at < 0) return [];
    // Folding may change how many characters there are; then the whole stretch is marked.
    if (run.text.length !== run.end - run.start) return [{ start: run.start, end: run.end, wanted }];
    return [{ start: run.start + at, end: run.start + at + one.text.length, wanted }];
  });
}

/** A little before the place, at the beginning of a word where there is one near. */
function startOf(text: string, at: number): number {
  const from = Math.max(0, at - BEFORE_CHARS);
  if (from === 0) return 0;
  const space = text.slice(from, at).search(/\s/);
  return space < 0 ? from : from + space + 1;
}

function endOf(text: string, start: number): number {
  const end = Math.min(text.length, start + SNIPPET_CHARS);
  if (end === text.length) return end;
  const space = text.slice(start, end).search(/\s\S*$/);
  return space < SNIPPET_CHARS / 2 ? end : start + space;
}

function write(text: string, { start, end, marks }: { start: number; end: number; marks: Mark[] }): Snippet {
  let markup = "";
  let at = start;
  for (const mark of [...marks].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (mark.start < at) continue;
    markup += `${escapeHtml(text.slice(at, mark.start))}<mark>${escapeHtml(text.slice(mark.start, mark.end))}</mark>`;
    at = mark.end;
  }
  markup += escapeHtml(text.slice(at, end));
  const withEllipses = (content: string) =>
    `${start > 0 ? "…" : ""}${onOneLine(content.toWellFormed())}${end < text.length ? "…" : ""}`;
  return { snippet: withEllipses(text.slice(start, end)), snippet_html: withEllipses(markup) };
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
