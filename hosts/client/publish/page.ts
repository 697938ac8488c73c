// A page of the folder: what it is called, what it leads to, which files travel with it, and its source with addresses that work.
import type { SourceReader } from "../../../plugins/documents/port.ts";
import type { LocalFile } from "./folder.ts";
import { findTarget } from "./target.ts";
import { listPartLinks, replaceHtmlLinks } from "./web_links.ts";

/** A markdown or HTML file that becomes a document. */
export interface Page {
  file: LocalFile;
  source: string;
  /** What it calls itself; null leaves the name to the service. */
  title: string | null;
  /** Pages that it links to, itself not among them. */
  leads_to: Set<string>;
  /** Files that travel with it as its supporting files. */
  carries: Set<string>;
  /** Addresses that leave the folder or lead to nothing in it; they stay as they are. */
  unresolved: number;
}

/** Everything of the folder that pages are read against. */
export interface Library {
  reader: SourceReader;
  files: ReadonlyMap<string, LocalFile>;
}

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

/** Reads a page. Throws an Error that says why it cannot be shown. */
export async function readPage(file: LocalFile, library: Library): Promise<Page> {
  const source = decodeText(await Bun.file(file.absolute).bytes());
  const { reader } = library;
  const title = file.kind === "markdown" ? reader.findMarkdownTitle(source) : reader.findHtmlTitle(source);
  const page: Page = { file, source, title, leads_to: new Set(), carries: new Set(), unresolved: 0 };
  rewrite(page, library, {
    local: ({ path }) => {
      if (library.files.get(path)?.kind !== "other") page.leads_to.add(path);
      else if (isCarried(path, library)) page.carries.add(path);
      return null;
    },
    lost: () => {
      page.unresolved += 1;
    },
  });
  page.leads_to.delete(file.path);
  await addParts(page, library);
  return page;
}

/** The source as it is published; `addressOf` answers null for what has no address yet, which then stays as written. */
export function writePage(page: Page, library: Library, addressOf: (mention: Mention) => string | null): string {
  const local = (mention: Mention) => {
    if (mention.path === page.file.path) return mention.fragment || addressOf(mention);
    if (!page.carries.has(mention.path)) return addressOf(mention);
    return encodePath(carriedPath(page, mention.path)) + mention.fragment;
  };
  return rewrite(page, library, { local, lost: () => {} });
}

/** Where a carried file lies in the document: as in the folder, so that style sheets and scripts find their own parts. */
export function carriedPath(page: Page, path: string): string {
  // The service keeps names that begin so at the top of a document for itself.
  const needsFolder = [...page.carries].some((one) => /^[~_]/.test(one));
  const plain = path.replace(/[\\\0-\x1f\x7f]/g, "-").replace(/%(?=[0-9a-f]{2})/gi, "-");
  return needsFolder ? `files/${plain}` : plain;
}

export function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

/** Whether a file that a page names travels with it. */
export function isCarried(path: string, { files }: Library): boolean {
  const file = files.get(path);
  return file !== undefined && file.kind === "other" && file.size <= CARRIED_BYTES_MAX;
}

function rewrite(
  { file, source }: Pick<Page, "file" | "source">,
  { reader, files }: Library,
  visit: { local(mention: Mention): string | null; lost(): void },
): string {
  function replace(url: string, embedded: boolean): string | null {
    const target = findTarget(url, { from: file.path, has: (path) => files.has(path) });
    if (target.to === "file") return visit.local({ path: target.path, fragment: target.fragment, embedded });
    if (target.to !== "elsewhere") visit.lost();
    return null;
  }
  return file.kind === "markdown"
    ? reader.replaceMarkdownLinks(source, ({ url, kind }) => replace(url, kind === "image"))
    : replaceHtmlLinks(source, ({ url, embedded }) => replace(url, embedded));
}

/** Style sheets and scripts bring parts of their own, and those further ones. */
async function addParts(page: Page, library: Library): Promise<void> {
  // A set hands out what is added to it while it is walked.
  for (const path of page.carries) {
    const file = library.files.get(path);
    if (!file || !/\.(css|m?js)$/i.test(path)) continue;
    for (const url of listPartLinks(path, await Bun.file(file.absolute).text())) {
      const target = findTarget(url, { from: path, has: (one) => library.files.has(one) });
      if (target.to === "file" && isCarried(target.path, library)) page.carries.add(target.path);
    }
  }
}

function decodeText(bytes: Uint8Array): string {
  try {
    // The mark at the beginning stays, or the file would differ from itself at every run.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error("the file is not text in UTF-8; save it in that encoding");
  }
}
