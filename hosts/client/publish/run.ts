// Brings the documents of a folder up to its files: makes what is missing, writes what differs, leaves the rest alone.
import { basename, posix } from "node:path";
import { eachOf } from "../server/each_of.ts";
import { folderPath } from "../server/folder_path.ts";
import type { LocalFile } from "./folder.ts";
import { carriedPath, encodePath, type Library, type Mention, type Page, readPage, writePage } from "./page.ts";
import {
  type FieldChanges,
  type Hashes,
  hashOf,
  type OutgoingFile,
  type Remote,
  type RemoteDocument,
  type Visibility,
} from "./remote.ts";
import type { Outcome, Report } from "./report.ts";

export interface Job {
  remote: Remote;
  library: Library;
  report: Report;
  /** The service's folder that stands for the local one. */
  folder: string;
  /** Undefined leaves documents as they are and makes new ones restricted. */
  visibility: Visibility | undefined;
  password: string | undefined;
}

export interface Done {
  /** By the path of its file. */
  documents: ReadonlyMap<string, RemoteDocument>;
  /** Documents of earlier runs whose file is gone. */
  orphans: { path: string; doc_id: string }[];
  /** Addresses in pages that lead to nothing here. */
  unresolved: number;
}

/** What is known of a document while it is being brought up to its file. */
interface Known {
  document: RemoteDocument;
  /** Of its files; null until the server was asked. */
  hashes: Hashes | null;
  is_new: boolean;
}

interface Run extends Job {
  documents: Map<string, Known>;
  /** What became of the files that travel with pages. */
  carried: Map<string, Outcome>;
}

const TITLE_CHARS_MAX = 300;

/** Marks of ours on a document, by which the next run finds it again from any machine. */
const PATH_MARK = "source_path";
const FOLDER_MARK = "source_folder";
/** The title that the source had, so that a title given in the app is not taken back. */
const TITLE_MARK = "source_title";

/** Publishes every file of the library, telling the report of each. A file that fails does not stop the others. */
export async function publishFiles(job: Job): Promise<Done> {
  const { files } = job.library;
  const run: Run = { ...job, documents: await findDocuments(job), carried: new Map() };
  const orphans = [...run.documents].filter(([path]) => !files.has(path));
  const pages = await readPages(job);
  const carried = new Set(pages.flatMap((page) => [...page.carries]));
  const loose = [...files.values()].filter((file) => file.kind === "other" && !carried.has(file.path));
  await eachOf(loose, (file) => attempt(job, file.path, () => publishLoose(run, file)));
  // Pages that others lead to need their addresses first; the rest is written once, with every address in it.
  const targets = new Set(pages.flatMap((page) => [...page.leads_to]));
  const wanted = pages.filter(({ file }) => targets.has(file.path) && !run.documents.has(file.path));
  await eachOf(wanted, (page) => attempt(job, page.file.path, () => createPage(run, page)));
  const ready = pages.filter(({ file }) => job.report.outcomeOf(file.path) !== "failed");
  await eachOf(ready, (page) => attempt(job, page.file.path, () => publishPage(run, page)));
  for (const path of carried) {
    const outcome = run.carried.get(path);
    if (outcome) job.report.tell(path, outcome);
    else job.report.tell(path, "failed", "every page that shows it failed");
  }
  return {
    documents: new Map([...run.documents].map(([path, { document }]) => [path, document])),
    orphans: orphans.map(([path, { document }]) => ({ path, doc_id: document.doc_id })),
    unresolved: pages.reduce((sum, page) => sum + page.unresolved, 0),
  };
}

async function findDocuments({ remote, folder }: Job): Promise<Map<string, Known>> {
  const found = new Map<string, Known>();
  // The list begins with the newest, so of two with one mark the older one stays.
  for (const document of await remote.list(folder)) {
    const path = markOf(document, PATH_MARK);
    if (path !== null && markOf(document, FOLDER_MARK) === folder) {
      found.set(path, { document, hashes: null, is_new: false });
    }
  }
  return found;
}

async function readPages({ library, report }: Job): Promise<Page[]> {
  const pages: Page[] = [];
  for (const file of library.files.values()) {
    if (file.kind === "other") continue;
    try {
      const page = await readPage(file, library);
      pages.push({ ...page, title: page.title?.slice(0, TITLE_CHARS_MAX) ?? null });
    } catch (error) {
      report.tell(file.path, "failed", messageOf(error));
    }
  }
  return pages;
}

/** A file that no page carries is a document of its own. */
async function publishLoose(run: Run, file: LocalFile): Promise<void> {
  const { remote, report, documents } = run;
  const bytes = Bun.file(file.absolute);
  const known = documents.get(file.path);
  if (!known) {
    const made = await remote.createFile({ filename: basename(file.path), bytes, folder: folderOf(run, file) });
    const marks = { attrs: marksOf(run, { file, title: null }) };
    const document = await remote.change(made.doc_id, { ...visibilityChange(run, made), ...marks });
    documents.set(file.path, { document, hashes: null, is_new: true });
    return report.tell(file.path, "published");
  }
  const { document } = known;
  const name = basename(file.path);
  const isStale = (await remote.hashes(document.doc_id)).get(name) !== (await hashOf(bytes));
  if (isStale) await remote.putFiles(document.doc_id, [{ path: name, bytes }]);
  const isChanged = await changeFields(run, known, visibilityChange(run, document));
  report.tell(file.path, isStale || isChanged ? "updated" : "unchanged");
}

async function createPage(run: Run, page: Page): Promise<Known> {
  const { library, remote, visibility, password, documents } = run;
  const source = writePage(page, library, (mention) => addressOf(run, mention));
  const document = await remote.createPage({
    kind: page.file.kind === "html" ? "html" : "markdown",
    source,
    title: page.title,
    folder: folderOf(run, page.file),
    attrs: marksOf(run, page),
    ...(visibility === undefined ? {} : { visibility }),
    ...(password === undefined ? {} : { password }),
  });
  const known: Known = { document, hashes: new Map([[sourcePath(page), await hashOf(source)]]), is_new: true };
  documents.set(page.file.path, known);
  return known;
}

async function publishPage(run: Run, page: Page): Promise<void> {
  const { library, remote, report, documents } = run;
  const known = documents.get(page.file.path) ?? (await createPage(run, page));
  const { document } = known;
  const hashes = known.hashes ?? (await remote.hashes(document.doc_id));
  const source = writePage(page, library, (mention) => addressOf(run, mention));
  const stale: OutgoingFile[] = [];
  if (hashes.get(sourcePath(page)) !== (await hashOf(source))) {
    stale.push({ path: sourcePath(page), bytes: new Blob([source]) });
  }
  const parts = new Map<string, Outcome>();
  for (const path of page.carries) {
    const file = { path: carriedPath(page, path), bytes: await readBytes(library, path) };
    const held = hashes.get(file.path);
    const isSame = held === (await hashOf(file.bytes));
    if (!isSame) stale.push(file);
    parts.set(path, held === undefined ? "published" : isSame ? "unchanged" : "updated");
  }
  if (stale.length > 0) await remote.putFiles(document.doc_id, stale);
  const fields = { ...visibilityChange(run, document), ...titleChange(run, document, page) };
  const isChanged = await changeFields(run, known, fields);
  for (const [path, outcome] of parts) run.carried.set(path, together(run.carried.get(path), outcome));
  report.tell(page.file.path, known.is_new ? "published" : stale.length > 0 || isChanged ? "updated" : "unchanged");
}

/** Several pages may carry one file: it is new where no page had it, and the same where none has to replace it. */
function together(one: Outcome | undefined, other: Outcome): Outcome {
  if (one === undefined || one === other) return other;
  return one === "updated" || other === "updated" ? "updated" : "unchanged";
}

/** Pages and files lie on one host, so an address without a host stays right under another name of the server. */
function addressOf({ documents, library }: Run, { path, fragment, embedded }: Mention): string | null {
  const known = documents.get(path);
  if (!known) return null;
  const page = `/d/${known.document.slug}/`;
  const isPart = embedded && library.files.get(path)?.kind === "other";
  return (isPart ? page + encodePath(basename(path)) : page) + fragment;
}

async function changeFields({ remote }: Run, known: Known, fields: FieldChanges): Promise<boolean> {
  if (Object.keys(fields).length === 0) return false;
  known.document = await remote.change(known.document.doc_id, fields);
  return true;
}

function visibilityChange({ visibility, password }: Run, document: RemoteDocument): FieldChanges {
  if (visibility === undefined || document.visibility === visibility) return {};
  return { visibility, ...(password === undefined ? {} : { password }) };
}

function titleChange(run: Run, document: RemoteDocument, page: Page): FieldChanges {
  if (page.title === null || markOf(document, TITLE_MARK) === page.title) return {};
  return { title: page.title, attrs: { ...readMarks(document), ...marksOf(run, page) } };
}

function marksOf({ folder }: Job, { file, title }: Pick<Page, "file" | "title">): Record<string, string> {
  return { [PATH_MARK]: file.path, [FOLDER_MARK]: folder, ...(title === null ? {} : { [TITLE_MARK]: title }) };
}

function readMarks({ attrs }: RemoteDocument): Record<string, string> {
  const marks = typeof attrs === "object" && attrs !== null ? Object.entries(attrs) : [];
  return Object.fromEntries(marks.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

function markOf(document: RemoteDocument, name: string): string | null {
  return readMarks(document)[name] ?? null;
}

function sourcePath({ file }: Page): string {
  return file.kind === "html" ? "index.html" : "source.md";
}

function folderOf({ folder }: Job, { path }: LocalFile): string {
  return folderPath(folder, posix.dirname(path));
}

async function readBytes({ files }: Library, path: string): Promise<Blob> {
  const file = files.get(path);
  if (!file) throw new Error(`"${path}" is gone`);
  return new Blob([await Bun.file(file.absolute).bytes()]);
}

async function attempt(job: Job, path: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    job.report.tell(path, "failed", messageOf(error));
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
