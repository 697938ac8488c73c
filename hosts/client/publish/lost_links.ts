// Finds what the addresses of a folder's pages name: files of it, and what leads to nothing in it, with the line on which each stands.
import type { LocalFile } from "./folder.ts";
import type { Files } from "./page.ts";
import { decode, findTarget } from "./target.ts";
import { replaceHtmlLinks } from "./web_links.ts";

/** An address that leads to nothing. */
export interface LostLink {
  path: string;
  /** From 1; the first that has it. */
  line: number;
  url: string;
}

/** How a footnote begins, which this renderer takes for the address of a link. */
const FOOTNOTE = /^( {0,3})\[\^[^\]\s]+\]:/gm;

/** The files of the folder that a markdown or HTML file names, to be shown or gone to. */
export async function listNamedFiles(file: LocalFile, files: Files): Promise<string[]> {
  const { html } = await readHtml(file);
  const named = new Set<string>();
  replaceHtmlLinks(html, ({ url }) => {
    const target = findTarget(url, { from: file.path, has: (path) => files.has(path) });
    if (target.to === "file") named.add(target.path);
    return null;
  });
  return [...named];
}

/** Every relative address of a markdown or HTML file that leads out of the folder or to nothing in it, once each. */
export async function findLostLinks(file: LocalFile, files: Files): Promise<LostLink[]> {
  const { source, html } = await readHtml(file);
  const lost = new Set<string>();
  replaceHtmlLinks(html, ({ url }) => {
    const { to } = findTarget(url, { from: file.path, has: (path) => files.has(path) });
    if (to === "nothing" || to === "outside") lost.add(url);
    return null;
  });
  return [...lost].map((url) => ({ path: file.path, line: lineOf(source, url), url }));
}

async function readHtml(file: LocalFile): Promise<{ source: string; html: string }> {
  const source = await Bun.file(file.absolute).text();
  const html = file.kind === "markdown" ? Bun.markdown.html(source.replace(FOOTNOTE, "$1")) : source;
  return { source, html };
}

function lineOf(source: string, url: string): number {
  const at = [url, decode(url)].map((text) => source.indexOf(text)).find((found) => found >= 0) ?? 0;
  return source.slice(0, at).split("\n").length;
}
