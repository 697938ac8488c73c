// What a zip of documents holds: a directory for each, with its files and a meta.json.
import { findContents, type House, type JsonObject, type Sql, sliceOf } from "../../kernel/mod.ts";
import { namesOf, pathsBelow, safeName } from "./names.ts";
import { isCompressible, jsonEntry, type ZipEntry } from "./zip_entry.ts";

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

/** Where documents lie in the zip: `<folder>/<title>/`, each path once, folders apart from documents of the same name. */
export function directoriesOf(documents: readonly Pick<ZippedDocument, "folder" | "title">[]): string[] {
  const folders = new Set<string>();
  for (const { folder } of documents) {
    const segments = folder === "" ? [] : folder.split("/");
    for (const [depth] of segments.entries()) folders.add(segments.slice(0, depth + 1).join("/"));
  }
  // Folders first, so that no title takes the name of one.
  const safe = new Map<string, string>([["", ""]]);
  const names = new Map<string, ReturnType<typeof namesOf>>([["", namesOf(["index.json"])]]);
  for (const path of [...folders].sort()) {
    const cut = path.lastIndexOf("/");
    const above = cut < 0 ? "" : path.slice(0, cut);
    const name = names.get(above)?.take(path.slice(cut + 1)) ?? safeName(path);
    safe.set(path, `${safe.get(above) ?? ""}${name}/`);
    names.set(path, namesOf());
  }
  return documents.map(
    ({ folder, title }) => `${safe.get(folder) ?? ""}${names.get(folder)?.take(title) ?? safeName(title)}`,
  );
}

/** The entries of one document below its directory; a file whose name cannot be kept says so in meta.json. */
export function entriesOf(
  context: { sql: Sql; house: House },
  document: ZippedDocument,
  directory: string,
): ZipEntry[] {
  const paths = pathsBelow(["meta.json"]);
  const placed = document.files.map((file) => ({ file, name: paths.take(file.path) }));
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

async function openBytes({ sql, house }: { sql: Sql; house: House }, blobId: number) {
  const content = (await findContents(sql, [blobId])).get(blobId);
  if (!content) throw new Error(`blob ${blobId} has no row`);
  return content.bytes ? sliceOf(content.bytes) : house.blobs.get(content.storage_key);
}
