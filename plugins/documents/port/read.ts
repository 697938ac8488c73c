// Reading documents, for the plugins above: with what right, as what object, by which file.
import { demandActor, type Permit, type PermitCall } from "../../../kernel/plugin.ts";
import type { LoadedDocument } from "../model/rows.ts";
import { Document } from "../model/schemas.ts";
import { isKnown, refuseMissing } from "../permits.ts";
import { type Fragment, findDocumentByKey } from "../store/reading/by_key.ts";
import { findDocuments, type ShownDocument } from "../store/reading/shown.ts";

/** Tells in this process that documents have changed. */
export { documentChangesPort } from "../changes.ts";
/** Folders: to whom one is closed it is as if it were not there. */
export { type KnownFolder, knownFolder, refuseMissingFolder, sightOf, writablePlace } from "../folder_permits.ts";
export { documentAddress } from "../model/address.ts";
export { chosenMarkdown } from "../model/attrs.ts";
export { folderOf } from "../model/disk_folders.ts";
export { endingOf, isWebCode, KINDS, kindOfFile, SHARE_KINDS } from "../model/kinds.ts";
export { holds } from "../model/levels.ts";
export { baseName, normaliseTag, parseFileName, parseFilePath, parseFilePaths, parseTags } from "../model/paths.ts";
export {
  type FileRow,
  fileAt,
  isPurgeDue,
  type ListedDocument,
  type LoadedDocument,
  rootOf,
  showDocument,
  sourceFileOf,
  stateOf,
  TRASH_DAYS,
} from "../model/rows.ts";
/** A root as what lies in it names it. */
export { Root as RootShape, VISIBILITIES as VISIBILITY_NAMES } from "../model/schemas.ts";
export { attachment, downloadFile } from "../operations/download.ts";
export { findDestinations, headingPath, tagHref } from "../pages/destinations.ts";
export { readingAddress } from "../pages/reading_address.ts";
/** A document with what the caller holds on it, of any type or of one; the others refuse like it, inside a permit and under the lock. */
export {
  document as documentWith,
  documentNamed,
  documentOfType,
  loadWith,
  refuseLow,
  refuseMissing,
  refuseMissingFile,
  refuseMissingVersion,
  refuseWithout,
} from "../permits.ts";
export { type DocumentRead, type Reader, type ReadKind, tellRead } from "../reading.ts";
export { countDocumentsByRoot } from "../store/counting/counts.ts";
export { countDocumentsFor, countTeamDocuments } from "../store/counting/place_counts.ts";
export { countTrashedWithAccount } from "../store/life/account_return.ts";
export type { TrashedDocument } from "../store/life/shown_trash.ts";
export { findSlug, type Named } from "../store/names/aliases.ts";
export {
  type CountedReference,
  type InboundPlace,
  type InboundRow,
  listBacklinks,
  listInbound,
  listOutbound,
} from "../store/names/links.ts";
export { findNotes } from "../store/names/notes.ts";
export { readFile } from "../store/reading/blobs.ts";
export { findCouldView, findDocumentOwner, findTrashedTitles, findViewers } from "../store/reading/by_key.ts";
export { findVersionFiles, readLoaded } from "../store/reading/documents.ts";
export {
  countDocumentsAt,
  type FolderDocument,
  listDocumentsAt,
  listTeamDocumentsAt,
} from "../store/reading/folders.ts";
export { listPathHistory, type PathChange } from "../store/reading/path_history.ts";
export {
  findDocuments,
  findNamedDocuments,
  findOwnedDocuments,
  findServedDocument,
  type OwnedDocument,
  type ShownDocument,
  showOwned,
} from "../store/reading/shown.ts";
export { readSource, readText, readTextBytes } from "../store/reading/text_files.ts";
export { filesOfVersion } from "../store/reading/version_files.ts";
export { findVersionAuthor } from "../store/reading/versions.ts";
export { verifyPassword } from "../write/passwords.ts";

/** The document object, for outputs that hold one. */
export const DocumentShape = Document;

/** The document that the caller may at least view; everything else is the 404 of one that does not exist. */
export function viewable(docId: string): Permit<ShownDocument> {
  return {
    needs: "view on the document",
    check: async (call) => {
      const found = await findDocuments({ ...call, actor: demandActor(call.actor) }, [docId]);
      const document = found.get(docId);
      if (!document) throw refuseMissing();
      return document;
    },
  };
}

/**
 * The document that a row of a plugin above belongs to: `key` is a query that answers its `document_id`. Null where there is
 * none and where the caller may not know of it, with the same one query, so that neither the answer nor its time tells which.
 */
export async function findDocumentOf(call: PermitCall, key: Fragment): Promise<LoadedDocument | null> {
  const row = await findDocumentByKey(call.sql, { actor: demandActor(call.actor), key });
  return row && !row.deleted_at && isKnown(row, call.now) ? row : null;
}
export { readStanding, readStorage } from "../store/counting/storage.ts";
export { listTitlesAt } from "../store/reading/titles.ts";
