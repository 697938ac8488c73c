// Files that come as raw bytes: in one request, or through a ticket whose address anybody may hold.
import { handle, type Plugin, personEndHook, personLeaveHook } from "../../kernel/plugin.ts";
import { credentialsEndHook } from "../../kernel/ports/access.ts";
import { dropHook, newKindsHook } from "../app/port/slots.ts";
import { lockedUploadsHook, stagedFileHook } from "../documents/port/hooks.ts";
import { dropIsland, newFiles } from "./app/drop.ts";
import { readUploadsScript, readUploadsStyle } from "./app/files.ts";
import { createDownload, useDownload } from "./operations/downloads.ts";
import {
  createUpload,
  readTicket,
  readUploadScript,
  readUploadStyle,
  showTicket,
  useTicket,
} from "./operations/tickets.ts";
import { upload } from "./operations/upload.ts";
import { loadStaged, lockUploads } from "./tickets/staged.ts";
import { dropTickets } from "./tickets/store.ts";
import { ticketSweepJob } from "./tickets/sweep.ts";

export const uploads: Plugin = {
  name: "uploads",
  operations: [
    upload,
    createUpload,
    readTicket,
    showTicket,
    useTicket,
    readUploadScript,
    readUploadStyle,
    createDownload,
    useDownload,
    readUploadsStyle,
    readUploadsScript,
  ],
  handles: () => [
    handle(newKindsHook, newFiles),
    handle(dropHook, dropIsland),
    handle(stagedFileHook, ({ call, upload_id }) => loadStaged(call, upload_id)),
    handle(lockedUploadsHook, ({ call, upload_ids }) => lockUploads(call, upload_ids)),
    handle(personLeaveHook, ({ sql, user_id }) => dropTickets(sql, user_id)),
    handle(credentialsEndHook, ({ sql, user_id }) => dropTickets(sql, user_id)),
    handle(personEndHook, ({ sql, user_id }) => dropTickets(sql, user_id)),
  ],
  migrations: new URL("./migrations/", import.meta.url),
  jobs: (runtime) => [ticketSweepJob(runtime)],
  blobs: [{ table: "upload_parts", column: "blob_id" }],
};
