// What a reader of markdown sees as words, for the snippets of ranked search:
// quicker than a parser, and linear in time.
import { decodeReferences, INLINE } from "./visible_text.ts";

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n[A-Za-z_][\w-]*:[\s\S]*?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
const FENCE = /^(?: {0,3}>)*\s*(`{3,}|~{3,})/;
/** Rules, lines under headings and heads of tables; and where links of other lines lead. */
const NO_WORDS = /^(?:[ \t]*>)*[\s*_=|:+-]*$|^[\s>]*\[(?!\^)[^\]\n]+\]:[ \t]*\S/;
const LEADING =
  /^(?:[ \t]*>[ \t]?)*[ \t]*(?:\[![A-Za-z]+\][ \t]*$)?(?:[-*+][ \t]+(?:\[[ xX]\][ \t]+)?)?(?:#{1,6}[ \t]+)?/;

/** They mean something in markdown; where they stand for themselves, others stand for them until all is read. */
const MEANT = "\\`*_~[]()<>!|#&:";
const FIRST_SPARE = 0xe000;
const SPARED = new Map([...MEANT].map((one, index) => [one, String.fromCharCode(FIRST_SPARE + index)]));
const SPARE = /[\ue000-\ue00f]/g;

// Each pattern stops at the next character that it could begin with, so that no text is looked at again for each of many beginnings.
const ESCAPED = /\\([!-/:-@[-`{-~])/g;
const CODE = /(?<!`)(`+)(?!`)((?:[^`\n]|\n(?![ \t]*\n))+)\1(?!`)/g;
const UNSEEN = /<!--(?:(?!<!--)[\s\S])*?-->|<(script|style)\b(?:(?!<\1)[\s\S])*?<\/\1\s*>/gi;
const ADDRESS = /<((?:https?:|mailto:)[^\s<>]*)>/g;
const TAG = /<\/?([A-Za-z][A-Za-z0-9-]*)(?:\s[^<>]*)?\/?>/g;
const FOOTNOTE = /\[\^[^\s[\]]+\]:?/g;
const NAMED = /!?\[\[(?:[^[\]|\n]*\|)?([^[\]|\n]+)\]\](?!\()/g;
const LINK = /!?\[([^[\]]*)\](?:\((?:[^()\n]|\([^()\n]*\))*\)|\[[^[\]\n]*\])/g;
/** A line break that ends no paragraph is white space. */
const EMPHASES = [
  /(\*{1,3})(?=\S)((?:[^*\n]|\n(?![ \t]*\n))+)(?<=\S)\1(?!\*)/g,
  /(?<![\p{L}\p{N}_])(_{1,3})(?=\S)((?:[^_\n]|\n(?![ \t]*\n))+)(?<=\S)\1(?![\p{L}\p{N}_])/gu,
  /(~~)(?=\S)((?:[^~\n]|\n(?![ \t]*\n))+)(?<=\S)\1(?!~)/g,
];
/** What any of these begins with, and references to characters, and what stands for spared ones: prose has often none. */
const MARKED = /[\\`<[*_~&\ue000-\ue00f]/;
/** Emphasis in emphasis, from the inside outwards. */
const DEPTH = 3;
/** Others are names that somebody put into angle brackets. */
const ELEMENTS = new Set(
  "address article aside audio blockquote body br button caption center col colgroup dd details div dl dt figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hr html iframe img input label li link main meta nav noscript ol option p picture pre script section select source style summary svg table tbody td template textarea tfoot th thead title tr ul video".split(
    " ",
  ),
);

/** The words of a text in markdown, without what marks them up; code as it stands. */
export function plainMarkdown(source: string): string {
  const lines = withoutBlockMarks(source.replace(SPARE, "").replace(FRONT_MATTER, ""));
  if (!MARKED.test(lines)) return lines;
  let text = lines
    .replace(ESCAPED, (_whole, escaped: string) => SPARED.get(escaped) ?? escaped)
    .replace(CODE, (_whole, _ticks, code: string) => spared(code))
    .replace(UNSEEN, "")
    .replace(ADDRESS, "$1")
    .replace(FOOTNOTE, "")
    .replace(NAMED, "$1")
    .replace(LINK, "$1")
    // What was a picture within a link is the link's words by now.
    .replace(LINK, "$1")
    .replace(TAG, (tag, name: string) => {
      if (INLINE.has(name.toLowerCase())) return "";
      return ELEMENTS.has(name.toLowerCase()) ? " " : tag;
    });
  for (let depth = 0; depth < DEPTH; depth += 1) for (const pattern of EMPHASES) text = text.replace(pattern, "$2");
  return decodeReferences(text).replace(SPARE, (spare) => MEANT[spare.charCodeAt(0) - FIRST_SPARE] ?? "");
}

/** Each line without what makes it a heading, an entry of a list, a quotation or a row; lines of code are left as they are. */
function withoutBlockMarks(source: string): string {
  let fence: string | null = null;
  const lines: string[] = [];
  for (const line of source.split("\n")) {
    const mark = FENCE.exec(line)?.[1];
    if (mark && (fence === null || (mark.startsWith(fence) && line.trimEnd().endsWith(mark)))) {
      fence = fence === null ? mark : null;
    } else if (fence !== null) {
      lines.push(spared(line));
    } else {
      lines.push(NO_WORDS.test(line) ? "" : wordsOfLine(line));
    }
  }
  return lines.join("\n");
}

function wordsOfLine(line: string): string {
  const leading = LEADING.exec(line)?.[0] ?? "";
  const words = line.slice(leading.length);
  if (leading.trimEnd().endsWith("#")) return words.replace(/[ \t]#+[ \t]*$/, "");
  return words.startsWith("|") ? words.replace(/(?<!\\)\|/g, " ") : words;
}

function spared(text: string): string {
  return text.replace(/[\\`*_~[\]()<>!|#&:]/g, (one) => SPARED.get(one) ?? one);
}
