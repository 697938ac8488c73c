// Which documents of the server belong to which files, by their names and folders,
// and which are left of files that are gone.
import { basename } from "node:path";
import { documentFilename, sendableName } from "../names/file_names.ts";
import type { LocalFile } from "./folder.ts";
import type { LostLink } from "./lost_links.ts";
import { isOwn, markOf, PATH_MARK } from "./marks.ts";
import type { Files } from "./page.ts";
import type { Places } from "./places.ts";
import type { Remote, RemoteDocument, Visibility } from "./remote.ts";
import type { Report } from "./report.ts";
import type { Text } from "./texts.ts";

export interface Job {
  remote: Remote;
  files: Files;
  report: Report;
  /** The service's folder that stands for the local one. */
  folder: string;
  /** Undefined leaves documents as they are and makes new ones restricted. */
  visibility: Visibility | undefined;
  password: string | undefined;
  /** The syntax chosen for all markdown of the folder, in words; undefined leaves it as it is. */
  markdown?: string | undefined;
  /** Files and folders that could not be read, or are there and are not published: nothing is concluded about what lies there. */
  unread: readonly string[];
}

export interface Done {
  /** By the path of its file. */
  documents: ReadonlyMap<string, RemoteDocument>;
  /** Documents of earlier runs whose file is gone. */
  orphans: { path: string; doc_id: string }[];
  /** Further documents of one file, made by runs that went on at the same time. */
  twins: { path: string; doc_id: string }[];
  /** Addresses and names in pages that lead to nothing here. */
  lost: LostLink[];
  /** What front matter says that is not read. */
  unread: { what: string; files: number }[];
  texts: ReadonlyMap<string, Text>;
  /** Pages that are named to be shown in place. */
  embeds: { embeds: number; files: number };
}

export interface Placed extends Job {
  places: Places;
}

/** The service's folder for a file. */
export function folderOf({ places }: Pick<Placed, "places">, { path }: LocalFile): string {
  return places.folderOf(path);
}

/** A document belongs to the file of its name in its folder; `docsvc sync` knows them by the same two. */
export async function findDocuments(
  job: Placed,
): Promise<Pick<Done, "orphans" | "twins"> & { documents: Map<string, RemoteDocument> }> {
  const byPlace = new Map<string, string>();
  for (const file of job.files.values()) {
    if (job.report.outcomeOf(file.path) === "failed") continue;
    const key = keyOf(folderOf(job, file), filenameOf(file));
    const twin = byPlace.get(key);
    if (twin === undefined) byPlace.set(key, file.path);
    else job.report.tell(file.path, "failed", `its name is the same on the server as that of ${twin}: rename one`);
  }
  // A run that was stopped may have sent a file and not yet given its document the name.
  for (const path of [...byPlace.values()]) {
    const key = keyOf(job.places.folderOf(path), sendableName(documentFilename(basename(path))));
    if (!byPlace.has(key)) byPlace.set(key, path);
  }
  const documents = new Map<string, RemoteDocument>();
  const orphans: Done["orphans"] = [];
  const twins: Done["twins"] = [];
  // The list begins with the newest, so of two with one name the older one stays.
  for (const document of await job.remote.list(job.folder)) {
    if (document.filename === null) continue;
    const path = byPlace.get(keyOf(document.folder, document.filename));
    if (path !== undefined) {
      const younger = documents.get(path);
      if (younger && isOwn(job, younger) && markOf(younger, PATH_MARK) === path)
        twins.push({ path, doc_id: younger.doc_id });
      documents.set(path, document);
    } else if (isOwn(job, document)) {
      const gone = markOf(document, PATH_MARK) ?? document.filename;
      if (!isUnread(job, gone)) orphans.push({ path: gone, doc_id: document.doc_id });
    }
  }
  return { documents, orphans, twins };
}

function isUnread({ unread }: Job, path: string): boolean {
  return unread.some((one) => path === one || path.startsWith(`${one}/`));
}

/** What the server calls it. */
export function filenameOf({ path }: LocalFile): string {
  return documentFilename(basename(path));
}

function keyOf(folder: string, filename: string): string {
  return `${folder}\n${filename.normalize("NFC")}`;
}
