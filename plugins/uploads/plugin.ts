// Files that come as raw bytes: in one request, or through a ticket whose address anybody may hold.
import { fill, type Plugin, personEndSlot, personLeaveSlot } from "../../kernel/mod.ts";
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
  ],
  fills: () => [
    fill(personLeaveSlot, ({ sql, user_id }) => dropTickets(sql, user_id)),
    fill(personEndSlot, ({ sql, user_id }) => dropTickets(sql, user_id)),
  ],
  jobs: (house) => [ticketSweepJob(house)],
  blobs: [{ table: "upload_parts", column: "blob_id" }],
};
