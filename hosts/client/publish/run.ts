// Brings the documents of a folder up to its files: makes what is missing, writes what differs, leaves the rest alone.
import { basename } from "node:path";
import { sendableName } from "../names/file_names.ts";
import { CallError } from "../server/caller.ts";
import { eachOf } from "../server/each_of.ts";
import { wordsFor } from "../server/unrendered.ts";
import { type Done, filenameOf, findDocuments, folderOf, type Job, type Placed } from "./documents.ts";
import {
  changeFields,
  choiceOf,
  choosesAnew,
  frontOf,
  includedOf,
  isMarkedOtherwise,
  knownTo,
  listUnread,
  textsOf,
} from "./fields.ts";
import type { LocalFile } from "./folder.ts";
import { countNoteEmbeds, findLostLinks, listNamedFiles } from "./lost_links.ts";
import { marksOf } from "./marks.ts";
import { carriedPath, encodePath, type Mention, type Page, readPage, writePage } from "./page.ts";
import { placeFiles } from "./places.ts";
import { type Hashes, hashOf, type OutgoingFile, type RemoteDocument } from "./remote.ts";
import type { Outcome } from "./report.ts";
import { readTexts, type Text } from "./texts.ts";

interface Run extends Placed {
  /** By the path of its file. */
  documents: Map<string, RemoteDocument>;
  texts: ReadonlyMap<string, Text>;
  made: Set<string>;
  /** What became of the files that travel with pages. */
  carried: Map<string, Outcome>;
}

/** Publishes every file, telling the report of each. A file that fails does not stop the others. */
export async function publishFiles(asked: Job): Promise<Done> {
  const { files, report } = asked;
  const places = placeFiles(files.values(), asked.folder);
  for (const { dir, folder } of places.renamed)
    report.remark(`the folder "${dir}" is called "${folder}" on the server`);
  for (const { path, reason } of places.refused) report.tell(path, "failed", reason);
  const job: Placed = { ...asked, places, unread: [...asked.unread, ...places.refused.map(({ path }) => path)] };
  const { documents, orphans, twins } = await findDocuments(job);
  const texts = await readTexts(files, (path) => {
    const known = documents.get(path);
    return job.markdown ?? (known ? choiceOf(known) : null);
  });
  const run: Run = { ...job, documents, texts, made: new Set(), carried: new Map() };
  const pages = await readPages(job);
  const carried = new Set(pages.flatMap((page) => [...page.carries]));
  const named = listNamedFiles(texts, files);
  // Markdown reaches its pictures as documents beside it, so what it names is one, whichever pages carry it too; so is what is one already.
  const isPlain = ({ path }: LocalFile) => !carried.has(path) || named.has(path) || documents.has(path);
  const plain = [...files.values()].filter((file) => file.kind !== "html" && isPlain(file));
  await eachOf(plain, (file) => attempt(job, file.path, () => publishPlain(run, file)));
  await createTargets(run, pages);
  const ready = pages.filter(({ file }) => report.outcomeOf(file.path) !== "failed");
  await eachOf(ready, (page) => attempt(job, page.file.path, () => publishPage(run, page)));
  for (const path of carried) {
    const outcome = run.carried.get(path);
    const own = plain.some((file) => file.path === path) ? report.outcomeOf(path) : undefined;
    if (own === "failed") continue;
    if (outcome) report.tell(path, together(own, outcome));
    else report.tell(path, "failed", "every page that shows it failed");
  }
  const lost = await findLostLinks(texts, { files, isKnown: knownTo(job.remote) });
  return { documents, orphans, twins, lost, unread: listUnread(texts), texts, embeds: countNoteEmbeds(texts, files) };
}

async function readPages({ files, report }: Job): Promise<Page[]> {
  const pages: Page[] = [];
  for (const file of files.values()) {
    if (file.kind !== "html" || report.outcomeOf(file.path) === "failed") continue;
    try {
      pages.push(await readPage(file, files));
    } catch (error) {
      report.tell(file.path, "failed", messageOf(error));
    }
  }
  return pages;
}

/** A file that is a document by itself: its links are relative and stay as they are written. */
async function publishPlain(run: Run, file: LocalFile): Promise<void> {
  const { remote, report, documents } = run;
  if (report.outcomeOf(file.path) === "failed") return;
  const known = documents.get(file.path);
  if (!known) {
    const { visibility, password } = run;
    const { tags, attrs } = frontOf(run, file);
    const marks = { ...attrs, ...marksOf(run, file) };
    const made = {
      file,
      text: includedOf(run, file),
      folder: folderOf(run, file),
      attrs: marks,
      tags,
      visibility,
      password,
    };
    const { document, reason } = await remote.createFile(made);
    documents.set(file.path, document);
    return report.tell(file.path, "published", reason === null ? undefined : wordsFor(reason));
  }
  const isPage = file.kind === "markdown" && known.kind === "markdown";
  const text = isPage ? includedOf(run, file) : null;
  const bytes = text === null ? Bun.file(file.absolute) : new Blob([text]);
  const hashes = await remote.hashes(known.doc_id);
  const path = isPage ? "source.md" : mainOf(known, hashes);
  const isStale = hashes.get(path) !== (await hashOf(bytes));
  // What earlier runs put beside a page's source is a document of its own now.
  const surplus = known.kind === "markdown" ? [...hashes.keys()].filter((one) => one !== path && one !== PAGE) : [];
  const isBegun = known.filename !== filenameOf(file);
  if (isBegun)
    await remote.change(known.doc_id, {
      filename: filenameOf(file),
      attrs: { ...textsOf(known.attrs), ...marksOf(run, file) },
    });
  const pair = { file, document: known };
  const isSaidAnew = isPage && (choosesAnew(run, known) || isMarkedOtherwise(run, pair));
  // A sync that goes on meanwhile sees the mark before the text that it is for.
  if ((isStale || isSaidAnew) && text !== null) await changeFields(run, pair);
  if (isStale) await remote.putFiles(known.doc_id, [{ path, bytes }]);
  if ((isStale || isSaidAnew) && text === null) await changeFields(run, pair);
  for (const one of surplus) await remote.removeFile(known.doc_id, one);
  const isChanged = await changeVisibility(run, file.path, known);
  report.tell(file.path, isStale || isSaidAnew || surplus.length > 0 || isChanged ? "updated" : "unchanged");
}

/** The page that the service makes. */
const PAGE = "index.html";

/** The file that a share is about: under its document's name, or the nearest that a file of one may have. */
function mainOf({ filename }: RemoteDocument, hashes: Hashes): string {
  const name = filename ?? PAGE;
  const own = [...hashes.keys()].filter((path) => path !== PAGE);
  return own.find((path) => path === name) ?? own.find((path) => path === sendableName(name)) ?? own[0] ?? name;
}

/**
 * Makes the pages that others lead to, those first that lead to none of the rest: every address is known when a page is
 * written. Only where links go round is one of them written again.
 */
async function createTargets(run: Run, pages: readonly Page[]): Promise<void> {
  const targets = new Set(pages.flatMap((page) => [...page.leads_to]));
  let left = pages.filter(({ file }) => targets.has(file.path) && !run.documents.has(file.path));
  while (left.length > 0) {
    const waiting = new Set(left.map(({ file }) => file.path));
    const ready = left.filter((page) => ![...page.leads_to].some((path) => waiting.has(path)));
    const next = ready.length > 0 ? ready : mostWanted(left);
    await eachOf(next, (page) => attempt(run, page.file.path, () => createPage(run, page)));
    left = left.filter((page) => !next.includes(page));
  }
}

/** The page that most of the others lead to. */
function mostWanted(pages: readonly Page[]): Page[] {
  const wanted = (page: Page) => pages.filter(({ leads_to }) => leads_to.has(page.file.path)).length;
  return [...pages].sort((one, other) => wanted(other) - wanted(one)).slice(0, 1);
}

async function createPage(run: Run, page: Page): Promise<RemoteDocument> {
  const { files, remote, visibility, password, documents, made } = run;
  const { path } = page.file;
  const document = await remote.createPage({
    html: writePage(page, files, (mention) => addressOf(run, mention)),
    parts: await Promise.all([...page.carries].map(async (part) => outgoing(run, page, part))),
    filename: filenameOf(page.file),
    folder: folderOf(run, page.file),
    attrs: marksOf(run, page.file),
    ...(visibility === undefined ? {} : { visibility }),
    ...(password === undefined ? {} : { password }),
  });
  documents.set(path, document);
  made.add(path);
  return document;
}

async function outgoing(run: Run, page: Page, part: string): Promise<OutgoingFile> {
  return { path: carriedPath(page, part), bytes: await readBytes(run, part) };
}

async function publishPage(run: Run, page: Page): Promise<void> {
  const { files, remote, report, documents, made } = run;
  const { path } = page.file;
  const document = documents.get(path) ?? (await createPage(run, page));
  const hashes = await remote.hashes(document.doc_id);
  const source = writePage(page, files, (mention) => addressOf(run, mention));
  const stale: OutgoingFile[] = [];
  const bytes = new Blob([source]);
  if (hashes.get(PAGE) !== (await hashOf(bytes))) stale.push({ path: PAGE, bytes });
  const parts = new Map<string, Outcome>();
  for (const part of page.carries) {
    const file = await outgoing(run, page, part);
    const before = hashes.get(file.path);
    const isSame = before === (await hashOf(file.bytes));
    if (!isSame) stale.push(file);
    parts.set(part, before === undefined || made.has(path) ? "published" : isSame ? "unchanged" : "updated");
  }
  if (stale.length > 0) await remote.putFiles(document.doc_id, stale);
  const isChanged = await changeVisibility(run, path, document);
  for (const [part, outcome] of parts) run.carried.set(part, together(run.carried.get(part), outcome));
  report.tell(path, made.has(path) ? "published" : stale.length > 0 || isChanged ? "updated" : "unchanged");
}

/** Several pages may carry one file: it is new where no page had it, and the same where none has to replace it. */
function together(one: Outcome | undefined, other: Outcome): Outcome {
  if (one === undefined || one === other) return other;
  return one === "updated" || other === "updated" ? "updated" : "unchanged";
}

/** Pages and files lie on one host, so an address without a host stays right under another name of the server. */
function addressOf({ documents, files }: Run, { path, fragment, embedded }: Mention): string | null {
  const known = documents.get(path);
  if (!known) return null;
  const page = `/d/${known.slug}/`;
  const isPart = embedded && files.get(path)?.kind === "other";
  return (isPart ? page + encodePath(basename(path)) : page) + fragment;
}

async function changeVisibility(run: Run, path: string, document: RemoteDocument): Promise<boolean> {
  const { visibility, password, remote, documents } = run;
  if (visibility === undefined || document.visibility === visibility) return false;
  const fields = { visibility, ...(password === undefined ? {} : { password }) };
  await remote.change(document.doc_id, fields);
  documents.set(path, { ...document, visibility });
  return true;
}

async function readBytes({ files }: Job, path: string): Promise<Blob> {
  const file = files.get(path);
  if (!file) throw new Error(`"${path}" is gone`);
  return new Blob([await Bun.file(file.absolute).bytes()]);
}

async function attempt(job: Job, path: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // What is said to all of them alike is not asked again for each.
    if (error instanceof CallError && (error.status === null || error.status === 401)) throw error;
    job.report.tell(path, "failed", messageOf(error));
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
