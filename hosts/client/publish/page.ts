// An HTML page of the folder: what it leads to, which files travel with it, and its source with addresses that work.
import { type LocalFile, type LocalText, readLocalText } from "./folder.ts";
import { findTarget } from "./target.ts";
import { listPartLinks, replaceHtmlLinks } from "./web_links.ts";

/** An HTML file that becomes a document with its parts, since a sandboxed page loads nothing but its own files. */
export interface Page {
  file: LocalFile;
  source: string;
  /** As bytes in the file's own encoding. */
  encode: LocalText["encode"];
  /** Files that become documents of their own and that it links to, itself not among them. */
  leads_to: Set<string>;
  /** Files that travel with it as its supporting files. */
  carries: Set<string>;
}

/** Everything of the folder that pages are read against. */
export type Files = ReadonlyMap<string, LocalFile>;

/** A file of the folder as a page names it. */
export interface Mention {
  path: string;
  /** With its `#`, or empty. */
  fragment: string;
  /** Shown or run as a part of the page, not gone to. */
  embedded: boolean;
}

/** Larger files become documents of their own, because a document's files count together. */
const CARRIED_BYTES_MAX = 5 * 1024 * 1024;

/** Reads a page. */
export async function readPage(file: LocalFile, files: Files): Promise<Page> {
  const { text: source, encode } = readLocalText(await Bun.file(file.absolute).bytes());
  const page: Page = { file, source, encode, leads_to: new Set(), carries: new Set() };
  rewrite(page, files, ({ path }) => {
    if (isCarried(path, files)) page.carries.add(path);
    else page.leads_to.add(path);
    return null;
  });
  page.leads_to.delete(file.path);
  await addParts(page, files);
  return page;
}

/** The source as it is published, in the encoding that the file has; `addressOf` answers null for what has no address yet, which then stays as written. */
export function writePage(
  page: Page,
  files: Files,
  addressOf: (mention: Mention) => string | null,
): Uint8Array<ArrayBuffer> {
  const source = rewrite(page, files, (mention) => {
    if (mention.path === page.file.path) return mention.fragment || addressOf(mention);
    if (!page.carries.has(mention.path)) return addressOf(mention);
    return encodePath(carriedPath(page, mention.path)) + mention.fragment;
  });
  return page.encode(source);
}

/** Where a carried file lies in the document: as in the folder, so that style sheets and scripts find their own parts. */
export function carriedPath(page: Page, path: string): string {
  // The service keeps names that begin so at the top of a document for itself.
  const needsFolder = [...page.carries].some((one) => /^[~_]/.test(one));
  const plain = path
    .normalize("NFC")
    .replace(/[\\\0-\x1f\x7f]/g, "-")
    .replace(/%(?=[0-9a-f]{2})/gi, "-");
  return needsFolder ? `files/${plain}` : plain;
}

export function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

/** Whether a file that a page names travels with it. */
function isCarried(path: string, files: Files): boolean {
  const file = files.get(path);
  return file !== undefined && file.kind === "other" && file.size <= CARRIED_BYTES_MAX;
}

function rewrite(
  { file, source }: Pick<Page, "file" | "source">,
  files: Files,
  visit: (mention: Mention) => string | null,
): string {
  return replaceHtmlLinks(source, ({ url, embedded }) => {
    const target = findTarget(url, { from: file.path, has: (path) => files.has(path) });
    return target.to === "file" ? visit({ path: target.path, fragment: target.fragment, embedded }) : null;
  });
}

/** Style sheets and scripts bring parts of their own, and those further ones. */
async function addParts(page: Page, files: Files): Promise<void> {
  // A set hands out what is added to it while it is walked.
  for (const path of page.carries) {
    const file = files.get(path);
    if (!file || !/\.(css|m?js)$/i.test(path)) continue;
    for (const url of listPartLinks(path, await Bun.file(file.absolute).text())) {
      const target = findTarget(url, { from: path, has: (one) => files.has(one) });
      if (target.to === "file" && isCarried(target.path, files)) page.carries.add(target.path);
    }
  }
}
