// Markdown to a page: parse, tree, safety, one finishing walk, shell. Runs inside a worker.
import type { Root } from "hast";
import { toHtml } from "hast-util-to-html";
import type { Extension } from "mdast-util-from-markdown";
import { toHast } from "mdast-util-to-hast";
import { alertBuilder } from "./alerts.ts";
import { purifyOdd } from "./dompurify.ts";
import { contentOf, element } from "./element.ts";
import {
  type Finished,
  type FinishOptions,
  finishTree,
  firstHeading,
  type PageFacts,
  type ShownFrom,
  showsTitle,
} from "./finish.ts";
import { type FrontMatter, readFrontMatter } from "./front_matter.ts";
import { cutTitle } from "./html_title.ts";
import { detectLanguage } from "./language.ts";
import { listHandlers } from "./list_items.ts";
import { nameListings } from "./listings.ts";
import { parseMarkdown } from "./markdown_tree.ts";
import { type Formula, fillFormulas } from "./math.ts";
import { findHeadings, findNoteLinks, markOfNote } from "./note_links.ts";
import { pageShell } from "./page_shell.ts";
import { plainName } from "./plain_name.ts";
import { describe, firstParagraph, withPreview } from "./preview.ts";
import { asRoot, openRawHtml } from "./raw_html.ts";
import { makeSafe } from "./safety.ts";
import { guardDepth } from "./unrenderable.ts";
import type { PageReference } from "./wiki.ts";
import { type Destinations, wikiBuilder } from "./wiki_links.ts";

/** A rendered page of markdown and what is to know about it. */
export interface MarkdownPage extends PageFacts {
  /** UTF-8. */
  html: Uint8Array<ArrayBuffer>;
  /** `title` of the front matter, else the first heading, else null. */
  title: string | null;
  /** What it refers to by name, in the order of the source. */
  references: PageReference[];
}

/** The same without the page around it. */
export interface MarkdownBody extends PageFacts {
  html: string;
  title: string | null;
  references: PageReference[];
}

interface Rendered {
  tree: Root;
  facts: PageFacts;
  front: FrontMatter;
  title: string | null;
  references: PageReference[];
  formulas: Formula[];
  seal: string;
  /** DOMPurify has replaced a part of the tree by text that is HTML. */
  relocked: boolean;
}

/** What a page is called, and where its references lead. */
export interface MarkdownOptions {
  /** Names the page whatever it says of itself. */
  title: string | null;
  /** Names a page that says nothing of itself. */
  fallback?: string | null;
  destinations?: Destinations;
}

/** Where references lead, and with `from` that the result is shown elsewhere. */
export interface MarkdownBodyOptions {
  destinations?: Destinations;
  from?: ShownFrom | null;
}

/** Renders a whole page. Without a `title` it is named as `MarkdownPage.title` says. */
export async function renderMarkdownPage(source: string, options: MarkdownOptions): Promise<MarkdownPage> {
  const { tree, facts, front, title, references, relocked, ...math } = await renderTree(source, options);
  const named = options.title ?? title ?? options.fallback ?? null;
  const content = contentOf(tree.children);
  if (named !== null && !showsTitle(facts, named)) content.unshift(element("h1", {}, plainName(named)));
  const page = pageShell({
    title: named ?? "Untitled",
    lang: front.lang ?? detectLanguage(tree),
    toc: facts.toc,
    kind: "markdown",
    content,
    has_math: math.formulas.length > 0,
  });
  const description = describe(front.description ?? guardDepth(() => firstParagraph(tree, math)) ?? "");
  const html = withPreview(
    guardDepth(() => toHtml(page, { allowDangerousHtml: relocked })),
    { title: named ?? "Untitled", description, lang: front.lang },
  );
  const bytes = new TextEncoder().encode(await fillFormulas(html, { ...math, place: "page" }));
  return { ...facts, html: bytes, title: title === null ? null : cutTitle(title), references };
}

/** Renders the body alone, to be shown inside something else. */
export async function renderMarkdownBody(source: string, options: MarkdownBodyOptions = {}): Promise<MarkdownBody> {
  const { tree, facts, title, references, relocked, formulas, seal } = await renderTree(source, options);
  const html = guardDepth(() => toHtml(tree, { allowDangerousHtml: relocked }));
  return { ...facts, html: await fillFormulas(html, { formulas, seal, place: "elsewhere" }), title, references };
}

async function renderTree(source: string, { destinations = {}, from = null }: MarkdownBodyOptions): Promise<Rendered> {
  const front = readFrontMatter(source);
  const references: PageReference[] = [];
  const seal = `${crypto.randomUUID()} `;
  const headings = source.includes("[[#") ? findHeadings(source) : new Set<string>();
  const builders = [wikiBuilder(destinations, { found: references, headings }), alertBuilder({ seal })];
  const options = { from, seal, destinations };
  const { safe, facts, formulas } = guardDepth(() => buildTree(source.slice(front.end), builders, options));
  for (const { name } of findNoteLinks(source)) facts.paths.push(markOfNote(name));
  const { tree, relocked } = await purifyOdd(safe);
  return { tree, facts, front, title: front.title ?? firstHeading(facts), references, formulas, seal, relocked };
}

function buildTree(
  markdown: string,
  builders: readonly Extension[],
  { destinations, ...options }: FinishOptions & { destinations: Destinations },
): Finished & { safe: Root } {
  const handlers = listHandlers();
  const parsed = parseMarkdown(markdown, builders, { destinations });
  const made = asRoot(toHast(parsed, { allowDangerousHtml: true, clobberPrefix: "", handlers }));
  const tree = openRawHtml(made);
  nameListings(tree);
  const safe = makeSafe(tree);
  return { safe, ...finishTree(safe, options) };
}
