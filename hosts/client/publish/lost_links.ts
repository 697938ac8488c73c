// Finds the addresses of a folder's pages that lead to nothing in it, with the line on which each stands.
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

/** Every relative address of a markdown or HTML file that leads out of the folder or to nothing in it, once each. */
export async function findLostLinks(file: LocalFile, files: Files): Promise<LostLink[]> {
  const source = await Bun.file(file.absolute).text();
  const html = file.kind === "markdown" ? Bun.markdown.html(source.replace(FOOTNOTE, "$1")) : source;
  const lost = new Set<string>();
  replaceHtmlLinks(html, ({ url }) => {
    const { to } = findTarget(url, { from: file.path, has: (path) => files.has(path) });
    if (to === "nothing" || to === "outside") lost.add(url);
    return null;
  });
  return [...lost].map((url) => ({ path: file.path, line: lineOf(source, url), url }));
}

function lineOf(source: string, url: string): number {
  const at = [url, decode(url)].map((text) => source.indexOf(text)).find((found) => found >= 0) ?? 0;
  return source.slice(0, at).split("\n").length;
}
