// Markdown to a page: parse, tree, safety, one finishing walk, shell. Runs inside a worker.
import type { Root } from "hast";
import { toHtml } from "hast-util-to-html";
import type { Extension } from "mdast-util-from-markdown";
import { toHast } from "mdast-util-to-hast";
import { writeAdmonitions } from "../extensions/admonitions.ts";
import { ATTRIBUTE_SYNTAX, attributeBuilder, placeGivenIds } from "../extensions/attribute_lists.ts";
import { showEmoji, withEmoji } from "../extensions/emoji.ts";
import { type Choice, type Chosen, readChoice } from "../extensions/extensions.ts";
import { COMMENT_SYNTAX, MARK_SYNTAX, markBuilder } from "../extensions/marks.ts";
import { purifyOdd } from "../html/dompurify.ts";
import { contentOf, element } from "../html/element.ts";
import { cutTitle } from "../html/html_title.ts";
import { asRoot, openRawHtml } from "../html/raw_html.ts";
import { makeSafe } from "../html/safety.ts";
import {
  type Finished,
  type FinishOptions,
  finishTree,
  firstHeading,
  type PageFacts,
  type ShownFrom,
  showsTitle,
} from "../page/finish.ts";
import { detectLanguage } from "../page/language.ts";
import { pageShell } from "../page/page_shell.ts";
import { plainName } from "../page/plain_name.ts";
import { describe, firstParagraph, withPreview } from "../page/preview.ts";
import { guardDepth } from "../unrenderable.ts";
import type { PageReference } from "../wiki.ts";
import { alertBuilder } from "./alerts.ts";
import { type FrontMatter, readFrontMatter } from "./front_matter.ts";
import { listHandlers } from "./list_items.ts";
import { nameListings } from "./listings.ts";
import { parseMarkdown } from "./markdown_tree.ts";
import { type Formula, fillFormulas } from "./math.ts";
import { referencesOf } from "./named_references.ts";
import { findHeadings, findNoteLinks, markOfNote } from "./note_links.ts";
import { type Destinations, wikiBuilder } from "./wiki_links.ts";

/** A rendered page of markdown and what is to know about it. */
export interface MarkdownPage extends PageFacts {
  /** UTF-8. */
  html: Uint8Array<ArrayBuffer>;
  /** `title` of the front matter, else the first heading, else null. */
  title: string | null;
  /** What it refers to by name, in the order of the source. */
  references: PageReference[];
  /** Words by which it chooses syntax and that are none of ours. */
  unknown: string[];
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
  unknown: string[];
}

/** What a page is called, and where its references lead. */
export interface MarkdownOptions {
  /** Names the page whatever it says of itself. */
  title: string | null;
  /** Names a page that says nothing of itself. */
  fallback?: string | null;
  destinations?: Destinations;
  extensions?: string | null;
}

/** Where references lead, and with `from` that the result is shown elsewhere. */
export interface MarkdownBodyOptions {
  destinations?: Destinations;
  /** The syntax that its sender chose, in words; what its front matter says of that comes first. */
  extensions?: string | null;
  from?: ShownFrom | null;
}

/** Renders a whole page. Without a `title` it is named as `MarkdownPage.title` says. */
export async function renderMarkdownPage(source: string, options: MarkdownOptions): Promise<MarkdownPage> {
  const { tree, facts, front, title, references, relocked, unknown, ...math } = await renderTree(source, options);
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
  return { ...facts, html: bytes, title: title === null ? null : cutTitle(title), references, unknown };
}

/** Renders the body alone, to be shown inside something else. */
export async function renderMarkdownBody(source: string, options: MarkdownBodyOptions = {}): Promise<MarkdownBody> {
  const { tree, facts, title, references, relocked, formulas, seal } = await renderTree(source, options);
  const html = guardDepth(() => toHtml(tree, { allowDangerousHtml: relocked }));
  return { ...facts, html: await fillFormulas(html, { formulas, seal, place: "elsewhere" }), title, references };
}

async function renderTree(source: string, options: MarkdownBodyOptions): Promise<Rendered> {
  const { destinations = {}, from = null } = options;
  const front = readFrontMatter(source);
  const { chosen, unknown } = choiceOf(front, options);
  const seal = `${crypto.randomUUID()} `;
  const headings = source.includes("[[#") ? findHeadings(source) : new Set<string>();
  const builders = [wikiBuilder(destinations, { headings }), alertBuilder({ seal })];
  const markdown = writeAdmonitions(source.slice(front.end), { chosen, seal });
  const build = { from, seal, destinations, chosen };
  const { safe, facts, formulas, references } = guardDepth(() => buildTree(markdown, builders, build));
  for (const { name } of findNoteLinks(source)) facts.paths.push(markOfNote(name));
  const { tree, relocked } = await purifyOdd(safe);
  const title = front.title ?? firstHeading(facts);
  return { tree, facts, front, title, references, formulas, seal, relocked, unknown };
}

/** What the text itself says comes before what its sender does. */
function choiceOf({ markdown }: FrontMatter, { extensions }: Pick<MarkdownBodyOptions, "extensions">): Choice {
  return readChoice(markdown ?? extensions ?? "");
}

function buildTree(
  markdown: string,
  builders: readonly Extension[],
  { destinations, chosen, ...options }: FinishOptions & { destinations: Destinations; chosen: Chosen },
): Finished & { safe: Root; references: PageReference[] } {
  const handlers = listHandlers();
  const has_lists = chosen.has("attributes");
  const parsed = parseMarkdown(
    markdown,
    [...builders, ...(has_lists ? [attributeBuilder(options)] : []), ...(chosen.has("marks") ? [markBuilder()] : [])],
    {
      destinations,
      chosen: [
        ...(has_lists ? [ATTRIBUTE_SYNTAX] : []),
        ...(chosen.has("marks") ? [MARK_SYNTAX] : []),
        ...(chosen.has("comments") ? [COMMENT_SYNTAX] : []),
      ],
    },
  );
  const references = referencesOf(parsed);
  const made = asRoot(toHast(parsed, { allowDangerousHtml: true, clobberPrefix: "", handlers }));
  const tree = openRawHtml(made);
  if (has_lists) placeGivenIds(tree, options);
  nameListings(tree);
  const safe = makeSafe(tree);
  const finished = finishTree(safe, options);
  if (!chosen.has("emoji")) return { safe, references, ...finished };
  // Ids are made of the names, as GitHub makes them.
  showEmoji(safe);
  for (const entry of finished.facts.toc) entry.text = withEmoji(entry.text);
  return { safe, references, ...finished };
}
