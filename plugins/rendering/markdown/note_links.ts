// Links of vaults, `[[Note name#Heading|text]]` and `![[picture.png|200]]`:
// what they name, read where `[[...]]` means nothing by the contract.

import { readWikiLink } from "../wiki.ts";
import { slugOf } from "./heading_ids.ts";

/** What a link of a vault names. */
export interface NoteLink {
  /** As it was written, without what is shown in its place. */
  ref: string;
  /** The name of a note or a file, with the folders that it says; empty for the page itself. */
  name: string;
  /** With its `#`, as headings have it here; empty for the whole note. */
  fragment: string;
  text: string;
  width: number | null;
  height: number | null;
}

const NAME_CHARS_MAX = 300;
const STEP = /^(?:\.{0,2}\/)+/;

/** What stands between the brackets; null for what can be no name. Only what is shown in place has a size. */
function readNoteLink(inside: string, { embeds }: { embeds: boolean }): NoteLink | null {
  // In a table the bar is written with a backslash.
  const [target = "", ...shown] = inside.split(/\\?\|/);
  const ref = target.trim();
  const cut = ref.indexOf("#");
  const name = (cut < 0 ? ref : ref.slice(0, cut)).trim().replace(STEP, "").normalize("NFC");
  if (name === "" || name.length > NAME_CHARS_MAX || /[\0-\x1f\x7f\\[\]]/.test(ref) || name.endsWith("/")) return null;
  const size = !embeds ? null : /^(\d{1,4})(?:x(\d{1,4}))?$/.exec(shown.at(-1)?.trim() ?? "");
  const text = (size ? shown.slice(0, -1) : shown).join("|").trim();
  return {
    ref,
    name,
    fragment: cut < 0 ? "" : fragmentOf(ref.slice(cut + 1)),
    text: text || ref,
    width: size ? Number(size[1]) : null,
    height: size?.[2] === undefined ? null : Number(size[2]),
  };
}

/** A heading below others is named behind them; blocks have no ids here, so that their note is what is shown. */
function fragmentOf(path: string): string {
  const heading = path.split("#").at(-1)?.trim() ?? "";
  return heading === "" || heading.startsWith("^") ? "" : `#${slugOf(heading)}`;
}

/** By which a note is looked for: the last of its names, without case and the ending of a page. */
export function keyOfNote(name: string): string {
  return (name.split("/").at(-1) ?? "")
    .trim()
    .toLowerCase()
    .replace(/\.(?:md|markdown)$/, "");
}

/** How a source's naming of a note is kept among the paths that it names, so that its page is made again when there is such a note. */
export const markOfNote = (name: string): string => `[[${keyOfNote(name)}`;

/** How what is shown in place stands in `Destinations`, beside what is gone to. */
export const embedded = (ref: string): string => `!${ref}`;

const CANDIDATE = /\[\[([^\][\n]{1,400})\]\](?!\()/g;
/** A text that names more than this is no text of a person. */
const NOTES_MAX = 1000;

/** Links of a source that may name notes, each once; some may turn out to be code, or to mean something by the contract. */
export function findNoteLinks(source: string): NoteLink[] {
  if (!source.includes("[[")) return [];
  const found = new Map<string, NoteLink>();
  for (const [, inside = ""] of source.matchAll(CANDIDATE)) {
    const note = mayBeNote(inside);
    if (note && found.size < NOTES_MAX) found.set(note.ref, note);
  }
  return [...found.values()];
}

/** A link that the contract gives another meaning than a document's alias is none of a note. */
export function mayBeNote(inside: string, by: { embeds: boolean } = { embeds: false }): NoteLink | null {
  const reference = readWikiLink(inside);
  if (reference && (reference.workspace !== null || !("alias" in reference.target))) return null;
  return readNoteLink(inside, by);
}

/** Headings of a source by their ids, as far as a line of it tells. */
export function findHeadings(source: string): ReadonlySet<string> {
  const found = source.matchAll(/^ {0,3}#{1,6}[ \t]+(.+?)[ \t]*#*[ \t]*\r?$/gm);
  return new Set([...found].map(([, title = ""]) => slugOf(title)));
}
