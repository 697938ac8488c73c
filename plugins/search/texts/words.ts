// The words of a text as ranked search knows them:
// without case and accents, and pairs of letters where a script sets no spaces.

const ASCII = /^[\0-\x7f]*$/;

export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

/** A picture of a text is a word of its own: with its variants and what is joined to it, or the two letters of a flag. */
const PICTURE =
  /\p{Regional_Indicator}{2}|\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*)*/u;
const WORD = new RegExp(`[\\p{L}\\p{N}\\p{M}]+|${PICTURE.source}`, "gu");
/** What tells a picture in colour from the same in black, and one of a skin from that of another. */
const VARIANTS = /[\ufe0f\p{Emoji_Modifier}]/gu;
/** Letters that are no others with an accent, and that people without them on their keyboard write so. */
const WRITTEN: Readonly<Record<string, string>> = {
  ...{ ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ß: "ss", ı: "i", ħ: "h", ŧ: "t", ŋ: "n", ĸ: "k" },
};
const TO_WRITE = new RegExp(`[${Object.keys(WRITTEN).join("")}]`, "g");
/** By its code whether a character of ASCII belongs to a word. */
const IN_WORD = Uint8Array.from({ length: 128 }, (_, code) => (/[a-z0-9]/i.test(String.fromCharCode(code)) ? 1 : 0));
/** Scripts that set no spaces between words, or hang endings on them as Korean does; the marks that go with kana too. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々〆]/u;
const RUNS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々〆\u3099\u309a]+|[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々〆\u3099\u309a]+/gu;
/** Longer ones are hashes and the like, which nobody types. */
const WORD_CHARS_MAX = 64;

/** A stretch of a text: a word, or what stands together in a script without spaces. */
export interface Run {
  start: number;
  end: number;
  /** Folded. */
  text: string;
  spaced: boolean;
}

/** Letters without case, accents, strokes and width, and pictures without their variants. */
export function plain(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  // Marks of Latin, Greek and Cyrillic letters alone: those of Thai and Hindi are vowels.
  const bare = text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();
  const written = bare.replace(TO_WRITE, (letter) => WRITTEN[letter] ?? letter).replace(VARIANTS, "");
  return written.replaceAll("ς", "σ").normalize("NFC");
}

/** The stretches of a text in their order, found one by one, so that whoever has seen enough can stop. */
export function* runsOf(text: string): Generator<Run> {
  if (ASCII.test(text)) {
    yield* asciiRuns(text.toLowerCase());
    return;
  }
  for (const word of text.matchAll(WORD)) {
    const start = word.index;
    if (ASCII.test(word[0]) || !UNSPACED.test(word[0])) {
      yield { start, end: start + word[0].length, text: plain(word[0]), spaced: true };
      continue;
    }
    for (const run of word[0].matchAll(RUNS)) {
      const at = start + run.index;
      yield { start: at, end: at + run[0].length, text: plain(run[0]), spaced: !UNSPACED.test(run[0]) };
    }
  }
}

/** The same of a text of ASCII without capitals, at a fraction of the time that a pattern takes. */
function* asciiRuns(text: string): Generator<Run> {
  for (let start = 0; start < text.length; start += 1) {
    if (!isInWord(text, start)) continue;
    let end = start + 1;
    while (isInWord(text, end)) end += 1;
    yield { start, end, text: text.slice(start, end), spaced: true };
    start = end;
  }
}

function isInWord(text: string, index: number): boolean {
  return IN_WORD[text.charCodeAt(index)] === 1;
}

/** The lexemes of a stretch, one a position: the word, or each pair of neighbours and the last letter alone. */
export function lexemesOf(run: Run): string[] {
  if (run.spaced) return run.text.length > WORD_CHARS_MAX ? [] : [run.text];
  const letters = [...run.text];
  return letters.map((letter, index) => letter + (letters[index + 1] ?? ""));
}

/** Text with the weight of its words. */
export interface Weighted {
  text: string;
  weight: "A" | "B" | "C" | "D";
}

/** Postgres takes places up to 16,383; counting anew from the beginning keeps neighbours neighbours in longer texts. */
const PLACES = 16_000;
const PLACES_OF_WORD_MAX = 255;
/** A tsvector holds 1 MiB. */
const BYTES_MAX = 700_000;

/** Of each word its places, from the first one on; a place has the weight above its lower 14 bits, as Postgres keeps it. */
export type Places = ReadonlyMap<string, readonly number[]>;

const WEIGHTS = "DCBA";
export const PLACE_BITS = 14;

export function placesOf(parts: readonly Weighted[], mark: string): Places {
  const places = new Map<string, number[]>();
  let place = 0;
  let bytes = 0;
  function add(lexeme: string, weight: number): void {
    if (bytes > BYTES_MAX) return;
    let known = places.get(lexeme);
    if (!known) {
      known = [];
      places.set(lexeme, known);
      bytes += 3 * lexeme.length + mark.length + 8;
    }
    if (known.length >= PLACES_OF_WORD_MAX) return;
    known.push((1 + (place % PLACES)) | weight);
    bytes += 2;
  }
  for (const { text, weight } of parts) {
    const bits = WEIGHTS.indexOf(weight) << PLACE_BITS;
    for (const run of runsOf(text)) {
      for (const lexeme of lexemesOf(run)) {
        place += 1;
        add(lexeme, bits);
        if (weight === "A") add(IN_TITLE + lexeme, bits);
      }
    }
    place += 1;
  }
  return places;
}

/** Those of the words that `keeps` takes as a `tsvector` in writing. `mark` is put before each, see `markOf`. */
export function writeVector(words: Places, mark: string, keeps: (lexeme: string) => boolean = () => true): string {
  const kept = [...words].filter(([lexeme]) => keeps(lexeme.startsWith(IN_TITLE) ? lexeme.slice(1) : lexeme));
  const write = (place: number) => `${place & ((1 << PLACE_BITS) - 1)}${WEIGHTS[place >> PLACE_BITS]}`;
  return kept.map(([lexeme, places]) => `'${mark}${lexeme}':${places.map(write).join(",")}`).join(" ");
}

/** Stands between a workspace's mark and a word of a title, so that titles are found without reading any place. */
const IN_TITLE = "^";

/** What every word of a workspace begins with, so that another workspace's words are other words. */
export function markOf(workspaceId: number): string {
  return `${workspaceId.toString(36)}/`;
}

/** A query as people type it: its stretches, of which the last one may be the beginning of a word. */
export interface WordQuery {
  runs: Run[];
  /** As a `tsquery` in writing; null when there is no word in it. */
  tsquery: string | null;
  /** The same for documents that have all of it in their titles. */
  in_title: string | null;
  /** Whether a word of a text has a part in whether and how well the text matches. */
  counts(lexeme: string): boolean;
}

/** Every word must occur; the last one counts as a beginning too unless something follows it. */
export function readQuery(query: string, mark: string): WordQuery {
  const runs = [...runsOf(query)].filter((run) => lexemesOf(run).length > 0);
  if (runs.length === 0) return { runs, tsquery: null, in_title: null, counts: () => false };
  const terms = runs.map((run, index) => termOf(run, index === runs.length - 1));
  const write = (before: string) => terms.map((term) => writeTerm(term, before)).join(" & ");
  const words = new Set(terms.flatMap((term) => (term.isBeginning ? [] : term.lexemes)));
  const beginnings = terms.flatMap((term) => (term.isBeginning ? term.lexemes : []));
  return {
    runs,
    tsquery: write(mark),
    in_title: write(mark + IN_TITLE),
    counts: (lexeme) => words.has(lexeme) || beginnings.some((one) => lexeme.startsWith(one)),
  };
}

/** Lexemes that must follow each other, or one that may be the beginning of a word. */
interface Term {
  lexemes: string[];
  isBeginning: boolean;
}

function termOf(run: Run, isLast: boolean): Term {
  const lexemes = lexemesOf(run);
  if (run.spaced) return { lexemes, isBeginning: isLast };
  // A single letter is the beginning of every pair that starts with it, and stands alone at the end of a stretch.
  return lexemes.length === 1 ? { lexemes, isBeginning: true } : { lexemes: lexemes.slice(0, -1), isBeginning: false };
}

function writeTerm({ lexemes, isBeginning }: Term, mark: string): string {
  if (isBeginning) return lexemes.map((lexeme) => `'${mark}${lexeme}':*`).join("");
  return `(${lexemes.map((lexeme) => `'${mark}${lexeme}'`).join(" <-> ")})`;
}
