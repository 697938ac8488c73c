// Documents: publishing, reading, changing, versioning and serving them.
import { type House, type Plugin, provide } from "../../kernel/mod.ts";
import { purgeJob } from "./jobs.ts";
import { deleteDoc, patchDoc, restore } from "./operations/change.ts";
import { addFiles, putFile, removeFile } from "./operations/files.ts";
import { publishFile, publishFileContent, publishPage, publishSnippet } from "./operations/publish.ts";
import { getDoc, getFile, getManifest, getVersions, listDocs } from "./operations/read.ts";
import { servePage } from "./operations/serve.ts";
import { readFileContent, updateFile, updateSnippet } from "./operations/sources.ts";
import { getTrash, undelete } from "./operations/trash.ts";
import { upload } from "./operations/upload.ts";
import { type Documents, documentsPort, servedPort } from "./port.ts";
import { renewalJob } from "./renewal.ts";
import { showDocument } from "./rows.ts";
import { serveDocuments } from "./serving/served.ts";
import { listDocuments } from "./store/lists.ts";

export const documents: Plugin = {
  name: "documents",
  operations: [
    publishPage,
    publishSnippet,
    publishFile,
    publishFileContent,
    upload,
    listDocs,
    getDoc,
    patchDoc,
    deleteDoc,
    getManifest,
    getFile,
    readFileContent,
    putFile,
    addFiles,
    removeFile,
    updateSnippet,
    updateFile,
    getVersions,
    restore,
    getTrash,
    undelete,
    servePage,
  ],
  provides: (house) => [provide(documentsPort, documentsFor(house)), provide(servedPort, serveDocuments(house))],
  migrations: new URL("./migrations/", import.meta.url),
  jobs: (house) => [purgeJob(house), renewalJob(house)],
  blobs: [{ table: "document_files", column: "blob_id" }],
};

function documentsFor(house: House): Documents {
  return {
    listOwn: async (sql, actor, { limit }) => {
      const now = house.clock.now();
      const wish = { actor, now, view: "mine" as const, folder: null, recursive: true, tag: null, after: null, limit };
      const rows = await listDocuments(sql, wish);
      return rows.map((row) => showDocument(row, { content_url: house.config.content_url, level: row.level, now }));
    },
  };
}
