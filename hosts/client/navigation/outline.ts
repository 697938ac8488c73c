// The order of a book, as site generators keep it beside its pages:
// what they say, before it is known which documents there are.

/** One line of a table of contents. */
export interface OutlineLine {
  /** Null where the page's own title stands for it. */
  title: string | null;
  /** A file of the folder, from its root; an address elsewhere; or nothing, which is a heading. */
  leads: { path: string } | { url: string } | null;
  children: OutlineLine[];
  /** Where it was read, from 1; null where that is not known. */
  line: number | null;
  is_divider: boolean;
}

/** What was read, and what could not be. */
export interface Outline {
  lines: OutlineLine[];
  /** Lines that say nothing that is understood. */
  unread: { line: number | null; text: string }[];
}

/** More lines than any navigation has entries are not read. */
export const LINES_MAX = 10_000;

/** Where a written address leads: a file from the folder's root, or an address elsewhere; null for one out of the folder. */
export function readAddress(address: string, folder: string): OutlineLine["leads"] {
  const said = address.trim();
  if (said === "") return null;
  if (/^[a-z][a-z0-9+.-]*:/i.test(said) || said.startsWith("//")) return { url: said };
  const [file = ""] = said.split(/[?#]/);
  const segments = [...(file.startsWith("/") ? [] : folder.split("/")), ...file.split("/")];
  const path: string[] = [];
  for (const segment of segments) {
    if (segment === "" || segment === ".") continue;
    if (segment === ".." && path.pop() === undefined) return null;
    if (segment !== "..") path.push(decodeSegment(segment));
  }
  return { path: path.join("/") };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
