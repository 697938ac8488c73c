// Reads the markdown and HTML of a folder once:
// the addresses and names in it, the places that it has, and what it calls itself.
import { writeAdmonitions } from "../../../plugins/rendering/extensions/admonitions.ts";
import { cutAttributes, findGivenIds } from "../../../plugins/rendering/extensions/attributes.ts";
import {
  type Chosen,
  EXTENSIONS,
  type MarkdownExtension,
  readChoice,
} from "../../../plugins/rendering/extensions/extensions.ts";
import { readFrontMatter } from "../../../plugins/rendering/markdown/front_matter.ts";
import { createHeadingIds } from "../../../plugins/rendering/markdown/heading_ids.ts";
import { type LocalFile, readLocalText } from "./folder.ts";
import { type FrontFields, readFrontFields } from "./front_fields.ts";
import { includeFiles } from "./includes.ts";
import type { Files } from "./page.ts";
import { decode } from "./target.ts";
import { replaceHtmlLinks } from "./web_links.ts";

/** Where a page leads. */
export interface TextLink {
  /** An address, or what stands in `[[...]]` without the text that is shown. */
  url: string;
  is_note: boolean;
}

/** What is to know of a page. */
export interface Text {
  file: LocalFile;
  links: TextLink[];
  /** What it includes and no text of the folder is. */
  left: string[];
  /** Fragments that lead somewhere. */
  ids: ReadonlySet<string>;
  title: string | null;
  front: FrontFields;
  /** With what it includes; null for a text that includes nothing. */
  included: string | null;
  /** What stands in `![[...]]`. */
  embeds: string[];
  /** Words by which it chooses syntax and that are not known. */
  unknown: string[];
  /** Syntax that is in it and that nobody chose, by the names of extensions. */
  unchosen: string[];
}

/** The syntax that is chosen for the file at a path, in words, beside what its front matter says. */
export type ChosenFor = (path: string) => string | null;

/** By path. What cannot be read is left out: that is told where it is published. */
export async function readTexts(files: Files, chosenFor: ChosenFor): Promise<Map<string, Text>> {
  const texts = new Map<string, Text>();
  for (const file of files.values()) {
    if (file.kind === "other") continue;
    const text = await readText(file, { files, chosenFor }).catch(() => null);
    if (text) texts.set(file.path, text);
  }
  return texts;
}

/** How a footnote begins, which this renderer takes for the address of a link. */
const FOOTNOTE = /^( {0,3})\[\^[^\]\s]+\]:/gm;
/** `[[1]](address)` is a note that links to its source. */
const LINKED = /\[\[([^\][\n]{1,400})\]\](?=\()/g;

async function readText(file: LocalFile, { files, chosenFor }: { files: Files; chosenFor: ChosenFor }): Promise<Text> {
  const { text: written } = readLocalText(await Bun.file(file.absolute).bytes());
  const isMarkdown = file.kind === "markdown";
  const included = isMarkdown ? await includeFiles(file, written, files) : null;
  const source = included?.source ?? written;
  const { end, title, markdown } = isMarkdown ? readFrontMatter(source) : { end: 0, title: null, markdown: null };
  const { chosen, unknown } = readChoice(markdown ?? chosenFor(file.path) ?? "");
  const body = writeAdmonitions(source.slice(end), { chosen, seal: "" })
    .replace(FOOTNOTE, "$1")
    .replace(LINKED, "[\\[$1\\]]");
  const html = isMarkdown ? Bun.markdown.html(body, { wikiLinks: true }) : source;
  const links = new Map<string, TextLink>();
  const add = (url: string, is_note: boolean) => {
    links.set(`${is_note} ${url}`, { url, is_note });
    return null;
  };
  replaceHtmlLinks(html, ({ url }) => (isMarkdown || !url.startsWith("#") ? add(url, false) : null));
  const { ids, headings, notes } = readPlaces(html, { isMarkdown, has_lists: isMarkdown && chosen.has("attributes") });
  for (const note of notes) add(note, true);
  const front = isMarkdown ? readFrontFields(source, end) : readFrontFields("", 0);
  return {
    file,
    links: [...links.values()],
    ids,
    title: title ?? headings[0] ?? null,
    front,
    left: [...(included?.left ?? [])],
    included: source === written ? null : source,
    embeds: [...html.matchAll(/!<x-wikilink[^>]* data-target="([^"]*)"/g)].map(([, target = ""]) => textOf(target)),
    unknown,
    unchosen: isMarkdown ? findUnchosen(source, chosen) : [],
  };
}

/** How the syntax of an extension begins, as far as a line tells. Shortcodes stay words that a reader understands. */
const SYNTAX: Readonly<Partial<Record<MarkdownExtension, RegExp>>> = {
  admonitions: /^[ \t]*(?:!!!|\?\?\?\+?) ?[\w"-]/m,
  attributes: /^#{1,6}[ \t].*\{:?[ \t]*#[^{}\n]+\}[ \t]*$/m,
  callouts: /^[ \t>]*> ?\[!(?!(?:note|tip|important|warning|caution)\][ \t]*$)[^\]\n]{1,40}\][-+]?(?:[ \t]|$)/im,
  comments: /^[ \t]*%%(?!%)/m,
  containers: /^:{3,}[ \t]*(?:note|tip|info|warning|danger|caution|important|details)\b/im,
  marks: /(?:^|\s)==[^\s=][^=\n]*==(?!=)/m,
  mdx: /^(?:import\s[^\n]*\sfrom\s+["']|export\s+(?:const|default)\s)/m,
  tabs: /^[ \t]*===[!+]* "/m,
};
const FENCED = /^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?^[ \t]*\1[`~]*[ \t]*$/gm;

function findUnchosen(source: string, chosen: Chosen): string[] {
  const words = source.replace(FENCED, "");
  return EXTENSIONS.filter((name) => !chosen.has(name) && SYNTAX[name]?.test(words));
}

const CODE = /<(pre|code)\b[^>]*>[\s\S]*?<\/\1>/g;

function readPlaces(html: string, { isMarkdown, has_lists }: { isMarkdown: boolean; has_lists: boolean }) {
  const ids = new Set<string>();
  const headings: string[] = [];
  const notes = new Set<string>();
  const given: { id: string | null; title: string }[] = [];
  const rewriter = new HTMLRewriter()
    .on("[id]", { element: (element) => void ids.add(textOf(element.getAttribute("id"))) })
    .on("a[name]", { element: (element) => void ids.add(textOf(element.getAttribute("name"))) })
    .on("x-wikilink", { element: (element) => void notes.add(textOf(element.getAttribute("data-target"))) })
    .on("h1, h2, h3, h4, h5, h6", {
      element: (element) => void given.push({ id: element.getAttribute("id"), title: "" }),
      text: ({ text }) => {
        const heading = given.at(-1);
        if (heading) heading.title += text;
      },
    });
  rewriter.transform(html);
  if (has_lists) for (const id of findGivenIds(textOf(html.replace(CODE, "")))) ids.add(id);
  const made = createHeadingIds();
  for (const id of ids) made.reserve(id);
  for (const { id, title } of given) {
    const words = textOf(title).replace(/\s+/g, " ").trim();
    const shown = has_lists ? cutAttributes(words) : { title: words, id: null };
    if (shown.title !== "") headings.push(shown.title);
    if (isMarkdown && !id && shown.id === null) ids.add(made.next(shown.title));
  }
  return { ids, headings, notes };
}

function textOf(written: string | null): string {
  return (written ?? "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

/** The line, from 1, on which each of these addresses or names of a file stands first. */
export async function findLines(file: LocalFile, written: readonly string[]): Promise<number[]> {
  const { text } = readLocalText(await Bun.file(file.absolute).bytes());
  const places = written.map((url) => placeOf(text, url));
  const lines = new Map<number, number>();
  let line = 1;
  let at = 0;
  for (const place of places.toSorted((one, other) => one - other)) {
    for (; at < place; at++) if (text[at] === "\n") line++;
    lines.set(place, line);
  }
  return places.map((place) => lines.get(place) ?? 1);
}

/** An address is looked for as a link first, and an id may be written as the fragment that leads to it. */
function placeOf(text: string, url: string): number {
  for (const form of [`](${url}`, `"${url}`, url, decode(url)]) {
    const at = text.indexOf(form);
    if (at >= 0) return at;
  }
  return 0;
}
