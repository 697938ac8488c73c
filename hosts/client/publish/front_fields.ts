// What the front matter of a file says of its document beside its title: tags, other names, a date and a description.

/** As documents keep them. */
export interface FrontFields {
  /** In their stored form; null where the file says nothing of them. */
  tags: string[] | null;
  /** Attributes of the document by their names. */
  attrs: Record<string, string>;
  /** What is in the file and is not read, in words. */
  unread: string[];
}

/** What the service takes of them. */
export const TAGS_MAX = 10;
export const TAG_CHARS_MAX = 32;
const TAG = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._/+#-]*$/u;
export const TEXT_CHARS_MAX = 1024;
/** The page reads these by itself. */
const OTHERS_READ = ["title", "lang", "language", "markdown"];

/** The fields of a source whose front matter ends at `end`. */
export function readFrontFields(source: string, end: number): FrontFields {
  const block = blockOf(source.slice(0, end));
  if (block === null) return { tags: null, attrs: {}, unread: end === 0 ? [] : ["front matter that is no YAML"] };
  const { tags, tag, aliases, alias, date, created, description, summary, ...others } = block;
  const read = readTags(tags ?? tag);
  const names = listOf(aliases ?? alias, /,/).filter((name) => !name.includes("\n"));
  const attrs = Object.entries({
    aliases: fitting(names),
    date: textOf(date ?? created),
    description: textOf(description ?? summary),
  }).filter(([, text]) => text !== "");
  const unread = Object.keys(others).filter((key) => !OTHERS_READ.includes(key));
  return { tags: read?.taken ?? null, attrs: Object.fromEntries(attrs), unread: [...unread, ...(read?.left ?? [])] };
}

function blockOf(head: string): Record<string, unknown> | null {
  const inside = head.replace(/^\uFEFF?---[ \t]*\r?\n/, "").replace(/(?:^|\r?\n)(?:---|\.\.\.)[ \t]*(?:\r?\n)?$/, "");
  if (inside.trim() === "") return null;
  try {
    const read: unknown = Bun.YAML.parse(inside);
    return typeof read === "object" && read !== null && !Array.isArray(read) ? { ...read } : null;
  } catch {
    return null;
  }
}

function readTags(given: unknown): { taken: string[]; left: string[] } | null {
  if (given === undefined || given === null) return null;
  const taken = new Set<string>();
  const left: string[] = [];
  for (const written of listOf(given, /[,\s]/)) {
    const tag = written.replace(/^#+/, "").trim().toLowerCase().replace(/\s+/g, "-").normalize("NFC");
    if (TAG.test(tag) && [...tag].length <= TAG_CHARS_MAX && taken.size < TAGS_MAX) taken.add(tag);
    else left.push(`tag "${written.slice(0, 80)}"`);
  }
  return { taken: [...taken], left };
}

/** As many names, each on a line, as an attribute holds. */
function fitting(names: readonly string[]): string {
  let text = "";
  for (const name of names) {
    const longer = text === "" ? name : `${text}\n${name}`;
    if ([...longer].length > TEXT_CHARS_MAX) break;
    text = longer;
  }
  return text;
}

/** A list, or a text with its parts; what is in it and no text is left out. */
function listOf(given: unknown, between: RegExp): string[] {
  const parts = Array.isArray(given) ? given.map(textOf) : textOf(given).split(between);
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ""))];
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  const isText = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isText ? [...String(value).trim()].slice(0, TEXT_CHARS_MAX).join("") : "";
}
