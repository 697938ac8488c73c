// The pages that the service makes of documents:
// by kind, or by the plugin above whose type of document it is (rules: writes/made_pages).
import { type Actor, BootError, hook, type Runtime, refuse, type Sql } from "../../../kernel/plugin.ts";
import {
  type Later,
  type MarkdownSource,
  type Owned,
  RENDERER_VERSION,
  renderMarkdown,
  renderSnippet,
  renderViewer,
  titleOfHtml,
  type ViewerPage,
} from "../../rendering/port.ts";
import { readBytesOf } from "../../texts/port.ts";
import { chosenMarkdown } from "../model/attrs.ts";
import { ownerOf, type PrepareCall, type WriteCall } from "../model/calls.ts";
import { contentTypeOf } from "../model/kinds.ts";
import { type DocType, type DocumentRow, type FileRow, sourceFileOf } from "../model/rows.ts";
import { findDestinations } from "../pages/destinations.ts";
import { findAuthor } from "../store/names/notes.ts";
import { readFile } from "../store/reading/blobs.ts";
import { keep, PAGE_PATH, UNTITLED } from "./content.ts";
import { type ContentFile, OUTDATED, type Stamps } from "./content_file.ts";

/** A document whose page is to be made, as it is or is about to be called. */
export interface PageRequest extends Owned {
  sql: Sql;
  now: Date;
  /** Of a copy that is about to be made, the document that is copied; its page is made again when the copy has rows of its own. */
  document: DocumentRow;
  /** The document's source as it is about to be, read when it is needed. */
  source: Later<Uint8Array>;
}

/** A page in HTML, served without script under the policy of all pages that the service makes. */
export interface MadePage {
  html: string | Uint8Array;
  /** What the document calls itself; it is its title until somebody sets one. */
  title?: string | null;
}

/** How the page of one type of document is made, from its source and from rows of the plugin that brings the type. */
export interface PageMaker {
  doc_type: Exclude<DocType, "document">;
  /** Rises whenever the same document makes another page, from 1: stored pages of a lower one are made again. */
  renderer: number;
  /** Throws a refusal for a source that no page can be made of: the write is refused then, or the old page stays. */
  render(request: PageRequest): Promise<MadePage> | MadePage;
}

/**
 * Filled by a plugin that brings a type of document. Its page is made again whenever the source, the title or the description
 * changes, for copies and restores, and when the plugin calls `renewLater`; nobody edits it. While the plugin does not run, the
 * pages that it made stay as they are.
 */
export const documentPageHook = hook<void, PageMaker>("documents.page");

/** Stamps of makers above lie apart from those of the built-in renderer, so that each finds its own old pages. */
const STAMPS_FROM = 1000;

export function currentStamps(runtime: Pick<Runtime, "callHookAtOnce">): Stamps {
  const made = makersOf(runtime).map((maker) => [maker.doc_type, stampOf(maker)] as const);
  return { own: RENDERER_VERSION, from: STAMPS_FROM, by_type: Object.fromEntries(made) };
}

function stampOf({ renderer }: PageMaker): number {
  return STAMPS_FROM + renderer;
}

/** Throws BootError when two plugins would make the pages of one type: which of them it was would hang on their order. */
export function refuseTwinMakers(runtime: Pick<Runtime, "callHookAtOnce">): void {
  for (const [type, makers] of Map.groupBy(makersOf(runtime), (maker) => maker.doc_type)) {
    if (makers.length > 1) throw new BootError(`pages of documents of type "${type}" have two makers`);
  }
}

function makersOf(runtime: Pick<Runtime, "callHookAtOnce">): PageMaker[] {
  return runtime
    .callHookAtOnce(documentPageHook, undefined)
    .flatMap((maker) => (maker instanceof Promise ? [] : maker));
}

type Making = Pick<PrepareCall, "store" | "runtime"> &
  Partial<Pick<PrepareCall, "sql" | "now" | "actor" | "via" | "request">> & {
    /** The version that the source is of, where the caller does not write it: its author's rights count, and not theirs (rules: links/rights_of_the_author). */
    of_version?: number | undefined;
  };

/** What follows from a document's source: its page where the service makes it, and what the source calls itself. */
export interface Shown {
  page: ContentFile | null;
  title: string | null;
}

/** Throws 400 for a source that no page can be made of. */
export async function showSource(call: Making, document: DocumentRow, source: Later<Uint8Array>): Promise<Shown> {
  const page = await renderPage(call, document, source);
  if (page) return { page, title: page.title ?? null };
  const isHtml = document.kind === "html" && !document.title_set;
  return { page: null, title: isHtml ? await titleOfHtml(source, ownerOf(call)) : null };
}

/** Whether a file is a page that the service made. */
export function isGenerated(document: { files: readonly FileRow[] }, path: string): boolean {
  return document.files.some((file) => file.path === path && file.renderer !== null);
}

/** Throws 400 when `path` is a page that the service makes. */
export function refuseGenerated(document: DocumentRow & { files: readonly FileRow[] }, path: string): void {
  if (!isGenerated(document, path)) return;
  const what = document.doc_type === "document" ? document.kind : document.doc_type;
  throw refuse.invalid(
    `"${path}" of this ${what} document is made from "${document.source_path}"; change that file instead`,
  );
}

/** The files of an earlier version that a write of its content brings back: a page that is made anew stands in for the old one. */
export function filesBeside(page: ContentFile | null, files: readonly FileRow[]): FileRow[] {
  return files.filter((file) => file.renderer === null || page === null);
}

/**
 * Makes the page of a document ahead of the write that stores it, from its source, which is read when its turn has come, if the
 * page shows it at all. Null where the page is what people sent, and where the plugin that makes it does not run: what is there
 * stays. What a maker above shows may have changed by the time of the write, so its page is made again after that.
 */
export async function renderPage(
  call: Making,
  document: DocumentRow,
  source: Later<Uint8Array>,
): Promise<ContentFile | null> {
  const page = await makePage(call, document, source);
  return page && document.doc_type !== "document" ? { ...page, renderer: OUTDATED } : page;
}

/** The same for a write that holds the document as it is shown. */
export async function makePage(
  call: Making,
  document: DocumentRow,
  source: Later<Uint8Array>,
): Promise<ContentFile | null> {
  if (document.doc_type !== "document") return pageByMaker(call, document, source);
  if (document.kind === "html") return null;
  if (document.kind === "markdown") return renderSource(call, document, source);
  const { html, is_final } = await renderHtml(document, source, ownerOf(call));
  return keep(call, { path: PAGE_PATH, bytes: html, renderer: is_final ? RENDERER_VERSION : OUTDATED });
}

async function pageByMaker(
  call: Making,
  document: DocumentRow,
  source: Later<Uint8Array>,
): Promise<ContentFile | null> {
  const { runtime, sql = runtime.database.sql, now = runtime.clock.now() } = call;
  const maker = makersOf(runtime).find((one) => one.doc_type === document.doc_type);
  if (!maker) return null;
  const { html, title = null } = await maker.render({ sql, now, document, source, ...ownerOf(call) });
  return { ...(await keep(call, { path: PAGE_PATH, bytes: html, renderer: stampOf(maker) })), title };
}

/** The page of a new document of a plugin above, made by it ahead of the document; it is made again once the document has rows. */
export function keepPage(call: Pick<PrepareCall, "store">, html: string | Uint8Array): Promise<ContentFile> {
  return keep(call, { path: PAGE_PATH, bytes: html, renderer: OUTDATED });
}

async function renderSource(
  call: Making,
  { title, title_set, source_path, workspace_id, document_id, version, attrs }: DocumentRow,
  { read, size_bytes }: Later<Uint8Array>,
): Promise<ContentFile> {
  async function readMarkdown(): Promise<MarkdownSource> {
    const source = readBytesOf(await read(), source_path);
    const actor = source.includes("[[") ? await findWriter(call, { document_id, version }) : null;
    const notes = { actor, document_id };
    const destinations = await findDestinations(call.runtime, { source, workspace_id, notes });
    return { source, destinations, extensions: chosenMarkdown(attrs) };
  }
  const naming = title_set ? { title } : { fallback: title === UNTITLED ? null : title };
  const page = await renderMarkdown({ read: readMarkdown, size_bytes }, { ...naming, ...ownerOf(call) });
  const file = await keep(call, { path: PAGE_PATH, bytes: page.html, renderer: RENDERER_VERSION });
  const references = { of: source_path, found: page.references, paths: page.paths };
  return { ...file, title: page.title, references, unknown: page.unknown };
}

/** Whose rights say where the names in a source lead; null once they have left, and where the service writes. */
async function findWriter(
  { runtime, actor, via, of_version }: Making,
  document: Pick<DocumentRow, "document_id" | "version">,
): Promise<Actor | null> {
  if (via === "system") return null;
  if (actor && of_version === undefined) return actor;
  const { database, clock } = runtime;
  return findAuthor(database.sql, { ...document, ...(of_version && { version: of_version }), now: clock.now() });
}

async function renderHtml(
  document: Pick<DocumentRow, "kind" | "title" | "description" | "source_path">,
  { read, size_bytes }: Later<Uint8Array>,
  owned: Owned,
): Promise<ViewerPage> {
  const { title, description, source_path: path } = document;
  if (document.kind === "snippet") {
    const content = { read: async () => readBytesOf(await read(), path), size_bytes };
    const html = await renderSnippet(content, { language: path.split(".").at(-1) ?? null, title, ...owned });
    return { html, is_final: true };
  }
  const file = { path, size: size_bytes, content_type: contentTypeOf(path) };
  return renderViewer({ kind: document.kind, title, description, file }, { ...owned, read });
}

/** The source of a document as it is stored now. */
export function sourceOf(
  call: Pick<WriteCall, "sql" | "runtime">,
  document: DocumentRow & { files: readonly FileRow[] },
): Later<Uint8Array> {
  const file = sourceFileOf(document);
  return { read: () => readFile(call, file), size_bytes: file.size_bytes };
}

/** Whether a page that was made for `seen` shows `current` as well. */
export function sameNaming(current: DocumentRow, seen: DocumentRow): boolean {
  const isSameTitle = current.title === seen.title && current.title_set === seen.title_set;
  const isSameSyntax = chosenMarkdown(current.attrs) === chosenMarkdown(seen.attrs);
  return isSameTitle && isSameSyntax && current.description === seen.description;
}
