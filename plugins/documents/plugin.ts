// Documents: publishing, reading, changing and versioning them.
import {
  belongingsHook,
  followersHook,
  handle,
  handOverHook,
  type Plugin,
  personEndHook,
  personKeptHook,
  personMoveHook,
  provide,
  removalHook,
} from "../../kernel/plugin.ts";
import { newKindsHook } from "../app/port/slots.ts";
import { grantsGoneHook } from "../places/port.ts";
import { newDocuments } from "./app/new_kinds.ts";
import { createChanges, documentChangesPort } from "./changes.ts";
import { countsJob, emptyTrashJob, endOwner, expiryJob, purgeJob } from "./jobs.ts";
import { patchDoc } from "./operations/change.ts";
import { duplicate } from "./operations/duplicate.ts";
import { addFiles, putFile, removeFile } from "./operations/files.ts";
import { keepDoc } from "./operations/keep.ts";
import { publishPage, publishSnippet } from "./operations/publish.ts";
import { publishFile, publishFileContent } from "./operations/publish_file.ts";
import { getDoc, getFile, getManifest, listDocs, showDoc } from "./operations/read.ts";
import { listResources, readResource } from "./operations/resources.ts";
import { readFileContent, updateFile, updateMarkdown, updateSnippet } from "./operations/sources.ts";
import { listTags } from "./operations/tags.ts";
import { deleteDoc, emptyTrash, getTrash, undelete } from "./operations/trash.ts";
import { activateVersion, nameVersion } from "./operations/version_state.ts";
import { getVersions, restore } from "./operations/versions.ts";
import { relinkJob } from "./pages/relinking.ts";
import { renewalJobs } from "./pages/renewal.ts";
import { findKeptOwners } from "./store/life/account_end.ts";
import { countBelongings } from "./store/life/belongings.ts";
import { handOverDocuments, readRemovalFacts } from "./store/life/hand_over.ts";
import { findWriters } from "./store/reading/by_key.ts";
import { createDocumentCache, documentCachePort } from "./store/reading/document_cache.ts";
import { closeNarrowed } from "./store/reading/narrowed.ts";
import { moveOwnDocuments } from "./store/writing/moves.ts";
import { refuseTwinMakers } from "./write/page.ts";

export const documents: Plugin = {
  name: "documents",
  operations: [
    publishPage,
    publishSnippet,
    publishFile,
    publishFileContent,
    listDocs,
    listTags,
    getDoc,
    showDoc,
    patchDoc,
    deleteDoc,
    getManifest,
    getFile,
    readFileContent,
    listResources,
    readResource,
    putFile,
    addFiles,
    removeFile,
    updateMarkdown,
    updateSnippet,
    updateFile,
    getVersions,
    restore,
    nameVersion,
    duplicate,
    activateVersion,
    getTrash,
    emptyTrash,
    keepDoc,
    undelete,
  ],
  lends: ["doc.delete", "doc.publish", "doc.edit", "doc.retention", "doc.expire", "storage.recount"],
  provides: (runtime) => [
    provide(documentChangesPort, createChanges()),
    provide(documentCachePort, createDocumentCache(runtime.database)),
  ],
  handles: (runtime) => [
    handle(newKindsHook, newDocuments),
    handle(personMoveHook, (move) => moveOwnDocuments(move, runtime.callHook)),
    handle(grantsGoneHook, (gone) => closeNarrowed(runtime, gone)),
    handle(belongingsHook, countBelongings),
    handle(removalHook, readRemovalFacts),
    handle(handOverHook, handOverDocuments),
    handle(personEndHook, (end) => endOwner(end, runtime)),
    handle(followersHook, findWriters),
    handle(personKeptHook, (due) => findKeptOwners(runtime.callHook, due)),
  ],
  migrations: new URL("./migrations/", import.meta.url),
  jobs: (runtime) => [
    expiryJob(runtime),
    purgeJob(runtime),
    emptyTrashJob(runtime),
    countsJob(runtime),
    ...renewalJobs(runtime),
    relinkJob(runtime),
  ],
  check: refuseTwinMakers,
  blobs: [{ table: "document_files", column: "blob_id" }],
};
