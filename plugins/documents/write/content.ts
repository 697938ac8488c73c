// Makes the files of a version from what was sent:
// the source as it came and, where the service makes the page, the page.

import { refuse, showsNothing } from "../../../kernel/plugin.ts";
import { encodeText } from "../../../kernel/ports/base.ts";
import type { StoredBytes } from "../../../kernel/ports/blobs.ts";
import { capOf } from "../../operation.ts";
import { RENDERER_VERSION, renderMarkdown, renderSnippet, renderViewer, titleOfHtml } from "../../rendering/port.ts";
import { readBytesOf } from "../../texts/port.ts";
import { ownerOf, type PrepareCall } from "../model/calls.ts";
import { type Kind, kindOfFile, snippetPath } from "../model/kinds.ts";
import { baseName, parseDocumentName, parseFileName } from "../model/paths.ts";
import type { DocType } from "../model/rows.ts";
import { refuseLargeFile } from "../model/rules.ts";
import { findMeant } from "../pages/destinations.ts";
import { type ContentFile, OUTDATED } from "./content_file.ts";
import { typeOfBytes, typeOfStored } from "./file_type.ts";
import type { SentContent, StagedFile } from "./sent_content.ts";

/** A version's worth of content, ready for the transaction. */
export interface Content {
  kind: Kind;
  /** Of a document that is more than its files, such as a database; a plain document's without it. */
  doc_type?: DocType;
  title: string;
  /** Somebody named it; otherwise its title follows what it calls itself. */
  title_set: boolean;
  source_path: string;
  files: ContentFile[];
  /** Of the file that was sent, in its stored form. */
  filename?: string | null;
}

type Storing = Pick<PrepareCall, "store" | "runtime" | "actor" | "request">;

/** The generated page of every kind but html. */
export const PAGE_PATH = "index.html";
const MARKDOWN_PATH = "source.md";

/** The title of a document that nothing names; a markdown page does not show it. */
export const UNTITLED = "Untitled";

/** How a document is to be called: as somebody says, else as it calls itself, else by the fallback. */
export interface Naming {
  title: string | null;
  /** Such as the name of its file. */
  fallback?: string | null;
}

/** The syntax that its sender chose, as `chosenMarkdown` answers it. */
interface Choosing {
  extensions?: string | null;
}

function nameBy({ title, fallback }: Naming, own: string | null): Pick<Content, "title" | "title_set"> {
  return { title: title ?? ownTitle(own) ?? ownTitle(fallback) ?? UNTITLED, title_set: title !== null };
}

/** What a document calls itself; null where that shows nothing. */
export function ownTitle(text: string | null | undefined): string | null {
  return typeof text === "string" && !showsNothing(text) ? text : null;
}

/** An html document holds what was sent. */
export async function htmlContent(call: Storing, html: SentContent, naming: Naming): Promise<Content> {
  const bytes = await boundedBytes(call, html, "the page");
  const own = naming.title === null ? await titleOfHtml(bytes, ownerOf(call)) : null;
  const page = { ...(await keep(call, { path: PAGE_PATH, bytes, staged: html.staged })), title: own };
  return { kind: "html", ...nameBy(naming, own), source_path: PAGE_PATH, files: [page] };
}

/** A markdown document holds `source.md` and its page. */
export async function markdownContent(
  call: Storing,
  source: SentContent,
  { extensions = null, ...naming }: Naming & Choosing,
): Promise<Content> {
  const bytes = await boundedBytes(call, source, "the markdown");
  const text = readBytesOf(bytes, MARKDOWN_PATH);
  const { actor } = call;
  const notes = { actor, document_id: null };
  const by = { source: text, workspace_id: actor.workspace.id, notes };
  const { destinations, has_notes } = await findMeant(call.runtime, by);
  const sent = { source: text, destinations, extensions };
  const page = await renderMarkdown(sent, { ...naming, ...ownerOf(call) });
  const { unknown } = page;
  // What a name means hangs on where its document lies, which is known once it lies there; one without a meaning anywhere has none there.
  const renderer = has_notes ? OUTDATED : RENDERER_VERSION;
  const [kept, made] = await Promise.all([
    keep(call, { path: MARKDOWN_PATH, bytes, staged: source.staged }),
    keep(call, { path: PAGE_PATH, bytes: page.html, renderer }),
  ]);
  const references = { of: MARKDOWN_PATH, found: page.references, paths: page.paths };
  const files = [kept, { ...made, title: page.title, references, unknown }];
  return { kind: "markdown", ...nameBy(naming, page.title), source_path: MARKDOWN_PATH, files };
}

/** A snippet holds `source.<ext>` and its highlighted page. */
export async function snippetContent(
  call: Storing,
  source: SentContent,
  named: { language: string | null; title: string | null },
): Promise<Content> {
  const path = snippetPath(named.language);
  const bytes = await boundedBytes(call, source, "the code");
  const name = nameBy(named, null);
  const html = await renderSnippet(readBytesOf(bytes, path), {
    language: named.language,
    title: name.title,
    ...ownerOf(call),
  });
  const files = await Promise.all([
    keep(call, { path, bytes, staged: source.staged }),
    keep(call, { path: PAGE_PATH, bytes: html, renderer: RENDERER_VERSION }),
  ]);
  return { kind: "snippet", ...name, source_path: path, files };
}

/** A file share holds the payload under its own name and a viewer page. */
export async function shareContent(
  call: Storing,
  payload: { filename: string; stored: StoredBytes; upload_id?: number },
  named: { title: string | null; description: string },
): Promise<Content> {
  const path = sharePath(payload.filename);
  const kind = kindOfFile(path, { render: false });
  const name = nameBy({ ...named, fallback: baseTitle(path) }, null);
  const content_type = await typeOfStored(call.runtime, path, payload.stored);
  const file = { path, size: payload.stored.size_bytes, content_type };
  const { bytes, key } = payload.stored;
  const made = await renderViewer(
    { kind, title: name.title, description: named.description, file },
    { ...ownerOf(call), read: async () => bytes ?? call.runtime.blobs.bytes(key) },
  );
  const renderer = made.is_final ? RENDERER_VERSION : OUTDATED;
  const page = await keep(call, { path: PAGE_PATH, bytes: made.html, renderer });
  return {
    kind,
    ...name,
    source_path: path,
    files: [{ ...inStore(payload), path, content_type: file.content_type, renderer: null }, page],
    filename: parseDocumentName(baseName(payload.filename)),
  };
}

/** A file that was sent, by its name: html and markdown become pages, anything else a share. */
export async function fileContent(
  call: Storing,
  sent: { filename: string; content: SentContent },
  named: { title: string | null; description: string; render: boolean },
): Promise<Content> {
  const kind = kindOfFile(sent.filename, { render: named.render });
  const naming = { title: named.title, fallback: baseTitle(sent.filename) };
  const filename = parseDocumentName(baseName(sent.filename));
  if (kind === "html") {
    const bytes = await boundedBytes(call, sent.content, `file "${sent.filename}"`);
    readBytesOf(bytes, sent.filename);
    return { ...(await htmlContent(call, { ...sent.content, read: async () => bytes }, naming)), filename };
  }
  if (kind === "markdown") return { ...(await markdownContent(call, sent.content, naming)), filename };
  const { staged } = sent.content;
  if (staged) return shareContent(call, { filename: sent.filename, ...staged }, named);
  const stored = await call.store(await boundedBytes(call, sent.content, `file "${sent.filename}"`));
  return shareContent(call, { filename: sent.filename, stored }, named);
}

/** Stores one file of any document. The path must have been parsed. */
export async function keep(
  call: Pick<PrepareCall, "store">,
  file: { path: string; bytes: Uint8Array | string; renderer?: number; staged?: StagedFile | undefined },
): Promise<ContentFile> {
  const { path, bytes, staged, renderer = null } = file;
  const sent = typeof bytes === "string" ? await encodeText(bytes) : bytes;
  const kept = staged ?? { stored: await call.store(sent) };
  return { ...inStore(kept), path, content_type: typeOfBytes(path, sent), renderer };
}

function inStore({ stored, upload_id }: { stored: StoredBytes; upload_id?: number }) {
  return { stored, ...(upload_id === undefined ? {} : { upload_id }) };
}

/** The payload's own name, kept away from the name of the viewer page beside it. */
function sharePath(filename: string): string {
  const path = parseFileName(filename);
  return path === PAGE_PATH ? "shared-index.html" : path;
}

/** A file name without its ending, for a title. */
export function baseTitle(filename: string): string {
  const name = baseName(filename);
  const dot = name.lastIndexOf(".");
  return (dot > 0 ? name.slice(0, dot) : name) || UNTITLED;
}

/** The bytes of content that makes a document. Throws 400 for none and 413 for too many. */
export async function boundedBytes(
  call: Storing,
  { read, size_bytes }: SentContent,
  what: string,
): Promise<Uint8Array> {
  if (size_bytes === 0) throw refuse.invalid(`${what} is empty; send the content of the document`);
  refuseLargeFile(size_bytes, { what, bytes_max: capOf(call.runtime, "json_file_bytes") });
  return read();
}
