// Which folders of a published tree a reader is shown:
// those that are open to them, and of these the ones with something in them.
import type { PublishingPolicy, SiteFolder } from "../../folders/port.ts";
import { admits, type SiteReader } from "../asked.ts";
import type { FolderDocumentRow } from "../store/folder_documents.ts";

/**
 * Each folder is as open as the nearest published one, itself or above it, says. What has an access list of its own is not
 * published along with what lies above it.
 */
export function openFolders(
  folders: readonly SiteFolder[],
  { reader, policy }: { reader: SiteReader; policy: PublishingPolicy },
): SiteFolder[] {
  const byPath = new Map(folders.map((folder) => [folder.path, folder]));
  return folders.filter(({ path, guard_id }) => {
    const says = pathsUp(path)
      .map((above) => byPath.get(above))
      .find((folder) => folder?.published);
    if (!says || says.guard_id !== guard_id) return false;
    const narrowed = policy === "signed_in" && says.publish_visibility === "public";
    return admits(narrowed ? { ...says, publish_visibility: "signed_in" } : says, reader);
  });
}

/**
 * Those with something in them for the reader, those published by their own names, and what lies above either: a name alone would
 * tell of what is closed.
 */
export function filledFolders(folders: readonly SiteFolder[], rows: readonly FolderDocumentRow[]): SiteFolder[] {
  const places = new Set(rows.map(({ place_id }) => place_id));
  const documents = new Set(rows.map(({ doc_id }) => doc_id));
  const filled = folders.filter(
    ({ place_id, published, index_doc_id }) =>
      published || places.has(place_id) || (index_doc_id !== null && documents.has(index_doc_id)),
  );
  const kept = new Set(filled.flatMap(({ path }) => pathsUp(path)));
  return folders.filter(({ path }) => kept.has(path));
}

/** The path itself and all above it, "" last. */
function pathsUp(path: string): string[] {
  const parts = path === "" ? [] : path.split("/");
  return [...parts.map((_part, at) => parts.slice(0, parts.length - at).join("/")), ""];
}
