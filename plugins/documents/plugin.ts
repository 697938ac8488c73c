// Documents: publishing, reading, changing, versioning and serving them.
import {
  belongingsSlot,
  fill,
  type Plugin,
  personEndSlot,
  personLeaveSlot,
  personMoveSlot,
  provide,
  viewerSlot,
} from "../../kernel/mod.ts";
import { createChanges, documentChangesPort } from "./changes.ts";
import { emptyTrashJob, endOwner, expiryJob, purgeJob } from "./jobs.ts";
import { patchDoc } from "./operations/change.ts";
import { createDownload, useDownload } from "./operations/downloads.ts";
import { duplicate } from "./operations/duplicate.ts";
import { addFiles, putFile, removeFile } from "./operations/files.ts";
import { keepDoc } from "./operations/keep.ts";
import { publishFile, publishFileContent, publishPage, publishSnippet } from "./operations/publish.ts";
import { getDoc, getFile, getManifest, listDocs } from "./operations/read.ts";
import { listResources, readResource } from "./operations/resources.ts";
import { servePage } from "./operations/serve.ts";
import { readFileContent, updateFile, updateSnippet } from "./operations/sources.ts";
import { listTags } from "./operations/tags.ts";
import {
  createUpload,
  readTicket,
  readUploadScript,
  readUploadStyle,
  showTicket,
  useTicket,
} from "./operations/tickets.ts";
import { deleteDoc, emptyTrash, getTrash, undelete } from "./operations/trash.ts";
import { sendUnlockPage, showUnlockPage } from "./operations/unlock.ts";
import { upload } from "./operations/upload.ts";
import { activateVersion, nameVersion } from "./operations/version_state.ts";
import { getVersions, restore } from "./operations/versions.ts";
import { documentsPort, servedPort } from "./port.ts";
import { provideDocuments } from "./provided.ts";
import { relinkJob } from "./relinking.ts";
import { rememberDocuments, rememberedPort } from "./remembered.ts";
import { renewalJobs } from "./renewal.ts";
import { refuseOutsider } from "./serving/access.ts";
import { serveDocuments } from "./serving/served.ts";
import { countBelongings } from "./store/belongings.ts";
import { moveOwnDocuments } from "./store/moves.ts";
import { dropTickets } from "./tickets/store.ts";
import { ticketSweepJob } from "./tickets/sweep.ts";

export const documents: Plugin = {
  name: "documents",
  operations: [
    publishPage,
    publishSnippet,
    publishFile,
    publishFileContent,
    upload,
    createUpload,
    readTicket,
    showTicket,
    useTicket,
    readUploadScript,
    readUploadStyle,
    listDocs,
    listTags,
    getDoc,
    patchDoc,
    deleteDoc,
    getManifest,
    getFile,
    createDownload,
    useDownload,
    readFileContent,
    listResources,
    readResource,
    putFile,
    addFiles,
    removeFile,
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
    showUnlockPage,
    sendUnlockPage,
    servePage,
  ],
  lends: ["doc.edit", "doc.retention", "doc.expire"],
  provides: (house) => [
    provide(documentsPort, provideDocuments(house)),
    provide(servedPort, serveDocuments(house)),
    provide(documentChangesPort, createChanges()),
    provide(rememberedPort, rememberDocuments()),
  ],
  fills: (house) => [
    fill(viewerSlot, (options) => refuseOutsider(house.use(servedPort), options)),
    fill(personMoveSlot, (move) => moveOwnDocuments(move, house.use(servedPort))),
    fill(personLeaveSlot, ({ sql, user_id }) => dropTickets(sql, user_id)),
    fill(belongingsSlot, countBelongings),
    fill(personEndSlot, (end) => endOwner(end, house)),
  ],
  migrations: new URL("./migrations/", import.meta.url),
  jobs: (house) => [
    expiryJob(house),
    purgeJob(house),
    emptyTrashJob(house),
    ...renewalJobs(house),
    relinkJob(house),
    ticketSweepJob(house),
  ],
  blobs: [
    { table: "document_files", column: "blob_id" },
    { table: "upload_parts", column: "blob_id" },
  ],
};
