// Changes a document's files: new ones, replaced ones, removed ones, in one version;
// identical content writes nothing (rules: versions/immutable).
import { refuse } from "../../../kernel/plugin.ts";
import type { Single } from "../../../kernel/ports/operation.ts";
import { capOf } from "../../operation.ts";
import type { NotingCall, PrepareCall, WriteCall } from "../model/calls.ts";
import { SHARE_KINDS } from "../model/kinds.ts";
import type { Right } from "../model/levels.ts";
import { type DocumentRow, type FileRow, type LoadedDocument, stateOf } from "../model/rows.ts";
import { refuseMissing, refuseMissingFile, refuseMissingVersion, refuseWithout } from "../permits.ts";
import { lockLoaded } from "../store/reading/documents.ts";
import { findVersion } from "../store/reading/versions.ts";
import { renewLater, replacePage } from "../store/writing/pages.ts";
import { isSingleVersion, singleVersion } from "../store/writing/single_versions.ts";
import { insertVersion, showCandidate } from "../store/writing/writes.ts";
import { askToWrite, type Conditions, refuseStale } from "./conflict.ts";
import { keep, ownTitle } from "./content.ts";
import { type ContentFile, tellChoice } from "./content_file.ts";
import { filesBeside, refuseGenerated, type Shown, sameNaming, showSource } from "./page.ts";
import { askToPublish } from "./publishing.ts";
import { settleRetention } from "./retention.ts";
import { type StagedFile, usingUploads, wholeContent } from "./sent_content.ts";
import { tellType } from "./typed_documents.ts";

/** What one write does to a document's files. */
export interface Changes {
  put: ContentFile[];
  remove?: readonly string[];
  /** The files of an earlier version that stand in for everything that people sent, before `put`. */
  replace?: readonly FileRow[];
  /** What the source among `replace` calls itself; files of `put` say it themselves. */
  title?: string | null;
}

export interface Revision extends Changes, Conditions {
  /** Makes the changes out of what is there once the lock is held, in place of those above, which then only name the paths. */
  again?: ((current: LoadedDocument) => Promise<Changes>) | undefined;
  message?: string | null | undefined;
  /** False writes a candidate: a version that is not shown before it is activated. */
  activate?: boolean | undefined;
  /** What the caller must still hold; edit without it. The service itself needs none. */
  needs?: Right;
  /** Of the service's own writes: is not kept out by a lease. */
  past_leases?: boolean;
}

export interface Revised {
  /** With the number and the files of the version that was written, also where that is a candidate. */
  document: LoadedDocument;
  changed: boolean;
  candidate: boolean;
}

/**
 * Writes one version with every change of `revision`, under the document's lock. Throws 403, 404, then 423 for a lease of
 * somebody else, 409 and 413.
 */
export async function revise(call: WriteCall, subject: LoadedDocument, revision: Revision): Promise<Revised> {
  return usingUploads(call, revision.put, () => writeVersion(call, subject, revision));
}

async function writeVersion(call: WriteCall, subject: LoadedDocument, revision: Revision): Promise<Revised> {
  const current = await lockForWrite(call, subject, revision);
  await refuseStale(call, current, { ...revision, paths: writtenPaths(revision) });
  const changes = revision.again ? await revision.again(current) : revision;
  const planned = planVersion(call, current, changes);
  if (!planned) return { document: current, changed: false, candidate: false };
  const candidate = revision.activate === false;
  const { ending, content } = await beginVersion(call, current, { ...planned, candidate, message: revision.message });
  const written = await insertVersion(call, ending, content);
  const document = { ...current, ...written, ...(candidate ? {} : { updated_at: call.now }) };
  await tellWritten(call, { before: current, document, candidate });
  if (!candidate && planned.fresh.some((file) => file.renderer !== null) && !sameNaming(current, subject))
    await renewLater(call, document);
  return { document, changed: true, candidate };
}

/** What an operation does besides: the row in the log where something has changed, and its answer. */
export interface Finish<T> {
  note(revised: Revised): void;
  answer(revised: Revised): T;
}

/** Revises in a transaction, for an operation that tries `reviseAlone` ahead of it. */
export async function reviseHere<T>(
  call: WriteCall,
  subject: LoadedDocument,
  revision: Revision,
  finish: Finish<T>,
): Promise<T> {
  const revised = await revise(call, subject, revision);
  if (revised.changed) finish.note(revised);
  return finish.answer(revised);
}

/**
 * The same as one statement, by a writer of whom nothing stood in the way when the document was read, of which the changes were made:
 * that statement writes nothing where it has changed since. `finish` is told what there will be before it is sent. Null where more
 * belongs to the write.
 */
export async function reviseAlone<T>(
  call: NotingCall,
  subject: LoadedDocument,
  revision: Omit<Revision, "needs" | "past_leases">,
  finish: Finish<T>,
): Promise<Single<T> | null> {
  const { doc_type, released_at, lost_root, stamp } = subject;
  const isLive = released_at === null && lost_root === null && stateOf(subject, call.now) === "live";
  const isPlain = revision.replace === undefined && !revision.put.some((file) => file.upload_id !== undefined);
  if (doc_type !== "document" || !isLive || !isPlain || revision.activate === false || stamp === undefined) return null;
  const planned = planVersion(call, subject, revision);
  if (!planned || !isSingleVersion(subject, planned)) return null;
  const { message } = revision;
  const { ending, content } = await beginVersion(call, subject, { ...planned, candidate: false, message });
  return singleVersion(call, { ...ending, stamp }, content, (written) => {
    const revised = { document: { ...subject, ...written, updated_at: call.now }, changed: true, candidate: false };
    finish.note(revised);
    return finish.answer(revised);
  });
}

/** What the next version holds and what it is called. */
interface Planned {
  kept: FileRow[];
  fresh: ContentFile[];
  title: string;
}

/** Null where that is what is there. Throws 400 for a page that the service makes, 404 for a file that is not there, and 413. */
function planVersion(call: NotingCall, current: LoadedDocument, changes: Changes): Planned | null {
  for (const file of changes.put) if (file.renderer === null) refuseGenerated(current, file.path);
  const gone = new Set(changes.remove ?? []);
  for (const path of gone) if (!current.files.some((file) => file.path === path)) throw refuseMissingFile(path);
  const base = changes.replace ?? current.files;
  const fresh = changes.put.filter((file) => isNew(file, base));
  const replaced = new Set(fresh.map((file) => file.path));
  const kept = base.filter((file) => !gone.has(file.path) && !replaced.has(file.path));
  if (sameContent(current.files, [...kept, ...fresh])) return null;
  refuseOversized(call, current, [...kept, ...fresh]);
  return { kept, fresh, title: titleAfter(current, changes) };
}

/** Settles how long the document is to live, and asks whoever may say no. */
async function beginVersion(
  call: NotingCall,
  current: LoadedDocument,
  planned: Planned & { candidate: boolean; message: string | null | undefined },
) {
  const { kept, fresh, title, candidate, message = null } = planned;
  const ending = candidate ? current : { ...current, retention_days: await settleRetention(call, current) };
  const files = [...broughtBack(kept, current.files), ...fresh];
  tellChoice(call, fresh);
  await askToPublish(call, { ...ending, title }, { before: current, files });
  return { ending, content: { kept, fresh, title, candidate, message } };
}

/**
 * Shows a candidate under the document's lock: as it is numbered where nothing was shown after it, else as a new version. `page`
 * takes the place of the one that was made with it, since the title may be another one today. Throws as `revise` does.
 */
export async function showVersion(
  call: WriteCall,
  subject: LoadedDocument,
  options: Conditions & Shown & { version: number },
): Promise<Pick<Revised, "document" | "changed">> {
  const current = await lockForWrite(call, subject, { ...options, put: [] });
  const found = await findVersion(call.sql, { document_id: current.document_id, version: options.version });
  await askToWrite(call, current, { ...options, paths: pathsBetween(current.files, found?.files ?? []) });
  await refuseStale(call, current, { base_version: options.base_version, paths: [current.source_path] });
  if (!found) throw refuseMissingVersion(options.version);
  if (options.version === current.version) return { document: current, changed: false };
  if (options.version < current.version) {
    const replace = filesBeside(options.page, found.files);
    return revise(call, subject, {
      replace,
      put: options.page ? [options.page] : [],
      ...options,
      message: `activated version ${options.version}`,
    });
  }
  const title = titleAfter(current, { put: [], title: options.title });
  const shown = await showCandidate(call, current, { version: options.version, files: found.files, title });
  const document = { ...current, ...shown, updated_at: call.now };
  await tellWritten(call, { before: current, document, candidate: false });
  if (options.page) document.files = await replacePage(call, document, options.page);
  return { document, changed: true };
}

async function tellWritten(
  call: WriteCall,
  { before, document, candidate }: { before: LoadedDocument; document: LoadedDocument; candidate: boolean },
): Promise<void> {
  const { version, files } = document;
  await tellType(call, document, {
    what: "write",
    meta: { version, paths: pathsBetween(before.files, files), ...(candidate && { candidate }) },
  });
}

/** The document as it is now, locked; nobody's lease stands against the content that is to be written. */
async function lockForWrite(call: WriteCall, subject: LoadedDocument, revision: Revision): Promise<LoadedDocument> {
  const current = await lockLoaded(call.sql, subject.document_id, call.actor);
  if (!current) throw refuseMissing();
  if (call.via !== "system") refuseWithout(revision.needs ?? "edit", call.now, current);
  else if (stateOf(current, call.now) !== "live") throw refuseMissing();
  const paths = [...writtenPaths(revision), ...(revision.replace ? pathsBetween(current.files, revision.replace) : [])];
  if (writesContent(revision)) await askToWrite(call, current, { ...revision, paths });
  return current;
}

function writesContent({ put, remove, replace, again }: Revision): boolean {
  return put.length > 0 || (remove ?? []).length > 0 || replace !== undefined || again !== undefined;
}

/** The title of a document after a change of its content: as it calls itself then, until somebody has set it. */
function titleAfter(current: DocumentRow, { put, title }: Changes): string {
  if (current.title_set) return current.title;
  return ownTitle(title) ?? ownTitle(put.find((file) => file.title)?.title) ?? current.title;
}

/** The files that a person writes here, whose diff a conflict shows. */
function writtenPaths({ put, remove = [] }: Changes): string[] {
  return [...put.filter((file) => file.renderer === null).map((file) => file.path), ...remove];
}

/** What people sent that another version holds otherwise, or that one of both has not: to bring a version back removes files, too. */
function pathsBetween(files: readonly FileRow[], others: readonly FileRow[]): string[] {
  const [here, there] = [contentOf(files), contentOf(others)];
  return [...new Set([...here.keys(), ...there.keys()])].filter((path) => here.get(path) !== there.get(path));
}

/** Pages that the service made are no content: they follow from the rest. */
function sameContent(one: readonly (FileRow | ContentFile)[], other: readonly (FileRow | ContentFile)[]): boolean {
  return Bun.deepEquals(contentOf(one), contentOf(other));
}

function contentOf(files: readonly (FileRow | ContentFile)[]): Map<string, string> {
  const sent = files.filter((file) => file.renderer === null);
  return new Map(sent.map((file) => [file.path, "stored" in file ? file.stored.sha256 : file.sha256]));
}

function isNew(file: ContentFile, files: readonly FileRow[]): boolean {
  const previous = files.find((one) => one.path === file.path);
  return previous?.sha256 !== file.stored.sha256;
}

/** Files of an earlier version that the current one has not. */
function broughtBack(kept: readonly FileRow[], files: readonly FileRow[]): FileRow[] {
  const hashes = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  return kept.filter(({ path, sha256 }) => hashes.get(path) !== sha256);
}

/** Throws 413 for more files or bytes than a document has. */
export function refuseOversized(
  call: Pick<NotingCall, "runtime">,
  document: Pick<DocumentRow, "kind" | "source_path">,
  files: readonly (FileRow | ContentFile)[],
): void {
  const bytesMax = capOf(call.runtime, "document_bytes");
  const filesMax = capOf(call.runtime, "files_per_document");
  if (files.length > filesMax)
    throw refuse.tooLarge(`a document has at most ${filesMax} files; this one would have ${files.length}`);
  // What people sent counts; a file share may hold one streamed upload beyond the cap (rules: limits/files).
  const streamed = SHARE_KINDS.includes(document.kind) ? document.source_path : null;
  const counted = files.filter((file) => file.renderer === null && file.path !== streamed);
  const size = counted.reduce((sum, file) => sum + ("stored" in file ? file.stored.size_bytes : file.size_bytes), 0);
  if (size > bytesMax)
    throw refuse.tooLarge(`the document's files would have ${size} bytes together; at most ${bytesMax} are allowed`);
}

/**
 * The files that a write to `path` stores: the file itself, and the page made from it when it is the source.
 * Refuses the page of a document whose page the service makes, naming the source (rules: writes/made_pages).
 */
export async function filesOfWrite(
  call: PrepareCall,
  document: LoadedDocument,
  write: { path: string; bytes: Uint8Array; staged?: StagedFile | undefined },
): Promise<ContentFile[]> {
  refuseGenerated(document, write.path);
  const file = await keep(call, write);
  if (write.path !== document.source_path) return [file];
  const { page, title } = await showSource(call, document, wholeContent(write.bytes));
  return page ? [file, page] : [{ ...file, title }];
}
