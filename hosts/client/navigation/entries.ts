// The entries of a table of contents: its lines led to the documents of the files that they name.
import type { OutlineLine } from "./outline.ts";

/** A document by the path of its file; its id is empty where it is still to be made. */
export type Documents = ReadonlyMap<string, { doc_id: string }>;

/** An entry as the server takes it. */
export interface Entry {
  [member: string]: unknown;
  target?: string | null;
  kind?: string;
  label?: string | null;
  children: Entry[];
}

/** A line that leads to no document of the folder. */
export interface Unmatched {
  line: number | null;
  text: string;
}

/**
 * The entries of an outline. A line whose file is no document becomes a heading where there is something below it, and is left out
 * otherwise; either way it is told.
 */
export function entriesOf(
  lines: readonly OutlineLine[],
  documents: Documents,
): { entries: Entry[]; unmatched: Unmatched[]; lineOf: ReadonlyMap<Entry, number | null> } {
  const unmatched: Unmatched[] = [];
  const lineOf = new Map<Entry, number | null>();
  const convert = (list: readonly OutlineLine[]): Entry[] =>
    list.flatMap((line) => {
      const made = convertLine(line);
      for (const entry of made) if (!lineOf.has(entry)) lineOf.set(entry, line.line);
      return made;
    });
  const convertLine = (line: OutlineLine): Entry[] => {
    const { title, leads } = line;
    if (line.is_divider) return [{ kind: "divider", children: [] }];
    const children = convert(line.children);
    const own = title === null ? null : labelOf(title);
    const label = own === null ? {} : { label: own };
    if (leads && "url" in leads) {
      const target = addressOf(leads.url);
      if (target !== null) return [{ target, label: own ?? new URL(target).host, children }];
      unmatched.push({ line: line.line, text: leads.url });
      return own !== null && children.length > 0 ? [{ label: own, children }] : children;
    }
    const document = leads === null ? undefined : documentAt(documents, leads.path);
    if (document) return [{ target: `doc:${document.doc_id}`, ...label, children }];
    if (leads !== null) unmatched.push({ line: line.line, text: leads.path });
    if (own !== null && (leads === null || children.length > 0)) return [{ label: own, children }];
    return children;
  };
  return { entries: convert(lines), unmatched, lineOf };
}

const LABEL_CHARS_MAX = 200;
/** The server refuses it as blank. */
const NOTHING_SHOWN = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]*$/u;
const SCHEMES = ["http:", "https:", "mailto:"];

/** A title as far as the server takes it. */
function labelOf(title: string): string | null {
  const shown = title.replace(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu, " ").trim();
  const label = shown.slice(0, LABEL_CHARS_MAX).toWellFormed().trim();
  return NOTHING_SHOWN.test(label) ? null : label;
}

/** An address in the form in which the server keeps it; null for one that no browser follows. */
function addressOf(url: string): string | null {
  const read = URL.canParse(url) ? new URL(url) : null;
  return read && SCHEMES.includes(read.protocol) ? read.href : null;
}

/** As the generators find pages: by the file, or by its page's address. */
function documentAt(documents: Documents, path: string): { doc_id: string } | undefined {
  const stem = path.replace(/\.(md|html?)$/i, "").replace(/\/$/, "");
  const names = [path, `${stem}.md`, `${stem}/index.md`, `${stem}/README.md`];
  return names.map((name) => documents.get(name)).find((document) => document !== undefined);
}

/** An entry of the server's answer as one to send. */
export function readEntry(shown: Readonly<Record<string, unknown>>): Entry {
  const { target, kind, label, children, ...settings } = shown;
  return {
    ...settings,
    target: typeof target === "string" ? target : null,
    ...(typeof kind === "string" ? { kind } : {}),
    label: typeof label === "string" ? label : null,
    children: Array.isArray(children) ? children.filter(isRecord).map(readEntry) : [],
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
