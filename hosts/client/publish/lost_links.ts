// Finds what the pages of a folder name:
// files of it, and what leads to nothing in it, with the line on which each stands.
import { slugOf } from "../../../plugins/rendering/markdown/heading_ids.ts";
import { indexNotes, type Notes } from "./notes.ts";
import type { Files } from "./page.ts";
import { decode, findTarget } from "./target.ts";
import { findLines, type Text, type TextLink } from "./texts.ts";

/** What leads to nothing. */
export interface LostLink {
  path: string;
  /** From 1; the first that has it. */
  line: number;
  url: string;
}

export type Texts = ReadonlyMap<string, Text>;

/** The files of the folder that its markdown names, to be shown or gone to. */
export function listNamedFiles(texts: Texts, files: Files): Set<string> {
  const notes = indexNotes(files, texts);
  const named = new Set<string>();
  for (const text of texts.values()) {
    if (text.file.kind !== "markdown") continue;
    for (const link of text.links) {
      const found = link.is_note ? notes.find(cutNote(link.url).name) : fileOf(link, text, files);
      if (found !== null) named.add(found);
    }
  }
  return named;
}

/** Pages that are named to be shown in the place of their name, and are gone to instead: how often, and in how many files. */
export function countNoteEmbeds(texts: Texts, files: Files): { embeds: number; files: number } {
  const notes = indexNotes(files, texts);
  const isPage = (written: string) =>
    files.get(notes.find(cutNote(written.split("|")[0] ?? "").name) ?? "")?.kind === "markdown";
  const counts = [...texts.values()].map(({ embeds }) => embeds.filter(isPage).length).filter((count) => count > 0);
  return { embeds: counts.reduce((sum, count) => sum + count, 0), files: counts.length };
}

function fileOf({ url }: TextLink, { file }: Text, files: Files): string | null {
  const target = findTarget(url, { from: file.path, has: (path) => files.has(path) });
  return target.to === "file" ? target.path : null;
}

interface Known {
  files: Files;
  notes: Notes;
  texts: Texts;
  /** Whether a reference leads to a document by what the server calls its own: an alias, or an id. */
  isKnown(ref: string): Promise<boolean>;
}

/** Every relative address, every `[[...]]` and every fragment of theirs that leads out of the folder or to nothing in it, once each. */
export async function findLostLinks(
  texts: Texts,
  { files, isKnown }: Pick<Known, "files" | "isKnown">,
): Promise<LostLink[]> {
  const known: Known = { files, texts, notes: indexNotes(files, texts), isKnown };
  const lost: LostLink[] = [];
  for (const text of texts.values()) {
    const found = text.left.map((url) => ({ url, written: url }));
    for (const { url, is_note } of text.links) {
      const leads = is_note ? await leadsToNote(url, { text, known }) : leadsSomewhere(url, { text, known });
      if (!leads) found.push(is_note ? { url: `[[${url}]]`, written: `[[${url}` } : { url, written: url });
    }
    if (found.length === 0) continue;
    const lines = await findLines(
      text.file,
      found.map(({ written }) => written),
    );
    found.forEach(({ url }, nth) => void lost.push({ path: text.file.path, line: lines[nth] ?? 1, url }));
  }
  return lost;
}

interface Within {
  text: Text;
  known: Known;
}

/** The service's own addresses of documents and names. */
const SERVED = /^\/[dx]\//;

/** A page that is shown as a text has its lines for places. */
const SHOWN_AS_WRITTEN = /\.mdx$/i;
const LINES = /^(?:#(?:L\d+(?:-L?\d+)?)?)?$/;

function leadsSomewhere(url: string, { text, known: { files, texts } }: Within): boolean {
  const target = findTarget(url, { from: text.file.path, has: (path) => files.has(path) });
  // A page that the service makes keeps what starts at the top of a host; the addresses of HTML are written anew.
  if (text.file.kind === "markdown" && url.trim().startsWith("/")) return SERVED.test(url.trim());
  if (target.to === "nothing" || target.to === "outside") return false;
  if (target.to === "file" && SHOWN_AS_WRITTEN.test(target.path)) return LINES.test(target.fragment);
  if (target.to === "file") return hasPlace(texts.get(target.path), target.fragment);
  return !url.trim().startsWith("#") || hasPlace(text, url.trim(), { by_words: true });
}

/** Whether a page has the place that a fragment names; by the words of a heading where the server reads those too. */
function hasPlace(page: Text | undefined, fragment: string, { by_words = false } = {}): boolean {
  const place = decode(fragment.slice(1));
  // The top of a page needs no place, and what a browser looks for in the text none that we know.
  if (!page || place === "" || place === "top" || place.startsWith(":~:")) return true;
  return page.ids.has(place) || ((by_words || /\s/.test(place)) && page.ids.has(slugOf(place)));
}

function cutNote(written: string): { name: string; heading: string } {
  const cut = written.indexOf("#");
  if (cut < 0) return { name: written.trim(), heading: "" };
  return {
    name: written.slice(0, cut).trim(),
    heading:
      written
        .slice(cut + 1)
        .split("#")
        .at(-1)
        ?.trim() ?? "",
  };
}

const ALIAS = /^[a-z0-9]+(-[a-z0-9]+)*(?=[/#]|$)/;

async function leadsToNote(written: string, { text, known }: Within): Promise<boolean> {
  const ref = written.trim();
  // A tag is a list, which may be empty; white space is in no tag.
  if (ref.startsWith("#")) return !/\s/.test(ref) || hasPlace(text, ref, { by_words: true });
  if (ref.startsWith("@")) return known.isKnown(ref.replace(/^(@[^/]*\/[^/#]*).*$/s, "$1"));
  if (ref.startsWith("doc:")) return known.isKnown(ref.replace(/[/#].*$/s, ""));
  const alias = ALIAS.exec(ref)?.[0];
  const { name, heading } = cutNote(ref);
  const path = known.notes.find(name);
  if (path !== null) {
    // Blocks have no places here, so that their note is what is shown.
    const isWhole = heading === "" || heading.startsWith("^");
    return isWhole || hasPlace(known.texts.get(path), `#${heading}`, { by_words: true });
  }
  return alias !== undefined && known.isKnown(alias);
}
