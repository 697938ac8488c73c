// The marks by which a run of publishing knows the documents that runs of the same folder made.
import type { LocalFile } from "./folder.ts";
import type { RemoteDocument } from "./remote.ts";

/** Marks of ours on a document, so that `--prune` takes away nothing that others put into the folder. */
export const PATH_MARK = "source_path";
const FOLDER_MARK = "source_folder";
/** On a page that is more than its file: it has what the file includes. `docsvc sync` leaves such a pair alone. */
export const INCLUDES_MARK = "source_includes";
/** The service's own mark on a copy. */
const COPY_MARK = "duplicated_from";

/** Made by a run of this folder: a copy that somebody made of such a document has its marks, and is theirs. */
export function isOwn({ folder }: { folder: string }, document: RemoteDocument): boolean {
  const { attrs } = document;
  const isCopy = typeof attrs === "object" && attrs !== null && COPY_MARK in attrs;
  return markOf(document, FOLDER_MARK) === folder && !isCopy;
}

export function markOf({ attrs }: RemoteDocument, name: string): string | null {
  const mark =
    typeof attrs === "object" && attrs !== null ? Object.entries(attrs).find(([key]) => key === name) : undefined;
  return typeof mark?.[1] === "string" ? mark[1] : null;
}

export function marksOf({ folder }: { folder: string }, { path }: LocalFile): Record<string, string> {
  return { [PATH_MARK]: path, [FOLDER_MARK]: folder };
}
