// Markdown to a page: parse, tree, safety, one finishing walk, shell. Runs inside a worker.
import type { Root } from "hast";
import { toHtml } from "hast-util-to-html";
import { toHast } from "mdast-util-to-hast";
import { contentOf, element } from "./element.ts";
import { finishTree, firstHeading, type PageFacts, showsTitle } from "./finish.ts";
import { type FrontMatter, readFrontMatter } from "./front_matter.ts";
import { nameListings } from "./listings.ts";
import { parseMarkdown } from "./markdown_tree.ts";
import { pageShell } from "./page_shell.ts";
import { asRoot, openRawHtml } from "./raw_html.ts";
import { makeSafe } from "./safety.ts";
import { lockAgain } from "./second_lock.ts";
import { guardDepth } from "./unrenderable.ts";

/** A rendered page of markdown and what is to know about it. */
export interface MarkdownPage extends PageFacts {
  /** UTF-8. */
  html: Uint8Array<ArrayBuffer>;
  /** `title` of the front matter, else the first heading, else null. */
  title: string | null;
}

/** The same without the page around it. */
export interface MarkdownBody extends PageFacts {
  html: string;
  title: string | null;
}

interface Rendered {
  tree: Root;
  facts: PageFacts;
  front: FrontMatter;
  title: string | null;
  /** The second lock has replaced a part of the tree by text that is HTML. */
  relocked: boolean;
}

/** Renders a whole page. `title` names it; without one it is named as `MarkdownPage.title` says. */
export async function renderMarkdownPage(source: string, options: { title: string | null }): Promise<MarkdownPage> {
  const { tree, facts, front, title, relocked } = await renderTree(source);
  const named = options.title ?? title;
  const content = contentOf(tree.children);
  if (named !== null && !showsTitle(facts, named)) content.unshift(element("h1", {}, named));
  const page = pageShell({ title: named ?? "Untitled", lang: front.lang, toc: facts.toc, kind: "markdown", content });
  const html = new TextEncoder().encode(guardDepth(() => toHtml(page, { allowDangerousHtml: relocked })));
  return { ...facts, html, title };
}

/** Renders the body alone, to be shown inside something else. */
export async function renderMarkdownBody(source: string): Promise<MarkdownBody> {
  const { tree, facts, title, relocked } = await renderTree(source);
  return { ...facts, html: guardDepth(() => toHtml(tree, { allowDangerousHtml: relocked })), title };
}

async function renderTree(source: string): Promise<Rendered> {
  const front = readFrontMatter(source);
  const { safe, facts, odd } = guardDepth(() => buildTree(source.slice(front.end)));
  const tree = odd ? await lockAgain(safe) : safe;
  return { tree, facts, front, title: front.title ?? firstHeading(facts), relocked: odd };
}

function buildTree(markdown: string): { safe: Root; facts: PageFacts; odd: boolean } {
  const made = asRoot(toHast(parseMarkdown(markdown), { allowDangerousHtml: true, clobberPrefix: "" }));
  const { tree, odd } = openRawHtml(made);
  nameListings(tree);
  const safe = makeSafe(tree);
  return { safe, facts: finishTree(safe), odd };
}
