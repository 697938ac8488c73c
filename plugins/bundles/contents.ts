// What a zip of documents holds: a directory for each, with its files and a meta.json.

import type { JsonObject, Runtime, Sql } from "../../kernel/plugin.ts";
import { findContents, sliceOf } from "../../kernel/ports/blobs.ts";
import { isCompressible } from "../../kernel/ports/http.ts";
import { parentOf } from "../places/port.ts";
import { type Names, namesOf, pathsBelow } from "./names.ts";
import { directoryEntry, jsonEntry, type ZipEntry } from "./zip_entry.ts";

export interface ZippedFile {
  path: string;
  blob_id: number;
  sha256: string;
  size_bytes: number;
  content_type: string;
}

/** A document on its way into a zip; `meta` is what meta.json says beside the files. */
export interface ZippedDocument {
  doc_id: string;
  title: string;
  folder: string;
  version: number;
  updated_at: Date;
  meta: JsonObject;
  files: ZippedFile[];
}

/** Where folders and documents lie in a zip: in the folders that they have, each path once. */
export interface Directories {
  /** The directory of a folder, with a slash at its end; "" for the top. */
  ofFolder(path: string): string;
  /** A directory of the document's own, in that of its folder; another one each time. */
  take(document: Pick<ZippedDocument, "folder" | "title">): string;
}

/** Names the folders first, with those above them, so that no title takes the name of one. */
export function directoriesOf(folders: Iterable<string>): Directories {
  const safe = new Map<string, string>([["", ""]]);
  const names = new Map<string, Names>([["", namesOf(["index.json"])]]);
  function ofFolder(path: string): string {
    const known = safe.get(path);
    if (known !== undefined) return known;
    const above = parentOf(path);
    const name = path.slice(path.lastIndexOf("/") + 1);
    const directory = `${ofFolder(above)}${namesIn(above).take(name)}/`;
    safe.set(path, directory);
    return directory;
  }
  function namesIn(path: string): Names {
    const known = names.get(path) ?? namesOf();
    names.set(path, known);
    return known;
  }
  for (const path of [...folders].sort()) ofFolder(path);
  return { ofFolder, take: ({ folder, title }) => `${ofFolder(folder)}${namesIn(folder).take(title)}` };
}

/** A folder that is there by itself, and its directory in the zip, as `index.json` says it. */
export interface ZippedFolder {
  path: string;
  folder: string;
}

export function placeFolders(folders: readonly string[], directories: Directories): ZippedFolder[] {
  return folders.map((folder) => ({ path: directories.ofFolder(folder).slice(0, -1), folder }));
}

/** Entries by which folders are there although nothing lies in them. */
export function entriesOfFolders(folders: readonly ZippedFolder[], modified: Date): ZipEntry[] {
  return folders.map(({ path }) => directoryEntry(path, modified));
}

/** What a document's own file is called in it, by its kind; null for one of another kind, whose file has its own name or the nearest to it. */
function mainOf({ meta, files }: ZippedDocument): string | null {
  const mains: Record<string, string> = { markdown: "source.md", html: "index.html" };
  const kind = String(meta["kind"]);
  const own = files.filter(({ path }) => path !== "index.html");
  return mains[kind] ?? (own.length === 1 ? (own[0]?.path ?? null) : null);
}

/**
 * The entries of one document below its directory. The file that it was made of has its own name there; what lies under another
 * name than in the document says so in meta.json.
 */
export function entriesOf(
  context: { sql: Sql; runtime: Runtime },
  document: ZippedDocument,
  directory: string,
): ZipEntry[] {
  const paths = pathsBelow(["meta.json"]);
  const main = mainOf(document);
  const { filename } = document.meta;
  // First, so that nothing beside it takes its name.
  const own = main !== null && typeof filename === "string" ? paths.take(nameOnly(filename)) : null;
  const placed = document.files.map((file) => ({
    file,
    name: own !== null && file.path === main ? own : paths.take(file.path),
  }));
  const files = placed.map(({ file, name }) => ({
    path: file.path,
    size: file.size_bytes,
    sha256: file.sha256,
    content_type: file.content_type,
    ...(name === file.path ? {} : { stored_as: name }),
  }));
  return [
    jsonEntry(`${directory}/meta.json`, { ...document.meta, files }, document.updated_at),
    ...placed.map(({ file, name }) => ({
      name: `${directory}/${name}`,
      size_bytes: file.size_bytes,
      modified: document.updated_at,
      deflate: isCompressible(file.content_type),
      open: () => openBytes(context, file.blob_id),
    })),
  ];
}

/** A filename has no folders. */
function nameOnly(filename: string): string {
  return filename.replaceAll("/", "_");
}

async function openBytes({ sql, runtime }: { sql: Sql; runtime: Runtime }, blobId: number) {
  const content = (await findContents(sql, [blobId])).get(blobId);
  if (!content) throw new Error(`blob ${blobId} has no row`);
  return content.bytes ? sliceOf(content.bytes) : runtime.blobs.get(content.storage_key);
}
