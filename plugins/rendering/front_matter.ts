// Reads the YAML block that many editors put above markdown, so that it names and describes the page instead of being shown as text.

export interface FrontMatter {
  title: string | null;
  /** What it says the page is about, on one line. */
  description: string | null;
  lang: string | null;
  /** Offset in the source at which the markdown begins. */
  end: number;
}

const NONE: FrontMatter = { title: null, description: null, lang: null, end: 0 };

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
