// Reads the YAML block that many editors put above markdown,
// so that it names and describes the page instead of being shown as text.

export interface FrontMatter {
  title: string | null;
  /** What it says the page is about, on one line. */
  description: string | null;
  lang: string | null;
  /** The syntax that the text chooses, in its words; null where it says nothing of that. */
  markdown: string[] | null;
  /** Offset in the source at which the markdown begins. */
  end: number;
}

const NONE: FrontMatter = { title: null, description: null, lang: null, markdown: null, end: 0 };

/** A block longer than this is taken for content. */
const LENGTH_MAX = 64 * 1024;

const OPENING = /^\uFEFF?---[ \t]*\r?\n/;
const CLOSING = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m;
const ENTRY = /^(?:#.*|(?:"[^"\n]*"|'[^'\n]*'|[\p{L}\p{N}_][^:\n]*):(?:[ \t].*)?)$/u;

/** The front matter at the very top of `source`, if there is one; two rules with prose between them are not. */
export function readFrontMatter(source: string): FrontMatter {
  const opening = OPENING.exec(source.slice(0, 64))?.[0];
  if (!opening) return NONE;
  const head = source.slice(opening.length, opening.length + LENGTH_MAX);
  const closing = CLOSING.exec(head);
  if (!closing) return NONE;
  const lines = head.slice(0, closing.index).split(/\r?\n/);
  const first = lines.find((line) => line.trim() !== "");
  if (first !== undefined && !ENTRY.test(first)) return NONE;
  return {
    title: readEntry(lines, "title"),
    description: readEntry(lines, "description") ?? readEntry(lines, "summary"),
    lang: readLanguage(readEntry(lines, "lang") ?? readEntry(lines, "language")),
    markdown: readList(lines, "markdown"),
    end: opening.length + closing.index + closing[0].length,
  };
}

function readEntry(lines: string[], key: string): string | null {
  const line = lines.find((candidate) => candidate.startsWith(`${key}:`));
  if (!line) return null;
  // One line alone is parsed, so no alias and no nesting of the block can cost anything.
  const value = parseScalar(line.slice(key.length + 1).trim());
  const text = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
  return text === "" ? null : [...text.slice(0, 600)].slice(0, 300).join("").toWellFormed();
}

const LIST_MAX = 20;

/** Words on one line, in brackets or with commas between them, or each on a line of its own below. */
function readList(lines: string[], key: string): string[] | null {
  const at = lines.findIndex((candidate) => candidate.startsWith(`${key}:`));
  if (at < 0) return null;
  const value = parseScalar((lines[at] ?? "").slice(key.length + 1).trim());
  if (Array.isArray(value)) return value.filter((word) => typeof word === "string").slice(0, LIST_MAX);
  const said = typeof value === "string" ? value.split(/[\s,]+/).filter((word) => word !== "") : [];
  if (said.length > 0) return said.slice(0, LIST_MAX);
  const below = lines.slice(at + 1, at + 1 + LIST_MAX);
  const end = below.findIndex((line) => !/^[ \t]*-[ \t]/.test(line));
  return (end < 0 ? below : below.slice(0, end)).flatMap((line) => {
    const word = parseScalar(line.replace(/^[ \t]*-[ \t]+/, "").trim());
    return typeof word === "string" ? [word.trim()] : [];
  });
}

function parseScalar(text: string): unknown {
  if (!/^["'[{&*!|>#]/.test(text)) return text.replace(/[ \t]#.*$/, "");
  try {
    return Bun.YAML.parse(text);
  } catch {
    return null;
  }
}

function readLanguage(tag: string | null): string | null {
  return tag !== null && /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(tag) ? tag : null;
}
